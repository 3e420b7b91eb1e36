// The stock's file: making, checking, opening and closing it, and the states and transactions that its tables are read
// and written in. The file is either not there or complete: it is made under another name and moved into place. Nothing
// is known here of what the tables mean.
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asBinary, open, type Key, type Transaction } from 'lmdb';
import { beginWriting, checkStockFile, endWriting, lengthenStockFile } from './stock-header.ts';
import { findTables, makeTables, type Root, type Table, type Tables } from './stock-tables.ts';
import { damaged, folderProblem, lmdbProblem, STOCK_FILE, unusable } from './store-problem.ts';
import { syncFolder } from '../files/durable-folder.ts';

interface Entry<K extends Key> {
  readonly key: K;
  readonly value: string;
}

/** One state of the stock, held. */
interface Pin {
  /** For reading. Throws after the release. */
  readonly transaction: Transaction;
  /** May be called again. */
  release(): void;
}

const OPTIONS = {
  encoding: 'string',
  pageSize: 8192,
  // A commit returns when it is on the disk.
  overlappingSync: false,
  // Slots of 64 bytes; every server process takes a few.
  maxReaders: 1024,
} as const;

/** Bytes that a UTF-16 unit may take. */
const MAX_UTF8_BYTES = 3;
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

// One process can't map a file twice: LMDB hands later openers what the first one opened, and a file that was opened for
// reading can't be written. So it is known here which files are open, how often, and whether they can be written.
const openFiles = new Map<string, { count: number; readonly writable: boolean }>();

export class StockFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #root: Root;
  readonly tables: Tables;
  /** The releases of all pins that are held. */
  readonly #pins = new Set<() => void>();
  /** Of the file that was opened: another file in its place has another. */
  readonly #inode: number;
  #open = true;

  private constructor(folder: string, mode: 'read' | 'write') {
    this.#folder = folder;
    this.#path = pathOf(folder);
    checkStockFile(folder, this.#path);
    this.#inode = statSync(this.#path).ino;
    this.#root = open<string, string>({ ...OPTIONS, path: this.#path, readOnly: mode === 'read' });
    try {
      this.tables = findTables(folder, this.#root);
    } catch (error) {
      void this.#root.close();
      throw error;
    }
    const opened = openFiles.get(this.#path);
    if (opened === undefined) openFiles.set(this.#path, { count: 1, writable: mode === 'write' });
    else opened.count += 1;
  }

  /** The file for reading, or undefined as long as there is none. */
  static findForReading(folder: string): StockFile | undefined {
    return withProblems(folder, () =>
      existsSync(pathOf(folder)) ? new StockFile(folder, 'read') : undefined,
    );
  }

  /** The file for writing, made if there is none. Only for who holds the writer's lock. */
  static forWriting(folder: string): StockFile {
    return withProblems(folder, () => {
      const path = pathOf(folder);
      if (openFiles.get(path)?.writable === false) {
        throw new Error(
          `'${path}' is open for reading in this process: close it, or open it for writing first`,
        );
      }
      if (!existsSync(path)) create(folder, path);
      return new StockFile(folder, 'write');
    });
  }

  /** Whether the file that was opened is still the one at its path. */
  get isInPlace(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode;
  }

  /** Holds the newest state of the stock until it is released or the file is closed. */
  pin(beforeRelease?: () => void): Pin {
    this.#root.resetReadTxn();
    const transaction = this.#root.useReadTransaction();
    const pins = this.#pins;
    const release = (): void => {
      if (!pins.delete(release)) return;
      beforeRelease?.();
      transaction.done();
    };
    pins.add(release);
    return {
      release,
      get transaction() {
        // LMDB would end the process over a transaction that is gone.
        if (!pins.has(release)) throw new Error('this state of the stock was released, or the store closed');
        return transaction;
      },
    };
  }

  /** Runs `work` over the newest state of the stock. */
  read<T>(work: (transaction: Transaction) => T): T {
    return withProblems(this.#folder, () => {
      const pin = this.pin();
      try {
        return work(pin.transaction);
      } finally {
        pin.release();
      }
    });
  }

  /** Walks over a table, or a range of it without its end, as it is when the walk begins, however long it takes. */
  *walk<K extends Key>(table: Table<K>, range: { start?: K; end?: K } = {}): Iterable<Entry<K>> {
    let entries: Iterator<Entry<K>, void> | undefined;
    const pin = this.pin(() => entries?.return?.());
    const next = (): IteratorResult<Entry<K>, void> => {
      const { transaction } = pin;
      entries ??= table.getRange({ ...range, transaction })[Symbol.iterator]();
      return entries.next();
    };
    try {
      for (;;) {
        const result = withProblems(this.#folder, next);
        if (result.done === true) return;
        yield result.value;
      }
    } finally {
      pin.release();
    }
  }

  /**
   * Runs `work` as one transaction: all that it writes is visible and on the disk when the promise is fulfilled, and
   * nothing is left of it when it is rejected. Meanwhile reads through this same file see what has been written.
   */
  async write<T>(work: () => Promise<T>): Promise<T> {
    withProblems(this.#folder, () => beginWriting(this.#folder, this.#path));
    try {
      return await this.#root.transactionSync(work);
    } catch (error) {
      throw lmdbProblem(this.#folder, error);
    } finally {
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
      throw unusable(to, `the stock could not be copied to it (${(error as Error).message})`, error);
    }
  }

  /** Writes an entry. For use within a transaction. */
  put<K extends Key>(table: Table<K>, key: K, text: string): void {
    table.putSync(key, encoded(text));
  }

  /** Writes an entry that is not there yet; false where it is. For use within a transaction. */
  putNew<K extends Key>(table: Table<K>, key: K, text: string): boolean {
    return isWritten(table.putSync(key, encoded(text), { noOverwrite: true }));
  }

  /**
   * Writes an entry behind all others, which fills the pages to the last byte; false where its place is not there. For
   * use within a transaction.
   */
  putLast<K extends Key>(table: Table<K>, key: K, text: string): boolean {
    return isWritten(table.putSync(key, encoded(text), { append: true }));
  }

  /** The parsed text of an entry. Throws a Problem `data_damaged` where it is no JSON. */
  parse(text: string, table: keyof Tables, key: Key): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.damagedEntry(table, key, error);
    }
  }

  damagedEntry(table: keyof Tables, key: Key, cause?: unknown): unknown {
    return damaged(this.#folder, `the entry ${JSON.stringify(key)} of ${table} cannot be read`, cause);
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    for (const release of this.#pins) release();
    const opened = openFiles.get(this.#path);
    if (opened !== undefined && --opened.count === 0) openFiles.delete(this.#path);
    await this.#root.close();
  }
}

function create(folder: string, path: string): void {
  const draft = join(folder, 'new-stock.mdb');
  for (const leftOver of [draft, `${draft}-lock`]) rmSync(leftOver, { force: true });
  const root = open<string, string>({ ...OPTIONS, path: draft });
  makeTables(root);
  void root.close();
  lengthenStockFile(folder, draft);
  renameSync(draft, path);
  rmSync(`${draft}-lock`, { force: true });
  syncFolder(folder);
}

/** The text, as far as LMDB's types know. */
function encoded(text: string): string {
  // LMDB copies the bytes at once, so one buffer does for all and most of the cost of a write is saved.
  if (text.length * MAX_UTF8_BYTES > scratch.length) return text;
  return asBinary(scratch.subarray(0, scratch.write(text))) as unknown as string;
}

/** LMDB's types leave out that it says whether it has written. */
function isWritten(result: unknown): boolean {
  return result === true;
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
