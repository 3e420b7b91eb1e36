// The changes that one transaction makes to the table of adverts, gathered and written in the order of the table's keys:
// hashes come in no order, and a million scattered reads and writes cost three times as much. How many are gathered is
// bounded; what is gathered is not in the table yet.
import type { WithdrawnAdvert } from '../listing/advert.ts';
import { ADVERT_KEY_BYTES, countAdvert, writeAdvertKey } from './advert-table.ts';
import type { StockFile } from './stock-file.ts';

/** How many changes are gathered, in all and of listings that leave, which are kept as objects. */
export interface AdvertChangeLimits {
  readonly changes: number;
  readonly withdrawals: number;
}

// 28 bytes each, and about 100 more for one that leaves.
export const ADVERT_CHANGE_LIMITS: AdvertChangeLimits = { changes: 1_000_000, withdrawals: 100_000 };

/** Room for so many at first, which most transactions never fill. */
const FIRST_CHANGES = 1000;

export class AdvertChanges {
  readonly #stock: StockFile;
  readonly #limits: AdvertChangeLimits;
  /** Keys of the changed entries, in the order of the changes. */
  #keys: Buffer = Buffer.allocUnsafeSlow(FIRST_CHANGES * ADVERT_KEY_BYTES);
  /** Change to what left the address by it. The other changes are arrivals. */
  readonly #withdrawals = new Map<number, WithdrawnAdvert>();
  #count = 0;

  constructor(stock: StockFile, limits = ADVERT_CHANGE_LIMITS) {
    this.#stock = stock;
    this.#limits = limits;
  }

  /** One more listing carries the address. */
  add(advertUrl: string): void {
    const position = this.#count * ADVERT_KEY_BYTES;
    if (position === this.#keys.length) this.#keys = twiceAsLong(this.#keys);
    writeAdvertKey(advertUrl, this.#keys, position);
    this.#count += 1;
    if (this.#count === this.#limits.changes) this.write();
  }

  /** A listing no longer carries the address. */
  remove(advertUrl: string, was: WithdrawnAdvert): void {
    this.#withdrawals.set(this.#count, was);
    this.add(advertUrl);
    if (this.#withdrawals.size === this.#limits.withdrawals) this.write();
  }

  /** Writes what was gathered. */
  write(): void {
    const order = this.#inOrder();
    const isLast = this.#count > 0 && isEmpty(this.#stock);
    let at = 0;
    while (at < order.length) {
      const first = order[at] ?? 0;
      let gain = 0;
      let was: WithdrawnAdvert | undefined;
      for (; at < order.length && this.#compare(first, order[at] ?? 0) === 0; at += 1) {
        const withdrawn = this.#withdrawals.get(order[at] ?? 0);
        gain += withdrawn === undefined ? 1 : -1;
        was = withdrawn ?? was;
      }
      countAdvert(this.#stock, this.#keyOf(first), { gain, was, isLast });
    }
    this.#count = 0;
    this.#withdrawals.clear();
  }

  /** The changes by key, those of one key in the order in which they came. */
  #inOrder(): Float64Array {
    // The first 32 bits of a key and the number of its change fit a number, and an array of numbers is sorted at once.
    const { changes } = this.#limits;
    const order = new Float64Array(this.#count);
    for (let change = 0; change < order.length; change += 1) {
      order[change] = this.#headOf(change) * changes + change;
    }
    order.sort();
    for (let at = 0; at < order.length; at += 1) {
      const packed = order[at] ?? 0;
      const change = packed - Math.floor(packed / changes) * changes;
      // Where two keys begin alike, which is rare, the earlier ones may have to make room.
      let place = at;
      for (; place > 0 && this.#compare(order[place - 1] ?? 0, change) > 0; place -= 1) {
        order[place] = order[place - 1] ?? 0;
      }
      order[place] = change;
    }
    return order;
  }

  #compare(one: number, other: number): number {
    const difference = this.#headOf(one) - this.#headOf(other);
    if (difference !== 0 || one === other) return difference;
    return this.#keyOf(one).compare(this.#keyOf(other));
  }

  #headOf(change: number): number {
    return this.#keys.readUInt32BE(change * ADVERT_KEY_BYTES);
  }

  #keyOf(change: number): Buffer {
    return this.#keys.subarray(change * ADVERT_KEY_BYTES, (change + 1) * ADVERT_KEY_BYTES);
  }
}

function twiceAsLong(bytes: Buffer): Buffer {
  const longer = Buffer.allocUnsafeSlow(2 * bytes.length);
  bytes.copy(longer);
  return longer;
}

function isEmpty(stock: StockFile): boolean {
  return Array.from(stock.tables.adverts.getKeys({ limit: 1 })).length === 0;
}
