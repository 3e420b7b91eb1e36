// Reading listings from one state of the stock, and holding such a state.
import type { Listing, ListingKey, IndexedFields } from '../listing/listing.ts';
import { identityOf, keysSince, lastSequence } from './change-log.ts';
import { readRecord, decodeIndexedRecord } from './listing-record.ts';
import type { StockFile } from './stock-file.ts';

/** The stock as it was at one moment. The disk space of what it shows is not used again before its release. */
export interface PinnedStock {
  /** As in Store. */
  readonly identity: string | undefined;
  readonly sequence: number;
  /** As in Store. Throws after the release. */
  getListings(keys: readonly ListingKey[]): (Listing | undefined)[];
  /** The same, as searches see them. */
  getSearched(keys: readonly ListingKey[]): (IndexedFields | undefined)[];
  /** All listings, in the order of their keys. */
  listings(): Iterable<Listing>;
  /** Keys touched after `sequence`, up to the sequence of this state. `too_old` as in Store. */
  changesSince(sequence: number): TouchedKeys | 'too_old';
  /**
   * The texts in UTF-8, unparsed (codec.ts), of listings that are known to be there. Throws a Problem `data_damaged`
   * if one is not found; throws after the release.
   */
  getRecords(keys: readonly ListingKey[]): Uint8Array[];
  /** May be called again. Closing the store releases it too. */
  release(): void;
}

/** Keys touched since a sequence, each once. */
export interface TouchedKeys {
  readonly sequence: number;
  readonly keys: ReadonlySet<ListingKey>;
}

/** What a store shows before there is a stock. */
export const NO_STOCK: PinnedStock = {
  identity: undefined,
  sequence: 0,
  getListings: (keys) => keys.map(() => undefined),
  getSearched: (keys) => keys.map(() => undefined),
  listings: () => [],
  changesSince: (sequence) => (sequence === 0 ? { sequence: 0, keys: new Set() } : 'too_old'),
  getRecords([key]) {
    if (key !== undefined) throw new Error(`without a stock there is no listing '${key}'`);
    return [];
  },
  release: () => undefined,
};

export function pinStock(stock: StockFile): PinnedStock {
  const pin = stock.pin();
  const { transaction } = pin;
  const { listings } = stock.tables;
  // Dealers of whom all listings were found.
  const whole = new Set<string>();
  const checkAbsent = (key: ListingKey): undefined => {
    const dealer = listings.layout.bucketOf(key);
    if (!whole.has(dealer)) stock.checkBucket(listings, key, pin.transaction);
    whole.add(dealer);
    return undefined;
  };
  const recordOf = (key: ListingKey): string | undefined =>
    listings.get(key, { transaction: pin.transaction }) ?? checkAbsent(key);
  try {
    return {
      identity: identityOf(stock, transaction),
      sequence: lastSequence(stock, transaction),
      getListings: (keys) =>
        keys.map((key) => {
          const record = recordOf(key);
          return record === undefined ? undefined : readListing(stock, key, record);
        }),
      getSearched: (keys) =>
        keys.map((key) => {
          const record = recordOf(key);
          return record === undefined ? undefined : readSearchedListing(stock, key, record);
        }),
      *listings() {
        for (const { key, value } of stock.entries(listings, {}, pin.transaction)) {
          yield readListing(stock, key, value);
        }
      },
      changesSince(since) {
        const keys = keysSince(stock, since, pin.transaction);
        return keys === 'too_old' ? keys : { sequence: lastSequence(stock, pin.transaction), keys };
      },
      getRecords(keys) {
        const at = { transaction: pin.transaction };
        return keys.map((key) => {
          const text = listings.getBytes(key, at);
          if (text === undefined) throw stock.damagedEntry('listings', key);
          return text;
        });
      },
      release: () => pin.release(),
    };
  } catch (error) {
    pin.release();
    throw error;
  }
}

/** Throws a Problem `data_damaged` where the record is none. */
export function readListing(stock: StockFile, key: ListingKey, record: string): Listing {
  const listing = readRecord(key, record);
  if (listing === undefined) throw stock.damagedEntry('listings', key);
  return listing;
}

/** What the record says to a search. Throws a Problem `data_damaged` where it is none. */
export function readSearchedListing(stock: StockFile, key: ListingKey, record: string): IndexedFields {
  const listing = decodeIndexedRecord(key, record);
  if (listing === undefined) throw stock.damagedEntry('listings', key);
  return listing;
}
