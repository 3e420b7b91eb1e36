// Reading listings from one state of the stock, and holding such a state.
import type { Listing, ListingKey, IndexedFields } from '../listing/listing.ts';
import { storeIdOf, changedKeysSince, lastSequence } from './change-log.ts';
import { decodeRecord, decodeIndexedRecord } from '../listing/codec.ts';
import type { LmdbFile } from './lmdb-file.ts';

/** The stock as it was at one moment. The disk space of what it shows is not used again before its release. */
export interface StoreSnapshot {
  /** As in Store. */
  readonly storeId: string | undefined;
  readonly sequence: number;
  /** As in Store. Throws after the release. */
  getListings(keys: readonly ListingKey[]): (Listing | undefined)[];
  /** The same, as searches see them. */
  getIndexedFields(keys: readonly ListingKey[]): (IndexedFields | undefined)[];
  /** All listings, in the order of their keys. */
  listings(): Iterable<Listing>;
  /** Keys touched after `sequence`, up to the sequence of this state. `too_old` as in Store. */
  changedKeysSince(sequence: number): ChangedKeys | 'too_old';
  /**
   * The texts in UTF-8, unparsed (codec.ts), of listings that are known to be there. Throws a Problem `data_damaged`
   * if one is not found; throws after the release.
   */
  getRecords(keys: readonly ListingKey[]): Uint8Array[];
  /** May be called again. Closing the store releases it too. */
  release(): void;
}

/** Keys touched since a sequence, each once. */
export interface ChangedKeys {
  readonly sequence: number;
  readonly keys: ReadonlySet<ListingKey>;
}

/** What a store shows before there is a stock. */
export const EMPTY_STORE_SNAPSHOT: StoreSnapshot = {
  storeId: undefined,
  sequence: 0,
  getListings: (keys) => keys.map(() => undefined),
  getIndexedFields: (keys) => keys.map(() => undefined),
  listings: () => [],
  changedKeysSince: (sequence) => (sequence === 0 ? { sequence: 0, keys: new Set() } : 'too_old'),
  getRecords([key]) {
    if (key !== undefined) throw new Error(`without a stock there is no listing '${key}'`);
    return [];
  },
  release: () => undefined,
};

export function openStoreSnapshot(file: LmdbFile): StoreSnapshot {
  const reading = file.openReadTransaction();
  const { transaction } = reading;
  const { listings } = file.tables;
  // Dealers of whom all listings were found.
  const completeDealers = new Set<string>();
  const checkAbsent = (key: ListingKey): undefined => {
    const dealer = listings.layout.bucketOf(key);
    if (!completeDealers.has(dealer)) file.checkBucket(listings, key, reading.transaction);
    completeDealers.add(dealer);
    return undefined;
  };
  const recordOf = (key: ListingKey): string | undefined =>
    listings.get(key, { transaction: reading.transaction }) ?? checkAbsent(key);
  try {
    return {
      storeId: storeIdOf(file, transaction),
      sequence: lastSequence(file, transaction),
      getListings: (keys) =>
        keys.map((key) => {
          const record = recordOf(key);
          return record === undefined ? undefined : readListing(file, key, record);
        }),
      getIndexedFields: (keys) =>
        keys.map((key) => {
          const record = recordOf(key);
          return record === undefined ? undefined : indexedFieldsOf(file, key, record);
        }),
      *listings() {
        for (const { key, value } of file.entries(listings, {}, reading.transaction)) {
          yield readListing(file, key, value);
        }
      },
      changedKeysSince(since) {
        const keys = changedKeysSince(file, since, reading.transaction);
        return keys === 'too_old' ? keys : { sequence: lastSequence(file, reading.transaction), keys };
      },
      getRecords(keys) {
        const at = { transaction: reading.transaction };
        return keys.map((key) => {
          const record = listings.getBytes(key, at);
          if (record === undefined) throw file.damagedEntry('listings', key);
          return record;
        });
      },
      release: () => reading.release(),
    };
  } catch (error) {
    reading.release();
    throw error;
  }
}

/** Throws a Problem `data_damaged` where the record is none. */
export function readListing(file: LmdbFile, key: ListingKey, record: string): Listing {
  const listing = decodeRecord(key, record);
  if (listing === undefined) throw file.damagedEntry('listings', key);
  return listing;
}

/** What the record says to a search. Throws a Problem `data_damaged` where it is none. */
export function indexedFieldsOf(file: LmdbFile, key: ListingKey, record: string): IndexedFields {
  const listing = decodeIndexedRecord(key, record);
  if (listing === undefined) throw file.damagedEntry('listings', key);
  return listing;
}
