// The interface between filters and the planner, which starts from the filter with the fewest rows and narrows them by the
// others, as a list or as a bitmap.
import { type Bitmap, hasBit } from '../postings/bitmap.ts';
import { type SupersetMask, type Mask, type RowRange, intersectRanges } from './masks.ts';

/** One filter of a query, compiled for one segment. It ignores deletions. */
export interface CompiledFilter {
  /** Upper bound of the number of rows, cheap to compute. Zero means no rows. */
  readonly estimate: number;
  /** Whether the estimate is exact. */
  readonly isEstimateExact: boolean;
  /** Whether `filterRows` slices a list without reading each row. */
  readonly isSlice: boolean;
  /** The filter's rows as a range of row numbers; undefined if they are not one. */
  readonly rowRange: RowRange | undefined;
  /** The filter's rows as cached bitmaps; undefined if there are none. */
  exactMask(): Mask | undefined;
  /** A superset of the filter's rows as cached bitmaps, with the false positives; undefined if none is close enough. */
  supersetMask(): SupersetMask | undefined;
  /** The filter's rows, ascending. May be shared with the segment: not to be modified. */
  rows(): Uint32Array;
  /** The `rows` that pass. */
  filterRows(rows: Uint32Array): Uint32Array;
  /** The filter's rows as a bitmap. May be shared with the segment: not to be modified. */
  bitmap(): Bitmap;
}

/** The first filter with the lowest estimate; undefined if there are no filters. */
export function fewestRows(filters: readonly CompiledFilter[]): CompiledFilter | undefined {
  let fewest: CompiledFilter | undefined;
  for (const filter of filters)
    if (fewest === undefined || filter.estimate < fewest.estimate) fewest = filter;
  return fewest;
}

// Tests single rows, if every filter has a cached mask or is a row range. Then no bitmap of a whole segment is needed.

export class RowPredicate {
  readonly masks: readonly Mask[];
  /** Rows outside this range fail; undefined means no limit. */
  readonly rowRange: RowRange | undefined;

  constructor(masks: readonly Mask[], rowRange?: RowRange) {
    this.masks = masks;
    this.rowRange = rowRange;
  }

  /** Undefined if a filter has neither a cached mask nor a row range. */
  static of(filters: readonly CompiledFilter[]): RowPredicate | undefined {
    const masks: Mask[] = [];
    let rowRange: RowRange | undefined;
    for (const filter of filters) {
      if (filter.rowRange !== undefined) {
        rowRange = rowRange === undefined ? filter.rowRange : intersectRanges(rowRange, filter.rowRange);
        continue;
      }
      const mask = filter.exactMask();
      if (mask === undefined) return undefined;
      masks.push(mask);
    }
    return new RowPredicate(masks, rowRange);
  }

  test(row: number): boolean {
    if (this.rowRange !== undefined && (row < this.rowRange.from || row >= this.rowRange.to)) return false;
    for (const { include, exclude } of this.masks) {
      if (!hasBit(include, row) || (exclude !== undefined && hasBit(exclude, row))) return false;
    }
    return true;
  }

  /** This predicate limited to the rows of `bitmap` (null: all). */
  and(bitmap: Bitmap | null): RowPredicate {
    return bitmap === null ? this : new RowPredicate([{ include: bitmap }, ...this.masks], this.rowRange);
  }
}
