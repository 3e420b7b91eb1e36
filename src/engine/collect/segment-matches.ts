// The matching rows of one segment as a list, as a bitmap, or known to be all rows. Each form is made lazily.
import { partitionPoint } from '../../binary-search.ts';
import {
  countCommonSparse,
  fullBitmap,
  difference,
  emptyBitmap,
  bitmapToRows,
  popcount,
  setBit,
  setRows,
  toSparse,
  trailingZeros,
  type Bitmap,
  type SparseBitmap,
} from '../postings/bitmap.ts';
import type { GeoPointColumn } from '../columns/geo-point-column.ts';
import type { ByteOrdinals, NumberColumn } from '../columns/number-column.ts';
import type { RowSet } from '../query/planner.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { countInBitmap, intersectRows, gallop } from '../postings/row-lists.ts';
import type { KeywordColumn } from '../columns/keyword-column.ts';

/** Some numbers in ascending order. */
export interface SortedNumbers {
  readonly length: number;
  at(index: number): number;
  countBelow(bound: number): number;
  countAtMost(bound: number): number;
}

/** Inclusive. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** If fewer than one row in this many matches, sorting their values is faster than a bitmap of all positions. */
const SORTED_SHARE = 1024;
/** If a list has more rows per match than this, finding each match in the list is faster than testing all its rows. */
const GALLOP_SHARE = 16;

export class SegmentMatches {
  readonly total: number;
  readonly #rowSet: RowSet;
  readonly #size: number;
  #rows: Uint32Array | undefined;
  #others: Uint32Array | undefined;
  #bitmap: Bitmap | undefined;
  #sparse: SparseBitmap | undefined;
  readonly #positions = new Map<NumberColumn, Bitmap>();

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
    // Bitmaps take a step per word, a list takes one per match.
    if (column.distinct * (this.#size >>> 5) < this.total) {
      for (let ordinal = 0; ordinal < counts.length; ordinal++) {
        counts[ordinal] = column.countIn(ordinal, this.#asBitmap());
      }
      return counts;
    }
    const { ordinals } = column;
    if (this.#rowSet.kind === 'bitmap' && this.total * 2 > this.#size) {
      // Fewer rows fail to match than match, so those are subtracted.
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
      return {
        length: column.known,
        at: (index) => column.valueOr(column.rowAt(index), NaN),
        countBelow: (bound) => column.lowerBound(bound),
        countAtMost: (bound) => column.upperBound(bound),
      };
    }
    if (column.isSortedByRow) {
      const rows = this.asList();
      return valuesOf(column, rows.subarray(0, gallop(rows, column.known, 0)));
    }
    if (column.byteOrdinals !== undefined) return this.#numbersByValue(column.byteOrdinals);
    if (this.#isSmall) return sortedValues(column, this.asList());
    return new NumbersByPosition(column, this.#positionsIn(column));
  }

  /** The known values of a column in the matching rows with a value of column `by` within a range, sorted. */
  sortedNumbersWithin(column: NumberColumn, by: NumberColumn, { min, max }: NumberRange): SortedNumbers {
    if (this.#isSmall)
      return sortedValues(
        column,
        this.asList().filter((row) => by.valueOr(row, NaN) >= min && by.valueOr(row, NaN) <= max),
      );
    const matching = this.#positionsIn(by);
    const positions = column.isSortedByRow ? undefined : column.positions;
    const bitmap = emptyBitmap(column.size);
    const [from, to] = [by.lowerBound(min), by.upperBound(max)];
    for (let i = from >>> 5; i * 32 < to; i++) {
      let word = matching[i];
      if (i === from >>> 5) word &= -1 << (from & 31);
      if (to - i * 32 < 32) word &= ~(-1 << (to & 31));
      for (; word !== 0; word &= word - 1) {
        const row = by.rowAt(i * 32 + trailingZeros(word));
        setBit(bitmap, positions === undefined ? row : positions[row]);
      }
    }
    return new NumbersByPosition(column, bitmap);
  }

  get #isSmall(): boolean {
    return this.total * SORTED_SHARE < this.#size;
  }

  /** The positions of the matching rows in the column's order. */
  #positionsIn(column: NumberColumn): Bitmap {
    let bitmap = this.#positions.get(column);
    if (bitmap === undefined) {
      bitmap = emptyBitmap(this.#size);
      const { positions } = column;
      const rows = this.asList();
      for (let i = 0; i < rows.length; i++) setBit(bitmap, positions[rows[i]]);
      this.#positions.set(column, bitmap);
    }
    return bitmap;
  }

  /** The number of `rows`, which must ascend, that match. */
  countOf(rows: Uint32Array): number {
    if (this.total === this.#size) return rows.length;
    return this.#rowSet.kind === 'list'
      ? intersectRows(rows, this.#rowSet.rows).length
      : countInBitmap(rows, this.#rowSet.bitmap);
  }

  /** The number of matches with each of a list of tags whose index is given. */
  countTags(text: InvertedIndex, tags: readonly string[], indices: readonly number[]): number[] {
    if (this.total < this.#size) {
      const byRow = text.termsByRow(tags).value;
      // A list takes a step per term of its rows, bitmaps take one per word of each tag.
      if (this.total * byRow.perRow < indices.length * Math.min(this.#size >>> 5, this.total)) {
        const counts = byRow.count(this.asList());
        return indices.map((index) => counts[index]);
      }
    }
    const terms = text.findAll(tags);
    return indices.map((index) => this.#countTag(text, terms[index]));
  }

  /** The number of matches with a tag, by its number (-1: none). A tag's rows ascend, because all have the same impact. */
  #countTag(text: InvertedIndex, term: number): number {
    if (term < 0) return 0;
    const rows = text.unsortedPostings(term);
    if (this.total === this.#size) return rows.length;
    if (text.hasBitmap(term)) {
      this.#sparse ??= toSparse(this.#asBitmap());
      return countCommonSparse(this.#sparse, text.cachedBitmap(term));
    }
    return this.total * GALLOP_SHARE < rows.length
      ? this.countOf(rows)
      : countInBitmap(rows, this.#asBitmap());
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

  /** Counts the matches with each value of a column that has few values, instead of sorting rows. */
  #numbersByValue({ ordinals, values }: ByteOrdinals): SortedNumbers {
    // The last element counts rows without a value.
    const counts = new Uint32Array(values.length + 1);
    const rows = this.asList();
    for (let i = 0; i < rows.length; i++) counts[ordinals[rows[i]]]++;
    const ends = new Uint32Array(values.length);
    let length = 0;
    for (let i = 0; i < ends.length; i++) ends[i] = length += counts[i];
    const endOf = (value: number): number => (value === 0 ? 0 : ends[value - 1]);
    return {
      length,
      at: (index) => values[gallop(ends, index + 1, 0)],
      countBelow: (bound) => endOf(partitionPoint(0, values.length, (at) => values[at] >= bound)),
      countAtMost: (bound) => endOf(partitionPoint(0, values.length, (at) => values[at] > bound)),
    };
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
  return {
    length,
    at: (index) => known[index],
    countBelow: (bound) => partitionPoint(0, length, (at) => known[at] >= bound),
    countAtMost: (bound) => partitionPoint(0, length, (at) => known[at] > bound),
  };
}

/** The values of rows that are sorted by value. */
function valuesOf(column: NumberColumn, rows: Uint32Array): SortedNumbers {
  return {
    length: rows.length,
    at: (index) => column.valueOr(rows[index], NaN),
    countBelow: (bound) => gallop(rows, column.lowerBound(bound), 0),
    countAtMost: (bound) => gallop(rows, column.upperBound(bound), 0),
  };
}

/** The known values at some positions of a column's order. O(positions / 32), and O(log) for each value. */
class NumbersByPosition implements SortedNumbers {
  readonly length: number;
  readonly #column: NumberColumn;
  readonly #bitmap: Bitmap;
  /** By word of the bitmap, how many precede it. */
  readonly #before: Uint32Array;

  /** `bitmap` may contain positions of rows without a value, which are the last. */
  constructor(column: NumberColumn, bitmap: Bitmap) {
    const { known } = column;
    this.#before = new Uint32Array((known + 31) >>> 5);
    let length = 0;
    for (let i = 0; i < this.#before.length; i++) {
      this.#before[i] = length;
      length += popcount(known - i * 32 < 32 ? bitmap[i] & ~(-1 << (known & 31)) : bitmap[i]);
    }
    this.length = length;
    this.#column = column;
    this.#bitmap = bitmap;
  }

  at(index: number): number {
    const before = this.#before;
    const at = partitionPoint(1, before.length, (later) => before[later] > index) - 1;
    let word = this.#bitmap[at];
    for (let skipped = before[at]; skipped < index; skipped++) word &= word - 1;
    return this.#column.valueOr(this.#column.rowAt(at * 32 + trailingZeros(word)), NaN);
  }

  countBelow(bound: number): number {
    return this.#countBefore(this.#column.lowerBound(bound));
  }

  countAtMost(bound: number): number {
    return this.#countBefore(this.#column.upperBound(bound));
  }

  #countBefore(position: number): number {
    const word = position >>> 5;
    if (position === this.#column.known) return this.length;
    return this.#before[word] + popcount(this.#bitmap[word] & ~(-1 << (position & 31)));
  }
}
