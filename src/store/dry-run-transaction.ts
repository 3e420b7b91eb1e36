// Dry runs: transactions over one state of the stock that are never committed. They follow the rules of real ones, because they
// are StoreTransactions over other tables. They take no lock, so they can run while another process imports.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LmdbFile, Rollback } from './lmdb-file.ts';
import { StoreTransaction } from './transaction.ts';

/** Runs `work` as a transaction over the newest state of a file, or over an empty stock. Its writes go to a temporary file. */
export async function dryRun<T>(
  below: LmdbFile | undefined,
  startedAt: number,
  work: (transaction: StoreTransaction) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-dry-run-'));
  try {
    const file = LmdbFile.forDryRun(folder, below);
    try {
      return await resultOf(file, startedAt, work);
    } finally {
      await file.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function resultOf<T>(
  file: LmdbFile,
  startedAt: number,
  work: (transaction: StoreTransaction) => Promise<T>,
): Promise<T> {
  return file.write(async () => {
    const transaction = new StoreTransaction(file, startedAt);
    try {
      return new Rollback(await work(transaction));
    } finally {
      transaction.end();
    }
  });
}
