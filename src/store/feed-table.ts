// What is kept of each feed between its runs, as its runs made it: plain JSON, not looked into here. It lies in the
// stock's file, so that a feed can only count as fetched together with the listings that came of it. Keeping it changes
// no listing, and so raises no sequence.
import type { Transaction } from 'lmdb';
import type { StockFile } from './stock-file.ts';

const PREFIX = 'feed/';
/** Counts what was kept, so that a reader can tell whether it has seen all of it. */
const COUNT = 'kept';

/** Of every feed, by name. */
export function keptFeeds(stock: StockFile): ReadonlyMap<string, unknown> {
  return stock.read((transaction) => {
    const feeds = new Map<string, unknown>();
    for (const { key, value } of stock.entries(stock.tables.meta, {}, transaction)) {
      if (key.startsWith(PREFIX)) feeds.set(key.slice(PREFIX.length), stock.parse(value, 'meta', key));
    }
    return feeds;
  });
}

/** Undefined for a feed of which nothing is kept. */
export function keptFeed(stock: StockFile, feed: string, transaction?: Transaction): unknown {
  const key = PREFIX + feed;
  const text = stock.find(stock.tables.meta, key, transaction);
  return text === undefined ? undefined : stock.parse(text, 'meta', key);
}

/** How often anything was kept, of feeds or of imports. */
export function keptCount(stock: StockFile, transaction?: Transaction): number {
  return Number(stock.tables.meta.get(COUNT, transaction && { transaction }) ?? 0);
}

/** For use within a transaction. */
export function keepFeed(stock: StockFile, feed: string, state: unknown): void {
  stock.tables.meta.put(PREFIX + feed, JSON.stringify(state ?? null));
  countKept(stock);
}

/** For use within a transaction. */
export function countKept(stock: StockFile): void {
  stock.tables.meta.put(COUNT, String(keptCount(stock) + 1));
}
