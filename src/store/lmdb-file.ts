// The stock's file: making, checking, opening and closing it, and the states and transactions that its tables are read
// and written in. The file is either not there or complete: it is made under another name and moved into place. Nothing
// is known here of what the tables mean.
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { open, type Key, type Transaction } from 'lmdb';
import { fsyncDirectory } from '../files/atomic-write.ts';
import { beginWriting, checkMetaPages, endWriting, extendToLastPage } from './lmdb-meta-pages.ts';
import { openTables, createTables, type Root, type Tables } from './tables.ts';
import { dataDamaged, folderProblem, lmdbProblem, STOCK_FILE, dataUnusable } from './store-problem.ts';
import type { KeyRange } from './table-layout.ts';
import { Tally, walkChecked, type TableSums } from './table-sums.ts';
import { nameOf, type Entry, type RawValue, type SummedEntry, type Table } from './table.ts';

/** One state of the stock, held. */
interface ReadTransaction {
  /** For reading. Throws after the release. */
  readonly transaction: Transaction;
  /** May be called again. */
  release(): void;
}

const OPTIONS = {
  pageSize: 8192,
  // A commit returns when it is on the disk.
  overlappingSync: false,
  // Slots of 64 bytes; every server process takes a few.
  maxReaders: 1024,
} as const;

// One process can't map a file twice: LMDB hands later openers what the first one opened, and a file that was opened for
// reading can't be written. So it is known here which files are open, how often, and whether they can be written.
const openFiles = new Map<string, { count: number; readonly writable: boolean }>();

export class LmdbFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #root: Root;
  readonly tables: Tables;
  readonly #sums: TableSums;
  /** The releases of all pins that are held. */
  readonly #releases = new Set<() => void>();
  /** Of the file that was opened: another file in its place has another. */
  readonly #inode: number;
  #isOpen = true;
  #isWriting = false;

  private constructor(folder: string, mode: 'read' | 'write', isNewCopy = false) {
    this.#folder = folder;
    this.#path = pathOf(folder);
    checkMetaPages(folder, this.#path, isNewCopy);
    this.#inode = statSync(this.#path).ino;
    this.#root = open<RawValue, string>({ ...OPTIONS, path: this.#path, readOnly: mode === 'read' });
    try {
      const { tables, sums } = openTables(folder, this.#root);
      this.tables = tables;
      this.#sums = sums;
    } catch (error) {
      void this.#root.close();
      throw error;
    }
    const opened = openFiles.get(this.#path);
    if (opened === undefined) openFiles.set(this.#path, { count: 1, writable: mode === 'write' });
    else opened.count += 1;
  }

  /** The file for reading, or undefined as long as there is none. */
  static findForReading(folder: string): LmdbFile | undefined {
    return withProblems(folder, () =>
      existsSync(pathOf(folder)) ? new LmdbFile(folder, 'read') : undefined,
    );
  }

  /** The file for writing, made if there is none. Only for the holder of the writer's lock, or of a copy just made. */
  static forWriting(folder: string, isNewCopy = false): LmdbFile {
    return withProblems(folder, () => {
      const path = pathOf(folder);
      if (openFiles.get(path)?.writable === false) {
        throw new Error(
          `'${path}' is open for reading in this process: close it, or open it for writing first`,
        );
      }
      if (!existsSync(path)) createFile(folder, path);
      return new LmdbFile(folder, 'write', isNewCopy);
    });
  }

  /** Whether the file that was opened is still the one at its path. */
  get isInPlace(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode;
  }

  /** Throws a Problem `data_damaged` if the header of the file is no longer right. */
  checkMetaPages(): void {
    withProblems(this.#folder, () => checkMetaPages(this.#folder, this.#path));
  }

  /** Holds the newest state of the stock until it is released or the file is closed. */
  openReadTransaction(beforeRelease?: () => void): ReadTransaction {
    this.#root.resetReadTxn();
    const transaction = this.#root.useReadTransaction();
    const releases = this.#releases;
    const release = (): void => {
      if (!releases.delete(release)) return;
      beforeRelease?.();
      transaction.done();
    };
    releases.add(release);
    return {
      release,
      get transaction() {
        // LMDB would end the process over a transaction that is gone.
        if (!releases.has(release))
          throw new Error('this state of the stock was released, or the store closed');
        return transaction;
      },
    };
  }

  /** Runs `work` over the newest state of the stock. */
  read<T>(work: (transaction: Transaction) => T): T {
    return withProblems(this.#folder, () => {
      const reading = this.openReadTransaction();
      try {
        return work(reading.transaction);
      } finally {
        reading.release();
      }
    });
  }

  /**
   * Walks over a table, or a range of it, as it is when the walk begins, however long it takes. At its end it throws a
   * Problem `data_damaged` unless it has found exactly what was written.
   */
  *walk<K extends Key>(table: Table<K>, range: KeyRange<K> = {}): Iterable<Entry<K>> {
    let entries: Iterator<SummedEntry<K>, void> | undefined;
    const reading = this.openReadTransaction(() => entries?.return?.());
    const next = (): IteratorResult<Entry<K>, void> => {
      const { transaction } = reading;
      entries ??= this.entries(table, range, transaction);
      return entries.next();
    };
    try {
      for (;;) {
        const result = withProblems(this.#folder, next);
        if (result.done === true) return;
        yield result.value;
      }
    } finally {
      reading.release();
    }
  }

  /** The same in a state that is held; without one, in the open transaction. */
  entries<K extends Key>(
    table: Table<K>,
    range: KeyRange<K> = {},
    transaction?: Transaction,
  ): IterableIterator<SummedEntry<K>> {
    return walkChecked(table, range, this.#sums, {
      transaction,
      damaged: (finding) => dataDamaged(this.#folder, finding),
    });
  }

  /** To compare what a survey of a whole table finds with what was written. */
  tally<K extends Key>(table: Table<K>, transaction: Transaction): Tally<K> {
    return new Tally(table, {}, this.#sums, transaction);
  }

  /**
   * The value of a key, or undefined if it is certain that there is none. `get` of a table answers undefined as well where
   * a page on the way to the entry is damaged; this reads all of the key's bucket then.
   */
  find<K extends Key>(table: Table<K>, key: K, transaction?: Transaction): string | undefined {
    const value = table.get(key, { transaction });
    if (value === undefined) this.checkBucket(table, key, transaction);
    return value;
  }

  /** Throws a Problem `data_damaged` unless all entries of a key's bucket are found, and none of them has the key. */
  checkBucket<K extends Key>(table: Table<K>, missing: K, transaction?: Transaction): void {
    const { layout, name } = table;
    // While this process writes, LMDB looks single keys up in the unfinished state, whatever transaction is named.
    const state = this.#isWriting ? undefined : transaction;
    for (const { key } of this.entries(table, layout.rangeOf(layout.bucketOf(missing)), state)) {
      if (isEqual(key, missing)) throw this.damagedEntry(name, key);
    }
  }

  /**
   * Runs `work` as one transaction: all that it writes is visible and on the disk when the promise is fulfilled, and
   * nothing is left of it when it is rejected. Meanwhile reads through this same file see what has been written.
   */
  async write<T>(work: () => Promise<T>): Promise<T> {
    withProblems(this.#folder, () => beginWriting(this.#folder, this.#path));
    this.#isWriting = true;
    try {
      return await this.#root.transactionSync(async () => {
        const result = await work();
        this.#sums.write();
        return result;
      });
    } catch (error) {
      throw lmdbProblem(this.#folder, error);
    } finally {
      this.#isWriting = false;
      this.#sums.discard();
      withProblems(this.#folder, () => endWriting(this.#folder, this.#path));
    }
  }

  /**
   * Writes the newest committed state into a stock's file of the folder `to`, which has none: only what is in use, page by
   * page. Writers go on meanwhile, and are not waited for.
   */
  async copyTo(to: string): Promise<void> {
    try {
      await this.#root.backup(pathOf(to), true);
    } catch (error) {
      // LMDB tells what went wrong in words alone.
      throw dataUnusable(to, `the stock could not be copied to it (${(error as Error).message})`, error);
    }
  }

  /** The parsed text of an entry. Throws a Problem `data_damaged` where it is no JSON. */
  parse(text: string, table: string, key: Key): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.damagedEntry(table, key, error);
    }
  }

  damagedEntry(table: string, key: Key, cause?: unknown): unknown {
    return dataDamaged(this.#folder, `the entry ${nameOf(key)} of ${table} cannot be read`, cause);
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const release of this.#releases) release();
    const opened = openFiles.get(this.#path);
    if (opened !== undefined && --opened.count === 0) openFiles.delete(this.#path);
    await this.#root.close();
  }
}

function createFile(folder: string, path: string): void {
  const tempPath = join(folder, 'new-stock.mdb');
  for (const stalePath of [tempPath, `${tempPath}-lock`]) rmSync(stalePath, { force: true });
  const root = open<RawValue, string>({ ...OPTIONS, path: tempPath });
  createTables(folder, root);
  void root.close();
  extendToLastPage(folder, tempPath);
  renameSync(tempPath, path);
  rmSync(`${tempPath}-lock`, { force: true });
  fsyncDirectory(folder);
}

function isEqual(one: Key, other: Key): boolean {
  return one instanceof Uint8Array && other instanceof Uint8Array
    ? Buffer.compare(one, other) === 0
    : one === other;
}

function pathOf(folder: string): string {
  return join(resolve(folder), STOCK_FILE);
}

function withProblems<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw folderProblem(folder, error);
  }
}
