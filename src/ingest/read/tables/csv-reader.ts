// Reads CSV. Lines end in LF or CRLF, or in CR if the feed's start has no LF but within quotes. Rows are split here, for their
// lines and their length. If another row begins where a quote is still open, the quote is part of its text, or else the row is
// malformed; reading goes on at the other row.
import type { Problem } from '../../../problem.ts';
import { quoted } from '../../../quoted-text.ts';
import { cellsOf, endOfQuotes, indexOfDelimiter } from './csv-cells.ts';
import { delimiterLine, detectDelimiter } from './table-header.ts';
import {
  type Delimiter,
  isBlank,
  MAX_RECORD_LENGTH,
  recordTooLong,
  unreadable,
  type FeedItem,
  type FieldOf,
  type RecordReader,
  type ReaderOptions,
} from '../feed-record.ts';
import { TableReader } from './table-reader.ts';
import { RowWithinQuotes, type OpenQuote } from './unclosed-quote.ts';

const LINE_END = /\r?\n?$/;

export class CsvReader implements RecordReader {
  readonly #feed: string;
  readonly #fieldOf: FieldOf;
  readonly #table: TableReader;
  #delimiter: Delimiter | undefined;
  #isFirstRow = true;
  #line = 1;
  /** The feed's start, until its line ends are known. */
  #start: string | undefined = '';
  #endsInReturns = false;
  #row = '';
  #rowLine = 1;
  /** The row's last line. Scanning the whole row at the end of each line would take quadratic time. */
  #lastLine = '';
  /** Whether the row's earlier lines end within quotes. */
  #isQuoted = false;
  /** The quote within which they end. */
  #quote: OpenQuote | undefined;
  #within: { readonly names: readonly string[]; readonly rows: RowWithinQuotes } | undefined;

  constructor(feed: string, options: ReaderOptions) {
    this.#feed = feed;
    this.#fieldOf = options.fieldOf;
    this.#table = new TableReader(
      feed,
      {
        ...options,
        delimiterOf: ({ text }) => {
          this.#within = undefined;
          return (this.#delimiter ??= detectDelimiter(text));
        },
      },
      (row) => ({ ...row, cells: cellsOf(row.text, this.#delimiter ?? ',') }),
    );
  }

  push(given: string): FeedItem[] {
    const text = this.#withLineFeeds(given, false);
    const records: FeedItem[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#extendRow(text.slice(start, end));
      this.#rejectUnclosed(records);
      const isOpen = this.#isOpen();
      this.#line += 1;
      if (isOpen) this.#row += '\n';
      else this.#finishRow(records, false);
      start = end + 1;
    }
    this.#extendRow(text.slice(start));
    return records;
  }

  end(): FeedItem[] {
    const records = this.#start === undefined ? [] : this.push(this.#withLineFeeds('', true));
    this.#rejectUnclosed(records);
    if (this.#isOpen()) {
      const row = this.#rows?.withQuotedFields(this.#row.replace(LINE_END, ''));
      if (row === undefined) throw this.#neverClosed();
      this.#row = row;
    }
    this.#finishRow(records, true);
    records.push(...this.#table.end());
    return records;
  }

  /** The text with LF at the ends of its lines; held back until it is known whether the feed has CR alone there. */
  #withLineFeeds(text: string, isEnd: boolean): string {
    if (this.#start !== undefined) {
      this.#start += text;
      const at = endOfLine(this.#start);
      const isKnown = at !== -1 || this.#start.length > MAX_RECORD_LENGTH;
      if (!isKnown && !isEnd) return '';
      this.#endsInReturns = at === -1 || at > MAX_RECORD_LENGTH;
      text = this.#start;
      this.#start = undefined;
    }
    return this.#endsInReturns ? text.replaceAll('\r', '\n') : text;
  }

  #extendRow(text: string): void {
    this.#row += text;
    this.#lastLine += text;
    if (this.#row.length <= MAX_RECORD_LENGTH) return;
    throw this.#isQuoted ? this.#neverClosed() : recordTooLong(this.#feed, this.#rowLine);
  }

  #neverClosed(): Problem {
    return unreadable(
      this.#feed,
      `the row that starts on line ${this.#rowLine} has a quote that is never closed (got ${quoted(this.#row)}). ` +
        'Double quotes within a field, and quote the field.',
    );
  }

  /** Whether a line end here would be part of a field. While the delimiter is unknown, each possible one counts. */
  #isOpen(): boolean {
    const line = this.#lastLine;
    this.#lastLine = '';
    if (!this.#isQuoted && !line.includes('"')) return false;
    const wasQuoted = this.#isQuoted;
    let opened = -1;
    for (let at = 0; ; at += 1) {
      if (!this.#isQuoted && line.charAt(at) === '"') {
        this.#isQuoted = true;
        opened = at;
        at += 1;
      }
      const end = (this.#isQuoted ? endOfQuotes : indexOfDelimiter)(line, at, this.#delimiter);
      if (end === -1) {
        if (this.#isQuoted && opened !== -1) this.#quote = this.#quoteAt(line, opened, wasQuoted);
        return this.#isQuoted;
      }
      this.#isQuoted = false;
      at = end;
      if (at === line.length) return false;
    }
  }

  /** The quote that opens in a line, which may begin within another one; undefined while the columns are unknown. */
  #quoteAt(line: string, at: number, wasQuoted: boolean): OpenQuote | undefined {
    const rows = this.#rows;
    if (rows === undefined) return undefined;
    const before = wasQuoted ? `"${line.slice(0, at)}` : line.slice(0, at);
    const from = wasQuoted && this.#quote !== undefined ? rows.columnOf(this.#quote) : 0;
    return { line: this.#line, from, before, text: line.slice(at + 1) };
  }

  /** Finds the table's rows within quotes; undefined while its columns are unknown. */
  get #rows(): RowWithinQuotes | undefined {
    const columns = this.#table.columns;
    if (columns === undefined) return undefined;
    const { names, text = this.#row } = columns;
    if (names !== this.#within?.names) {
      const delimiter = this.#delimiter ?? detectDelimiter(text);
      this.#within = { names, rows: new RowWithinQuotes(names, delimiter, this.#fieldOf) };
    }
    return this.#within.rows;
  }

  /** Rejects the row so far if its last line begins another row although it is within quotes. That row is read next. */
  #rejectUnclosed(records: FeedItem[]): void {
    const line = this.#lastLine;
    const quote = this.#quote;
    if (!this.#isQuoted || quote === undefined || this.#rows?.begins(line, quote) !== true) return;
    const text = this.#row.slice(0, -line.length).replace(LINE_END, '');
    const reason =
      `the quote that opens on line ${quote.line} is not closed before line ${this.#line}, where another row begins: ` +
      'double quotes within a field, and quote the field';
    const row = this.#rows?.withQuotedFields(text);
    if (row === undefined) records.push({ kind: 'malformed', line: this.#rowLine, text, reason });
    else this.#addRow(records, row, false);
    this.#row = line;
    this.#rowLine = this.#line;
    this.#isQuoted = false;
  }

  #finishRow(records: FeedItem[], isCut: boolean): void {
    const text = this.#row.endsWith('\r') ? this.#row.slice(0, -1) : this.#row;
    const line = this.#rowLine;
    this.#row = '';
    this.#rowLine = this.#line;
    if (isBlank(text)) return;
    const named = this.#isFirstRow ? delimiterLine(text) : undefined;
    this.#isFirstRow = false;
    if (named === undefined) this.#addRow(records, text, isCut, line);
    else this.#delimiter = named ?? undefined;
  }

  #addRow(records: FeedItem[], text: string, isCut: boolean, line = this.#rowLine): void {
    const cells = cellsOf(text, this.#delimiter ?? detectDelimiter(text));
    records.push(...this.#table.add({ line, text, cells, isCut, source: text }));
  }
}

/** The first LF outside quotes, or within quotes before any CR alone; -1 if there is none. Takes linear time. */
function endOfLine(text: string): number {
  const returnAlone = text.search(/\r(?!\n)/);
  let isQuoted = false;
  for (const { 0: character, index } of text.matchAll(/["\n]/g)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted) return index;
    else if (text.charAt(index - 1) !== '\r' && (returnAlone === -1 || returnAlone > index)) return index;
  }
  return -1;
}
