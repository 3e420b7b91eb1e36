// What every kind of filter offers the planner, which starts from the filter with the fewest rows and narrows these
// by the others, as a list or as a bitmap.
import type { Bitmap } from '../postings/bitmap.ts';
import type { SupersetMask, Mask, RowRange } from './masks.ts';

/** One filter of a query, compiled for one segment. It ignores deletions. */
export interface CompiledFilter {
  /** Upper bound of its number of rows, cheap to compute. Zero: no rows. */
  readonly estimate: number;
  /** Whether the estimate is exact. */
  readonly isEstimateExact: boolean;
  /** Whether `filterRows` slices a list without reading each row. */
  readonly isSlice: boolean;
  /** Its rows, if they are a range of row numbers; else undefined. */
  readonly rowRange: RowRange | undefined;
  /** Its rows as cached bitmaps; undefined if there are none. */
  exactMask(): Mask | undefined;
  /** A superset of its rows as cached bitmaps, with the false positives; undefined if none is close enough. */
  supersetMask(): SupersetMask | undefined;
  /** Its rows, ascending. May be shared with the segment: not to be modified. */
  rows(): Uint32Array;
  /** Those of `rows` that pass. */
  filterRows(rows: Uint32Array): Uint32Array;
  /** Its rows as a bitmap. May be shared with the segment: not to be modified. */
  bitmap(): Bitmap;
}

/** The first of those with the lowest estimate; undefined if there are none. */
export function fewestRows(filters: readonly CompiledFilter[]): CompiledFilter | undefined {
  let fewest: CompiledFilter | undefined;
  for (const filter of filters)
    if (fewest === undefined || filter.estimate < fewest.estimate) fewest = filter;
  return fewest;
}
