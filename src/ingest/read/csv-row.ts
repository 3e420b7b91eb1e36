// Rows of a table that are not records: totals, repeated headers, comments, and rows without a value.

/** A row's label instead of a vehicle. */
const LABEL =
  /^(?:(?:grand|sub|running)?[ -]?totals?\b.{0,40}|sum|average|avg|mean|count|end of (?:file|list|report|stock)|eof|[0-9]+ (?:records?|rows?|vehicles?|cars?|vans?|units?)):?$/i;
/** A number, an amount, or a count of something. */
const AMOUNT = /^[£$€]? ?[0-9][0-9.,]*(?: ?%|(?: ?[a-z]{1,10}){1,3})?$/i;

export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '');
}

/** Whether a row is a label with amounts, or few amounts without the first column's value. */
export function isTotalsRow(cells: readonly string[]): boolean {
  const [first = ''] = cells;
  const isLabelled = LABEL.test(first.trim());
  if (!isLabelled && first.trim() !== '') return false;
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isAmount = (cell: string): boolean => AMOUNT.test(cell);
  if (isLabelled || LABEL.test(values[0] ?? '')) return values.slice(1).every(isAmount);
  return values.length > 0 && values.length * 2 <= cells.length && values.every(isAmount);
}

/** Whether a row is marked as a comment. */
export function isComment([first = '']: readonly string[]): boolean {
  return /^\s*(?:#|\/\/|--)/.test(first);
}

/** Whether a row is a comment or a sentence in its first column, and nothing else. */
export function isFootnote(cells: readonly string[], columns: number): boolean {
  const [first = '', ...others] = cells;
  if (columns > 1 && isComment(cells) && isBlankRow(others)) return true;
  return columns > 3 && /\S \S+ \S/.test(first) && isBlankRow(others);
}

/** Whether a row has the names of the header. */
export function isHeaderAgain(cells: readonly string[], names: readonly string[]): boolean {
  const fold = (name = ''): string => name.toLowerCase().replace(/[\s_-]+/g, '');
  if (fold(cells[0]) !== fold(names[0])) return false;
  const length = Math.max(cells.length, names.length);
  return (
    names.length > 1 && Array.from({ length }, (_, n) => n).every((n) => fold(cells[n]) === fold(names[n]))
  );
}
