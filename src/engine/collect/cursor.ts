// The result of searching one segment: the number of matching rows, and an iterator over them in the query's order.

/** A row and its sort key. Lower comes first; Infinity is unknown. */
export interface SortedRow {
  readonly row: number;
  readonly sortKey: number;
}

export interface RowCursor {
  /** Exact, without deleted rows. */
  readonly total: number;
  /** The matching rows [`skip`, `limit`), 0-based. */
  iterate(skip: number, limit: number): Iterator<SortedRow>;
}

/** The iterator after the first `skip` rows. */
export function after(skip: number, order: Iterator<SortedRow>): Iterator<SortedRow> {
  for (let i = 0; i < skip; i++) order.next();
  return order;
}
