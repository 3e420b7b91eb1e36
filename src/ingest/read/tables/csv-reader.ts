// Reads CSV. Lines end in LF or CRLF, or in CR if the feed's start has no LF but within quotes. Rows are split here, for their
// lines and their length. Quotes are as dealers have them, which no library reads: one opens a field only at its start, and
// closes it only before a delimiter or the end of the row, blanks aside. Any other is an inch mark: `17" alloys`.
import { quoted } from '../../../quoted-text.ts';
import { delimiterLine, detectDelimiter } from './table-header.ts';
import {
  type Delimiter,
  isBlank,
  MAX_RECORD_LENGTH,
  recordTooLong,
  unreadable,
  type FeedItem,
  type RecordReader,
  type ReaderOptions,
  DELIMITERS,
} from '../feed-record.ts';
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
  /** The row's last line. Scanning the whole row at the end of each line would take quadratic time. */
  #lastLine = '';
  /** Whether the row's earlier lines end within quotes. */
  #isQuoted = false;

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
      if (this.#isOpen()) this.#row += '\n';
      else this.#finishRow(records, false);
      start = end + 1;
    }
    this.#extendRow(text.slice(start));
    return records;
  }

  end(): FeedItem[] {
    const records = this.#start === undefined ? [] : this.push(this.#withLineFeeds('', true));
    if (this.#isOpen()) {
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
    if (this.#row.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, this.#rowLine);
  }

  /** Whether a line end here would be part of a field. While the delimiter is unknown, each possible one counts. */
  #isOpen(): boolean {
    const line = this.#lastLine;
    this.#lastLine = '';
    if (!this.#isQuoted && !line.includes('"')) return false;
    for (let at = 0; ; at += 1) {
      if (!this.#isQuoted && line.charAt(at) === '"') {
        this.#isQuoted = true;
        at += 1;
      }
      const end = (this.#isQuoted ? endOfQuotes : indexOfDelimiter)(line, at, this.#delimiter);
      if (end === -1) return this.#isQuoted;
      this.#isQuoted = false;
      at = end;
      if (at === line.length) return false;
    }
  }

  #finishRow(records: FeedItem[], isCut: boolean): void {
    const text = this.#row.endsWith('\r') ? this.#row.slice(0, -1) : this.#row;
    const line = this.#rowLine;
    this.#row = '';
    this.#rowLine = this.#line;
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

export function cellsOf(row: string, delimiter: Delimiter): string[] {
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ;) {
    const isQuoted = row.charAt(at) === '"';
    const found = isQuoted ? endOfQuotes(row, at + 1, delimiter) : row.indexOf(delimiter, at);
    const end = found === -1 ? row.length : found;
    const cell = row.slice(isQuoted ? at + 1 : at, end);
    if (!isQuoted) cells.push(cell);
    else cells.push((found === -1 ? cell : cell.replace(/"[ \r]*$/, '')).replaceAll('""', '"'));
    if (end === row.length) return cells;
    at = end + 1;
  }
}

/** The index of the delimiter or the row's end after the quote that closes a field; -1 if no quote closes it. */
function endOfQuotes(row: string, start: number, delimiter: Delimiter | undefined): number {
  for (let quote = row.indexOf('"', start); quote !== -1;) {
    let end = quote + 1;
    const isDoubled = row.charAt(end) === '"';
    while (row.charAt(end) === ' ' || row.charAt(end) === '\r') end += 1;
    if (end === row.length || isDelimiter(row.charAt(end), delimiter)) return end;
    quote = row.indexOf('"', quote + (isDoubled ? 2 : 1));
  }
  return -1;
}

function isDelimiter(character: string, delimiter: Delimiter | undefined): boolean {
  return delimiter === undefined ? DELIMITERS.some((known) => known === character) : character === delimiter;
}

function indexOfDelimiter(text: string, start: number, delimiter: Delimiter | undefined): number {
  if (delimiter !== undefined) return text.indexOf(delimiter, start);
  for (let at = start; at < text.length; at++) if (isDelimiter(text.charAt(at), delimiter)) return at;
  return -1;
}
