// A radius as a filter. Its points are ranges, because neighbouring points on a parallel have adjacent numbers, and so have their
// rows in the order of points.
import { emptyBitmap, setBitRange, setRows, type Bitmap } from '../postings/bitmap.ts';
import { filterByOrdinalBits, sortRowList } from '../postings/row-lists.ts';
import type { CompiledFilter } from '../query/compiled-filter.ts';
import type { GeoPointColumnData } from './build-geo-points.ts';

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
