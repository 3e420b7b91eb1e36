// Reads the rows of a table of any format: finds the header, perhaps below titles. Other rows, such as totals, become notices.
import { Problem } from '../../../problem.ts';
import { wordsFor } from '../../tables/feed-tables.ts';
import {
  arePrinted,
  columnNames,
  holdsValues,
  knownNames,
  MissingHeader,
  namesakesIn,
  namesWithGroups,
  unknownHeader,
  isBlankRow,
  isComment,
  isFootnote,
  isLegend,
  sectionStatus,
  headerTest,
  isTotalsRow,
  cellsReader,
  type CellsReader,
  type RowText,
} from './table-header.ts';
import { vehicleFields } from '../../tables/feed-fields.ts';
import {
  MAX_RECORD_LENGTH,
  noticeOf,
  recordTooLong,
  type Delimiter,
  type FeedItem,
  type NoticeReason,
  unreadable,
  type ReaderOptions,
} from '../feed-record.ts';

export interface TableRow extends RowText {
  readonly cells: readonly string[];
  /** The row's mark about the vehicle's sale, besides its cells. */
  readonly status?: string | undefined;
}

export interface TableOptions extends Omit<ReaderOptions, 'record'> {
  readonly delimiterOf?: (header: TableRow) => Delimiter;
  /** Whether rows end with their last value, as in spreadsheets. Else short rows are reported. */
  readonly mayBeShort?: boolean;
  /** Whether a cell is followed by what it links to. */
  readonly isInPairs?: boolean;
  /**
   * Whether the header may be missing, as in one of several sheets. Then rows above known names are left out, and those below a
   * header that lacks required names.
   */
  readonly mayHaveNone?: boolean;
}

const MAX_TITLES = 10;
const PRINTED =
  'its columns are set apart by spaces, as in a report for a printer. Ask for the report as CSV or as an Excel workbook.';

export class TableReader {
  readonly #feed: string;
  readonly #options: TableOptions;
  readonly #fit: (row: TableRow, header: TableRow) => TableRow;
  #readRow: CellsReader | undefined;
  /** Why the header cannot be used. */
  #fault: Problem | undefined;
  #names: readonly string[] = [];
  #isHeaderAgain = headerTest([]);
  /** Rows that may be titles above the header. */
  #titles: TableRow[] = [];
  #known = 0;
  /** All rows of a table whose names are in their first cells. */
  #sideways: TableRow[] | undefined;
  #sidewaysLength = 0;
  #isFirstRecord = true;
  /** Whether there was another header below the first. */
  #hasOthers = false;
  /** The status in a row above the last ones: `SOLD - WAITING FOR COLLECTION`, `IN STOCK`. */
  #section: string | undefined;

  /** `fit` gives a row that was read before the header its cells as the header's format divides it. */
  constructor(
    feed: string,
    options: TableOptions,
    fit: (row: TableRow, header: TableRow) => TableRow = (row) => row,
  ) {
    this.#feed = feed;
    this.#options = options;
    this.#fit = fit;
  }

  add(row: TableRow): FeedItem[] {
    if (this.#sideways !== undefined) {
      this.#sidewaysLength += row.text.length;
      if (this.#sidewaysLength > MAX_RECORD_LENGTH)
        throw recordTooLong(this.#feed, this.#sideways[0]?.line ?? 1);
      this.#sideways.push(row);
      return [];
    }
    if (this.#readRow !== undefined || this.#fault !== undefined) return this.#recordsOf(row);
    const { fieldOf, columns } = this.#options;
    if (isBlankRow(row.cells)) return [];
    if (columns !== undefined) {
      this.#useHeader(columns, row);
      return this.#recordsOf(row);
    }
    const last = this.#titles.at(-1);
    this.#titles.push(row);
    if (this.#areSideways(this.#titles)) this.#sideways = this.#titles.splice(0);
    if (this.#sideways !== undefined) return [];
    const earlier = this.#known;
    this.#known = knownNames(row.cells, fieldOf);
    // A row above the header may name groups of columns, some of them known.
    const isBehindHeader =
      this.#known < earlier || (this.#known === earlier && !(last !== undefined && isComment(last.cells)));
    if (earlier > 0 && isBehindHeader) return this.#settle(this.#titles.length - 2);
    const length = this.#titles.reduce((sum, { text }) => sum + text.length, 0);
    const isEnough = this.#titles.length > MAX_TITLES || length > MAX_RECORD_LENGTH;
    if (!isEnough || this.#known > 0) return [];
    return this.#options.mayHaveNone === true
      ? this.#titles.splice(0, 1).map((title) => noticeOfRow('before_header', title))
      : this.#settle();
  }

  get hasHeader(): boolean {
    const isFound = this.#readRow !== undefined || this.#known > 0 || this.#sideways !== undefined;
    return this.#fault === undefined && isFound;
  }

  /** The names of the columns and, while only the likely header has them, its text. Undefined while no names are known. */
  get columns(): { readonly names: readonly string[]; readonly text?: string } | undefined {
    if (this.#fault !== undefined || this.#sideways !== undefined) return undefined;
    if (this.#readRow !== undefined) return { names: this.#names };
    const { columns } = this.#options;
    const likely = this.#known > 0 ? this.#titles.at(-1) : undefined;
    if (likely !== undefined) return { names: likely.cells, text: likely.text };
    return columns && { names: columns };
  }

  get fault(): Problem | undefined {
    return this.#fault;
  }

  leaveOut(): FeedItem[] {
    return this.#titles.splice(0).map((row) => noticeOfRow('outside_records', row));
  }

  end(): FeedItem[] {
    if (this.#sideways !== undefined) return this.#turned(this.#sideways);
    if (this.#titles.length === 0) return [];
    return this.#settle(this.#known > 0 ? this.#titles.length - 1 : undefined);
  }

  /** Whether names are in the first cells of rows, so that each further column is a vehicle. */
  #areSideways(rows: readonly TableRow[]): boolean {
    const { isInPairs, columns, fieldOf } = this.#options;
    const names = rows.map(({ cells }) => cells[0]?.trim() ?? '');
    return isInPairs !== true && columns === undefined && vehicleFields(names, fieldOf).size > 3;
  }

  /** The records of the columns. A name that comes again begins further vehicles below the first ones. */
  #turned(rows: readonly TableRow[]): FeedItem[] {
    const named = rows.find(({ cells }) => this.#options.fieldOf(cells[0]?.trim() ?? '') !== undefined);
    if (named !== undefined) this.#options.delimiterOf?.(named);
    const tables: TableRow[][] = [[]];
    const items: FeedItem[] = [];
    for (const row of rows) {
      const [label = '', ...values] = this.#fit(row, row).cells;
      const isNamed = (other: TableRow): boolean => other.cells[0]?.trim() === label.trim();
      if (isBlankRow(values) && label.trim() === '') continue;
      if (label.trim() === '' || isBlankRow(values)) items.push(noticeOfRow('before_header', row));
      else if (tables.at(-1)?.some(isNamed) === true) tables.push([{ ...row, cells: [label, ...values] }]);
      else tables.at(-1)?.push({ ...row, cells: [label, ...values] });
    }
    for (const table of tables) {
      const width = Math.max(...table.map(({ cells }) => cells.length));
      const columns = table.map(({ cells }) => cells[0] ?? '');
      const reader = new TableReader(this.#feed, { ...this.#options, columns });
      for (let column = 1; column < width; column++) {
        const cells = table.map((row) => row.cells[column] ?? '');
        const { line = 1 } = table[0] ?? {};
        items.push(...reader.add({ line, text: cells.join(', '), cells, isCut: false }));
      }
      items.push(...reader.end());
    }
    return items;
  }

  #settle(header?: number): FeedItem[] {
    const rows = this.#titles;
    this.#titles = [];
    if (header === undefined && arePrinted(rows.map(({ text }) => text)))
      throw unreadable(this.#feed, PRINTED);
    const at = header ?? unknownHeader(rows.map(({ cells }) => cells));
    const row = rows[at];
    if (row === undefined) throw new Error('no row is the header');
    if (header === undefined && holdsValues(row.cells, this.#options.fieldOf))
      throw new MissingHeader(this.#feed, row, this.#options.missingHeaderHint);
    const [from, to] = this.#headerRows(rows, at);
    const above = rows[from]?.cells;
    const joined = joinedCells(rows.slice(from, to + 1).map(({ cells }) => cells));
    const isBelowGroups = from < at && tellsApart(above, row.cells);
    const groups = isBelowGroups ? groupsOver(above, row.cells) : [];
    // A repeated name with its group, a known one alone, others with what is above them.
    const apart = joined.map((both, column) => {
      const name = row.cells[column]?.trim() ?? '';
      const group = groups[column];
      if (group !== undefined) return `${group} ${name}`;
      return !isBelowGroups || this.#options.fieldOf(name) === undefined ? both : name;
    });
    const names = from < to ? namesWithGroups(apart, above ?? [], this.#options.fieldOf) : apart;
    const mayGoOn = this.#options.mayBeShort === true && !isBelowGroups;
    const behind = mayGoOn ? namesBehind(rows[from - 1]?.cells, names.length) : [];
    this.#useHeader([...names, ...behind], row);
    const titles = rows.slice(0, behind.length > 0 ? from - 1 : from);
    const records = titles.map((title) => noticeOfRow('before_header', title));
    for (const other of rows.slice(to + 1)) records.push(...this.#recordsOf(this.#fit(other, row)));
    return records;
  }

  /** The header's first and last row: two rows if these have more known names, continue each other, or tell names apart. */
  #headerRows(rows: readonly TableRow[], at: number): [from: number, to: number] {
    const knownIn = (from: number, to: number): number =>
      from < 0 || to >= rows.length || isLegend(rows[from]?.cells ?? [])
        ? 0
        : knownNames(joinedCells(rows.slice(from, to + 1).map(({ cells }) => cells)), this.#options.fieldOf);
    const alone = knownIn(at, at);
    if (alone === 0) return [at, at];
    if (tellsApart(rows[at - 1]?.cells, rows[at]?.cells)) return [at - 1, at];
    const isKnown = (cell: string): boolean => this.#options.fieldOf(cell) !== undefined;
    if (knownIn(at, at + 1) > alone || isContinued(rows[at]?.cells, rows[at + 1]?.cells, isKnown))
      return [at, at + 1];
    return knownIn(at - 1, at) > alone ? [at - 1, at] : [at, at];
  }

  #useHeader(cells: readonly string[], row: TableRow): void {
    const { names, unnamed } = columnNames(cells);
    this.#names = cells;
    this.#isHeaderAgain = headerTest(cells);
    const { header, delimiterOf } = this.#options;
    let mapped: readonly string[];
    try {
      mapped = header(names, row.line, delimiterOf?.(row));
      this.#fault = undefined;
    } catch (error) {
      const mayLack = this.#options.mayHaveNone === true || this.#readRow !== undefined;
      if (!mayLack || !(error instanceof Problem)) throw error;
      this.#fault = error;
      return;
    }
    const namesakes = namesakesIn(cells, this.#options.fieldOf);
    this.#readRow = cellsReader(mapped, { unnamed, namesakes }, this.#feed);
  }

  /** Whether a row begins another table, with names of its own. */
  #isOtherHeader(cells: readonly string[]): boolean {
    // First, because it is true of nearly all records: looking up values as names took 14 % of the reading thread's time.
    if (cells.some((cell) => HAS_NO_NAME.test(cell))) return false;
    const names = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const { fieldOf } = this.#options;
    const known = names.filter((name) => fieldOf(name) !== undefined).length;
    return known * 2 >= names.length && vehicleFields(names, fieldOf).size > 2;
  }

  #recordsOf(row: TableRow): FeedItem[] {
    const { cells } = row;
    const isHeaderAgain = this.#isHeaderAgain(cells);
    if (this.#readRow !== undefined && !isHeaderAgain && this.#isOtherHeader(cells)) {
      this.#useHeader(cells, row);
      this.#hasOthers = true;
      this.#section = undefined;
      return [noticeOfRow('repeated_header', row)];
    }
    if (this.#fault !== undefined) return isBlankRow(cells) ? [] : [noticeOfRow('outside_records', row)];
    if (this.#readRow === undefined) throw new Error('a row is read before the header is known');
    if (isBlankRow(cells)) return [];
    const isFirst = this.#isFirstRecord;
    this.#isFirstRecord = false;
    const isLabels = isFirst && knownNames(cells, this.#options.fieldOf) * 2 >= cells.length;
    if (isLabels || isHeaderAgain) return [noticeOfRow('repeated_header', row)];
    if (isTotalsRow(cells)) return [noticeOfRow('totals_row', row)];
    const section = sectionStatus(cells, this.#names.length);
    if (section !== undefined || isFootnote(cells, this.#names.length)) {
      this.#section = section;
      return [noticeOfRow('footnote', row)];
    }
    const missing = this.#options.mayBeShort === true ? Math.max(0, this.#names.length - cells.length) : 0;
    const whole = missing === 0 ? cells : [...cells, ...Array<string>(missing).fill('')];
    // A row's text says all of it only below the one header of a feed.
    const items = this.#readRow(whole, this.#hasOthers ? { ...row, source: undefined } : row);
    const status = row.status ?? this.#section;
    // Nor does a row's text say what a row above says of its vehicle.
    return status === undefined
      ? items
      : items.map((item) => (item.kind === 'record' ? { ...item, status, source: undefined } : item));
  }
}

/** A cell that cannot be the name of a column: a figure or an address. */
const HAS_NO_NAME = /^\s*(?:[£$€]? ?[0-9]|https?:)/i;

/** The names of columns without a group, which may follow the groups in the row above the header. A title row has none. */
function namesBehind(above: readonly string[] = [], width: number): readonly string[] {
  const groups = above.slice(0, width).filter((cell) => cell.trim() !== '');
  const behind = above.slice(width);
  const areNames = behind.every((cell) => !/[0-9]|^\s*https?:/i.test(cell));
  return groups.length > 1 && areNames && !isBlankRow(behind) ? behind : [];
}

/** Whether a header repeats names, and the row above it has another text over each of them: `Trade` and `Retail` over `Price`. */
function tellsApart(above: readonly string[] = [], header: readonly string[] = []): boolean {
  const over = new Map<string, string[]>();
  const groups = groupsOver(above, header);
  for (const [column, cell] of header.entries()) {
    const name = cell.trim().toLowerCase();
    const texts = over.get(name);
    const text = groups[column]?.toLowerCase() ?? '';
    if (texts === undefined) over.set(name, [text]);
    else texts.push(text);
  }
  over.delete('');
  return [...over.values()].some(
    (texts) => texts.length > 1 && !texts.includes('') && new Set(texts).size === texts.length,
  );
}

/** The text above each name that a header repeats, perhaps in a cell merged with those before it; undefined for other names. */
function groupsOver(above: readonly string[] = [], header: readonly string[]): (string | undefined)[] {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of names) (seen.has(name) ? repeated : seen).add(name);
  repeated.delete('');
  let group = '';
  return names.map((name, column) => {
    const own = (above[column] ?? '').trim();
    if (own !== '') group = own;
    return repeated.has(name) ? group : undefined;
  });
}

/** Whether a cell consists of units, sizes and words: `000 mls`, `£ inc VAT`. */
function isMeasure(cell = ''): boolean {
  const words = cell.toLowerCase().match(/[a-z0-9£]+/g) ?? [];
  const isOne = (word: string): boolean =>
    word === '£' || wordsFor('scale').has(word) || wordsFor('unit').has(word);
  return words.some(isOne) && words.every((word) => isOne(word) || !/[0-9]/.test(word));
}

/** Whether the row below has the rest of the names: units in parentheses, words after `Fuel /`, or what numbers are in. */
function isContinued(
  header: readonly string[] = [],
  below: readonly string[] = [],
  isKnown: (name: string) => boolean,
): boolean {
  const filled = below.flatMap((cell, column) => (cell.trim() === '' ? [] : [column]));
  const over = filled.map((column) => header[column]?.trim() ?? '');
  const isAlone = (column: number, n: number): boolean =>
    over[n] === '' && !isKnown(below[column]?.trim() ?? '');
  const hasFigures = (cell = ''): boolean => !isMeasure(cell) && /^[^(]*[0-9]/.test(cell);
  if (filled.some((column, n) => isAlone(column, n) || hasFigures(below[column]))) return false;
  if (filled.some((column) => isMeasure(below[column]))) return true;
  return filled.some(
    (column, n) => /[&+/,-]$/.test(over[n] ?? '') || /^\(.*\)$/.test(below[column]?.trim() ?? ''),
  );
}

/** Rows joined to one: `Trans-` and `mission` are `Transmission`, `Vehicle` and `Make` are `Vehicle Make`. */
function joinedCells(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, column) =>
    rows
      .map((cells) => (cells[column] ?? '').trim())
      .filter((cell) => cell !== '')
      .join(' ')
      .replace(/(?<=\p{L})- (?=\p{Ll})/gu, ''),
  );
}

function noticeOfRow(reason: NoticeReason, { line, text }: TableRow): FeedItem {
  return noticeOf(reason, line, text);
}
