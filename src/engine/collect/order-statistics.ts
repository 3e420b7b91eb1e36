// The known values of a number column in all rows that match, from the lowest to the highest, whatever segments they are
// in. Nothing is merged: every question is a few binary searches in the order of each segment.
import type { SortedNumbers } from './segment-matches.ts';

export class OrderStatistics {
  /** Number of matches with a value, and without one. */
  readonly known: number;
  readonly unknown: number;
  readonly #parts: readonly SortedNumbers[];

  /** `total` is the number of matches. */
  constructor(parts: readonly SortedNumbers[], total: number) {
    this.#parts = parts.filter(({ length }) => length > 0);
    this.known = this.#parts.reduce((sum, { length }) => sum + length, 0);
    this.unknown = total - this.known;
  }

  /** The value at a place of the order, from 0 up to but not including `known`. */
  valueAtRank(rank: number): number {
    if (this.#parts.length === 1) return this.#parts[0].at(rank);
    let min = Infinity;
    for (const part of this.#parts) {
      // The lowest value of the part that has the place or lies behind it.
      const index = binarySearch(part, (value) => this.countAtMost(value) > rank);
      if (index < part.length) min = Math.min(min, part.at(index));
    }
    return min;
  }

  countBelow(bound: number): number {
    return this.#parts.reduce((sum, part) => sum + binarySearch(part, (value) => value >= bound), 0);
  }

  countAtMost(bound: number): number {
    return this.#parts.reduce((sum, part) => sum + binarySearch(part, (value) => value > bound), 0);
  }

  /** How many matches have each value, ascending: for a column of few values. O(values × segments × log rows). */
  counts(): { readonly value: number; readonly count: number }[] {
    const counts: { value: number; count: number }[] = [];
    // The places up to which the parts are counted.
    let counted = this.#parts.map(() => 0);
    for (let left = this.known; left > 0;) {
      const heads = this.#parts.map((part, i) => (counted[i] < part.length ? part.at(counted[i]) : Infinity));
      const value = Math.min(...heads);
      const next = this.#parts.map((part) => binarySearch(part, (other) => other > value));
      const count = next.reduce((sum, place, i) => sum + place - counted[i], 0);
      counts.push({ value, count });
      counted = next;
      left -= count;
    }
    return counts;
  }
}

/** The first index at which `isFar` holds, which holds for all after it; the length if there is none. */
function binarySearch(numbers: SortedNumbers, isFar: (value: number) => boolean): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isFar(numbers.at(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
