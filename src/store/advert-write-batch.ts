// Batches one transaction's changes of the adverts table and writes them in key order. Keys are hashes, so a million changes in
// order of arrival would be scattered and cost three times as much. The batch is bounded; its changes are not yet in the table.
import type { WithdrawnAdvert } from '../listing/listing.ts';
import { ADVERT_KEY_BYTES, writeAdvertKey, changeAdvertCount } from './advert-table.ts';
import type { LmdbFile } from './lmdb-file.ts';
import type { DuplicateCounts } from './duplicate-counts.ts';

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

  constructor(file: LmdbFile, duplicates: DuplicateCounts, limits = WRITE_BATCH_LIMITS) {
    this.#file = file;
    this.#duplicates = duplicates;
    this.#limits = limits;
  }

  /** Adds a listing to a URL. */
  add(advertUrl: string): void {
    writeAdvertKey(advertUrl, this.#key);
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
