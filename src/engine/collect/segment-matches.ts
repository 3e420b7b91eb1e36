// The matching rows of one segment as a list, as a bitmap, or known to be all rows. Each form is made at its first use. Also
// the order statistics of such matches over all segments.
import {
  countCommonSparse,
  fullBitmap,
  difference,
  emptyBitmap,
  bitmapToRows,
  setRows,
  toSparse,
  type Bitmap,
  type SparseBitmap,
} from '../postings/bitmap.ts';
import type { GeoPointColumn } from '../columns/geo-point-column.ts';
import type { ByteOrdinals, NumberColumn } from '../columns/number-column.ts';
import type { RowSet } from '../query/planner.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { countInBitmap, intersectRows, gallop, filterByBitmap } from '../postings/row-lists.ts';
import type { KeywordColumn } from '../columns/keyword-column.ts';

/** Some numbers in ascending order. */
export interface SortedNumbers {
  readonly length: number;
  at(index: number): number;
}

/** Inclusive. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** With fewer matches than one row in this many, sorting their values is faster than walking the whole order. */
const SORTED_SHARE = 64;

export class SegmentMatches {
  readonly total: number;
  readonly #rowSet: RowSet;
  readonly #size: number;
  #rows: Uint32Array | undefined;
  #others: Uint32Array | undefined;
  #bitmap: Bitmap | undefined;
  #sparse: SparseBitmap | undefined;
  readonly #ordered = new Map<NumberColumn, Uint32Array>();

  /** `size` is the number of rows of the segment, deleted ones included. */
  constructor(rowSet: RowSet, size: number) {
    this.#rowSet = rowSet;
    this.#size = size;
    this.total = rowSet.total;
  }

  /** Number of matches by ordinal. */
  countOrdinals(column: KeywordColumn): Uint32Array {
    const counts = new Uint32Array(column.distinct);
    if (this.total === this.#size) {
      for (let ordinal = 0; ordinal < counts.length; ordinal++) counts[ordinal] = column.rowCount(ordinal);
      return counts;
    }
    // Bitmaps take a step for each of their words, a list one for each match.
    if (column.distinct * (this.#size >>> 5) < this.total) {
      for (let ordinal = 0; ordinal < counts.length; ordinal++) {
        counts[ordinal] = column.countIn(ordinal, this.#asBitmap());
      }
      return counts;
    }
    const { ordinals } = column;
    if (this.#rowSet.kind === 'bitmap' && this.total * 2 > this.#size) {
      // Fewer rows do not match than do, so those are subtracted.
      for (let ordinal = 0; ordinal < counts.length; ordinal++) counts[ordinal] = column.rowCount(ordinal);
      const others = this.#asOthers(this.#rowSet.bitmap);
      for (let i = 0; i < others.length; i++) counts[ordinals[others[i]]]--;
      return counts;
    }
    const rows = this.asList();
    for (let i = 0; i < rows.length; i++) counts[ordinals[rows[i]]]++;
    return counts;
  }

  /** The known values of a column in the matching rows, sorted. */
  sortedNumbers(column: NumberColumn): SortedNumbers {
    if (this.total === this.#size) {
      return { length: column.known, at: (index) => column.valueOr(column.rowAt(index), NaN) };
    }
    if (column.isSortedByRow) {
      const rows = this.asList();
      return valuesOf(column, rows.subarray(0, gallop(rows, column.known, 0)));
    }
    if (column.byteOrdinals !== undefined) return this.#numbersByValue(column.byteOrdinals);
    return this.#isMany ? valuesOf(column, this.#inOrder(column)) : sortedValues(column, this.asList());
  }

  /** The same of the rows whose value in another column is in each of some ranges, which ascend and do not overlap. */
  sortedNumbersWithin(
    column: NumberColumn,
    by: NumberColumn,
    ranges: readonly NumberRange[],
  ): SortedNumbers[] {
    const rows = this.#isMany ? this.#inOrder(column) : this.asList();
    // Of each row, its range; behind the last one are those of none.
    const ranks = new Uint8Array(rows.length);
    const ends = new Uint32Array(ranges.length + 1);
    for (let i = 0; i < rows.length; i++) {
      const value = by.valueOr(rows[i], NaN);
      let rank = 0;
      while (rank < ranges.length && !(value <= ranges[rank].max)) rank++;
      if (rank < ranges.length && value < ranges[rank].min) rank = ranges.length;
      ranks[i] = rank;
      ends[rank]++;
    }
    for (let rank = 1; rank < ends.length; rank++) ends[rank] += ends[rank - 1];
    const places = Uint32Array.of(0, ...ends);
    const grouped = new Uint32Array(rows.length);
    for (let i = 0; i < rows.length; i++) grouped[places[ranks[i]]++] = rows[i];
    return ranges.map((_, rank) => {
      const some = grouped.subarray(rank === 0 ? 0 : ends[rank - 1], ends[rank]);
      return this.#isMany ? valuesOf(column, some) : sortedValues(column, some);
    });
  }

  get #isMany(): boolean {
    return this.total * SORTED_SHARE > this.#size;
  }

  /** The rows with a value, in the column's order. */
  #inOrder(column: NumberColumn): Uint32Array {
    let rows = this.#ordered.get(column);
    if (rows === undefined) {
      const all = column.slice(0, column.known);
      rows = this.total === this.#size ? all : filterByBitmap(all, this.#asBitmap());
      this.#ordered.set(column, rows);
    }
    return rows;
  }

  /** How many of `rows`, which ascend, match. */
  countOf(rows: Uint32Array): number {
    if (this.total === this.#size) return rows.length;
    return this.#rowSet.kind === 'list'
      ? intersectRows(rows, this.#rowSet.rows).length
      : countInBitmap(rows, this.#rowSet.bitmap);
  }

  /** How many rows with a tag match, by its number, -1 for none. The tag's rows ascend, because all have the same impact. */
  countTag(text: InvertedIndex, term: number): number {
    if (term < 0) return 0;
    if (this.total < this.#size && text.hasBitmap(term)) {
      this.#sparse ??= toSparse(this.#asBitmap());
      return countCommonSparse(this.#sparse, text.cachedBitmap(term));
    }
    return this.countOf(text.unsortedPostings(term));
  }

  /** Number of matches by point. */
  countPoints({ pointIds, byPoint, distinct }: GeoPointColumn): Uint32Array {
    const { starts } = byPoint;
    const counts = new Uint32Array(distinct);
    if (this.total === this.#size) {
      for (let point = 0; point < distinct; point++) counts[point] = starts[point + 1] - starts[point];
      return counts;
    }
    const rows = this.asList();
    for (let i = 0; i < rows.length; i++) counts[pointIds[rows[i]]]++;
    return counts;
  }

  /** The matching rows, ascending. */
  asList(): Uint32Array {
    this.#rows ??=
      this.#rowSet.kind === 'list' ? this.#rowSet.rows : bitmapToRows(this.#rowSet.bitmap, this.total);
    return this.#rows;
  }

  /** Counts the matches with each value of a column that has few, instead of sorting rows. */
  #numbersByValue({ ordinals, values }: ByteOrdinals): SortedNumbers {
    // The last counts rows without a value.
    const counts = new Uint32Array(values.length + 1);
    const rows = this.asList();
    for (let i = 0; i < rows.length; i++) counts[ordinals[rows[i]]]++;
    const ends = new Uint32Array(values.length);
    let length = 0;
    for (let i = 0; i < ends.length; i++) ends[i] = length += counts[i];
    return { length, at: (index) => values[gallop(ends, index + 1, 0)] };
  }

  /** The rows that do not match. */
  #asOthers(bitmap: Bitmap): Uint32Array {
    this.#others ??= bitmapToRows(difference(fullBitmap(this.#size), bitmap), this.#size - this.total);
    return this.#others;
  }

  #asBitmap(): Bitmap {
    if (this.#rowSet.kind === 'bitmap') return this.#rowSet.bitmap;
    if (this.#bitmap === undefined) {
      this.#bitmap = emptyBitmap(this.#size);
      setRows(this.#bitmap, this.#rowSet.rows);
    }
    return this.#bitmap;
  }
}

/** The known values of rows in any order. */
function sortedValues(column: NumberColumn, rows: Uint32Array): SortedNumbers {
  const known = Float64Array.from(rows, (row) => column.valueOr(row, NaN)).sort();
  // NaN sorts last.
  let { length } = known;
  while (length > 0 && Number.isNaN(known[length - 1])) length--;
  return { length, at: (index) => known[index] };
}

/** The values of rows that are sorted by value. */
function valuesOf(column: NumberColumn, rows: Uint32Array): SortedNumbers {
  return { length: rows.length, at: (index) => column.valueOr(rows[index], NaN) };
}

// Order statistics of a number column's known values in all matches, over all segments: each is a few binary searches
// in the sorted values of the segments.

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

  /** Matches by value, ascending. O(values × segments × log rows), for columns with few values. */
  counts(): { readonly value: number; readonly count: number }[] {
    const counts: { value: number; count: number }[] = [];
    // By segment, how many values are counted.
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

/** The first index at which `isFar` holds, as it must at all later ones; the length if there is none. */
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
