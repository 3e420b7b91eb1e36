// What one way of searching found in one segment: how many rows, and the way to draw them in the query's order.

/** A row and what it is sorted by: lower comes first, Infinity is unknown. */
export interface SortedRow {
  readonly row: number;
  readonly sortKey: number;
}

export interface Cursor {
  /** Exact, without dead rows. */
  readonly total: number;
  /** From the row with the number `skip` on, counted from 0, and up to but not including number `limit`. */
  iterate(skip: number, limit: number): Iterator<SortedRow>;
}

/** The rows of an order without the first `skip`. */
export function after(skip: number, order: Iterator<SortedRow>): Iterator<SortedRow> {
  for (let i = 0; i < skip; i++) order.next();
  return order;
}
