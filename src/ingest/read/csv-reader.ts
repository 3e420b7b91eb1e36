// Reads CSV with double quotes, a detected delimiter and a header row, which may be below titles. Rows are split here by
// counting quotes, which gives each record its line and bounds its length; csv-parse splits a row into fields.
import { CsvError, parse } from 'csv-parse/sync';
import { quoted, type Problem } from '../../problem.ts';
import {
  columnNames,
  CsvHeader,
  delimiterLine,
  detectDelimiter,
  holdsValues,
  isKnownHeader,
  unknownHeader,
  type Delimiter,
} from './csv-header.ts';
import { isBlankRow, isHeaderAgain, isTotalsRow } from './csv-row.ts';
import { noticeOf, type NoticeReason } from './feed-notice.ts';
import {
  isBlank,
  MAX_RECORD_LENGTH,
  recordTooLong,
  unreadable,
  type FeedRecord,
  type FieldOf,
  type RecordReader,
} from './feed-record.ts';

interface CsvRow {
  readonly line: number;
  readonly text: string;
  /** Whether the feed ends in it. */
  readonly isCut?: boolean;
}

interface ParsedRow extends CsvRow {
  readonly cells: readonly string[];
}

/** Maximum rows before the header. */
const MAX_TITLES = 10;

/** Maps the trimmed column names to the names that records get. May throw a Problem. */
export type HeaderMapper = (
  names: readonly string[],
  line: number,
  delimiter: Delimiter,
) => readonly string[];

export interface CsvOptions {
  readonly header: HeaderMapper;
  readonly fieldOf: FieldOf;
  /** The names of the columns of a feed without a header. */
  readonly columns?: readonly string[] | undefined;
}

export class CsvReader implements RecordReader {
  readonly #feed: string;
  readonly #options: CsvOptions;
  #header: CsvHeader | undefined;
  /** The names of the header as the feed has them. */
  #names: readonly string[] = [];
  #delimiter: Delimiter | undefined;
  /** Rows that may be titles above the header. */
  #titles: ParsedRow[] = [];
  #isFirstRow = true;
  #line = 1;
  /** The current row so far. */
  #row = '';
  /** The line that it starts on. */
  #rowLine = 1;
  /** Whether the current row has an odd number of quotes so far: a line end then belongs to a field. */
  #inQuotes = false;

  constructor(feed: string, options: CsvOptions) {
    this.#feed = feed;
    this.#options = options;
  }

  push(text: string): FeedRecord[] {
    const rows: CsvRow[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#extendRow(text.slice(start, end));
      this.#line += 1;
      if (this.#inQuotes) this.#row += '\n';
      else this.#finishRow(rows);
      start = end + 1;
    }
    this.#extendRow(text.slice(start));
    return this.#parse(rows);
  }

  end(): FeedRecord[] {
    if (this.#inQuotes) {
      throw unreadable(
        this.#feed,
        `the row that starts on line ${this.#rowLine} has a quote that is never closed. ` +
          'Double quotes within a field, and quote the field.',
      );
    }
    const rows: CsvRow[] = [];
    this.#finishRow(rows, true);
    const records = this.#parse(rows);
    if (this.#header === undefined && this.#titles.length > 0) records.push(...this.#settle());
    return records;
  }

  #extendRow(text: string): void {
    for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1))
      this.#inQuotes = !this.#inQuotes;
    this.#row += text;
    if (this.#row.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, this.#rowLine);
  }

  #finishRow(rows: CsvRow[], isCut = false): void {
    const text = this.#row.endsWith('\r') ? this.#row.slice(0, -1) : this.#row;
    if (!isBlank(text)) rows.push({ line: this.#rowLine, text, ...(isCut && { isCut }) });
    this.#row = '';
    this.#rowLine = this.#line;
  }

  #parse(rows: readonly CsvRow[]): FeedRecord[] {
    const records: FeedRecord[] = [];
    let at = 0;
    for (; at < rows.length && this.#header === undefined; at++) {
      const row = rows[at];
      if (row !== undefined) records.push(...this.#addTitle(row));
    }
    const others = rows.slice(at);
    const { parsed, fault } = this.#fieldsOf(others, this.#delimiter ?? ',');
    for (const [n, cells] of parsed.entries()) {
      const row = others[n];
      if (row !== undefined) records.push(...this.#recordsOf({ ...row, cells }));
    }
    if (fault !== undefined) throw fault;
    return records;
  }

  /** Looks for the header in a row; the records of the rows before it, if those are none. */
  #addTitle(row: CsvRow): FeedRecord[] {
    const { fieldOf, columns } = this.#options;
    const isFirst = this.#isFirstRow;
    this.#isFirstRow = false;
    const named = isFirst ? delimiterLine(row.text) : undefined;
    if (named !== undefined) {
      this.#delimiter = named ?? undefined;
      return [];
    }
    const delimiter = this.#delimiter ?? detectDelimiter(row.text);
    const { parsed, fault } = this.#fieldsOf([row], delimiter);
    if (fault !== undefined) throw fault;
    const parsedRow: ParsedRow = { ...row, cells: parsed[0] ?? [] };
    if (isBlankRow(parsedRow.cells)) return [];
    if (columns !== undefined) {
      this.#useHeader(columns, row.line, delimiter);
      const isHeader = isKnownHeader(parsedRow.cells, fieldOf);
      return isHeader ? [noticeRecord('repeated_header', row)] : this.#recordsOf(parsedRow);
    }
    this.#titles.push(parsedRow);
    const isKnown = isKnownHeader(parsedRow.cells, fieldOf);
    const length = this.#titles.reduce((sum, { text }) => sum + text.length, 0);
    const isEnough = this.#titles.length > MAX_TITLES || length > MAX_RECORD_LENGTH;
    return isKnown || isEnough ? this.#settle(isKnown ? this.#titles.length - 1 : undefined) : [];
  }

  /** Takes one of the first rows as the header, those before it as titles and those after it as records. */
  #settle(header?: number): FeedRecord[] {
    const rows = this.#titles;
    this.#titles = [];
    const at = header ?? unknownHeader(rows.map(({ cells }) => cells));
    const row = rows[at];
    if (row === undefined) throw new Error('no row is the header');
    if (header === undefined && holdsValues(row.cells, this.#options.fieldOf)) throw this.#headerless(row);
    const delimiter = this.#delimiter ?? detectDelimiter(row.text);
    this.#useHeader(row.cells, row.line, delimiter);
    const records = rows.slice(0, at).map((title) => noticeRecord('before_header', title));
    for (const other of rows.slice(at + 1)) {
      const { parsed, fault } = this.#fieldsOf([other], delimiter);
      if (fault !== undefined) throw fault;
      records.push(...this.#recordsOf({ ...other, cells: parsed[0] ?? [] }));
    }
    return records;
  }

  #useHeader(cells: readonly string[], line: number, delimiter: Delimiter): void {
    const { names, unnamed } = columnNames(cells);
    this.#delimiter = delimiter;
    this.#names = cells;
    this.#header = new CsvHeader(this.#options.header(names, line, delimiter), unnamed, this.#feed);
  }

  #recordsOf(row: ParsedRow): FeedRecord[] {
    const { cells, line, text } = row;
    if (this.#header === undefined) throw new Error('a row is read before the header is known');
    if (isBlankRow(cells)) return [];
    if (isHeaderAgain(cells, this.#names)) return [noticeRecord('repeated_header', row)];
    if (isTotalsRow(cells)) return [noticeRecord('totals_row', row)];
    return this.#header.recordsOf(cells, line, text, row.isCut === true);
  }

  #headerless({ line, text }: CsvRow): Problem {
    return unreadable(
      this.#feed,
      `line ${line} holds values instead of column names (got ${quoted(text)}). The first row must name the columns; ` +
        'if the feed has none, name them with --columns, for example --columns id,make,model,price.',
    );
  }

  /** The fields of each row up to the first invalid one, and the Problem of that one. */
  #fieldsOf(rows: readonly CsvRow[], delimiter: Delimiter): { parsed: string[][]; fault?: Problem } {
    try {
      const parsed = parseFields(rows, delimiter);
      if (parsed.length !== rows.length) throw new Error('csv-parse did not find one record in each row');
      return { parsed };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const valid = Number(error['records']);
      const { line, text } = rows[valid] ?? { line: 0, text: '' };
      const message =
        `the row that starts on line ${line} has a misplaced quote (got ${quoted(text)}). ` +
        'Double quotes within a field, and quote the field.';
      return {
        parsed: parseFields(rows.slice(0, valid), delimiter),
        fault: unreadable(this.#feed, message, error),
      };
    }
  }
}

function noticeRecord(reason: NoticeReason, { line, text }: CsvRow): FeedRecord {
  return { line, value: null, notice: noticeOf(reason, line, text) };
}

function parseFields(rows: readonly CsvRow[], delimiter: Delimiter): string[][] {
  const text = rows.map((row) => row.text).join('\n');
  return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true });
}
