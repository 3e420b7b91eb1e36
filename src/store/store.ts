// The stock on disk: every listing, what became of every advert, and the log of changes. The one room to ask for what
// survives a crash. Many processes read it while one writes; a reader that finds no stock yet sees an empty one, and the
// first import as soon as it is there. Searching is not its business.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { makeFolder } from '../files/durable-folder.ts';
import type { AdvertLookup, AdvertState, WithdrawnAdvert } from '../listing/advert.ts';
import type { ChangeSet } from '../listing/change-set.ts';
import type { Listing, ListingKey, IndexedFields } from '../listing/listing.ts';
import type { VehicleIdentifiers } from '../listing/vehicle-identifiers.ts';
import { findAdvert, withdrawnAdverts } from './advert-table.ts';
import { identityOf, lastSequence, LOG_LIMITS, type LogLimits } from './change-log.ts';
import { readHistory, type DealerHistory } from './dealer-history.ts';
import { keptCount, keptFeed, keptFeeds } from './feed-table.ts';
import { NamespaceLock } from './namespace-lock.ts';
import { readOwners } from './owner-table.ts';
import {
  NO_STOCK,
  pinStock,
  readListing,
  readSearchedListing,
  type PinnedStock,
  type TouchedKeys,
} from './pinned-stock.ts';
import { lastReports } from './report-table.ts';
import { readShared, type SharedListings } from './shared-counts.ts';
import { StockFile } from './stock-file.ts';
import { StockTransaction } from './stock-transaction.ts';
import { folderProblem, replaced, unusable } from './store-problem.ts';
import { marksOf } from './vehicle-table.ts';
import { verifyStock, type StockReport, type VerifyOptions } from './verify-stock.ts';
import { WriterLock } from './writer-lock.ts';

export type { PinnedStock, StockReport, TouchedKeys };

/** Keys from `start` on, up to but not including `end`. */
export interface KeyRange {
  readonly start?: ListingKey;
  readonly end?: ListingKey;
}

export interface WriteOptions {
  readonly logLimits?: LogLimits;
  /** The clock: milliseconds since 1970, UTC. */
  readonly now?: (() => number) | undefined;
}

/**
 * Opens the stock in a folder. For writing, the folder and the stock are made where they are missing, and the writer's
 * lock is held until `close`. For reading nothing is made: without a folder or a stock there are no listings yet.
 * Problems: `data_unusable`, `data_damaged`, `data_version`; for writing also `data_locked`. Nothing that is there is
 * ever overwritten.
 */
export function openStore(folder: string, options: { readonly mode: 'read' }): Store;
export function openStore(folder: string, options: { readonly mode: 'write' } & WriteOptions): WritableStore;
export function openStore(
  folder: string,
  options: { readonly mode: 'read' | 'write' } & WriteOptions,
): Store {
  if (options.mode === 'read') {
    checkFolder(folder, constants.R_OK | constants.X_OK);
    const namespace = existsSync(folder) ? NamespaceLock.acquire(folder) : undefined;
    return releasedOnError(namespace, () => new Store(folder, namespace, StockFile.findForReading(folder)));
  }
  makeWritable(folder);
  const namespace = NamespaceLock.acquire(folder);
  return releasedOnError(namespace, () => {
    const lock = lockFolder(folder);
    return releasedOnError(
      lock,
      () => new WritableStore(folder, namespace, StockFile.forWriting(folder), lock, options),
    );
  });
}

export class Store implements AdvertLookup {
  readonly folder: string;
  protected closed = false;
  /** Undefined while there is no folder. */
  #namespace: NamespaceLock | undefined;
  #stock: StockFile | undefined;

  /** Use openStore. */
  constructor(folder: string, namespace: NamespaceLock | undefined, stock: StockFile | undefined) {
    this.folder = folder;
    this.#namespace = namespace;
    this.#stock = stock;
  }

  /** Made up when the stock was: sequences of different stocks can't be compared. Undefined while there is none. */
  get identity(): string | undefined {
    const stock = this.#find();
    return stock?.read((transaction) => identityOf(stock, transaction));
  }

  /**
   * Throws a Problem `data_unusable` if another stock took the place of the one that is open, or it was removed, and
   * `data_damaged` if its header no longer leads to the state that was committed last.
   */
  checkFile(): void {
    const stock = this.#find();
    if (stock?.isInPlace === false) throw replaced(this.folder);
    stock?.checkHeader();
  }

  /** Number of the last committed change, of any process, now; 0 for an empty stock. */
  get sequence(): number {
    const stock = this.#find();
    return stock?.read((transaction) => lastSequence(stock, transaction)) ?? 0;
  }

  getListing(key: ListingKey): Listing | undefined {
    return this.getListings([key])[0];
  }

  /** The listings of the keys, in their order, from one state of the stock; undefined where there is none. */
  getListings(keys: readonly ListingKey[]): (Listing | undefined)[] {
    const stock = this.pin();
    try {
      return stock.getListings(keys);
    } finally {
      stock.release();
    }
  }

  /** Holds the stock as it is now. */
  pin(): PinnedStock {
    const stock = this.#find();
    return stock === undefined ? NO_STOCK : pinStock(stock);
  }

  /**
   * All listings, or those in a range, in the order of their keys, from the state of the stock when the walk began. To
   * follow on from it, take the sequence before. An unfinished walk keeps the disk space of what it may still visit from
   * being used again.
   */
  *listings(range: KeyRange = {}): Iterable<Listing> {
    const stock = this.#find();
    if (stock === undefined) return;
    for (const { key, value } of stock.walk(stock.tables.listings, range))
      yield readListing(stock, key, value);
  }

  /** The same, as searches see them. */
  *indexedFields(range: KeyRange = {}): Iterable<IndexedFields> {
    const stock = this.#find();
    if (stock === undefined) return;
    for (const { key, value } of stock.walk(stock.tables.listings, range))
      yield readSearchedListing(stock, key, value);
  }

  /** Number of listings of every dealer that has any. */
  dealers(): ReadonlyMap<string, number> {
    const stock = this.#find();
    if (stock === undefined) return new Map();
    return stock.read((transaction) => {
      const entries = stock.entries(stock.tables.dealers, {}, transaction);
      return new Map(Array.from(entries, ({ key, value }) => [key, Number(value)]));
    });
  }

  /** `too_old`: the log no longer reaches back to `sequence`, or this stock never had that number. Start over from `listings`. */
  changesSince(sequence: number): TouchedKeys | 'too_old' {
    const stock = this.pin();
    try {
      return stock.changesSince(sequence);
    } finally {
      stock.release();
    }
  }

  /**
   * What brings a follower from `sequence` to the sequence that comes back, with the listings as they are then. All of it
   * is held in memory: where `changesSince` names very many keys, starting over from `listings` is cheaper.
   */
  readChanges(sequence: number): (ChangeSet & { readonly sequence: number }) | 'too_old' {
    const stock = this.#find();
    if (stock === undefined) {
      return sequence === 0 ? { sequence: 0, upserts: [], withdrawals: [] } : 'too_old';
    }
    const pinned = pinStock(stock);
    try {
      const changes = pinned.changesSince(sequence);
      if (changes === 'too_old') return changes;
      const upserts: Listing[] = [];
      const withdrawals: ListingKey[] = [];
      for (const key of changes.keys) {
        const [listing] = pinned.getListings([key]);
        if (listing === undefined) withdrawals.push(key);
        else upserts.push(listing);
      }
      return { sequence: pinned.sequence, upserts, withdrawals };
    } finally {
      pinned.release();
    }
  }

  /** Reports of the last imports as they were saved, newest first. */
  imports(limit: number): unknown[] {
    const stock = this.#find();
    return stock === undefined ? [] : lastReports(stock, limit);
  }

  /** What is kept of every feed, by name, as it was saved. */
  feeds(): ReadonlyMap<string, unknown> {
    const stock = this.#find();
    return stock === undefined ? new Map() : keptFeeds(stock);
  }

  /** What is kept of one feed; undefined for nothing. */
  feed(name: string): unknown {
    const stock = this.#find();
    return stock?.read((transaction) => keptFeed(stock, name, transaction));
  }

  /** Rises whenever a report or the state of a feed is kept. */
  get keptCount(): number {
    const stock = this.#find();
    return stock?.read((transaction) => keptCount(stock, transaction)) ?? 0;
  }

  /** How many listings share an advert address, a registration or a VIN with another dealer's listing. */
  get shared(): SharedListings {
    const stock = this.#find();
    if (stock === undefined) return { adverts: 0, registrations: 0, vins: 0 };
    return stock.read((transaction) => readShared(stock, transaction));
  }

  /** Registration and VIN of a listing; undefined where it has neither. */
  marks(key: ListingKey): VehicleIdentifiers | undefined {
    const stock = this.#find();
    return stock?.read((transaction) => marksOf(stock, key, transaction));
  }

  /** The feed of every dealer that belongs to one, also of dealers without listings. */
  owners(): ReadonlyMap<string, string> {
    const stock = this.#find();
    return stock === undefined ? new Map() : stock.read((transaction) => readOwners(stock, transaction));
  }

  /** The recent past of a dealer's stock. */
  history(dealer: string): DealerHistory {
    const stock = this.#find();
    if (stock === undefined) return { sizes: [], changes: [] };
    return stock.read((transaction) => readHistory(stock, dealer, transaction));
  }

  findAdvert(advertUrl: string): AdvertState {
    const stock = this.#find();
    return stock === undefined ? { state: 'unknown' } : findAdvert(stock, advertUrl);
  }

  /** Of all adverts that were withdrawn: the key of the address (advert-table.ts), and what was advertised. */
  *withdrawnAdverts(): Iterable<{ readonly key: Buffer; readonly was: WithdrawnAdvert }> {
    const stock = this.#find();
    if (stock !== undefined) yield* withdrawnAdverts(stock);
  }

  /** Reads everything that the stock holds now, and reports what is damaged; undefined while there is no stock. */
  verify(options: VerifyOptions = {}): StockReport | undefined {
    const stock = this.#find();
    return stock?.read((transaction) => verifyStock(stock, transaction, options));
  }

  /** May be called again. */
  async close(): Promise<void> {
    this.closed = true;
    await this.#stock?.close();
    this.#namespace?.release();
  }

  protected checkOpen(): void {
    if (this.closed) throw new Error(`the store in '${this.folder}' is closed`);
  }

  #find(): StockFile | undefined {
    this.checkOpen();
    if (this.#stock !== undefined || !existsSync(this.folder)) return this.#stock;
    this.#namespace ??= NamespaceLock.acquire(this.folder);
    this.#stock = StockFile.findForReading(this.folder);
    return this.#stock;
  }
}

export class WritableStore extends Store {
  readonly #stock: StockFile;
  readonly #lock: WriterLock;
  readonly #logLimits: LogLimits;
  readonly #now: () => number;
  #isWriting = false;
  /** Fulfilled when the last transaction is over, whatever came of it. */
  #settled: Promise<void> = Promise.resolve();

  /** Use openStore. */
  constructor(
    folder: string,
    namespace: NamespaceLock,
    stock: StockFile,
    lock: WriterLock,
    options: WriteOptions,
  ) {
    super(folder, namespace, stock);
    this.#stock = stock;
    this.#lock = lock;
    this.#logLimits = options.logLimits ?? LOG_LIMITS;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Runs `work` as one transaction and gives back its result once all of it is on disk; if `work` throws, nothing of it
   * is left. One at a time. Meanwhile this store shows the unfinished state, every other one the earlier state.
   */
  async write<T>(work: (transaction: StockTransaction) => T | Promise<T>): Promise<T> {
    this.checkOpen();
    if (this.#isWriting) throw new Error('a transaction is still open');
    this.#isWriting = true;
    const written = this.#write(work);
    this.#settled = written.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await written;
    } finally {
      this.#isWriting = false;
    }
  }

  /** Waits for an open transaction, and lets go of the writer's lock. May be called again. */
  override async close(): Promise<void> {
    this.closed = true;
    await this.#settled;
    await this.#stock.close();
    this.#lock.release();
    await super.close();
  }

  #write<T>(work: (transaction: StockTransaction) => T | Promise<T>): Promise<T> {
    return this.#stock.write(async () => {
      const transaction = new StockTransaction(this.#stock, this.#now());
      try {
        const result = await work(transaction);
        transaction.finish(this.#logLimits);
        return result;
      } finally {
        transaction.end();
      }
    });
  }
}

function makeWritable(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw folderProblem(folder, error);
  }
  checkFolder(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

function lockFolder(folder: string): WriterLock {
  try {
    return WriterLock.acquire(folder);
  } catch (error) {
    throw folderProblem(folder, error);
  }
}

function releasedOnError<T>(lock: { release(): void } | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function checkFolder(folder: string, rights: number): void {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found === undefined) return;
    if (!found.isDirectory()) throw unusable(folder, 'it is not a folder');
    accessSync(folder, rights);
  } catch (error) {
    throw folderProblem(folder, error);
  }
}
