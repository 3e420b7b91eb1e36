// What one way of searching found in one segment: how many rows, and the way to draw them in the query's order.
import type { SortedRow } from '../collect/sort-rows.ts';

export interface Cursor {
  /** Exact, without dead rows. */
  readonly total: number;
  /** From the row with the number `skip` on, counted from 0, and up to but not including number `limit`. */
  iterate(skip: number, limit: number): Iterator<SortedRow>;
}
