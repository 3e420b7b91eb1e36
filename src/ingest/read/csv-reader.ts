// Reads CSV. Lines end in LF or CRLF, or in CR if the feed's start has no LF but within quotes. Rows are split here, for their lines and their length.
// Quotes are as dealers have them, which no library reads: one opens a field only at its start, and closes it only before a delimiter or the end of the row,
// blanks aside. Any other is an inch mark: `17" alloys`.
import { quoted } from '../../quoted-text.ts';
import { delimiterLine, detectDelimiter } from './csv-header.ts';
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

/** The first LF outside quotes, or within quotes before any CR alone; -1 if there is none. Time is linear in the text's length. */
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

/** Where a row's text ends: at a field's start, within one, within quotes, or after a quote that may close them. */
type QuoteState = 'start' | 'field' | 'quotes' | 'quote' | 'blank';

class RowQuotes {
  #state: QuoteState = 'start';

  /** Whether a line end would belong to a field. */
  get isOpen(): boolean {
    return this.#state === 'quotes';
  }

  reset(): void {
    this.#state = 'start';
  }

  /** Adds a piece of the row. Without a delimiter, any of them is taken for one. */
  push(text: string, delimiter: Delimiter | undefined): void {
    if (text === '') return;
    if (!this.#isQuoted && !text.includes('"')) {
      this.#state = isDelimiter(text.charAt(text.length - 1), delimiter) ? 'start' : 'field';
      return;
    }
    for (let at = 0; at < text.length;) at = this.#step(text, at, delimiter);
  }

  get #isQuoted(): boolean {
    return this.#state !== 'start' && this.#state !== 'field';
  }

  #step(text: string, at: number, delimiter: Delimiter | undefined): number {
    const character = text.charAt(at);
    switch (this.#state) {
      case 'start':
        this.#state = character === '"' ? 'quotes' : isDelimiter(character, delimiter) ? 'start' : 'field';
        return at + 1;
      case 'field': {
        const next = indexOfDelimiter(text, at, delimiter);
        if (next === -1) return text.length;
        this.#state = 'start';
        return next + 1;
      }
      case 'quotes': {
        const quote = text.indexOf('"', at);
        if (quote === -1) return text.length;
        this.#state = 'quote';
        return quote + 1;
      }
      case 'quote':
      case 'blank':
        if (character === '"' && this.#state === 'quote') this.#state = 'quotes';
        else if (character === ' ' || character === '\r') this.#state = 'blank';
        else if (isDelimiter(character, delimiter)) this.#state = 'start';
        else {
          this.#state = 'quotes';
          return at;
        }
        return at + 1;
    }
  }
}

export function cellsOf(row: string, delimiter: Delimiter): string[] {
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const { cell, end } =
      row.charAt(at) === '"' ? quotedCell(row, at + 1, delimiter) : plainCell(row, at, delimiter);
    cells.push(cell);
    if (end === row.length) return cells;
    at = end + 1;
  }
}

interface Cell {
  readonly cell: string;
  readonly end: number;
}

function plainCell(row: string, start: number, delimiter: Delimiter): Cell {
  const next = row.indexOf(delimiter, start);
  const end = next === -1 ? row.length : next;
  return { cell: row.slice(start, end), end };
}

function quotedCell(row: string, start: number, delimiter: Delimiter): Cell {
  let cell = '';
  let at = start;
  for (let quote = row.indexOf('"', at); quote !== -1; quote = row.indexOf('"', at)) {
    cell += row.slice(at, quote);
    at = quote + 1;
    if (row.charAt(at) === '"') at += 1;
    else {
      let end = at;
      while (row.charAt(end) === ' ' || row.charAt(end) === '\r') end += 1;
      if (end === row.length || row.charAt(end) === delimiter) return { cell, end };
    }
    cell += '"';
  }
  return { cell: cell + row.slice(at), end: row.length };
}

function isDelimiter(character: string, delimiter: Delimiter | undefined): boolean {
  return delimiter === undefined ? DELIMITERS.some((known) => known === character) : character === delimiter;
}

function indexOfDelimiter(text: string, start: number, delimiter: Delimiter | undefined): number {
  if (delimiter !== undefined) return text.indexOf(delimiter, start);
  for (let at = start; at < text.length; at++) if (isDelimiter(text.charAt(at), delimiter)) return at;
  return -1;
}
