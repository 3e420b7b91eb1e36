// Reads CSV. Lines end in LF or CRLF, or in CR if the feed's start has no LF. Rows are split here, for their lines and their length.
import { quoted } from '../../problem.ts';
import { delimiterLine, detectDelimiter } from './csv-header.ts';
import type { Delimiter } from './feed-record.ts';
import { cellsOf, RowQuotes } from './csv-quotes.ts';
import {
  isBlank,
  MAX_RECORD_LENGTH,
  recordTooLong,
  unreadable,
  type FeedItem,
  type RecordReader,
  type ReaderOptions,
} from './feed-record.ts';
import { TableReader } from './table-reader.ts';

export class CsvReader implements RecordReader {
  readonly #feed: string;
  readonly #table: TableReader;
  #delimiter: Delimiter | undefined;
  #isFirstRow = true;
  #line = 1;
  /** The feed's start, until its line ends are known. */
  #start: string | undefined = '';
  #endsInReturns = false;
  #row = '';
  #rowLine = 1;
  readonly #quotes = new RowQuotes();

  constructor(feed: string, options: ReaderOptions) {
    this.#feed = feed;
    this.#table = new TableReader(
      feed,
      { ...options, delimiterOf: ({ text }) => (this.#delimiter ??= detectDelimiter(text)) },
      (row) => ({ ...row, cells: cellsOf(row.text, this.#delimiter ?? ',') }),
    );
  }

  push(given: string): FeedItem[] {
    const text = this.#withLineFeeds(given, false);
    const records: FeedItem[] = [];
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

  end(): FeedItem[] {
    const records = this.#start === undefined ? [] : this.push(this.#withLineFeeds('', true));
    if (this.#quotes.isOpen) {
      throw unreadable(
        this.#feed,
        `the row that starts on line ${this.#rowLine} has a quote that is never closed (got ${quoted(this.#row)}). ` +
          'Double quotes within a field, and quote the field.',
      );
    }
    this.#finishRow(records, true);
    records.push(...this.#table.end());
    return records;
  }

  /** The text with LF at the ends of its lines; held back until it is known whether the feed has CR alone there. */
  #withLineFeeds(text: string, isEnd: boolean): string {
    if (this.#start !== undefined) {
      this.#start += text;
      const at = this.#start.indexOf('\n');
      const isKnown = at !== -1 || this.#start.length > MAX_RECORD_LENGTH;
      if (!isKnown && !isEnd) return '';
      this.#endsInReturns = at === -1 || at > MAX_RECORD_LENGTH;
      text = this.#start;
      this.#start = undefined;
    }
    return this.#endsInReturns ? text.replaceAll('\r', '\n') : text;
  }

  #extendRow(text: string): void {
    this.#quotes.push(text, this.#delimiter);
    this.#row += text;
    if (this.#row.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, this.#rowLine);
  }

  #finishRow(records: FeedItem[], isCut: boolean): void {
    const text = this.#row.endsWith('\r') ? this.#row.slice(0, -1) : this.#row;
    const line = this.#rowLine;
    this.#row = '';
    this.#rowLine = this.#line;
    this.#quotes.reset();
    if (isBlank(text) || this.#isDelimiterLine(text)) return;
    const cells = cellsOf(text, this.#delimiter ?? detectDelimiter(text));
    records.push(...this.#table.add({ line, text, cells, isCut, source: text }));
  }

  #isDelimiterLine(text: string): boolean {
    const named = this.#isFirstRow ? delimiterLine(text) : undefined;
    this.#isFirstRow = false;
    if (named === undefined) return false;
    this.#delimiter = named ?? undefined;
    return true;
  }
}
