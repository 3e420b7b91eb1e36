// Which listings are of the same vehicle, by registration and VIN. A mark has an entry for each dealer that has it, with the
// keys of that dealer's listings; a listing that has marks has them under its key, so that they can be taken back. However
// many dealers share a mark, a change costs the same. Listings without marks cost nothing.
import { hash } from 'node:crypto';
import type { Transaction } from 'lmdb';
import type { ListingKey } from '../listing/listing.ts';
import type { VehicleIdentifiers } from '../listing/vehicle-identifiers.ts';
import type { SharedCounts } from './shared-counts.ts';
import type { StockFile } from './stock-file.ts';

export const MARKS = ['registration', 'vin'] as const;
type Mark = (typeof MARKS)[number];

/** Bytes of each half of an entry's key: the mark's hash, and the dealer's. */
const HALF_BYTES = 16;

/** The hash by which a mark is known. */
export function markKey(mark: Mark, value: string): Buffer {
  return halfOf(`${mark} ${value}`);
}

/** The marks of a listing; undefined where it has none. */
export function marksOf(
  stock: StockFile,
  key: ListingKey,
  transaction?: Transaction,
): VehicleIdentifiers | undefined {
  const text = stock.tables.marks.get(key, transaction && { transaction });
  return text === undefined ? undefined : (stock.parse(text, 'marks', key) as VehicleIdentifiers);
}

/** Whether any listing of the dealer has marks. For use within a transaction, as all that follow. */
export function hasMarks(stock: StockFile, dealer: string): boolean {
  // '0' follows '/': all keys of the dealer lie between the two.
  const range = { start: `${dealer}/`, end: `${dealer}0`, limit: 1 };
  return stock.tables.marks.range(range).next().done !== true;
}

/** The other listings of the dealer that have one of these marks. */
export function sameVehicle(stock: StockFile, key: ListingKey, marks: VehicleIdentifiers): ListingKey[] {
  return MARKS.flatMap((mark) => {
    const value = marks[mark];
    if (value === undefined) return [];
    return listingsOf(stock, entryKey(mark, value, key)).filter((other) => other !== key);
  });
}

/** Makes `to` the marks of a listing, instead of `from`. */
export function changeMarks(
  stock: StockFile,
  key: ListingKey,
  change: { readonly from: VehicleIdentifiers | undefined; readonly to: VehicleIdentifiers | undefined },
  shared: SharedCounts,
): void {
  const { from, to } = change;
  let hasChanged = false;
  for (const mark of MARKS) {
    const before = from?.[mark];
    const after = to?.[mark];
    if (before === after) continue;
    hasChanged = true;
    if (before !== undefined) removeFrom(stock, mark, before, key, shared);
    if (after !== undefined) addTo(stock, mark, after, key, shared);
  }
  if (!hasChanged) return;
  const { registration, vin } = to ?? {};
  if (registration === undefined && vin === undefined) stock.tables.marks.remove(key);
  else stock.tables.marks.put(key, JSON.stringify({ registration, vin }));
}

function addTo(stock: StockFile, mark: Mark, value: string, key: ListingKey, shared: SharedCounts): void {
  const entry = entryKey(mark, value, key);
  const keys = listingsOf(stock, entry);
  if (keys.length === 0) {
    const others = dealersWith(stock, entry);
    shared.change(mark, others, others + 1);
  }
  stock.tables.vehicles.put(entry, JSON.stringify([...keys, key]));
}

function removeFrom(
  stock: StockFile,
  mark: Mark,
  value: string,
  key: ListingKey,
  shared: SharedCounts,
): void {
  const entry = entryKey(mark, value, key);
  const keys = listingsOf(stock, entry).filter((other) => other !== key);
  if (keys.length > 0) return stock.tables.vehicles.put(entry, JSON.stringify(keys));
  stock.tables.vehicles.remove(entry);
  const others = dealersWith(stock, entry);
  shared.change(mark, others + 1, others);
}

/** How many dealers have the mark of an entry, as far as two: more make no difference to what is counted. */
function dealersWith(stock: StockFile, entry: Buffer): number {
  const start = entry.subarray(0, HALF_BYTES);
  const end = Buffer.concat([start, Buffer.alloc(HALF_BYTES + 1, 0xff)]);
  return Array.from(stock.tables.vehicles.range({ start, end, limit: 2 })).length;
}

function listingsOf(stock: StockFile, entry: Buffer): ListingKey[] {
  const text = stock.tables.vehicles.get(entry);
  return text === undefined ? [] : (stock.parse(text, 'vehicles', entry) as ListingKey[]);
}

/** The keys of all entries that the marks of a listing have a part in. */
export function vehicleKeys(marks: VehicleIdentifiers, key: ListingKey): Buffer[] {
  return MARKS.flatMap((mark) => {
    const value = marks[mark];
    return value === undefined ? [] : [entryKey(mark, value, key)];
  });
}

function entryKey(mark: Mark, value: string, key: ListingKey): Buffer {
  return Buffer.concat([markKey(mark, value), halfOf(key.slice(0, key.indexOf('/')))]);
}

function halfOf(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'binary'), 'latin1').subarray(0, HALF_BYTES);
}
