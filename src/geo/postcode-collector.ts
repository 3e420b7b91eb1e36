// Collects unit postcodes in any order and hands them out as the sorted columns of a unit table. Memory is 12 bytes a
// unit, plus as much again while growing or sorting.
import type { Point } from './great-circle.ts';
import { STEPS_PER_DEGREE, type PostcodeColumns } from './postcode-table.ts';

export class PostcodeCollector {
  #keys = new Uint32Array(65_536);
  #lats = new Int32Array(65_536);
  #lngs = new Int32Array(65_536);
  #count = 0;

  /** How many were added, repeated ones included. */
  get count(): number {
    return this.#count;
  }

  add(key: number, point: Point): void {
    if (this.#count === this.#keys.length) this.#grow();
    this.#keys[this.#count] = key;
    this.#lats[this.#count] = Math.round(point.lat * STEPS_PER_DEGREE);
    this.#lngs[this.#count] = Math.round(point.lng * STEPS_PER_DEGREE);
    this.#count++;
  }

  /** All that were added, each postcode once, with the position added last. */
  columns(): PostcodeColumns {
    const added = this.#keys;
    const order = Uint32Array.from({ length: this.#count }, (_, position) => position);
    order.sort((a, b) => added[a] - added[b] || a - b);
    const last = order.filter((position, n) => added[position] !== added[order[n + 1]]);
    return {
      keys: last.map((position) => added[position]),
      lats: Int32Array.from(last, (position) => this.#lats[position]),
      lngs: Int32Array.from(last, (position) => this.#lngs[position]),
    };
  }

  #grow(): void {
    const length = this.#keys.length * 2;
    const keys = new Uint32Array(length);
    const lats = new Int32Array(length);
    const lngs = new Int32Array(length);
    keys.set(this.#keys);
    lats.set(this.#lats);
    lngs.set(this.#lngs);
    [this.#keys, this.#lats, this.#lngs] = [keys, lats, lngs];
  }
}
