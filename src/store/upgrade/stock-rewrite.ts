// Rewrites a stock of an earlier format in today's, and compares the two: the number of entries and the sum of checksums of
// every table.
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Key } from 'lmdb';
import { decodeRecord } from '../../listing/codec.ts';
import { VERSION } from '../../package-files.ts';
import { continueChecksum, seedOf } from '../checksum.ts';
import { LmdbFile } from '../lmdb-file.ts';
import { Problem } from '../../problem.ts';
import { Damage } from '../store-problem.ts';
import { recordOf } from '../stored-listing.ts';
import { addToSum, newSum, type BucketSum } from '../table-sums.ts';
import { keyName, type Entry, type Table } from '../table.ts';
import { FORMAT, FORMAT_KEY, PROGRAM_KEY } from '../tables.ts';
import { unchangedTables, viewAfter, type Entries, type FormatStep, type StockView } from './format-step.ts';
import type { OldStock } from './old-stock.ts';

/** The count and checksums written to each table. */
export type TableTotals = ReadonlyMap<string, BucketSum>;

/** Characters of values per commit, to limit memory. */
const COMMIT_CHARACTERS = 16 * 2 ** 20;
const PROGRESS_STEP = 5000;

/** Writes the upgraded stock into an empty folder; returns the totals written. Durable on return. */
export async function copyStock(
  old: StockView,
  steps: readonly FormatStep[],
  folder: string,
  onProgress: (entries: number) => void,
): Promise<TableTotals> {
  const view = viewAfter(old, steps);
  const file = LmdbFile.forWriting(folder);
  const totals = new Map<string, BucketSum>();
  let written = 0;
  try {
    for (const table of Object.values(file.tables) as Table<Key>[]) {
      const { name } = table;
      const entries = (name === 'meta' ? withFormat(view.entries(name)) : view.entries(name))[
        Symbol.iterator
      ]();
      const seed = seedOf(name);
      const total = newSum();
      totals.set(name, total);
      let isMore = true;
      while (isMore) {
        isMore = await file.write(async () => {
          for (let characters = 0; characters < COMMIT_CHARACTERS;) {
            const next = entries.next();
            if (next.done === true) return false;
            const { key, value } = next.value;
            write(table, key, value);
            characters += value.length;
            addToSum(total, 1, continueChecksum(crc32(value, seed), key));
            written += 1;
            if (written % PROGRESS_STEP === 0) onProgress(written);
          }
          return true;
        });
      }
    }
    return totals;
  } finally {
    await file.close();
  }
}

/** Appends an entry; in `meta`, which has a few entries from the start, inserts it. */
function write(table: Table<Key>, key: Key, value: string): void {
  if (table.name === 'meta') table.put(key, value);
  else if (!table.putLast(key, value) && !table.putNew(key, value))
    throw new Error(`the upgrade makes two entries ${keyName(key)} of ${table.name}`);
}

function* withFormat(meta: Entries): Entries {
  const own = new Map<Key, string>([
    [FORMAT_KEY, FORMAT],
    [PROGRAM_KEY, VERSION],
  ]);
  for (const entry of meta) if (!own.has(entry.key)) yield entry;
  for (const [key, value] of own) yield { key, value };
}

/**
 * Reads the new stock back. Throws a Problem `data_damaged` if a table differs from what was written, a table that no step
 * changes differs from the old one, or a listing cannot be read.
 */
export async function verifyCopy(
  old: OldStock,
  steps: readonly FormatStep[],
  folder: string,
  written: TableTotals,
  onProgress: (entries: number) => void,
): Promise<void> {
  const file = LmdbFile.findForReading(folder);
  if (file === undefined) throw new Error(`the upgraded stock in '${folder}' is gone`);
  let read = 0;
  try {
    const tables = Object.values(file.tables) as Table<Key>[];
    const names = tables.map(({ name }) => name);
    // The table `meta` always changes: it has the format.
    const unchanged = new Set(unchangedTables(old, steps, names).filter((name) => name !== 'meta'));
    file.read((transaction) => {
      for (const table of tables) {
        const found = newSum();
        for (const entry of file.entries(table, {}, transaction)) {
          addToSum(found, 1, entry.checksum);
          if (table.name === 'listings') checkListing(file, entry);
          read += 1;
          if (read % PROGRESS_STEP === 0) onProgress(read);
        }
        const wanted = [
          written.get(table.name),
          ...(unchanged.has(table.name) ? [old.sumOf(table.name)] : []),
        ];
        if (wanted.some((sum) => sum?.count !== found.count || sum.checksums !== found.checksums))
          throw new Damage(folder, `${table.name} is not as it was written`);
      }
    });
  } catch (error) {
    throw error instanceof Damage ? badCopy(dirname(folder), error) : error;
  } finally {
    await file.close();
  }
}

/** The Problem of a damaged new file, or of a damaged sum in the old one. */
function badCopy(folder: string, error: Damage): Problem {
  return new Problem(
    'data_damaged',
    `The upgraded stock of the data folder '${folder}' is not as it was written: ${error.finding}. The old one is in its ` +
      "place, as it was. Test the machine's disk and memory, and try again.",
    [],
    { cause: error },
  );
}

function checkListing(file: LmdbFile, { key, value }: Entry<Key>): void {
  if (decodeRecord(key as string, recordOf(value)) === undefined) throw file.damagedEntry('listings', key);
}
