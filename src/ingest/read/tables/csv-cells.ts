// Divides the rows of CSV into cells. Quotes are as dealers have them, which no library reads: one opens a field only at its start,
// and closes it only before a delimiter or the end of the row, blanks aside. Any other is an inch mark: `17" alloys`.
import { type Delimiter, DELIMITERS } from '../feed-record.ts';

export function cellsOf(row: string, delimiter: Delimiter): string[] {
  return splitRow(row, delimiter).cells;
}

/** The cells of a row; `isOpen` if no quote closes the last. */
export function splitRow(
  row: string,
  delimiter: Delimiter,
): { readonly cells: string[]; readonly isOpen: boolean } {
  if (!row.includes('"')) return { cells: row.split(delimiter), isOpen: false };
  const cells: string[] = [];
  for (let at = 0; ;) {
    const isQuoted = row.charAt(at) === '"';
    const found = isQuoted ? endOfQuotes(row, at + 1, delimiter) : row.indexOf(delimiter, at);
    const end = found === -1 ? row.length : found;
    const cell = row.slice(isQuoted ? at + 1 : at, end);
    if (!isQuoted) cells.push(cell);
    else cells.push((found === -1 ? cell : cell.replace(/"[ \r]*$/, '')).replaceAll('""', '"'));
    if (end === row.length) return { cells, isOpen: isQuoted && found === -1 };
    at = end + 1;
  }
}

/**
 * The index of the delimiter or the row's end after the quote that closes a field; -1 if no quote closes it. While the delimiter is
 * unknown, each possible one counts, here and below.
 */
export function endOfQuotes(row: string, start: number, delimiter: Delimiter | undefined): number {
  for (let quote = row.indexOf('"', start); quote !== -1;) {
    let end = quote + 1;
    const isDoubled = row.charAt(end) === '"';
    while (row.charAt(end) === ' ' || row.charAt(end) === '\r') end += 1;
    if (end === row.length || isDelimiter(row.charAt(end), delimiter)) return end;
    quote = row.indexOf('"', quote + (isDoubled ? 2 : 1));
  }
  return -1;
}

export function indexOfDelimiter(text: string, start: number, delimiter: Delimiter | undefined): number {
  if (delimiter !== undefined) return text.indexOf(delimiter, start);
  for (let at = start; at < text.length; at++) if (isDelimiter(text.charAt(at), delimiter)) return at;
  return -1;
}

function isDelimiter(character: string, delimiter: Delimiter | undefined): boolean {
  return delimiter === undefined ? DELIMITERS.some((known) => known === character) : character === delimiter;
}
