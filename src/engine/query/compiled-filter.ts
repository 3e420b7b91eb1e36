// The interface between filters and the planner, which starts from the filter with the fewest rows and narrows them by the
// others, as a list or as a bitmap.
import { type Bitmap } from '../postings/bitmap.ts';
import { type SupersetMask, type Mask, type RowRange } from './masks.ts';

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
