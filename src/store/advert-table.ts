// What is known of every advert address: how many listings carry it, and once none does, what the last one was. The
// entry is found by a hash of the exact address, because addresses may be longer than a key. An entry is never removed:
// a withdrawn advert stays known as one.
import { hash } from 'node:crypto';
import type { AdvertState, WithdrawnAdvert } from '../listing/advert.ts';
import type { StockFile } from './stock-file.ts';

/** `[listings]` while any carries the address, `[0, make, model]` afterwards. */
type AdvertEntry = [listings: number, make?: string | null, model?: string | null];

/** State of the advert at the exact address. */
export function findAdvert(stock: StockFile, advertUrl: string): AdvertState {
  const entry = stock.read((transaction) =>
    readEntry(stock, keyOf(advertUrl), (key) => stock.tables.adverts.get(key, { transaction })),
  );
  if (entry === undefined) return { state: 'unknown' };
  const [listings, make = null, model = null] = entry;
  return listings > 0 ? { state: 'listed' } : { state: 'withdrawn', was: { make, model } };
}

/** Counts one more listing at the address. For use within a transaction. */
export function addAdvert(stock: StockFile, advertUrl: string): void {
  const key = keyOf(advertUrl);
  const listings = readEntry(stock, key)?.[0] ?? 0;
  putEntry(stock, key, [listings + 1]);
}

/** Counts one listing less at the address. For use within a transaction. */
export function removeAdvert(stock: StockFile, advertUrl: string, was: WithdrawnAdvert): void {
  const key = keyOf(advertUrl);
  const listings = readEntry(stock, key)?.[0] ?? 0;
  putEntry(stock, key, listings > 1 ? [listings - 1] : [0, was.make, was.model]);
}

// 162 bits: no two addresses will ever meet, not even if someone looks for such a pair.
function keyOf(advertUrl: string): string {
  return hash('sha256', advertUrl, 'base64url').slice(0, 27);
}

function readEntry(
  stock: StockFile,
  key: string,
  get = (key: string) => stock.tables.adverts.get(key),
): AdvertEntry | undefined {
  const text = get(key);
  return text === undefined ? undefined : (stock.parse(text, 'adverts', key) as AdvertEntry);
}

function putEntry(stock: StockFile, key: string, entry: AdvertEntry): void {
  stock.put(stock.tables.adverts, key, JSON.stringify(entry));
}
