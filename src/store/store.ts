// The stock on disk: every listing, what became of every advert, and the log of changes. The one room to ask for what
// survives a crash. Many processes read it while one writes; a reader that finds no stock yet sees an empty one, and the
// first import as soon as it is there. Searching is not its business.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { makeDirectory } from '../files/atomic-write.ts';
import type { AdvertLookup, AdvertState, WithdrawnAdvert } from '../listing/advert.ts';
import type { ChangeSet } from '../listing/change-set.ts';
import type { Listing, ListingKey, IndexedFields } from '../listing/listing.ts';
import type { VehicleIdentifiers } from '../listing/vehicle-identifiers.ts';
import { findAdvert, withdrawnAdverts } from './advert-table.ts';
import { storeIdOf, lastSequence, CHANGE_LOG_RETENTION, type ChangeLogRetention } from './change-log.ts';
import { readHistory, type DealerHistory, readDealerOwners } from './dealer-tables.ts';
import { stateRevision, storedFeedState, storedFeedStates, lastReports } from './run-state-table.ts';
import { NamespaceLock } from './namespace-lock.ts';
import {
  EMPTY_STORE_SNAPSHOT,
  openStoreSnapshot,
  readListing,
  indexedFieldsOf,
  type StoreSnapshot,
  type ChangedKeys,
} from './store-snapshot.ts';
import { readDuplicateListings, type DuplicateListings } from './duplicate-counts.ts';
import { LmdbFile } from './lmdb-file.ts';
import { StoreTransaction } from './transaction.ts';
import { folderProblem, storeReplaced, dataUnusable } from './store-problem.ts';
import { identifiersOf } from './vehicle-table.ts';
import { verifyStore, type StoreReport, type VerifyOptions } from './verify-store.ts';
import { LockFile } from './lock-file.ts';

/** Keys from `start` on, up to but not including `end`. */
export interface ListingKeyRange {
  readonly start?: ListingKey;
  readonly end?: ListingKey;
}

export interface WriteOptions {
  readonly changeLogRetention?: ChangeLogRetention;
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
    return releaseOnError(namespace, () => new Store(folder, namespace, LmdbFile.findForReading(folder)));
  }
  makeWritable(folder);
  const namespace = NamespaceLock.acquire(folder);
  return releaseOnError(namespace, () => {
    const lock = lockFolder(folder);
    return releaseOnError(
      lock,
      () => new WritableStore(folder, namespace, LmdbFile.forWriting(folder), lock, options),
    );
  });
}

export class Store implements AdvertLookup {
  readonly folder: string;
  protected closed = false;
  /** Undefined while there is no folder. */
  #namespace: NamespaceLock | undefined;
  #file: LmdbFile | undefined;

  /** Use openStore. */
  constructor(folder: string, namespace: NamespaceLock | undefined, file: LmdbFile | undefined) {
    this.folder = folder;
    this.#namespace = namespace;
    this.#file = file;
  }

  /** Made up when the stock was: sequences of different stocks can't be compared. Undefined while there is none. */
  get storeId(): string | undefined {
    const file = this.#find();
    return file?.read((transaction) => storeIdOf(file, transaction));
  }

  /**
   * Throws a Problem `data_unusable` if another stock took the place of the one that is open, or it was removed, and
   * `data_damaged` if its header no longer leads to the state that was committed last.
   */
  checkFile(): void {
    const file = this.#find();
    if (file?.isInPlace === false) throw storeReplaced(this.folder);
    file?.checkMetaPages();
  }

  /** Number of the last committed change, of any process, now; 0 for an empty stock. */
  get sequence(): number {
    const file = this.#find();
    return file?.read((transaction) => lastSequence(file, transaction)) ?? 0;
  }

  getListing(key: ListingKey): Listing | undefined {
    return this.getListings([key])[0];
  }

  /** The listings of the keys, in their order, from one state of the stock; undefined where there is none. */
  getListings(keys: readonly ListingKey[]): (Listing | undefined)[] {
    const snapshot = this.snapshot();
    try {
      return snapshot.getListings(keys);
    } finally {
      snapshot.release();
    }
  }

  /** Holds the stock as it is now. */
  snapshot(): StoreSnapshot {
    const file = this.#find();
    return file === undefined ? EMPTY_STORE_SNAPSHOT : openStoreSnapshot(file);
  }

  /**
   * All listings, or those in a range, in the order of their keys, from the state of the stock when the walk began. To
   * follow on from it, take the sequence before. An unfinished walk keeps the disk space of what it may still visit from
   * being used again.
   */
  *listings(range: ListingKeyRange = {}): Iterable<Listing> {
    const file = this.#find();
    if (file === undefined) return;
    for (const { key, value } of file.walk(file.tables.listings, range)) yield readListing(file, key, value);
  }

  /** The same, as searches see them. */
  *indexedFields(range: ListingKeyRange = {}): Iterable<IndexedFields> {
    const file = this.#find();
    if (file === undefined) return;
    for (const { key, value } of file.walk(file.tables.listings, range))
      yield indexedFieldsOf(file, key, value);
  }

  /** Number of listings of every dealer that has any. */
  dealers(): ReadonlyMap<string, number> {
    const file = this.#find();
    if (file === undefined) return new Map();
    return file.read((transaction) => {
      const entries = file.entries(file.tables.dealers, {}, transaction);
      return new Map(Array.from(entries, ({ key, value }) => [key, Number(value)]));
    });
  }

  /** `too_old`: the log no longer reaches back to `sequence`, or this stock never had that number. Start over from `listings`. */
  changedKeysSince(sequence: number): ChangedKeys | 'too_old' {
    const snapshot = this.snapshot();
    try {
      return snapshot.changedKeysSince(sequence);
    } finally {
      snapshot.release();
    }
  }

  /**
   * What brings a follower from `sequence` to the sequence that comes back, with the listings as they are then. All of it
   * is held in memory: where `changedKeysSince` names very many keys, starting over from `listings` is cheaper.
   */
  changesSince(sequence: number): (ChangeSet & { readonly sequence: number }) | 'too_old' {
    const file = this.#find();
    if (file === undefined) {
      return sequence === 0 ? { sequence: 0, upserts: [], withdrawals: [] } : 'too_old';
    }
    const snapshot = openStoreSnapshot(file);
    try {
      const changes = snapshot.changedKeysSince(sequence);
      if (changes === 'too_old') return changes;
      const upserts: Listing[] = [];
      const withdrawals: ListingKey[] = [];
      for (const key of changes.keys) {
        const [listing] = snapshot.getListings([key]);
        if (listing === undefined) withdrawals.push(key);
        else upserts.push(listing);
      }
      return { sequence: snapshot.sequence, upserts, withdrawals };
    } finally {
      snapshot.release();
    }
  }

  /** Reports of the last imports as they were saved, newest first. */
  imports(limit: number): unknown[] {
    const file = this.#find();
    return file === undefined ? [] : lastReports(file, limit);
  }

  /** What is kept of every feed, by name, as it was saved. */
  feedStates(): ReadonlyMap<string, unknown> {
    const file = this.#find();
    return file === undefined ? new Map() : storedFeedStates(file);
  }

  /** What is kept of one feed; undefined for nothing. */
  feedState(name: string): unknown {
    const file = this.#find();
    return file?.read((transaction) => storedFeedState(file, name, transaction));
  }

  /** Rises whenever a report or the state of a feed is kept. */
  get stateRevision(): number {
    const file = this.#find();
    return file?.read((transaction) => stateRevision(file, transaction)) ?? 0;
  }

  /** How many listings share an advert address, a registration or a VIN with another dealer's listing. */
  get duplicates(): DuplicateListings {
    const file = this.#find();
    if (file === undefined) return { adverts: 0, registrations: 0, vins: 0 };
    return file.read((transaction) => readDuplicateListings(file, transaction));
  }

  /** Registration and VIN of a listing; undefined where it has neither. */
  identifiers(key: ListingKey): VehicleIdentifiers | undefined {
    const file = this.#find();
    return file?.read((transaction) => identifiersOf(file, key, transaction));
  }

  /** The feed of every dealer that belongs to one, also of dealers without listings. */
  owners(): ReadonlyMap<string, string> {
    const file = this.#find();
    return file === undefined ? new Map() : file.read((transaction) => readDealerOwners(file, transaction));
  }

  /** The recent past of a dealer's stock. */
  history(dealer: string): DealerHistory {
    const file = this.#find();
    if (file === undefined) return { sizes: [], changes: [] };
    return file.read((transaction) => readHistory(file, dealer, transaction));
  }

  findAdvert(advertUrl: string): AdvertState {
    const file = this.#find();
    return file === undefined ? { state: 'unknown' } : findAdvert(file, advertUrl);
  }

  /** Of all adverts that were withdrawn: the key of the address (advert-table.ts), and what was advertised. */
  *withdrawnAdverts(): Iterable<{ readonly key: Buffer; readonly was: WithdrawnAdvert }> {
    const file = this.#find();
    if (file !== undefined) yield* withdrawnAdverts(file);
  }

  /** Reads everything that the stock holds now, and reports what is damaged; undefined while there is no stock. */
  verify(options: VerifyOptions = {}): StoreReport | undefined {
    const file = this.#find();
    return file?.read((transaction) => verifyStore(file, transaction, options));
  }

  /** May be called again. */
  async close(): Promise<void> {
    this.closed = true;
    await this.#file?.close();
    this.#namespace?.release();
  }

  protected checkOpen(): void {
    if (this.closed) throw new Error(`the store in '${this.folder}' is closed`);
  }

  #find(): LmdbFile | undefined {
    this.checkOpen();
    if (this.#file !== undefined || !existsSync(this.folder)) return this.#file;
    this.#namespace ??= NamespaceLock.acquire(this.folder);
    this.#file = LmdbFile.findForReading(this.folder);
    return this.#file;
  }
}

export class WritableStore extends Store {
  readonly #file: LmdbFile;
  readonly #lock: LockFile;
  readonly #changeLogRetention: ChangeLogRetention;
  readonly #now: () => number;
  #isWriting = false;
  /** Fulfilled when the last transaction is over, whatever came of it. */
  #settled: Promise<void> = Promise.resolve();

  /** Use openStore. */
  constructor(
    folder: string,
    namespace: NamespaceLock,
    file: LmdbFile,
    lock: LockFile,
    options: WriteOptions,
  ) {
    super(folder, namespace, file);
    this.#file = file;
    this.#lock = lock;
    this.#changeLogRetention = options.changeLogRetention ?? CHANGE_LOG_RETENTION;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Runs `work` as one transaction and gives back its result once all of it is on disk; if `work` throws, nothing of it
   * is left. One at a time. Meanwhile this store shows the unfinished state, every other one the earlier state.
   */
  async write<T>(work: (transaction: StoreTransaction) => T | Promise<T>): Promise<T> {
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
    await this.#file.close();
    this.#lock.release();
    await super.close();
  }

  #write<T>(work: (transaction: StoreTransaction) => T | Promise<T>): Promise<T> {
    return this.#file.write(async () => {
      const transaction = new StoreTransaction(this.#file, this.#now());
      try {
        const result = await work(transaction);
        transaction.finish(this.#changeLogRetention);
        return result;
      } finally {
        transaction.end();
      }
    });
  }
}

function makeWritable(folder: string): void {
  try {
    makeDirectory(folder);
  } catch (error) {
    throw folderProblem(folder, error);
  }
  checkFolder(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

function lockFolder(folder: string): LockFile {
  try {
    return LockFile.acquire(folder);
  } catch (error) {
    throw folderProblem(folder, error);
  }
}

function releaseOnError<T>(lock: { release(): void } | undefined, work: () => T): T {
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
    if (!found.isDirectory()) throw dataUnusable(folder, 'it is not a folder');
    accessSync(folder, rights);
  } catch (error) {
    throw folderProblem(folder, error);
  }
}
