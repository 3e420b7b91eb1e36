// The header of a table: detects the delimiter, finds the header below titles, turns rows into objects, and knows other rows.
import { readSaleStatus, statusInRemark } from '../../values/sale-status.ts';
import { codesExplained } from '../beside/legend.ts';
import { isNotForSale } from '../not-for-sale.ts';
import { Problem } from '../../../problem.ts';
import { quoted } from '../../../quoted-text.ts';
import {
  unreadable,
  type FeedItem,
  type FieldOf,
  noticeOf,
  DELIMITERS,
  type Delimiter,
} from '../feed-record.ts';

/** The delimiter that occurs most often outside quotes; ties, and headers without one, give a comma. */
export function detectDelimiter(header: string): Delimiter {
  const counts = new Map<string, number>();
  let inQuotes = false;
  for (const character of header) {
    if (character === '"') inQuotes = !inQuotes;
    else if (!inQuotes) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const countOf = (delimiter: Delimiter): number => counts.get(delimiter) ?? 0;
  return DELIMITERS.reduce((best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best));
}

/** The delimiter in the line that Excel takes it from, `sep=;`. Null if that line names another one. */
export function delimiterLine(line: string): Delimiter | null | undefined {
  const named = /^"?sep=(.)"?[,;\t|]*$/i.exec(line)?.[1];
  return named === undefined ? undefined : (DELIMITERS.find((delimiter) => delimiter === named) ?? null);
}

/** The number of known names in a row that is a header by them; 0 for any other row. */
export function knownNames(cells: readonly string[], fieldOf: FieldOf): number {
  const { length } = cells.filter((cell) => cell.trim() !== '' && fieldOf(cell.trim()) !== undefined);
  return length > 1 ? length : 0;
}

/** The index of the header among first rows without known names: the first that is not much shorter than the others. */
export function unknownHeader(rows: readonly (readonly string[])[]): number {
  const widths = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const half = Math.max(...widths) / 2;
  return widths.findIndex((width) => width >= half);
}

export function holdsValues(cells: readonly string[], fieldOf: FieldOf): boolean {
  const isValue = (cell: string): boolean => /^(?:https?:\/\/|www\.|[£$€]?[0-9])/i.test(cell.trim());
  const isKnown = cells.some((cell) => fieldOf(cell.trim()) !== undefined);
  return cells.length > 2 && !isKnown && cells.some(isValue);
}

/** A Problem `feed_unreadable`: the first row holds values. */
export class MissingHeader extends Problem {
  readonly width: number;

  constructor(
    feed: string,
    row: { readonly line: number; readonly text: string; readonly cells: readonly string[] },
    hint = 'add them.',
  ) {
    super(
      'feed_unreadable',
      `${feed}: line ${row.line} holds values instead of column names (got ${quoted(row.text)}). The first row must name ` +
        `the columns; if the feed has none, ${hint}`,
    );
    this.width = row.cells.length;
  }
}

export interface RowText {
  readonly line: number;
  readonly text: string;
  /** Whether the feed ends within the row. */
  readonly isCut: boolean;
  /** The row's text, if the header and the text say everything that the cells do. */
  readonly source?: string | undefined;
}

/** The records of a row. Throws a Problem `feed_unreadable` for the only short row, where the feed is cut off. */
export type CellsReader = (cells: readonly string[], row: RowText) => FeedItem[];

/** Reads rows with these column names. Too long rows are malformed, short ones get a notice; `unnamed` columns may be blank. */
export function cellsReader(
  names: readonly string[],
  { unnamed, namesakes }: { unnamed: ReadonlySet<number>; namesakes: readonly (readonly number[])[] },
  feed: string,
): CellsReader {
  let hasShortRows = false;
  return (cells, { line, text, isCut, source }) => {
    const expected = names.length;
    if (cells.slice(expected).some((cell) => cell.trim() !== '')) {
      const reason = `the row has ${cells.length} columns, the header has ${expected}: quote fields that contain delimiters`;
      return [{ kind: 'malformed', line, text, reason }];
    }
    const values: Record<string, string> = {};
    names.forEach((name, column) => {
      const cell = cells[column] ?? '';
      if (cell !== '' || !unnamed.has(column)) values[name] = cell;
    });
    // Nothing tells which of several is meant: a text of all is refused as an amount, and reported.
    for (const columns of namesakes) {
      const said = columns.map((column) => (cells[column] ?? '').trim());
      const amounts = new Map(said.map((text) => [text.replace(/[£,\s]|\.00$/g, ''), text]));
      amounts.delete('');
      values[names[columns[0]]] = [...amounts.values()].join(' or ');
    }
    if (cells.length >= expected) return [{ kind: 'record', line, value: values, source }];
    if (isCut && !hasShortRows)
      throw unreadable(
        feed,
        `the row that starts on line ${line} has ${cells.length} columns, the header has ${expected}. ` +
          'The row is truncated: fetch the feed again.',
      );
    hasShortRows = true;
    return [noticeOf('short_row', line, text), { kind: 'record', line, value: values }];
  };
}

/** Distinct names for the cells of a header, compared without case: `Photo 2` for a second `Photo`, `column 4` for a blank. */
export function columnNames(cells: readonly string[]): {
  readonly names: readonly string[];
  readonly unnamed: ReadonlySet<number>;
} {
  const taken = new Set(cells.map((cell) => cell.trim().toLowerCase()));
  const seen = new Set<string>();
  /** The next number to try for each repeated cell, so that 100,000 equal cells do not try all earlier numbers. */
  const next = new Map<string, number>();
  const unnamed = new Set<number>();
  const names = cells.map((cell, column) => {
    const given = cell.trim();
    if (given !== '' && !seen.has(given.toLowerCase())) {
      seen.add(given.toLowerCase());
      return given;
    }
    unnamed.add(column);
    const base = given === '' ? 'column' : given;
    let number = Math.max(given === '' ? column + 1 : 2, next.get(given.toLowerCase()) ?? 0);
    while (taken.has(`${base} ${number}`.toLowerCase())) number += 1;
    taken.add(`${base} ${number}`.toLowerCase());
    next.set(given.toLowerCase(), number + 1);
    return `${base} ${number}`;
  });
  return { names, unnamed };
}

/**
 * Names below groups in perhaps merged cells: one with the group before it where only both say a field that no other column has,
 * as `Date` behind `Mark` below `Registration` does.
 */
export function namesWithGroups(
  names: readonly string[],
  above: readonly string[],
  fieldOf: FieldOf,
): string[] {
  const taken = new Set(names.map(fieldOf));
  let group = '';
  return names.map((name, column) => {
    const own = (above[column] ?? '').trim();
    if (own !== '') group = own;
    if (own !== '' || name === '' || fieldOf(name) !== undefined) return name;
    const field = fieldOf(`${group} ${name}`.trim());
    if (field === undefined || taken.has(field)) return name;
    taken.add(field);
    return `${group} ${name}`;
  });
}

/** Fields for which a wrong number is worse than none. */
const AMOUNTS: ReadonlySet<string | undefined> = new Set(['price', 'mileage']);

export function namesakesIn(cells: readonly string[], fieldOf: FieldOf): number[][] {
  const byName = new Map<string, number[]>();
  for (const [column, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase();
    const earlier = byName.get(name);
    if (earlier !== undefined) earlier.push(column);
    else if (AMOUNTS.has(fieldOf(cell.trim()))) byName.set(name, [column]);
  }
  return [...byName.values()].filter(({ length }) => length > 1);
}

const LABEL =
  /^(?:(?:grand|sub|running)?[ -]?totals?\b.{0,40}|sum|average|avg|mean|count|end of (?:file|list|report|stock)|eof|[0-9]+ (?:records?|rows?|vehicles?|cars?|vans?|units?)):?$/i;
const AMOUNT = /^(?:[£$€]|[A-Z]{3} )? ?[0-9][0-9.,]*(?: ?%|(?: ?[a-z]{1,10}){1,3})?$/i;

export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '');
}

export function isTotalsRow(cells: readonly string[]): boolean {
  const [first = ''] = cells;
  const isLabelled = LABEL.test(first.trim());
  if (!isLabelled && first.trim() !== '') return false;
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isAmount = (cell: string): boolean => AMOUNT.test(cell) || LABEL.test(cell);
  if (isLabelled || LABEL.test(values[0] ?? '')) return values.slice(1).every(isAmount);
  return values.length > 0 && values.length * 2 <= cells.length && values.every(isAmount);
}

/** Whether most rows are words and numbers in columns of spaces. */
export function arePrinted(rows: readonly string[]): boolean {
  return rows.length > 2 && rows.filter((row) => /\S {2,}\S.* {2,}\S/.test(row)).length * 2 > rows.length;
}

export function isComment([first = '']: readonly string[]): boolean {
  return /^\s*(?:#|\/\/|--)/.test(first);
}

/** Whether all texts of a row explain codes: `F: P petrol / D diesel` in one cell, and `Box: M manual / A auto` in another. */
export function isLegend(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell.trim() !== '') ?? '';
  // First, because it is true of nearly all records.
  if (!/[:=]/.test(first) || /^\s*https?:/i.test(first)) return false;
  return cells.every((cell) => cell.trim() === '' || codesExplained(cell).length > 0);
}

export function isFootnote(cells: readonly string[], columns: number): boolean {
  const areOthersBlank = (): boolean => isBlankRow(cells.slice(1));
  if (columns > 1 && ((isComment(cells) && areOthersBlank()) || isLegend(cells))) return true;
  return columns > 3 && /\S \S+ \S/.test(cells[0] ?? '') && areOthersBlank();
}

/** What a row with one text says of the sale of the vehicles below it: `SOLD`, `Reserved:`, `Sold cars`, `In stock`. */
export function sectionStatus(cells: readonly string[], columns: number): string | undefined {
  const at = cells.findIndex((cell) => cell.trim() !== '');
  if (columns < 4 || at === -1 || cells.some((cell, n) => n > at && cell.trim() !== '')) return undefined;
  const said = cells[at].trim();
  const [against] = isNotForSale(said) ? [said] : statusInRemark(said);
  const meaning = readSaleStatus(against);
  if (meaning !== undefined && meaning !== 'listed') return against;
  return readSaleStatus(said) === 'listed' ? said : undefined;
}

/** A test whether a row repeats a header. */
export function headerTest(names: readonly string[]): (cells: readonly string[]) => boolean {
  const keys = names.map(headerKey);
  return (cells) => {
    if (keys.length < 2 || headerKey(cells[0] ?? '') !== keys[0]) return false;
    const length = Math.max(cells.length, keys.length);
    return Array.from({ length }, (_, n) => n).every((n) => headerKey(cells[n] ?? '') === (keys[n] ?? ''));
  };
}

function headerKey(cell: string): string {
  return cell.toLowerCase().replace(/[\s_-]+/g, '');
}
