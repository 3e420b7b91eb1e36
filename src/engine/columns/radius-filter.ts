// A radius as a filter. Its points are ranges, because neighbouring points on a parallel have adjacent numbers, and so have their
// rows in the order of points. Also the rows below a limit in that order.
import { emptyBitmap, setBitRange, setRows, type Bitmap, popcount } from '../postings/bitmap.ts';
import { filterByOrdinalBits, sortRowList } from '../postings/row-lists.ts';
import type { CompiledFilter } from '../query/compiled-filter.ts';
import type { GeoPointColumnData } from './build-geo-points.ts';
import { STEP_ITEMS, type Steps } from '../time-slices.ts';
import { intersectWord, type Mask, type RowRange } from '../query/masks.ts';

/** Ranges of points, ascending and not adjacent. */
export class PointRanges {
  /** The first point of a range, then its end, exclusive. */
  readonly #bounds: number[] = [];

  /** Number of ranges. */
  get length(): number {
    return this.#bounds.length >>> 1;
  }

  firstOf(range: number): number {
    return this.#bounds[2 * range];
  }

  endOf(range: number): number {
    return this.#bounds[2 * range + 1];
  }

  /** Adds the points [`first`, `end`), which come after all others. */
  add(first: number, end: number): void {
    const { length } = this.#bounds;
    if (length > 0 && this.#bounds[length - 1] === first) this.#bounds[length - 1] = end;
    else this.#bounds.push(first, end);
  }
}

export class RadiusFilter implements CompiledFilter {
  readonly isEstimateExact = true;
  readonly rowRange = undefined;
  readonly isSlice = false;
  readonly estimate: number;
  /** The points within the radius. */
  readonly #ranges: PointRanges;
  /** Their rows' positions in the order of points: the start and the end of each range in turn. */
  readonly positions: Uint32Array;
  readonly #data: GeoPointColumnData;

  constructor(data: GeoPointColumnData, ranges: PointRanges) {
    this.#data = data;
    this.#ranges = ranges;
    this.positions = new Uint32Array(2 * ranges.length);
    let count = 0;
    for (let i = 0; i < ranges.length; i++) {
      const start = (this.positions[2 * i] = data.starts[ranges.firstOf(i)]);
      const end = (this.positions[2 * i + 1] = data.starts[ranges.endOf(i)]);
      count += end - start;
    }
    this.estimate = count;
  }

  exactMask(): undefined {
    return undefined;
  }

  supersetMask(): undefined {
    return undefined;
  }

  rows(): Uint32Array {
    const { rows, pointIds } = this.#data;
    const all = new Uint32Array(this.estimate);
    let filled = 0;
    for (let i = 0; i < this.positions.length; i += 2) {
      const found = rows.subarray(this.positions[i], this.positions[i + 1]);
      all.set(found, filled);
      filled += found.length;
    }
    return sortRowList([all], pointIds.length);
  }

  filterRows(rows: Uint32Array): Uint32Array {
    const inside = emptyBitmap(this.#data.lats.length);
    for (let i = 0; i < this.#ranges.length; i++) {
      setBitRange(inside, this.#ranges.firstOf(i), this.#ranges.endOf(i));
    }
    return filterByOrdinalBits(rows, this.#data.pointIds, inside);
  }

  bitmap(): Bitmap {
    const { rows } = this.#data;
    const bitmap = emptyBitmap(this.#data.pointIds.length);
    for (let i = 0; i < this.positions.length; i += 2) {
      setRows(bitmap, rows, this.positions[i], this.positions[i + 1]);
    }
    return bitmap;
  }
}

// Finds which rows are below a limit, as bitmaps in another order of the rows. Rows are numbered by the tie-breaker, a price, so
// a maximum price is a limit of rows: the cars below it are counted 32 at a time in the order of points. Bitmaps exist for a few
// limits; rows between two limits are tested.

/** Number of steps between limits. The bitmaps take four bytes per row, and about one row in 32 must be tested. */
const STEPS = 32;

export class RowSteps {
  readonly #rows: Uint32Array;
  readonly #rowsPerStep: number;
  /** For each limit, in steps: the positions of the rows below it. There is one more than there are steps. */
  readonly #below: readonly Bitmap[];

  private constructor(rows: Uint32Array, rowsPerStep: number, below: readonly Bitmap[]) {
    this.#rows = rows;
    this.#rowsPerStep = rowsPerStep;
    this.#below = below;
  }

  /** `rows` must contain each row once. */
  static *build(rows: Uint32Array): Steps<RowSteps> {
    const rowsPerStep = Math.max(1, Math.ceil(rows.length / STEPS));
    const below = Array.from({ length: STEPS + 1 }, () => emptyBitmap(rows.length));
    for (let position = 0; position < rows.length; position++) {
      const step = Math.floor(rows[position] / rowsPerStep);
      below[step + 1][position >>> 5] |= 1 << (position & 31);
      if (position % STEP_ITEMS === 0) yield;
    }
    for (let step = 1; step <= STEPS; step++) {
      const [lower, bitmap] = [below[step - 1], below[step]];
      for (let at = 0; at < bitmap.length; at++) bitmap[at] |= lower[at];
      yield;
    }
    return new RowSteps(rows, rowsPerStep, below);
  }

  /** Number of positions in [`start`, `end`) that pass all masks and whose row is in the range. */
  count(masks: readonly Mask[], start: number, end: number, { from, to }: RowRange): number {
    const below = this.#countBelow(masks, start, end, to);
    return from === 0 ? below : below - this.#countBelow(masks, start, end, from);
  }

  #countBelow(masks: readonly Mask[], start: number, end: number, limit: number): number {
    const step = Math.min(STEPS - 1, Math.floor(limit / this.#rowsPerStep));
    const [lower, upper] = [this.#below[step], this.#below[step + 1]];
    const rows = this.#rows;
    let count = 0;
    for (let at = start >>> 5; at << 5 < end; at++) {
      const word = intersectWord(masks, at, start, end);
      count += popcount(word & lower[at]);
      for (let rest = word & upper[at] & ~lower[at]; rest !== 0; rest &= rest - 1) {
        // The sign bit counts, instead of a branch that is mispredicted half of the time.
        count += (rows[(at << 5) + 31 - Math.clz32(rest & -rest)] - limit) >>> 31;
      }
    }
    return count;
  }
}
