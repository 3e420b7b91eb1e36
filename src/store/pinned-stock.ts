// Reading listings from one state of the stock, and holding such a state.
import type { Transaction } from 'lmdb';
import type { Listing, ListingKey, SearchedListing } from '../listing/listing.ts';
import { lastSequence } from './change-log.ts';
import { readRecord, readSearched } from './listing-record.ts';
import type { StockFile } from './stock-file.ts';

/** The stock as it was at one moment. The disk space of what it shows is not used again before its release. */
export interface PinnedStock {
  /** As in Store. */
  readonly identity: string | undefined;
  readonly sequence: number;
  /** As in Store. Throws after the release. */
  getListings(keys: readonly ListingKey[]): (Listing | undefined)[];
  /** The same, as searches see them. */
  getSearched(keys: readonly ListingKey[]): (SearchedListing | undefined)[];
  /** Their texts in UTF-8, unparsed (listing-text.ts); undefined where there is none. Throws after the release. */
  getTexts(keys: readonly ListingKey[]): (Uint8Array | undefined)[];
  /** May be called again. Closing the store releases it too. */
  release(): void;
}

/** What a store shows before there is a stock. */
export const NO_STOCK: PinnedStock = {
  identity: undefined,
  sequence: 0,
  getListings: (keys) => keys.map(() => undefined),
  getSearched: (keys) => keys.map(() => undefined),
  getTexts: (keys) => keys.map(() => undefined),
  release: () => undefined,
};

export function pinStock(stock: StockFile): PinnedStock {
  const pin = stock.pin();
  const { transaction } = pin;
  return {
    identity: stock.tables.meta.get('identity', { transaction }),
    sequence: lastSequence(stock, transaction),
    getListings: (keys) => readListings(stock, keys, pin.transaction),
    getSearched: (keys) =>
      keys.map((key) => {
        const record = stock.tables.listings.get(key, { transaction: pin.transaction });
        return record === undefined ? undefined : readSearchedListing(stock, key, record);
      }),
    getTexts: (keys) => readTexts(stock, keys, pin.transaction),
    release: () => pin.release(),
  };
}

/** The listings of the keys, in their order; undefined where there is none. */
export function readListings(
  stock: StockFile,
  keys: readonly ListingKey[],
  transaction: Transaction,
): (Listing | undefined)[] {
  return keys.map((key) => {
    const record = stock.tables.listings.get(key, { transaction });
    return record === undefined ? undefined : readListing(stock, key, record);
  });
}

// LMDB's types leave out that this takes options as `get` does.
interface ByteReads {
  /** Good until the next read. */
  getBinaryFast(key: ListingKey, options: { readonly transaction: Transaction }): Buffer | undefined;
}

function readTexts(
  stock: StockFile,
  keys: readonly ListingKey[],
  transaction: Transaction,
): (Uint8Array | undefined)[] {
  const reads = stock.tables.listings as ByteReads;
  const options = { transaction };
  return keys.map((key) => {
    const bytes = reads.getBinaryFast(key, options);
    if (bytes === undefined) return undefined;
    // From Node's pool: memory of its own for each listing would cost more than reading it.
    const text = Buffer.allocUnsafe(bytes.length);
    // LMDB's buffer is longer than its `length` says, which `copy` does not heed.
    text.set(bytes.subarray(0, bytes.length));
    return text;
  });
}

/** Throws a Problem `data_damaged` where the record is none. */
export function readListing(stock: StockFile, key: ListingKey, record: string): Listing {
  const listing = readRecord(key, record);
  if (listing === undefined) throw stock.damagedEntry('listings', key);
  return listing;
}

/** What the record says to a search. Throws a Problem `data_damaged` where it is none. */
export function readSearchedListing(stock: StockFile, key: ListingKey, record: string): SearchedListing {
  const listing = readSearched(key, record);
  if (listing === undefined) throw stock.damagedEntry('listings', key);
  return listing;
}
