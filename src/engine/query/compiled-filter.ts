// What every kind of filter can do for the planner. The planner picks the filter that keeps fewest rows, and lets
// the others thin out what that one left, as a list or as a bitmap.
import type { Bitmap } from '../postings/bitmap.ts';
import type { SupersetMask, Mask, RowRange } from './masks.ts';

/** One filter of a query, compiled for one segment. It knows nothing of dead rows. */
export interface CompiledFilter {
  /** Upper bound of the rows it keeps; cheap to know. Zero means none. */
  readonly estimate: number;
  /** Whether the estimate is the number of rows itself. */
  readonly isEstimateExact: boolean;
  /** Whether `filterRows` takes a part out of a list as it is, without a look at each row. */
  readonly isSlice: boolean;
  /** The rows it keeps where they follow each other; undefined where they need not. */
  readonly rowRange: RowRange | undefined;
  /** Bitmaps of its column that say which rows it keeps; undefined where none lie ready. */
  exactMask(): Mask | undefined;
  /** Bitmaps of its column that keep a few rows too many, and those rows; undefined where none lie near enough. */
  supersetMask(): SupersetMask | undefined;
  /** The rows it keeps, ascending. May be shared with the segment: not to be written to. */
  rows(): Uint32Array;
  /** Those of `rows` that it keeps. */
  filterRows(rows: Uint32Array): Uint32Array;
  /** The rows it keeps as a bitmap. May be shared with the segment: not to be written to. */
  bitmap(): Bitmap;
}
