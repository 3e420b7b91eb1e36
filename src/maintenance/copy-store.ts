// Copies a store while others read and write it. The copy holds one committed state. It gets a new store id, because its sequence
// numbers will mean other changes, so index files and followers of the original must not accept them.
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { storeIdOf, lastSequence } from '../store/change-log.ts';
import { LmdbFile } from '../store/lmdb-file.ts';
import { Unusable, acquireNamespace, STOCK_FILE } from '../store/store-problem.ts';

export interface StoreCopy {
  readonly listings: number;
  readonly sequence: number;
  /** The ids of the original store and of the copy. */
  readonly originalId: string;
  readonly storeId: string;
}

/**
 * Copies the store of a folder into an existing folder without one. Time and space grow with the store's content, not with
 * the size of its file. Throws a Problem `data_…` for either folder.
 */
export async function copyStore(from: string, to: string): Promise<StoreCopy> {
  if (!existsSync(from)) throw new Unusable(from, 'it holds no stock yet');
  const namespace = acquireNamespace(from);
  try {
    const file = LmdbFile.findForReading(from);
    if (file === undefined) throw new Unusable(from, 'it holds no stock yet');
    await file.copyTo(to).finally(() => file.close());
  } finally {
    namespace.release();
  }
  const copy = LmdbFile.forWriting(to, true);
  try {
    const originalId = copy.read((transaction) => storeIdOf(copy, transaction));
    const storeId = randomUUID();
    await copy.write(async () => copy.tables.meta.put('storeId', storeId));
    return copy.read((transaction) => ({
      originalId,
      storeId,
      sequence: lastSequence(copy, transaction),
      listings: Array.from(copy.entries(copy.tables.dealers, {}, transaction), ({ value }) =>
        Number(value),
      ).reduce((sum, count) => sum + count, 0),
    }));
  } finally {
    await copy.close();
    rmSync(join(to, `${STOCK_FILE}-lock`), { force: true });
  }
}
