// Reads CSV with double quotes, a detected delimiter and a header row, which may be below titles. Rows are split here, which
// gives each record its line and bounds its length.
import { quoted } from '../../problem.ts';
import {
  columnNames,
  CsvHeader,
  delimiterLine,
  detectDelimiter,
  holdsValues,
  knownNames,
  unknownHeader,
  type Delimiter,
  MissingHeader,
} from './csv-header.ts';
import { cellsOf, RowQuotes } from './csv-quotes.ts';
import { isBlankRow, isFootnote, isHeaderAgain, isTotalsRow } from './csv-row.ts';
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
  readonly isCut: boolean;
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
  /** What to do about a feed without a header. */
  readonly missingHeaderHint?: string | undefined;
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
  /** The number of known names in the last of them. */
  #known = 0;
  #isFirstRow = true;
  #isFirstRecord = true;
  #line = 1;
  /** The current row so far. */
  #row = '';
  /** The line that it starts on. */
  #rowLine = 1;
  /** The quotes of the current row so far. */
  readonly #quotes = new RowQuotes();

  constructor(feed: string, options: CsvOptions) {
    this.#feed = feed;
    this.#options = options;
  }

  push(text: string): FeedRecord[] {
    const records: FeedRecord[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#extendRow(text.slice(start, end));
      this.#line += 1;
      if (this.#quotes.isOpen) this.#row += '\n';
      else this.#finishRow(records, false);
      start = end + 1;
    }
    this.#extendRow(text.slice(start));
    return records;
  }

  end(): FeedRecord[] {
    if (this.#quotes.isOpen) {
      throw unreadable(
        this.#feed,
        `the row that starts on line ${this.#rowLine} has a quote that is never closed (got ${quoted(this.#row)}). ` +
          'Double quotes within a field, and quote the field.',
      );
    }
    const records: FeedRecord[] = [];
    this.#finishRow(records, true);
    if (this.#titles.length > 0)
      records.push(...this.#settle(this.#known > 0 ? this.#titles.length - 1 : undefined));
    return records;
  }

  #extendRow(text: string): void {
    this.#quotes.push(text, this.#delimiter);
    this.#row += text;
    if (this.#row.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, this.#rowLine);
  }

  #finishRow(records: FeedRecord[], isCut: boolean): void {
    const text = this.#row.endsWith('\r') ? this.#row.slice(0, -1) : this.#row;
    const row = { line: this.#rowLine, text, isCut };
    this.#row = '';
    this.#rowLine = this.#line;
    this.#quotes.reset();
    if (isBlank(text)) return;
    if (this.#header === undefined) records.push(...this.#addTitle(row));
    else records.push(...this.#recordsOf({ ...row, cells: cellsOf(text, this.#delimiter ?? ',') }));
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
    const parsedRow: ParsedRow = { ...row, cells: cellsOf(row.text, delimiter) };
    if (isBlankRow(parsedRow.cells)) return [];
    if (columns !== undefined) {
      this.#useHeader(columns, row.line, delimiter);
      return this.#recordsOf(parsedRow);
    }
    this.#titles.push(parsedRow);
    const earlier = this.#known;
    this.#known = knownNames(parsedRow.cells, fieldOf);
    // A row above the header may name groups of columns, some of them known.
    if (earlier > 0 && this.#known <= earlier) return this.#settle(this.#titles.length - 2);
    const length = this.#titles.reduce((sum, { text }) => sum + text.length, 0);
    const isEnough = this.#titles.length > MAX_TITLES || length > MAX_RECORD_LENGTH;
    return isEnough && this.#known === 0 ? this.#settle() : [];
  }

  /** Takes one of the first rows as the header, those before it as titles and those after it as records. */
  #settle(header?: number): FeedRecord[] {
    const rows = this.#titles;
    this.#titles = [];
    const at = header ?? unknownHeader(rows.map(({ cells }) => cells));
    const row = rows[at];
    if (row === undefined) throw new Error('no row is the header');
    if (header === undefined && holdsValues(row.cells, this.#options.fieldOf))
      throw new MissingHeader(this.#feed, row, this.#options.missingHeaderHint);
    const delimiter = this.#delimiter ?? detectDelimiter(row.text);
    this.#useHeader(row.cells, row.line, delimiter);
    const records = rows.slice(0, at).map((title) => noticeRecord('before_header', title));
    for (const other of rows.slice(at + 1))
      records.push(...this.#recordsOf({ ...other, cells: cellsOf(other.text, delimiter) }));
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
    const isFirst = this.#isFirstRecord;
    this.#isFirstRecord = false;
    const isLabels = isFirst && knownNames(cells, this.#options.fieldOf) * 2 >= cells.length;
    if (isLabels || isHeaderAgain(cells, this.#names)) return [noticeRecord('repeated_header', row)];
    if (isTotalsRow(cells)) return [noticeRecord('totals_row', row)];
    if (isFootnote(cells, this.#names.length)) return [noticeRecord('footnote', row)];
    return this.#header.recordsOf(cells, line, text, row.isCut);
  }
}

function noticeRecord(reason: NoticeReason, { line, text }: CsvRow): FeedRecord {
  return { line, value: null, notice: noticeOf(reason, line, text) };
}
