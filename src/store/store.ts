// The store: listings, advert states, the change log, and the states of feeds and imports, on disk. Many processes read while
// one writes. A reader of a folder without a store file sees an empty store, and the first import once it is committed.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import type { Transaction } from 'lmdb';
import { makeDirectory } from '../files/atomic-write.ts';
import type {
  Listing,
  ListingKey,
  IndexedFields,
  VehicleIdentifiers,
  AdvertLookup,
  AdvertState,
  WithdrawnAdvert,
} from '../listing/listing.ts';
import { findAdvert, withdrawnAdverts } from './advert-table.ts';
import { storeIdOf, lastSequence, CHANGE_LOG_RETENTION, type ChangeLogRetention } from './change-log.ts';
import { dealerState, readHistory, type DealerHistory, readDealerOwners } from './dealer-tables.ts';
import { pastSize, type PastSize } from './past-listings.ts';
import {
  stateRevision,
  storedFeedState,
  storedFeedStates,
  lastReports,
  programVersionOf,
} from './run-state-table.ts';
import type { NamespaceLock } from '../files/namespace-lock.ts';
import {
  EMPTY_STORE_SNAPSHOT,
  openStoreSnapshot,
  readStoredListing,
  indexedFieldsOf,
  type StoreSnapshot,
} from './store-snapshot.ts';
import { LmdbFile, Rollback } from './lmdb-file.ts';
import { dryRun } from './dry-run-transaction.ts';
import { StoreTransaction } from './transaction.ts';
import { acquireNamespace, folderProblem, storeReplaced, Unusable, withFolder } from './store-problem.ts';
import { identifiersOf } from './vehicle-table.ts';
import { readDuplicateListings, type DuplicateListings } from './duplicate-counts.ts';
import { verifyStore, type StoreReport, type VerifyOptions } from './verify-store.ts';
import { LockFile } from '../files/lock-file.ts';

/** Keys in [start, end). */
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
 * Opens the store in a folder. Writing creates a missing folder and store, and holds the writer's lock until `close`. Reading
 * creates nothing: without a folder or store there are no listings yet. Existing files are not overwritten. Throws a Problem
 * `data_unusable`, `data_damaged`, `data_version` or, if another process writes or another container uses it, `data_locked`.
 */
export function openStore(folder: string, options: { readonly mode: 'read' }): Store;
export function openStore(folder: string, options: { readonly mode: 'write' } & WriteOptions): WritableStore;
export function openStore(
  folder: string,
  options: { readonly mode: 'read' | 'write' } & WriteOptions,
): Store {
  if (options.mode === 'read') {
    checkFolder(folder, constants.R_OK | constants.X_OK);
    const namespace = existsSync(folder) ? acquireNamespace(folder) : undefined;
    return releaseOnError(namespace, () => new Store(folder, namespace, LmdbFile.findForReading(folder)));
  }
  makeWritable(folder);
  const namespace = acquireNamespace(folder);
  return releaseOnError(namespace, () => {
    const lock = withFolder(folder, () => LockFile.acquire(folder));
    return releaseOnError(
      lock,
      () => new WritableStore(folder, namespace, LmdbFile.forWriting(folder), lock, options),
    );
  });
}

/** The result of `use`. The store is closed after it. */
export async function useStore<S extends Store, T>(store: S, use: (store: S) => T | Promise<T>): Promise<T> {
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

export class Store implements AdvertLookup {
  readonly folder: string;
  protected closed = false;
  /** Undefined while the folder is missing. */
  #namespace: NamespaceLock | undefined;
  #file: LmdbFile | undefined;

  /** Use openStore. */
  constructor(folder: string, namespace: NamespaceLock | undefined, file: LmdbFile | undefined) {
    this.folder = folder;
    this.#namespace = namespace;
    this.#file = file;
  }

  /** The store's random id; undefined without a store file. Sequence numbers are comparable only within one id. */
  get storeId(): string | undefined {
    return this.#read(undefined, storeIdOf);
  }

  /** The version of the program that wrote last, such as `1.4.0`; undefined without a store file. */
  get programVersion(): string | undefined {
    return this.#read(undefined, programVersionOf);
  }

  /**
   * Throws a Problem `data_unusable` if the open file was replaced or removed, and `data_damaged` if its meta pages do not
   * lead to the last commit.
   */
  checkFile(): void {
    const file = this.#find();
    if (file?.isInPlace === false) throw storeReplaced(this.folder);
    file?.checkMetaPages();
  }

  /** The last committed sequence number of any process; 0 for an empty store. */
  get sequence(): number {
    return this.#read(0, lastSequence);
  }

  /** The size of the past listings, and the time from which they are known. */
  get past(): PastSize {
    return this.#read({ characters: 0, knownSince: 0 }, pastSize);
  }

  /** A snapshot of the newest committed state. Release it after use. */
  snapshot(): StoreSnapshot {
    const file = this.#find();
    return file === undefined ? EMPTY_STORE_SNAPSHOT : openStoreSnapshot(file);
  }

  /**
   * All listings, or those in a range, in key order, as of the start of the iteration. To catch up from that state later, read
   * `sequence` first. An unfinished iteration keeps disk pages from being reused.
   */
  listings(range?: ListingKeyRange): Iterable<Listing> {
    return this.#walk(range, readStoredListing);
  }

  /** The indexed fields of all listings, or of those in a range, in key order. */
  indexedFields(range?: ListingKeyRange): Iterable<IndexedFields> {
    return this.#walk(range, indexedFieldsOf);
  }

  /** From each dealer with listings to its number of listings. */
  dealers(): ReadonlyMap<string, number> {
    return this.#read(new Map<string, number>(), (file, transaction) => {
      const entries = file.entries(file.tables.dealers, {}, transaction);
      return new Map(Array.from(entries, ({ key, value }) => [key, Number(value)]));
    });
  }

  /** Number of live listings, from the counts of the dealers. */
  countListings(): number {
    return [...this.dealers().values()].reduce((sum, count) => sum + count, 0);
  }

  /** The reports of the last imports, as saved, newest first. */
  imports(limit: number): unknown[] {
    return this.#read([], (file, transaction) => lastReports(file, limit, transaction));
  }

  /** The states of all feeds, as saved, by name. */
  feedStates(): ReadonlyMap<string, unknown> {
    return this.#read(new Map<string, unknown>(), storedFeedStates);
  }

  /** The state of one feed, as saved; undefined if it has none. */
  feedState(name: string): unknown {
    return this.#read(undefined, (file, transaction) => storedFeedState(file, name, transaction));
  }

  /** A counter that rises whenever a report or a feed's state is saved. */
  get stateRevision(): number {
    return this.#read(0, stateRevision);
  }

  /** The numbers of listings that share an advert URL, a registration or a VIN with another dealer's listing. */
  get duplicates(): DuplicateListings {
    return this.#read({ adverts: 0, registrations: 0, vins: 0 }, readDuplicateListings);
  }

  /** The registration and VIN of a listing; undefined if it has neither. */
  identifiers(key: ListingKey): VehicleIdentifiers | undefined {
    return this.#read(undefined, (file, transaction) => identifiersOf(file, key, transaction));
  }

  /** From each dealer with an owner to the feed that owns it; dealers without listings are included. */
  owners(): ReadonlyMap<string, string> {
    return this.#read(new Map<string, string>(), readDealerOwners);
  }

  /** The recent history of a dealer's stock. */
  history(dealer: string): DealerHistory {
    return this.#read({ sizes: [], changes: [] }, (file, transaction) =>
      readHistory(file, dealer, transaction),
    );
  }

  /** For each dealer, a text that is equal at two moments only if the dealer's listings are. */
  dealerStates(dealers: Iterable<string>): Readonly<Record<string, string>> {
    return this.#read({}, (file, transaction) =>
      Object.fromEntries(Array.from(dealers, (dealer) => [dealer, dealerState(file, dealer, transaction)])),
    );
  }

  findAdvert(advertUrl: string): AdvertState {
    const file = this.#find();
    return file === undefined ? { state: 'unknown' } : findAdvert(file, advertUrl);
  }

  /** All withdrawn adverts: the key of the URL (advert-table.ts), and the last listing's make and model. */
  *withdrawnAdverts(): Iterable<{ readonly key: Buffer; readonly was: WithdrawnAdvert }> {
    const file = this.#find();
    if (file !== undefined) yield* withdrawnAdverts(file);
  }

  /** Runs `work` as a transaction over the newest state and discards its changes. Takes no lock. */
  dryRun<T>(startedAt: number, work: (transaction: StoreTransaction) => Promise<T>): Promise<T> {
    return dryRun(this.#find(), startedAt, work);
  }

  /** Reads everything in the store and reports damage; undefined without a store file. */
  verify(options: VerifyOptions): StoreReport | undefined {
    return this.#read(undefined, (file, transaction) => verifyStore(file, transaction, options));
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.closed = true;
    await this.#file?.close();
    this.#namespace?.release();
  }

  protected checkOpen(): void {
    if (this.closed) throw new Error(`the store in '${this.folder}' is closed`);
  }

  /** The result of `work` with the newest committed state; `absent` without a store file. */
  #read<Result, Absent>(
    absent: Absent,
    work: (file: LmdbFile, transaction: Transaction) => Result,
  ): Result | Absent {
    const file = this.#find();
    return file === undefined ? absent : file.read((transaction) => work(file, transaction));
  }

  *#walk<T>(
    range: ListingKeyRange = {},
    read: (file: LmdbFile, key: ListingKey, stored: string) => T,
  ): Iterable<T> {
    const file = this.#find();
    if (file === undefined) return;
    for (const { key, value } of file.walk(file.tables.listings, range)) yield read(file, key, value);
  }

  #find(): LmdbFile | undefined {
    this.checkOpen();
    if (this.#file !== undefined || !existsSync(this.folder)) return this.#file;
    this.#namespace ??= acquireNamespace(this.folder);
    this.#file = LmdbFile.findForReading(this.folder);
    return this.#file;
  }
}

type Work<T> = (transaction: StoreTransaction) => T | Rollback<T> | Promise<T | Rollback<T>>;

export class WritableStore extends Store {
  readonly #file: LmdbFile;
  readonly #lock: LockFile;
  readonly #changeLogRetention: ChangeLogRetention;
  readonly #now: () => number;
  #isWriting = false;
  /** Fulfilled when the last transaction has settled. */
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
   * Runs `work` as one transaction; returns its result once it is durable. Rolled back if `work` rejects or returns a Rollback.
   * One transaction at a time. Until the commit this store reads the uncommitted state, all others the previous one.
   */
  async write<T>(work: Work<T>): Promise<T> {
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

  /** Waits for an open transaction, then releases the writer's lock. Idempotent. */
  override async close(): Promise<void> {
    this.closed = true;
    await this.#settled;
    await this.#file.close();
    this.#lock.release();
    await super.close();
  }

  #write<T>(work: Work<T>): Promise<T> {
    return this.#file.write(async () => {
      const transaction = new StoreTransaction(
        this.#file,
        this.#now(),
        this.#changeLogRetention.pastCharacters,
      );
      try {
        const result = await work(transaction);
        if (!(result instanceof Rollback)) transaction.finish(this.#changeLogRetention);
        return result;
      } finally {
        transaction.end();
      }
    });
  }
}

function makeWritable(folder: string): void {
  withFolder(folder, () => makeDirectory(folder));
  checkFolder(folder, constants.R_OK | constants.W_OK | constants.X_OK);
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
    if (!statSync(folder).isDirectory()) throw new Unusable(folder, 'it is not a folder');
    accessSync(folder, rights);
  } catch (error) {
    // Not `throwIfNoEntry: false`: from Node 22 on it also hides that a part of the path is a file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw folderProblem(folder, error);
  }
}
