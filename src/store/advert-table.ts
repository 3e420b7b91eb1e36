// The state of every advert URL: the number of its listings or, once it has none, the make and model of the last one. Keys are
// hashes of the exact URL, which may be longer than an LMDB key. Entries are never removed: withdrawn adverts stay known.
import { hash } from 'node:crypto';
import type { AdvertState, WithdrawnAdvert } from '../listing/listing.ts';
import { DuplicateCounts } from './vehicle-table.ts';
import type { LmdbFile } from './lmdb-file.ts';

/** Length of a key, in bytes. 160 bits make collisions infeasible, even deliberate ones. */
export const ADVERT_KEY_BYTES = 20;

/** `[listings]` while a listing has the URL, then `[0, make, model]` of the last one. */
type AdvertEntry = [listings: number, make?: string | null, model?: string | null];

/** The state of an exact advert URL. */
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

/** All withdrawn adverts: the key of the URL, and the last listing's make and model. */
export function* withdrawnAdverts(file: LmdbFile): Iterable<{ key: Buffer; was: WithdrawnAdvert }> {
  for (const { key, value } of file.walk(file.tables.adverts)) {
    const [listings, make = null, model = null] = tryParseEntry(file, key, value) ?? [1];
    if (listings === 0) yield { key, was: { make, model } };
  }
}

/** Writes the key of a URL into `target`. */
export function writeAdvertKey(advertUrl: string, target: Buffer, position: number): void {
  target.write(hash('sha256', advertUrl, 'binary'), position, ADVERT_KEY_BYTES, 'latin1');
}

/** The number of listings with a URL, without batched changes. Call within a transaction. */
export function countAdvertListings(file: LmdbFile, key: Buffer): number {
  return tryParseEntry(file, key, file.tables.adverts.get(key))?.[0] ?? 0;
}

/**
 * Adds `gain`, which may be negative, to the number of listings of a URL. `was` is the last listing that left the URL, if any.
 * `isLast` is a hint that the key sorts after all others. Call within a transaction.
 */
function changeAdvertCount(
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

// Batches one transaction's changes of the adverts table and writes them in key order. Keys are hashes, so a million changes in
// order of arrival would be scattered and cost three times as much. The batch is bounded; its changes are not yet in the table.

/** Maximum changes in a batch, and maximum withdrawals among them, which take more memory. */
export interface WriteBatchLimits {
  readonly changes: number;
  readonly withdrawals: number;
}

// A change takes 28 bytes, a withdrawal about 100 more.
const WRITE_BATCH_LIMITS: WriteBatchLimits = { changes: 1_000_000, withdrawals: 100_000 };

/** Initial capacity in changes, enough for most transactions. */
const INITIAL_CAPACITY = 1000;

export class AdvertWriteBatch {
  readonly #file: LmdbFile;
  readonly #limits: WriteBatchLimits;
  readonly #duplicates: DuplicateCounts;
  /** Keys of the changed entries, in the order of the changes. */
  #keys: Buffer = Buffer.allocUnsafeSlow(INITIAL_CAPACITY * ADVERT_KEY_BYTES);
  /** From the number of a change to the listing that it withdrew. All other changes are additions. */
  readonly #withdrawals = new Map<number, WithdrawnAdvert>();
  #count = 0;
  readonly #key = Buffer.allocUnsafeSlow(ADVERT_KEY_BYTES);

  constructor(file: LmdbFile, limits = WRITE_BATCH_LIMITS, duplicates = new DuplicateCounts(file)) {
    this.#file = file;
    this.#duplicates = duplicates;
    this.#limits = limits;
  }

  /** Adds a listing to a URL. */
  add(advertUrl: string): void {
    writeAdvertKey(advertUrl, this.#key, 0);
    this.addKey(this.#key);
  }

  /** Adds a listing to the URL of a key. */
  addKey(key: Buffer): void {
    const position = this.#count * ADVERT_KEY_BYTES;
    if (position === this.#keys.length) this.#keys = doubled(this.#keys);
    key.copy(this.#keys, position);
    this.#count += 1;
    if (this.#count === this.#limits.changes) this.write();
  }

  /** Removes a listing from a URL. */
  remove(advertUrl: string, was: WithdrawnAdvert): void {
    this.#withdrawals.set(this.#count, was);
    this.add(advertUrl);
    if (this.#withdrawals.size === this.#limits.withdrawals) this.write();
  }

  /** Writes the batch, combining adjacent changes of one key. */
  write(): void {
    const order = this.#sortedChanges();
    const isLast = this.#count > 0 && isEmpty(this.#file);
    let at = 0;
    while (at < order.length) {
      const first = order[at] ?? 0;
      let gain = 0;
      let was: WithdrawnAdvert | undefined;
      for (; at < order.length && this.#isSame(first, order[at] ?? 0); at += 1) {
        const withdrawn = this.#withdrawals.get(order[at] ?? 0);
        gain += withdrawn === undefined ? 1 : -1;
        was = withdrawn ?? was;
      }
      changeAdvertCount(this.#file, this.#keyOf(first), { gain, was, isLast }, this.#duplicates);
    }
    this.#count = 0;
    this.#withdrawals.clear();
  }

  /** Numbers of the changes, sorted by the first 32 bits of their keys, then by number. */
  #sortedChanges(): Uint32Array {
    // Key bits and number fit one double, so a typed array can be sorted natively.
    const { changes } = this.#limits;
    const packed = new Float64Array(this.#count);
    for (let change = 0; change < packed.length; change += 1) {
      packed[change] = this.#headOf(change) * changes + change;
    }
    packed.sort();
    const order = new Uint32Array(this.#count);
    packed.forEach((number, at) => (order[at] = number - Math.floor(number / changes) * changes));
    return order;
  }

  #isSame(one: number, other: number): boolean {
    if (one === other) return true;
    return this.#headOf(one) === this.#headOf(other) && this.#keyOf(one).equals(this.#keyOf(other));
  }

  #headOf(change: number): number {
    return this.#keys.readUInt32BE(change * ADVERT_KEY_BYTES);
  }

  #keyOf(change: number): Buffer {
    return this.#keys.subarray(change * ADVERT_KEY_BYTES, (change + 1) * ADVERT_KEY_BYTES);
  }
}

function doubled(bytes: Buffer): Buffer {
  const longer = Buffer.allocUnsafeSlow(2 * bytes.length);
  bytes.copy(longer);
  return longer;
}

function isEmpty(file: LmdbFile): boolean {
  return file.tables.adverts.range({ limit: 1 }).next().done === true;
}
