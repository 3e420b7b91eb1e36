// What one way of searching found in one segment: how many rows, and the way to draw them in the query's order.
import type { OrderedRow } from './ordered-rows.ts';

export interface FoundRows {
  /** Exact, without dead rows. */
  readonly total: number;
  /** From the row with the number `skip` on, counted from 0, and up to but not including number `most`. */
  draw(skip: number, most: number): Iterator<OrderedRow>;
}
