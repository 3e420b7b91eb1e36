// Which listings are of the same vehicle, by registration and VIN. A mark has an entry for each dealer that has it, with the
// keys of that dealer's listings; a listing that has marks has them under its key, so that they can be taken back. However
// many dealers share a mark, a change costs the same. Listings without marks cost nothing.
import { hash } from 'node:crypto';
import type { Transaction } from 'lmdb';
import type { ListingKey } from '../listing/listing.ts';
import type { VehicleIdentifiers } from '../listing/vehicle-identifiers.ts';
import type { DuplicateCounts } from './duplicate-counts.ts';
import type { LmdbFile } from './lmdb-file.ts';

export const IDENTIFIERS = ['registration', 'vin'] as const;
type Identifier = (typeof IDENTIFIERS)[number];

/** Bytes of each half of an entry's key: the mark's hash, and the dealer's. */
const HALF_BYTES = 16;

/** The hash by which a mark is known. */
export function identifierKey(identifier: Identifier, value: string): Buffer {
  return halfOf(`${identifier} ${value}`);
}

/** The marks of a listing; undefined where it has none. */
export function identifiersOf(
  file: LmdbFile,
  key: ListingKey,
  transaction?: Transaction,
): VehicleIdentifiers | undefined {
  const text = file.tables.identifiers.get(key, transaction && { transaction });
  return text === undefined ? undefined : (file.parse(text, 'identifiers', key) as VehicleIdentifiers);
}

/** Whether any listing of the dealer has marks. For use within a transaction, as all that follow. */
export function hasIdentifiers(file: LmdbFile, dealer: string): boolean {
  // '0' follows '/': all keys of the dealer lie between the two.
  const range = { start: `${dealer}/`, end: `${dealer}0`, limit: 1 };
  return file.tables.identifiers.range(range).next().done !== true;
}

/** The other listings of the dealer that have one of these marks. */
export function listingsOfVehicle(
  file: LmdbFile,
  key: ListingKey,
  identifiers: VehicleIdentifiers,
): ListingKey[] {
  return IDENTIFIERS.flatMap((identifier) => {
    const value = identifiers[identifier];
    if (value === undefined) return [];
    return listingsOf(file, entryKey(identifier, value, key)).filter((other) => other !== key);
  });
}

/** Makes `to` the marks of a listing, instead of `from`. */
export function changeIdentifiers(
  file: LmdbFile,
  key: ListingKey,
  change: { readonly from: VehicleIdentifiers | undefined; readonly to: VehicleIdentifiers | undefined },
  duplicates: DuplicateCounts,
): void {
  const { from, to } = change;
  let hasChanged = false;
  for (const identifier of IDENTIFIERS) {
    const before = from?.[identifier];
    const after = to?.[identifier];
    if (before === after) continue;
    hasChanged = true;
    if (before !== undefined) removeFrom(file, identifier, before, key, duplicates);
    if (after !== undefined) addTo(file, identifier, after, key, duplicates);
  }
  if (!hasChanged) return;
  const { registration, vin } = to ?? {};
  if (registration === undefined && vin === undefined) file.tables.identifiers.remove(key);
  else file.tables.identifiers.put(key, JSON.stringify({ registration, vin }));
}

function addTo(
  file: LmdbFile,
  identifier: Identifier,
  value: string,
  key: ListingKey,
  duplicates: DuplicateCounts,
): void {
  const entry = entryKey(identifier, value, key);
  const keys = listingsOf(file, entry);
  if (keys.length === 0) {
    const others = dealersWith(file, entry);
    duplicates.change(identifier, others, others + 1);
  }
  file.tables.vehicles.put(entry, JSON.stringify([...keys, key]));
}

function removeFrom(
  file: LmdbFile,
  identifier: Identifier,
  value: string,
  key: ListingKey,
  duplicates: DuplicateCounts,
): void {
  const entry = entryKey(identifier, value, key);
  const keys = listingsOf(file, entry).filter((other) => other !== key);
  if (keys.length > 0) return file.tables.vehicles.put(entry, JSON.stringify(keys));
  file.tables.vehicles.remove(entry);
  const others = dealersWith(file, entry);
  duplicates.change(identifier, others + 1, others);
}

/** How many dealers have the mark of an entry, as far as two: more make no difference to what is counted. */
function dealersWith(file: LmdbFile, entry: Buffer): number {
  const start = entry.subarray(0, HALF_BYTES);
  const end = Buffer.concat([start, Buffer.alloc(HALF_BYTES + 1, 0xff)]);
  return Array.from(file.tables.vehicles.range({ start, end, limit: 2 })).length;
}

function listingsOf(file: LmdbFile, entry: Buffer): ListingKey[] {
  const text = file.tables.vehicles.get(entry);
  return text === undefined ? [] : (file.parse(text, 'vehicles', entry) as ListingKey[]);
}

/** The keys of all entries that the marks of a listing have a part in. */
export function vehicleKeys(identifiers: VehicleIdentifiers, key: ListingKey): Buffer[] {
  return IDENTIFIERS.flatMap((identifier) => {
    const value = identifiers[identifier];
    return value === undefined ? [] : [entryKey(identifier, value, key)];
  });
}

function entryKey(identifier: Identifier, value: string, key: ListingKey): Buffer {
  return Buffer.concat([identifierKey(identifier, value), halfOf(key.slice(0, key.indexOf('/')))]);
}

function halfOf(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'binary'), 'latin1').subarray(0, HALF_BYTES);
}
