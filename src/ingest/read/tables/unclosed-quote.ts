// Finds the row that a missing closing quote takes for the text of its field: without it, the field ends at a quote of a later row,
// and the vehicle of one row has the price of another. What shows such a row are values that fit their columns, in the places of
// these columns: at the beginning of a line within the quotes, and at the end of the line on which they open. The row of such a quote
// is read again with its quotes as parts of its texts, if its delimiters are not parts of texts as well.
import { domainName } from '../../../listing/domain-name.ts';
import { ANY_TIME, testOf } from '../../values/field-tests.ts';
import type { Delimiter, FieldOf } from '../feed-record.ts';
import { cellsOf, endOfQuotes, splitRow } from './csv-cells.ts';

export interface OpenQuote {
  /** The line on which it opens. */
  readonly line: number;
  /** The row's fields before those of `before`. */
  readonly from: number;
  /** What is before it on that line, from the beginning of a field on. */
  readonly before: string;
  /** What follows it on that line. */
  readonly text: string;
}

/** What a quote's line shows of it. */
interface Opening {
  readonly quote: OpenQuote;
  /** The index of its field in the row. */
  readonly column: number;
  /** What the values behind it weigh. */
  readonly weights: readonly number[];
}

/** Values of which fewer may be in a text by chance; the address of an advert counts as two. */
const MIN_FITTING = 3;
const MAX_VALUE_LENGTH = 2000;
const ID = /^(?=.*[0-9])[\w./#-]{1,60}$/;
/** Fields of which nearly any text is a value. */
const LOOSE: ReadonlySet<string> = new Set(['keywords', 'gears']);

/** 1 for a value of the field, 2 for an address, -1 for a text that is none, 0 if nothing can be said. */
type Weigh = (text: string) => number;

export class RowWithinQuotes {
  readonly #delimiter: Delimiter;
  readonly #columns: readonly (Weigh | undefined)[];
  /** The columns without blank names at the end. */
  readonly #named: number;
  #opening: Opening | undefined;

  constructor(names: readonly string[], delimiter: Delimiter, fieldOf: FieldOf) {
    this.#delimiter = delimiter;
    this.#columns = names.map((name) => weigherOf(fieldOf(name.trim())));
    this.#named = names.findLastIndex((name) => name.trim() !== '') + 1;
  }

  /** The index of the quote's field in the row. */
  columnOf({ from, before }: OpenQuote): number {
    return from + cellsOf(before, this.#delimiter).length - 1;
  }

  /** Whether a line that the quote takes in begins a row by itself. Further lines may end that row. */
  begins(given: string, quote: OpenQuote): boolean {
    const delimiter = this.#delimiter;
    if (!this.#mayBegin(given)) return false;
    const line = given.endsWith('\r') ? given.slice(0, -1) : given;
    const { cells, isOpen } = splitRow(line, delimiter);
    const width = this.#columns.length;
    const isWhole = cells.length >= this.#named && cells.slice(width).every((cell) => cell.trim() === '');
    if (isOpen ? cells.length > width : !isWhole) return false;
    const whole = isOpen ? cells.slice(0, -1) : cells;
    // What follows the quote's end is in the same columns whether or not a row begins here, if the row has the right width then.
    const end = endOfQuotes(line, 0, delimiter);
    const taken = end === -1 ? cells.length : cellsOf(line.slice(0, end), delimiter).length;
    const { column, weights: behind } = this.#openingOf(quote);
    const mayEnd = end !== -1 && column + 1 + cells.length - taken <= width;
    const weights = [...this.#weights(mayEnd ? whole.slice(0, taken - 1) : whole, 0), ...behind];
    const fitting = weights.filter((weight) => weight > 0);
    const isEnough = fitting.reduce((sum, weight) => sum + weight, 0) >= MIN_FITTING;
    return isEnough && fitting.length > weights.filter((weight) => weight < 0).length;
  }

  /**
   * A row whose quotes are part of its texts, `… | "Lovely, 17" alloys | …`, with its fields quoted. Undefined unless it has one
   * line and all columns then, and with commas, which texts have too.
   */
  withQuotedFields(row: string): string | undefined {
    if (this.#delimiter === ',' || row.includes('\n')) return undefined;
    const cells = row.split(this.#delimiter);
    if (cells.length !== this.#columns.length) return undefined;
    return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(this.#delimiter);
  }

  /** Whether a line has as many delimiters as a row, or a quote that opens a field. Most lines of texts have neither. */
  #mayBegin(line: string): boolean {
    if (line.startsWith('"') || line.includes(`${this.#delimiter}"`)) return true;
    let at = -1;
    for (let left = this.#named - 1; left > 0; left -= 1) {
      at = line.indexOf(this.#delimiter, at + 1);
      if (at === -1) return false;
    }
    return true;
  }

  /** Only a line with as many values behind the quote as there are columns has them in their places. */
  #openingOf(quote: OpenQuote): Opening {
    if (this.#opening?.quote === quote) return this.#opening;
    const column = this.columnOf(quote);
    const after = Math.max(0, this.#columns.length - column - 1);
    const cells = quote.text.split(this.#delimiter);
    const weights = cells.length > after ? this.#weights(cells.slice(cells.length - after), column + 1) : [];
    this.#opening = { quote, column, weights };
    return this.#opening;
  }

  #weights(cells: readonly string[], from: number): number[] {
    return cells.map((cell, n) => {
      const text = cell.trim();
      return text === '' || text.length > MAX_VALUE_LENGTH ? 0 : (this.#columns[from + n]?.(text) ?? 0);
    });
  }
}

function weigherOf(field = ''): Weigh | undefined {
  if (field === 'id') return (text) => (ID.test(text) ? 1 : 0);
  if (field === 'dealer') return (text) => (domainName(text) === undefined ? 0 : 1);
  const test = LOOSE.has(field) ? undefined : testOf(field);
  if (test === undefined) return undefined;
  if (field === 'advert_url') return (text) => (test(text, ANY_TIME) && !/\s/.test(text) ? 2 : -1);
  return (text) => (test(text, ANY_TIME) ? 1 : -1);
}
