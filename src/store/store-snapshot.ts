// Store snapshots: one committed state of the store, held open for reading.
import type { Listing, ListingKey, IndexedFields } from '../listing/listing.ts';
import {
  changedKeysSince,
  changesInOrder,
  changeSpansSince,
  lastSequence,
  storeIdOf,
  type ChangeSpans,
  type LoggedChange,
} from './change-log.ts';
import { decodeRecord, decodeIndexedRecord } from '../listing/codec.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { pastFloor, pastReader, sequenceAt, timeOfSequence } from './past-listings.ts';
import { changedAtOf, datedRecordOf, recordBytesOf, recordOf, type DatedRecord } from './stored-listing.ts';

/** One committed state of the store. Its disk pages are not reused before the release. */
export interface StoreSnapshot {
  /** As in Store. */
  readonly storeId: string | undefined;
  readonly sequence: number;
  /** The listings of the keys, in their order; undefined for unknown keys. Throws after the release. */
  getListings(keys: readonly ListingKey[]): (Listing | undefined)[];
  /** The indexed fields of the keys' listings. */
  getIndexedFields(keys: readonly ListingKey[]): (IndexedFields | undefined)[];
  /** All listings, in key order. */
  listings(): Iterable<Listing>;
  /** Keys changed after `sequence`, up to this snapshot's; `too_old` if the log was trimmed beyond it, or never had it. */
  changedKeysSince(sequence: number): ReadonlySet<ListingKey> | 'too_old';
  /**
   * Keys changed after `sequence`, up to this snapshot's, each with the first and the last change. `too_old` also if the past
   * of `sequence` is not known (past-listings.ts).
   */
  changesSince(sequence: number): ChangeSpans | 'too_old';
  /** The first sequence whose state is known (past-listings.ts). */
  readonly pastFloor: number;
  /** What each transaction after `sequence` changed, oldest first; `too_old` as above. */
  changesInOrder(sequence: number): Iterable<LoggedChange> | 'too_old';
  /** Listings as they were before the change of a sequence; undefined if there was none. */
  getPastListings(changes: readonly PastListing[]): (DatedRecord | undefined)[];
  /** The time of a sequence's change, in milliseconds since 1970; undefined if it is no longer known. */
  timeOf(sequence: number): number | undefined;
  /**
   * The sequence of the last change at or before a time, in milliseconds since 1970; 0 if there is none. If it is no longer
   * known: the time from which sequences are known, undefined if none is.
   */
  sequenceAt(time: number): { readonly sequence: number } | { readonly knownSince: number | undefined };
  /**
   * The stored records (codec.ts) of existing listings, as UTF-8. Throws a Problem `data_damaged` if one is missing; throws
   * after the release.
   */
  getRecords(keys: readonly ListingKey[]): Buffer[];
  /** Stored records as from `getRecords`, each with the time of its last change. */
  getDatedRecords(keys: readonly ListingKey[]): DatedRecord[];
  /** Times at which the keys' listings arrived or last changed, in milliseconds since 1970; undefined for unknown keys. */
  getChangeTimes(keys: readonly ListingKey[]): (number | undefined)[];
  /** Idempotent. Closing the store also releases the snapshot. */
  release(): void;
}

/** A listing before a change. */
export interface PastListing {
  readonly key: ListingKey;
  readonly sequence: number;
}

/** The snapshot of a folder without a store file. */
export const EMPTY_STORE_SNAPSHOT: StoreSnapshot = {
  storeId: undefined,
  sequence: 0,
  getListings: (keys) => keys.map(() => undefined),
  getIndexedFields: (keys) => keys.map(() => undefined),
  listings: () => [],
  changedKeysSince: (sequence) => (sequence === 0 ? new Set() : 'too_old'),
  changesSince: (sequence) => (sequence === 0 ? new Map() : 'too_old'),
  pastFloor: 0,
  changesInOrder: (sequence) => (sequence === 0 ? [] : 'too_old'),
  getPastListings: (changes) => changes.map(() => undefined),
  timeOf: () => undefined,
  sequenceAt: () => ({ sequence: 0 }),
  getRecords: ([key]) => noListing(key),
  getDatedRecords: ([key]) => noListing(key),
  getChangeTimes: (keys) => keys.map(() => undefined),
  release: () => undefined,
};

function noListing(key: ListingKey | undefined): [] {
  if (key !== undefined) throw new Error(`without a stock there is no listing '${key}'`);
  return [];
}

export function openStoreSnapshot(file: LmdbFile): StoreSnapshot {
  const reading = file.openReadTransaction();
  const { transaction } = reading;
  const { listings } = file.tables;
  // Dealers whose buckets were checked: a key of theirs that is not found does not exist.
  const completeDealers = new Set<string>();
  const checkAbsent = (key: ListingKey): undefined => {
    const dealer = listings.layout.bucketOf(key);
    if (!completeDealers.has(dealer)) file.checkBucket(listings, key, reading.transaction);
    completeDealers.add(dealer);
    return undefined;
  };
  const findStored = (key: ListingKey): string | undefined =>
    listings.get(key, { transaction: reading.transaction }) ?? checkAbsent(key);
  const readEach =
    <T>(read: (key: ListingKey, stored: string) => T) =>
    (keys: readonly ListingKey[]) =>
      keys.map((key) => {
        const stored = findStored(key);
        return stored === undefined ? undefined : read(key, stored);
      });
  const readPast = pastReader(file, () => reading.transaction);
  const storedBytes = (key: ListingKey): Buffer => {
    const stored = listings.getBytes(key, { transaction: reading.transaction });
    if (stored === undefined) throw file.damagedEntry('listings', key);
    return stored;
  };
  try {
    return {
      storeId: storeIdOf(file, transaction),
      sequence: lastSequence(file, transaction),
      getListings: readEach((key, stored) => readStoredListing(file, key, stored)),
      getIndexedFields: readEach((key, stored) => indexedFieldsOf(file, key, stored)),
      *listings() {
        for (const { key, value } of file.entries(listings, {}, reading.transaction)) {
          yield readStoredListing(file, key, value);
        }
      },
      changedKeysSince: (since) => changedKeysSince(file, since, reading.transaction),
      changesSince(since) {
        if (since < pastFloor(file, reading.transaction)) return 'too_old';
        return changeSpansSince(file, since, reading.transaction);
      },
      pastFloor: pastFloor(file, transaction),
      changesInOrder: (since) => changesInOrder(file, since, reading.transaction),
      getPastListings: (changes) =>
        changes.map(({ key, sequence }) => {
          const stored = readPast(sequence, key);
          return stored === undefined ? undefined : datedRecordOf(Buffer.from(stored));
        }),
      timeOf: (sequence) => timeOfSequence(file, sequence, reading.transaction),
      sequenceAt: (time) =>
        sequenceAt(file, time, lastSequence(file, reading.transaction), reading.transaction),
      getRecords: (keys) => keys.map((key) => recordBytesOf(storedBytes(key))),
      getDatedRecords: (keys) => keys.map((key) => datedRecordOf(storedBytes(key))),
      getChangeTimes: readEach((_key, stored) => changedAtOf(stored)),
      release: () => reading.release(),
    };
  } catch (error) {
    reading.release();
    throw error;
  }
}

/** The listing of an entry of the table. Throws a Problem `data_damaged` for an invalid one. */
export function readStoredListing(file: LmdbFile, key: ListingKey, stored: string): Listing {
  const listing = decodeRecord(key, recordOf(stored));
  if (listing === undefined) throw file.damagedEntry('listings', key);
  return listing;
}

/** The indexed fields of an entry of the table. Throws a Problem `data_damaged` for an invalid one. */
export function indexedFieldsOf(file: LmdbFile, key: ListingKey, stored: string): IndexedFields {
  const listing = decodeIndexedRecord(key, recordOf(stored));
  if (listing === undefined) throw file.damagedEntry('listings', key);
  return listing;
}

/**
 * The snapshots in use: the index's newest, and those of running exports. Each is released after its last use. A held snapshot
 * keeps its disk pages from being reused, so exports hold one for a limited time.
 */
export class PinnedSnapshots {
  readonly #users = new Map<StoreSnapshot, number>();

  /** Holds a snapshot. Returns an idempotent function that gives it back. */
  pin(storeSnapshot: StoreSnapshot): () => void {
    this.#users.set(storeSnapshot, (this.#users.get(storeSnapshot) ?? 0) + 1);
    let isPinned = true;
    return () => {
      if (!isPinned) return;
      isPinned = false;
      const others = (this.#users.get(storeSnapshot) ?? 0) - 1;
      if (others > 0) this.#users.set(storeSnapshot, others);
      else {
        this.#users.delete(storeSnapshot);
        storeSnapshot.release();
      }
    };
  }
}

/** Whether an index's sequence is another change than the stock's, because a copy of the stock was restored. */
export function isOfOtherChange(
  store: { snapshot(): StoreSnapshot },
  { sequence, changedAt }: { readonly sequence: number; readonly changedAt?: number | undefined },
): boolean {
  const storeSnapshot = store.snapshot();
  try {
    return changedAt !== undefined && changedAt !== (storeSnapshot.timeOf(sequence) ?? changedAt);
  } finally {
    storeSnapshot.release();
  }
}
