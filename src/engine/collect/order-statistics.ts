// Order statistics of a number column's known values in all matches, over all segments. Each statistic takes a few searches in
// the segments' sorted values.
import { partitionPoint } from '../../binary-search.ts';
import type { SortedNumbers } from './segment-matches.ts';

export class OrderStatistics {
  /** Number of matches with a value, and without. */
  readonly known: number;
  readonly unknown: number;
  readonly #parts: readonly SortedNumbers[];

  /** `total` is the number of matches. */
  constructor(parts: readonly SortedNumbers[], total: number) {
    this.#parts = parts.filter(({ length }) => length > 0);
    this.known = this.#parts.reduce((sum, { length }) => sum + length, 0);
    this.unknown = total - this.known;
  }

  /** The value at a rank, from 0 to `known` - 1. */
  valueAtRank(rank: number): number {
    if (this.#parts.length === 1) return this.#parts[0].at(rank);
    let min = Infinity;
    for (const part of this.#parts) {
      // The lowest value of the segment whose rank is at least `rank`.
      const index = partitionPoint(0, part.length, (at) => this.countAtMost(part.at(at)) > rank);
      if (index < part.length) min = Math.min(min, part.at(index));
    }
    return min;
  }

  countBelow(bound: number): number {
    return this.#parts.reduce((sum, part) => sum + part.countBelow(bound), 0);
  }

  countAtMost(bound: number): number {
    return this.#parts.reduce((sum, part) => sum + part.countAtMost(bound), 0);
  }

  /** Matches by value, ascending, for columns with few values. */
  counts(): { readonly value: number; readonly count: number }[] {
    const counts: { value: number; count: number }[] = [];
    // The number of values counted so far, by segment.
    let counted = this.#parts.map(() => 0);
    for (let left = this.known; left > 0;) {
      const heads = this.#parts.map((part, i) => (counted[i] < part.length ? part.at(counted[i]) : Infinity));
      const value = Math.min(...heads);
      const next = this.#parts.map((part) => part.countAtMost(value));
      const count = next.reduce((sum, place, i) => sum + place - counted[i], 0);
      counts.push({ value, count });
      counted = next;
      left -= count;
    }
    return counts;
  }
}
