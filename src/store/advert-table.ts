// The state of every advert URL: the number of its listings or, once it has none, the make and model of the last one. Keys are
// hashes of the exact URL, which may be longer than an LMDB key. Entries are never removed: withdrawn adverts stay known.
import { hash } from 'node:crypto';
import type { AdvertState, WithdrawnAdvert } from '../listing/listing.ts';
import type { DuplicateCounts } from './duplicate-counts.ts';
import type { LmdbFile } from './lmdb-file.ts';

/** Length of a key, in bytes. 160 bits make collisions infeasible, even deliberate ones. */
export const ADVERT_KEY_BYTES = 20;

/** `[listings]` while a listing has the URL, then `[0, make, model]` of the last one. */
type AdvertEntry = [listings: number, make?: string | null, model?: string | null];

/** The state of an exact advert URL. */
export function findAdvert(file: LmdbFile, advertUrl: string): AdvertState {
  const key = Buffer.alloc(ADVERT_KEY_BYTES);
  writeAdvertKey(advertUrl, key);
  const entry = file.read((transaction) =>
    tryParseEntry(file, key, file.find(file.tables.adverts, key, transaction)),
  );
  if (entry === undefined) return { state: 'unknown' };
  const [listings, make = null, model = null] = entry;
  return listings > 0 ? { state: 'listed' } : { state: 'withdrawn', was: { make, model } };
}

/** All withdrawn adverts: the key of the URL, and the last listing's make and model. */
export function* withdrawnAdverts(file: LmdbFile): Iterable<{ key: Buffer; was: WithdrawnAdvert }> {
  for (const { key, value } of file.walk(file.tables.adverts)) {
    const [listings, make = null, model = null] = tryParseEntry(file, key, value) ?? [1];
    if (listings === 0) yield { key, was: { make, model } };
  }
}

/** Writes the key of a URL into `target`. */
export function writeAdvertKey(advertUrl: string, target: Buffer): void {
  target.write(hash('sha256', advertUrl, 'binary'), 0, ADVERT_KEY_BYTES, 'latin1');
}

/** The number of listings with a URL, without batched changes. Call within a transaction. */
export function countAdvertListings(file: LmdbFile, key: Buffer): number {
  return tryParseEntry(file, key, file.tables.adverts.get(key))?.[0] ?? 0;
}

/**
 * Adds `gain`, which may be negative, to the number of listings of a URL. `was` is the last listing that left the URL, if any.
 * `isLast` is a hint that the key sorts after all others. Call within a transaction.
 */
export function changeAdvertCount(
  file: LmdbFile,
  key: Buffer,
  change: { readonly gain: number; readonly was: WithdrawnAdvert | undefined; readonly isLast: boolean },
  duplicates: DuplicateCounts,
): void {
  const { gain, was, isLast } = change;
  const { adverts } = file.tables;
  // Fast path: most URLs are new, so nothing needs to be read.
  if (was === undefined) {
    const text = gain === 1 ? ONE_LISTING : formatEntry([gain]);
    if (isLast ? adverts.putLast(key, text) : adverts.putNew(key, text))
      return duplicates.change('advert', 0, gain);
  }
  const before = countAdvertListings(file, key);
  const listings = Math.max(0, before + gain);
  duplicates.change('advert', before, listings);
  if (listings === 0 && was !== undefined) adverts.put(key, formatEntry([0, was.make, was.model]));
  else if (listings !== before) adverts.put(key, formatEntry([listings]));
}

/** The entry of an advert with one listing, as nearly all have. */
const ONE_LISTING = formatEntry([1]);

function tryParseEntry(file: LmdbFile, key: Buffer, text: string | undefined): AdvertEntry | undefined {
  return text === undefined ? undefined : (file.parse(text, 'adverts', key) as AdvertEntry);
}

function formatEntry(entry: AdvertEntry): string {
  return JSON.stringify(entry);
}
