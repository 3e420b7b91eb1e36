// A copy of the stock, made while others read and write it. It holds one committed state, whatever is under way. It is a
// stock of its own: it gets an identity of its own, because from here on its sequence numbers may mean other changes, and
// an index file or a follower of the first stock must not take them for its own.
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lastSequence } from './change-log.ts';
import { NamespaceLock } from './namespace-lock.ts';
import { LmdbFile } from './lmdb-file.ts';
import { STOCK_FILE, dataUnusable } from './store-problem.ts';

export interface StoreCopy {
  readonly listings: number;
  readonly sequence: number;
}

/**
 * Copies the stock of a folder into another one, which is there and holds no stock. The time and the space it takes grow
 * with what the stock holds, not with the size of its file. Problems `data_…` of either folder.
 */
export async function copyStore(from: string, to: string): Promise<StoreCopy> {
  if (!existsSync(from)) throw dataUnusable(from, 'it holds no stock yet');
  const namespace = NamespaceLock.acquire(from);
  try {
    const file = LmdbFile.findForReading(from);
    if (file === undefined) throw dataUnusable(from, 'it holds no stock yet');
    await file.copyTo(to).finally(() => file.close());
  } finally {
    namespace.release();
  }
  const copy = LmdbFile.forWriting(to, true);
  try {
    await copy.write(async () => copy.tables.meta.put('storeId', randomUUID()));
    return copy.read((transaction) => ({
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
