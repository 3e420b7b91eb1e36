// A column of numbers (a price, a year): the value of each row, and the rows sorted by value. A range is a slice of that order.
// Its bitmap is the difference of two precomputed cumulative bitmaps with a short correction, so the width of a range does not
// matter.
import { partitionPoint } from '../../binary-search.ts';
import { clearBit, difference, emptyBitmap, setBitRange, setRows, type Bitmap } from '../postings/bitmap.ts';
import type { CompiledFilter } from '../query/compiled-filter.ts';
import type { SupersetMask, Mask, RowRange } from '../query/masks.ts';
import { gallop, filterByOrdinals } from '../postings/row-lists.ts';
import { LazyValue, STEP_ITEMS, type Steps } from '../time-slices.ts';

/** 32-bit integers if all values fit, otherwise 64-bit floats. */
export type NumberArray = Int32Array | Float64Array;

/** Typed arrays only. */
export interface NumberColumnData {
  /** Unknown is NaN; in an Int32Array the smallest 32-bit integer, which no value may be. */
  readonly values: NumberArray;
  /**
   * Rows by ascending value, unknown ones last. Equal values go by ascending row, or by the schema's shuffle. Empty if the rows
   * themselves are in this order, as they are for the schema's tie-breaker.
   */
  readonly order: Uint32Array;
  /** Number of rows with a value. */
  readonly known: number;
}

const UNKNOWN_INT = -0x80000000;

/** Whether an Int32Array can hold the number and distinguish it from unknown. */
export function fitsInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 0x7fffffff;
}

/** The value that marks unknown. If it is NaN, test with `Number.isNaN`. */
export function unknownIn(values: NumberArray): number {
  return values instanceof Int32Array ? UNKNOWN_INT : NaN;
}

/** Whether values ascend by row, unknown ones last. */
export function isSortedByRow(values: NumberArray): boolean {
  const unknown = unknownIn(values);
  let last = -Infinity;
  let known = true;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (value === unknown || Number.isNaN(value)) known = false;
    else if (!known || value < last) return false;
    else last = value;
  }
  return true;
}

/**
 * Number of slices of the order with a cumulative bitmap: 64 cost 8 bytes a row. A column with at most this many
 * values (years, engine sizes) has one slice for each, so its ranges need no correction.
 */
const SLICES = 64;

/** A range-encoded bitmap index: for some positions of the order, the rows before them. */
export interface RangeEncodedBitmaps {
  /** Whether each slice holds the rows of one value. */
  readonly byValue: boolean;
  /** Ascending; the first is 0. */
  readonly positions: readonly number[];
  /** The rows before each position. */
  readonly bitmaps: readonly Bitmap[];
}

export class NumberColumn {
  /** Number of rows with a value. */
  readonly known: number;
  readonly #values: NumberArray;
  readonly #order: Uint32Array;
  readonly #integers: boolean;
  readonly #rangeBitmaps = new LazyValue(() => this.#buildRangeBitmaps());
  readonly #byteOrdinals = new LazyValue(() => this.#buildByteOrdinals());
  readonly #positions = new LazyValue(() => this.#buildPositions());

  /** Whether equal values are in the order of the schema's shuffle. */
  readonly isShuffled: boolean;

  constructor(data: NumberColumnData, { isShuffled = false } = {}) {
    this.isShuffled = isShuffled;
    this.#values = data.values;
    this.#order = data.order;
    this.#integers = data.values instanceof Int32Array;
    this.known = data.known;
  }

  get size(): number {
    return this.#values.length;
  }

  /** The value of a row, or `unknown` if it has none. */
  valueOr(row: number, unknown: number): number {
    const value = this.#values[row];
    if (this.#integers ? value === UNKNOWN_INT : Number.isNaN(value)) return unknown;
    return value;
  }

  /** Whether a row has a value from `min` to `max`. */
  isBetween(row: number, min: number, max: number): boolean {
    const value = this.#values[row];
    return value >= min && value <= max && !(this.#integers && value === UNKNOWN_INT);
  }

  /** Whether row numbers are in the order of this column. */
  get isSortedByRow(): boolean {
    return this.#order.length === 0;
  }

  /** The row at a position of the ascending order; from position `known` on, rows without a value. */
  rowAt(position: number): number {
    return this.isSortedByRow ? position : this.#order[position];
  }

  /** The first position of the ascending order whose value is at least `bound`; `known` if there is none. */
  lowerBound(bound: number): number {
    return partitionPoint(0, this.known, (at) => this.#values[this.rowAt(at)] >= bound);
  }

  /** The first position of the ascending order whose value is greater than `bound`; `known` if there is none. */
  upperBound(bound: number): number {
    return partitionPoint(0, this.known, (at) => this.#values[this.rowAt(at)] > bound);
  }

  /** The rows whose value is within both bounds, inclusive. */
  filter(min: number, max: number): CompiledFilter {
    return new RangeFilter(this, min, max);
  }

  /** The rows at positions [`from`, `to`), in order of value. May be shared with the column. */
  slice(from: number, to: number): Uint32Array {
    if (!this.isSortedByRow) return this.#order.subarray(from, to);
    const rows = new Uint32Array(to - from);
    for (let i = 0; i < rows.length; i++) rows[i] = from + i;
    return rows;
  }

  /** The `rows` whose value is from `min` to `max`. All rows with such values are at positions [`from`, `to`). */
  filterRowsByRange(rows: Uint32Array, from: number, to: number, min: number, max: number): Uint32Array {
    // In row order a range is a part of the list, found without reading values.
    if (this.isSortedByRow) return rows.subarray(gallop(rows, from, 0), gallop(rows, to, 0));
    const { byteOrdinals } = this;
    if (byteOrdinals !== undefined) return filterRowsByOrdinals(rows, byteOrdinals, min, max);
    const values = this.#values;
    // The smallest integer marks unknown; NaN is in no range anyway.
    const least = this.#integers ? Math.max(min, UNKNOWN_INT + 1) : min;
    const filtered = new Uint32Array(rows.length);
    let found = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const value = values[row];
      filtered[found] = row;
      // A sum instead of a branch, which would be mispredicted half of the time.
      found += Number(value >= least) & Number(value <= max);
    }
    return filtered.subarray(0, found);
  }

  /** The rows at positions [`from`, `to`) as a bitmap; not to be modified. O(size / 32 + size / SLICES). */
  sliceBitmap(from: number, to: number): Bitmap {
    if (this.isSortedByRow || to - from <= this.known / SLICES) {
      const few = emptyBitmap(this.size);
      if (this.isSortedByRow) setBitRange(few, from, to);
      else setRows(few, this.#order, from, to);
      return few;
    }
    // Rows before `to` minus rows before `from`, each taken from the nearest lower cumulative bitmap and corrected.
    const { positions, bitmaps: below } = this.rangeBitmaps;
    const upper = lastAtMost(positions, to);
    const lower = lastAtMost(positions, from);
    if (from === 0 && to === positions[upper]) return below[upper];
    const bitmap = lower === 0 ? below[upper].slice() : difference(below[upper], below[lower]);
    setRows(bitmap, this.#order, positions[upper], to);
    for (let i = positions[lower]; i < from; i++) clearBit(bitmap, this.#order[i]);
    return bitmap;
  }

  /** The rows at positions [`from`, `to`) as a mask of two cumulative bitmaps; undefined if these positions have none. */
  sliceMask(from: number, to: number): Mask | undefined {
    if (!this.isLowCardinality || from === to) return undefined;
    const { positions, bitmaps: below } = this.rangeBitmaps;
    const upper = lastAtMost(positions, to);
    const lower = lastAtMost(positions, from);
    if (positions[upper] !== to || positions[lower] !== from) return undefined;
    return lower === 0 ? { include: below[upper] } : { include: below[upper], exclude: below[lower] };
  }

  /** A superset of the rows at [`from`, `to`): the cumulative bitmaps around them. Undefined if a list is cheaper. */
  supersetMask(from: number, to: number): SupersetMask | undefined {
    if (this.isSortedByRow || to - from <= this.known / SLICES) return undefined;
    const { positions, bitmaps: below } = this.rangeBitmaps;
    const lower = lastAtMost(positions, from);
    let upper = lastAtMost(positions, to);
    if (positions[upper] < to) upper++;
    return {
      include: below[upper],
      exclude: lower === 0 ? undefined : below[lower],
      falsePositives: [
        this.#order.subarray(positions[lower], from),
        this.#order.subarray(to, positions[upper]),
      ],
    };
  }

  /** Precomputes what filters and sorts use. */
  *warm(): Steps<void> {
    if (this.isSortedByRow) return;
    yield* this.isShuffled ? this.#positions.warm() : this.#byteOrdinals.warm();
    yield* this.#rangeBitmaps.warm();
  }

  /** Each row's position in the ascending order. Built lazily. */
  get positions(): Uint32Array {
    return this.#positions.value;
  }

  /** Precomputes `positions`. */
  warmPositions(): Steps<void> {
    return this.#positions.warm();
  }

  /** Whether the column has so few values that each has its own slice of the cumulative bitmaps. */
  get isLowCardinality(): boolean {
    if (this.isSortedByRow) return false;
    const { byteOrdinals } = this;
    return byteOrdinals !== undefined && byteOrdinals.values.length <= SLICES;
  }

  /** The cumulative bitmaps, built lazily. A column in row order needs none. */
  get rangeBitmaps(): RangeEncodedBitmaps {
    return this.#rangeBitmaps.value;
  }

  /** `rows` in the column's ascending order. Sorting their positions is faster than sorting rows by value. */
  inOrder(rows: Uint32Array): Uint32Array {
    const { positions } = this;
    const sorted = rows.map((row) => positions[row]).sort();
    return sorted.map((position) => this.rowAt(position));
  }

  /** Each row's value as an index among the distinct values; undefined if there are more than a byte can number. */
  get byteOrdinals(): ByteOrdinals | undefined {
    return this.#byteOrdinals.value;
  }

  *#buildPositions(): Steps<Uint32Array> {
    const positions = new Uint32Array(this.size);
    for (let position = 0; position < positions.length; position++) {
      positions[this.rowAt(position)] = position;
      if (position % STEP_ITEMS === 0) yield;
    }
    return positions;
  }

  *#buildByteOrdinals(): Steps<ByteOrdinals | undefined> {
    // With ordinals alone, equal values would be in row order.
    if (this.isShuffled) return undefined;
    const starts = this.#valueStarts(MAX_BYTE_ORDINALS);
    if (starts === undefined) return undefined;
    const ordinals = new Uint8Array(this.size).fill(starts.length);
    for (let rank = 0; rank < starts.length; rank++) {
      const end = starts[rank + 1] ?? this.known;
      for (let position = starts[rank]; position < end; position++) {
        ordinals[this.rowAt(position)] = rank;
        if (position % STEP_ITEMS === 0) yield;
      }
    }
    return { ordinals, values: starts.map((start) => this.#values[this.rowAt(start)]) };
  }

  *#buildRangeBitmaps(): Steps<RangeEncodedBitmaps> {
    const step = Math.ceil(this.known / SLICES);
    const evenly = Array.from({ length: SLICES + 1 }, (_, i) => Math.min(i * step, this.known));
    const byValue = this.isShuffled ? undefined : this.#valueStarts(SLICES);
    const positions = byValue === undefined ? evenly : [...byValue, this.known];
    const all = [emptyBitmap(this.size)];
    for (let i = 1; i < positions.length; i++) {
      const bitmap = all[i - 1].slice();
      for (let from = positions[i - 1]; from < positions[i]; from += STEP_ITEMS) {
        setRows(bitmap, this.#order, from, Math.min(from + STEP_ITEMS, positions[i]));
        yield;
      }
      all.push(bitmap);
    }
    return { byValue: byValue !== undefined, positions, bitmaps: all };
  }

  /** The position at which each value begins; undefined if there are more than `limit` values. */
  #valueStarts(limit: number): number[] | undefined {
    const starts: number[] = [];
    for (let position = 0; position < this.known;) {
      if (starts.length === limit) return undefined;
      starts.push(position);
      position = this.upperBound(this.#values[this.rowAt(position)]);
    }
    return starts;
  }
}

/** Dictionary encoding of a column with few values, one byte a row. */
export interface ByteOrdinals {
  /** By row, the index of its value in `values`; `values.length` if unknown. */
  readonly ordinals: Uint8Array;
  /** Ascending. */
  readonly values: readonly number[];
}

const MAX_BYTE_ORDINALS = 255;

/** The `rows` whose value is within the bounds. One byte a row fits the processor's cache better than four or eight. */
function filterRowsByOrdinals(
  rows: Uint32Array,
  { ordinals, values }: ByteOrdinals,
  min: number,
  max: number,
): Uint32Array {
  const marks = Uint8Array.from([...values, NaN], (value) => (value >= min && value <= max ? 1 : 0));
  return filterByOrdinals(rows, ordinals, marks);
}

/** The index of the last number that is at most `bound`, as the first number must be. */
function lastAtMost(ascending: readonly number[], bound: number): number {
  return partitionPoint(1, ascending.length, (at) => ascending[at] > bound) - 1;
}

class RangeFilter implements CompiledFilter {
  readonly estimate: number;
  readonly isEstimateExact = true;
  readonly #column: NumberColumn;
  readonly #min: number;
  readonly #max: number;
  readonly #from: number;
  readonly #to: number;

  constructor(column: NumberColumn, min: number, max: number) {
    this.#column = column;
    this.#min = min;
    this.#max = max;
    this.#from = column.lowerBound(min);
    this.#to = Math.max(this.#from, column.upperBound(max));
    this.estimate = this.#to - this.#from;
  }

  rows(): Uint32Array {
    const rows = this.#column.slice(this.#from, this.#to);
    return this.#column.isSortedByRow ? rows : rows.slice().sort();
  }

  get isSlice(): boolean {
    return this.#column.isSortedByRow;
  }

  get rowRange(): RowRange | undefined {
    return this.#column.isSortedByRow ? { from: this.#from, to: this.#to } : undefined;
  }

  exactMask(): Mask | undefined {
    return this.#column.sliceMask(this.#from, this.#to);
  }

  supersetMask(): SupersetMask | undefined {
    return this.#column.supersetMask(this.#from, this.#to);
  }

  filterRows(rows: Uint32Array): Uint32Array {
    return this.#column.filterRowsByRange(rows, this.#from, this.#to, this.#min, this.#max);
  }

  bitmap(): Bitmap {
    return this.#column.sliceBitmap(this.#from, this.#to);
  }
}
