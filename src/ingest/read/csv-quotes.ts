// Quotes in CSV as dealers' exports have them, which no library reads: a quote opens a field only at the field's start, and
// closes it only before a delimiter or the row's end, blanks aside. Any other quote is an inch mark: `17" alloys`.
import { DELIMITERS, type Delimiter } from './feed-record.ts';

/** Where a row's text ends: at a field's start, within one, within quotes, or after a quote that may close them. */
type QuoteState = 'start' | 'field' | 'quotes' | 'quote' | 'blank';

export class RowQuotes {
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
