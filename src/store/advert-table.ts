// What is known of every advert address: how many listings carry it, and once none does, what the last one was. The
// entry is found by a hash of the exact address, because addresses may be longer than a key. An entry is never removed:
// a withdrawn advert stays known as one.
import { hash } from 'node:crypto';
import type { AdvertState, WithdrawnAdvert } from '../listing/advert.ts';
import type { DuplicateCounts } from './duplicate-counts.ts';
import type { LmdbFile } from './lmdb-file.ts';

/** Bytes of an entry's key. With 160 bits no two addresses will ever meet, not even if someone looks for such a pair. */
export const ADVERT_KEY_BYTES = 20;

/** `[listings]` while any carries the address, `[0, make, model]` afterwards. */
type AdvertEntry = [listings: number, make?: string | null, model?: string | null];

/** State of the advert at the exact address. */
export function findAdvert(file: LmdbFile, advertUrl: string): AdvertState {
  const key = Buffer.alloc(ADVERT_KEY_BYTES);
  writeAdvertKey(advertUrl, key, 0);
  const entry = file.read((transaction) =>
    tryParseEntry(file, key, file.find(file.tables.adverts, key, transaction)),
  );
  if (entry === undefined) return { state: 'unknown' };
  const [listings, make = null, model = null] = entry;
  return listings > 0 ? { state: 'listed' } : { state: 'withdrawn', was: { make, model } };
}

/** Every advert that was listed once and is no more: the key of its address, and what it was. */
export function* withdrawnAdverts(file: LmdbFile): Iterable<{ key: Buffer; was: WithdrawnAdvert }> {
  for (const { key, value } of file.walk(file.tables.adverts)) {
    const [listings, make = null, model = null] = tryParseEntry(file, key, value) ?? [1];
    if (listings === 0) yield { key, was: { make, model } };
  }
}

/** Writes the key of an address into `target`. */
export function writeAdvertKey(advertUrl: string, target: Buffer, position: number): void {
  target.write(hash('sha256', advertUrl, 'binary'), position, ADVERT_KEY_BYTES, 'latin1');
}

/** How many listings carry the address of a key, as far as it is written. For use within a transaction. */
export function countAdvertListings(file: LmdbFile, key: Buffer): number {
  return tryParseEntry(file, key, file.tables.adverts.get(key))?.[0] ?? 0;
}

/**
 * Counts `gain` more listings at an address, or fewer where it is negative. `was` is the last of those that left it,
 * undefined where none did. `isLast`: the key is probably behind all others. For use within a transaction.
 */
export function changeAdvertCount(
  file: LmdbFile,
  key: Buffer,
  change: { readonly gain: number; readonly was: WithdrawnAdvert | undefined; readonly isLast: boolean },
  duplicates: DuplicateCounts,
): void {
  const { gain, was, isLast } = change;
  const { adverts } = file.tables;
  // Most addresses are new, and of them nothing need be read.
  if (was === undefined) {
    const text = formatEntry([gain]);
    if (isLast ? adverts.putLast(key, text) : adverts.putNew(key, text))
      return duplicates.change('advert', 0, gain);
  }
  const before = countAdvertListings(file, key);
  const listings = Math.max(0, before + gain);
  duplicates.change('advert', before, listings);
  if (listings === 0 && was !== undefined) adverts.put(key, formatEntry([0, was.make, was.model]));
  else if (listings !== before) adverts.put(key, formatEntry([listings]));
}

function tryParseEntry(file: LmdbFile, key: Buffer, text: string | undefined): AdvertEntry | undefined {
  return text === undefined ? undefined : (file.parse(text, 'adverts', key) as AdvertEntry);
}

function formatEntry(entry: AdvertEntry): string {
  return JSON.stringify(entry);
}
