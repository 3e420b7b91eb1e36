// A radius as a filter: the points within it as ranges, since points that are near each other on a parallel have adjacent
// numbers, and so have their rows in the order of points.
import { emptyBitmap, setBitRange, setRows, type Bitmap } from '../postings/bitmap.ts';
import { filterByOrdinalBits, sortRowList } from '../postings/row-lists.ts';
import type { CompiledFilter } from '../query/compiled-filter.ts';
import type { GeoPointColumnData } from './build-geo-points.ts';

/** Ranges of points, ascending and not adjacent. */
export class PointRanges {
  /** The first point of a range, then its end, exclusive. */
  #bounds = new Uint32Array(256);
  #length = 0;

  /** Number of ranges. */
  get length(): number {
    return this.#length >>> 1;
  }

  firstOf(range: number): number {
    return this.#bounds[2 * range];
  }

  endOf(range: number): number {
    return this.#bounds[2 * range + 1];
  }

  /** Adds the points [`first`, `end`), which come after all others. */
  add(first: number, end: number): void {
    if (this.#length > 0 && this.#bounds[this.#length - 1] === first) {
      this.#bounds[this.#length - 1] = end;
      return;
    }
    if (this.#length === this.#bounds.length) {
      const longer = new Uint32Array(2 * this.#bounds.length);
      longer.set(this.#bounds);
      this.#bounds = longer;
    }
    this.#bounds[this.#length++] = first;
    this.#bounds[this.#length++] = end;
  }
}

export class RadiusFilter implements CompiledFilter {
  readonly isEstimateExact = true;
  readonly rowRange = undefined;
  readonly isSlice = false;
  readonly estimate: number;
  /** The points within the radius. */
  readonly ranges: PointRanges;
  readonly #data: GeoPointColumnData;

  constructor(data: GeoPointColumnData, ranges: PointRanges) {
    this.#data = data;
    this.ranges = ranges;
    let count = 0;
    for (let i = 0; i < ranges.length; i++) {
      count += data.starts[ranges.endOf(i)] - data.starts[ranges.firstOf(i)];
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
    const { rows, starts, pointIds } = this.#data;
    const all = new Uint32Array(this.estimate);
    let filled = 0;
    for (let i = 0; i < this.ranges.length; i++) {
      const found = rows.subarray(starts[this.ranges.firstOf(i)], starts[this.ranges.endOf(i)]);
      all.set(found, filled);
      filled += found.length;
    }
    return sortRowList([all], pointIds.length);
  }

  filterRows(rows: Uint32Array): Uint32Array {
    const inside = emptyBitmap(this.#data.lats.length);
    for (let i = 0; i < this.ranges.length; i++) {
      setBitRange(inside, this.ranges.firstOf(i), this.ranges.endOf(i));
    }
    return filterByOrdinalBits(rows, this.#data.pointIds, inside);
  }

  bitmap(): Bitmap {
    const { rows, starts } = this.#data;
    const bitmap = emptyBitmap(this.#data.pointIds.length);
    for (let i = 0; i < this.ranges.length; i++) {
      setRows(bitmap, rows, starts[this.ranges.firstOf(i)], starts[this.ranges.endOf(i)]);
    }
    return bitmap;
  }
}
