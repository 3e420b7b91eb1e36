// The store's LMDB file: creating, checking, opening and closing it, with read and write transactions. The file is either
// missing or complete: it is created under another name and renamed.
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ABORT, open, type Key, type Transaction } from 'lmdb';
import { fsyncDirectory } from '../files/atomic-write.ts';
import { beginWriting, checkMetaPages, endWriting, extendToLastPage } from './lmdb-meta-pages.ts';
import { openTables, createTables, overlayTables, type Root, type Tables } from './tables.ts';
import { Damage, lmdbProblem, STOCK_FILE, Unusable, withFolder } from './store-problem.ts';
import type { KeyRange } from './table-layout.ts';
import { Tally, walkChecked, type BucketSum, type TableSums } from './table-sums.ts';
import { keyName, type Entry, type RawValue, type SummedEntry, type Table } from './table.ts';

/** One committed state, held open. */
interface ReadTransaction {
  /** Throws after the release. */
  readonly transaction: Transaction;
  /** Idempotent. */
  release(): void;
}

export const LMDB_OPTIONS = {
  pageSize: 8192,
  // Commits return when they are durable.
  overlappingSync: false,
  // A reader takes 64 bytes; every server process uses a few readers.
  maxReaders: 1024,
} as const;

// A process can map a file only once: LMDB returns the first environment to later openers, and a read-only one cannot be written.
// So open files are counted here, with their mode.
const openFiles = new Map<string, { count: number; readonly writable: boolean }>();

export class LmdbFile {
  readonly folder: string;
  readonly #path: string;
  readonly #root: Root;
  readonly tables: Tables;
  readonly #sums: TableSums;
  /** The releases of all open read transactions. */
  readonly #releases = new Set<() => void>();
  /** Inode of the opened file; a file that replaced it has another. */
  readonly #inode: number;
  #isOpen = true;
  #isWriting = false;

  private constructor(folder: string, mode: 'read' | 'write', isNewCopy = false, below?: LmdbFile) {
    this.folder = below?.folder ?? folder;
    this.#path = stockPath(folder);
    if (below === undefined) checkMetaPages(folder, this.#path, isNewCopy);
    this.#root = open<RawValue, string>({ ...LMDB_OPTIONS, path: this.#path, readOnly: mode === 'read' });
    this.#inode = statSync(this.#path).ino;
    try {
      const { tables, sums } =
        below === undefined
          ? openTables(folder, this.#root)
          : overlayTables(below.folder, this.#root, {
              root: below.#root,
              begin: () => {
                const reading = below.openReadTransaction();
                this.#releases.add(() => reading.release());
                return reading.transaction;
              },
            });
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

  /** Opens the file for reading; undefined if there is none. */
  static findForReading(folder: string): LmdbFile | undefined {
    return withFolder(folder, () =>
      existsSync(stockPath(folder)) ? new LmdbFile(folder, 'read') : undefined,
    );
  }

  /** Opens the file for writing, creating it if missing. The caller must hold the writer's lock, or have just made the copy. */
  static forWriting(folder: string, isNewCopy = false): LmdbFile {
    return withFolder(folder, () => {
      const path = stockPath(folder);
      if (openFiles.get(path)?.writable === false) {
        throw new Error(
          `'${path}' is open for reading in this process: close it, or open it for writing first`,
        );
      }
      if (!existsSync(path)) createFile(folder, path);
      return new LmdbFile(folder, 'write', isNewCopy);
    });
  }

  /**
   * Creates a file in an empty folder that takes the writes of a dry run over the newest state of `below`, or over an empty
   * stock. Close `below` after it.
   */
  static forDryRun(folder: string, below: LmdbFile | undefined): LmdbFile {
    if (below === undefined) return LmdbFile.forWriting(folder);
    return withFolder(folder, () => new LmdbFile(folder, 'write', false, below));
  }

  /** The folder of the file, whose disk has room for files as large as this one. */
  get ownFolder(): string {
    return dirname(this.#path);
  }

  /** Whether the opened file is still at its path. */
  get isInPlace(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode;
  }

  /** Throws a Problem `data_damaged` if the file's meta pages are invalid. */
  checkMetaPages(): void {
    withFolder(this.folder, () => checkMetaPages(this.folder, this.#path));
  }

  /** Holds the newest committed state until it is released or the file is closed. */
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
        // LMDB would crash the process if it read in a finished transaction.
        if (!releases.has(release))
          throw new Error('this state of the stock was released, or the store closed');
        return transaction;
      },
    };
  }

  /** Runs `work` with the newest committed state. */
  read<T>(work: (transaction: Transaction) => T): T {
    return withFolder(this.folder, () => {
      const reading = this.openReadTransaction();
      try {
        return work(reading.transaction);
      } finally {
        reading.release();
      }
    });
  }

  /**
   * The entries of a table, or of a range, as of the start of the iteration. At the end it throws a Problem `data_damaged`
   * if entries are missing or differ from those written.
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
        const result = withFolder(this.folder, next);
        if (result.done === true) return;
        yield result.value;
      }
    } finally {
      reading.release();
    }
  }

  /** The entries of a table or range in a read transaction; without one, in the open write transaction. Ends as `walk` does. */
  entries<K extends Key>(
    table: Table<K>,
    range: KeyRange<K> = {},
    transaction?: Transaction,
  ): IterableIterator<SummedEntry<K>> {
    return walkChecked(table, range, this.#sums, {
      transaction,
      damaged: (finding) => new Damage(this.folder, finding),
    });
  }

  /** The count and sum of checksums stored for a bucket, without reading its entries. */
  sumOf<K extends Key>({ name }: Table<K>, bucket: string, transaction?: Transaction): BucketSum {
    return this.#sums.of(name, bucket, transaction);
  }

  /** A tally for comparing a scan of a whole table with its sums. */
  tally<K extends Key>(table: Table<K>, transaction: Transaction): Tally<K> {
    return new Tally(table, {}, this.#sums, transaction);
  }

  /**
   * The value of a key; undefined only if the key is certainly absent. A table's `get` also returns undefined if a damaged page
   * hides the entry, so absent keys are verified by reading their bucket.
   */
  find<K extends Key>(table: Table<K>, key: K, transaction?: Transaction): string | undefined {
    const value = table.get(key, { transaction });
    if (value === undefined) this.checkBucket(table, key, transaction);
    return value;
  }

  /** Throws a Problem `data_damaged` unless the bucket of an absent key is intact and does not contain the key. */
  checkBucket<K extends Key>(table: Table<K>, missing: K, transaction?: Transaction): void {
    const { layout, name } = table;
    // While this process writes, LMDB reads single keys from the uncommitted state, whatever transaction is passed.
    const state = this.#isWriting ? undefined : transaction;
    for (const { key } of this.entries(table, layout.rangeOf(layout.bucketOf(missing)), state)) {
      if (isEqual(key, missing)) throw this.damagedEntry(name, key);
    }
  }

  /**
   * Runs `work` as one transaction: visible and durable when the promise is fulfilled, rolled back if it rejects or returns a
   * Rollback. Until then reads through this object see the uncommitted state.
   */
  async write<T>(work: () => Promise<T | Rollback<T>>): Promise<T> {
    withFolder(this.folder, () => beginWriting(this.folder, this.#path));
    this.#isWriting = true;
    try {
      const results: T[] = [];
      await this.#root.transactionSync(async () => {
        const result = await work();
        results.push(result instanceof Rollback ? result.result : result);
        if (result instanceof Rollback) return ABORT;
        this.#sums.write();
        return undefined;
      });
      return results[0];
    } catch (error) {
      throw lmdbProblem(this.folder, error);
    } finally {
      this.#isWriting = false;
      this.#sums.discard();
      withFolder(this.folder, () => endWriting(this.folder, this.#path));
    }
  }

  /** Copies the pages in use of the newest committed state to a new file in the folder `to`. Does not block writers. */
  async copyTo(to: string): Promise<void> {
    try {
      await this.#root.backup(stockPath(to), true);
    } catch (error) {
      // LMDB's error has no code.
      throw new Unusable(to, `the stock could not be copied to it (${(error as Error).message})`, error);
    }
  }

  /** The parsed value of an entry. Throws a Problem `data_damaged` for invalid JSON. */
  parse(text: string, table: string, key: Key): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.damagedEntry(table, key, error);
    }
  }

  damagedEntry(table: string, key: Key, cause?: unknown): unknown {
    return new Damage(this.folder, `the entry ${keyName(key)} of ${table} cannot be read`, cause);
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
  const root = open<RawValue, string>({ ...LMDB_OPTIONS, path: tempPath });
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

/** The path of the file in a data folder. */
export function stockPath(folder: string): string {
  return join(resolve(folder), STOCK_FILE);
}

/** Returned by a transaction's work to roll it back with this result. */
export class Rollback<Result> {
  readonly result: Result;

  constructor(result: Result) {
    this.result = result;
  }
}
