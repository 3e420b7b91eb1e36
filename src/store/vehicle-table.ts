// Which listings are the same vehicle, by registration and VIN. `vehicles` maps an identifier and a dealer to that dealer's
// listing keys; `identifiers` maps a listing key to its identifiers, for their removal. The cost of a change does not depend on
// the number of dealers that share a vehicle. Listings without identifiers have no entries.
import { hash } from 'node:crypto';
import type { Transaction } from 'lmdb';
import type { ListingKey, VehicleIdentifiers } from '../listing/listing.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { dealerKeyRange } from './table-layout.ts';
import type { DuplicateCounts } from './duplicate-counts.ts';

export const IDENTIFIERS = ['registration', 'vin'] as const;
type Identifier = (typeof IDENTIFIERS)[number];

/** Length in bytes of each half of a `vehicles` key: the identifier's hash, and the dealer's. */
const HALF_BYTES = 16;

/** The hash of an identifier. */
export function identifierKey(identifier: Identifier, value: string): Buffer {
  return halfOf(`${identifier} ${value}`);
}

/** The identifiers of a listing; undefined if it has none. */
export function identifiersOf(
  file: LmdbFile,
  key: ListingKey,
  transaction?: Transaction,
): VehicleIdentifiers | undefined {
  const text = file.tables.identifiers.get(key, transaction && { transaction });
  return text === undefined ? undefined : (file.parse(text, 'identifiers', key) as VehicleIdentifiers);
}

/** Whether any listing of the dealer has identifiers. Call this and all functions below within a transaction. */
export function hasIdentifiers(file: LmdbFile, dealer: string): boolean {
  return file.tables.identifiers.range({ ...dealerKeyRange(dealer), limit: 1 }).next().done !== true;
}

/** The dealer's other listings with one of these identifiers. */
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

/** Changes the identifiers of a listing from `from` to `to`. */
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

/** The number of dealers that share an entry's identifier, at most two: more dealers do not change the counts. */
function dealersWith(file: LmdbFile, entry: Buffer): number {
  const start = entry.subarray(0, HALF_BYTES);
  const end = Buffer.concat([start, Buffer.alloc(HALF_BYTES + 1, 0xff)]);
  return Array.from(file.tables.vehicles.range({ start, end, limit: 2 })).length;
}

function listingsOf(file: LmdbFile, entry: Buffer): ListingKey[] {
  const text = file.tables.vehicles.get(entry);
  return text === undefined ? [] : (file.parse(text, 'vehicles', entry) as ListingKey[]);
}

/** The keys in `vehicles` for a listing's identifiers. */
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
