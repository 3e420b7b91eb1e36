// The changes that one transaction makes to the table of adverts, gathered and written in the order of the table's keys:
// hashes come in no order, and a million scattered reads and writes cost three times as much. How many are gathered is
// bounded; what is gathered is not in the table yet.
import type { WithdrawnAdvert } from '../listing/advert.ts';
import { ADVERT_KEY_BYTES, changeAdvertCount, writeAdvertKey } from './advert-table.ts';
import { DuplicateCounts } from './duplicate-counts.ts';
import type { LmdbFile } from './lmdb-file.ts';

/** How many changes are gathered, in all and of listings that leave, which are kept as objects. */
export interface WriteBatchLimits {
  readonly changes: number;
  readonly withdrawals: number;
}

// 28 bytes each, and about 100 more for one that leaves.
const WRITE_BATCH_LIMITS: WriteBatchLimits = { changes: 1_000_000, withdrawals: 100_000 };

/** Room for so many at first, which most transactions never fill. */
const INITIAL_CAPACITY = 1000;

export class AdvertWriteBatch {
  readonly #file: LmdbFile;
  readonly #limits: WriteBatchLimits;
  readonly #duplicates: DuplicateCounts;
  /** Keys of the changed entries, in the order of the changes. */
  #keys: Buffer = Buffer.allocUnsafeSlow(INITIAL_CAPACITY * ADVERT_KEY_BYTES);
  /** Change to what left the address by it. The other changes are arrivals. */
  readonly #withdrawals = new Map<number, WithdrawnAdvert>();
  #count = 0;
  readonly #key = Buffer.allocUnsafeSlow(ADVERT_KEY_BYTES);

  constructor(file: LmdbFile, limits = WRITE_BATCH_LIMITS, duplicates = new DuplicateCounts(file)) {
    this.#file = file;
    this.#duplicates = duplicates;
    this.#limits = limits;
  }

  /** One more listing carries the address. */
  add(advertUrl: string): void {
    writeAdvertKey(advertUrl, this.#key, 0);
    this.addKey(this.#key);
  }

  /** The same, by the address's key. */
  addKey(key: Buffer): void {
    const position = this.#count * ADVERT_KEY_BYTES;
    if (position === this.#keys.length) this.#keys = doubled(this.#keys);
    key.copy(this.#keys, position);
    this.#count += 1;
    if (this.#count === this.#limits.changes) this.write();
  }

  /** A listing no longer carries the address. */
  remove(advertUrl: string, was: WithdrawnAdvert): void {
    this.#withdrawals.set(this.#count, was);
    this.add(advertUrl);
    if (this.#withdrawals.size === this.#limits.withdrawals) this.write();
  }

  /** Writes what was gathered. Changes of one key that stand together are one. */
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

  /** The changes by the first bits of their keys, and where these are equal in the order in which they came. */
  #sortedChanges(): Uint32Array {
    // The bits and the number of the change fit one number, and an array of numbers is sorted at once.
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
