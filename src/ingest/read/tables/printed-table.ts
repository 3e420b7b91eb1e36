// Reads tables whose columns are set apart by spaces, as in a report for a printer: a text belongs to the name that it is below.
import { knownNames } from './table-header.ts';
import type { FeedItem, FieldOf, ReaderOptions, RecordReader } from '../feed-record.ts';
import { TableReader } from './table-reader.ts';

interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const MIN_COLUMNS = 4;
const RULE = /^[\s=_+-]*$/;

/** Texts that two spaces part, or words. */
function spansIn(line: string, form = /\S+(?: \S+)*/g): Span[] {
  return Array.from(line.matchAll(form), ({ 0: text, index: start }) => ({
    ...{ text, start, end: start + text.length },
  }));
}

/**
 * Where the columns are: below the parts of the rule that is below the header, else below its names. Undefined
 * without a header, or if it goes on in the next line.
 */
export function printedColumns(lines: readonly string[], fieldOf: FieldOf): readonly Span[] | undefined {
  const at = lines.findIndex((line) => {
    const names = /[\t|;,]/.test(line) ? [] : spansIn(line).map(({ text }) => text);
    return names.length >= MIN_COLUMNS && knownNames(names, fieldOf) * 2 >= names.length;
  });
  const [header, below = '', ...others] = lines.slice(Math.max(at, 0));
  if (at === -1 || header === undefined) return undefined;
  const row = RULE.test(below) ? others.find((line) => !RULE.test(line)) : below;
  if (row === undefined || !/[0-9]/.test(row)) return undefined;
  const parts = RULE.test(below) ? spansIn(below) : [];
  return parts.length < MIN_COLUMNS ? spansIn(header) : parts;
}

/** The cells of a line; one for a line whose texts are not below the names, such as a remark. */
function cellsBelow(line: string, columns: readonly Span[]): string[] {
  const texts = spansIn(line);
  const isBelow = (text: Span): boolean =>
    columns.some(({ start, end }) => start === text.start || end === text.end);
  if (texts.length < MIN_COLUMNS || texts.filter(isBelow).length * 2 < texts.length) return [line.trim()];
  const cells = columns.map((): string[] => []);
  for (const text of texts) {
    const over = columns.filter(({ start, end }) => start < text.end && text.start < end);
    // Texts that only one space parts are words of either.
    const words = over.length > 1 ? spansIn(line, /\S+/g).filter((word) => isWithin(word, text)) : [text];
    for (const word of words) {
      const [one] = over.length === 1 ? over : over.filter(({ end }) => end === word.end);
      const own = one ?? columns.findLast(({ start }) => start <= word.start) ?? columns[0];
      cells[columns.indexOf(own)]?.push(word.text);
    }
  }
  return cells.map((words) => words.join(' '));
}

function isWithin(word: Span, text: Span): boolean {
  return word.start >= text.start && word.end <= text.end;
}

export class PrintedTableReader implements RecordReader {
  readonly #table: TableReader;
  readonly #columns: readonly Span[];
  #rest = '';
  #line = 0;

  constructor(feed: string, options: ReaderOptions, columns: readonly Span[]) {
    this.#table = new TableReader(feed, { ...options, mayBeShort: true });
    this.#columns = columns;
  }

  push(text: string): FeedItem[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#add(line));
  }

  end(): FeedItem[] {
    return [...this.#add(this.#rest), ...this.#table.end()];
  }

  #add(given: string): FeedItem[] {
    this.#line += 1;
    const text = given.replace(/[\f\r]/g, '');
    if (RULE.test(text)) return [];
    return this.#table.add({ line: this.#line, text, cells: cellsBelow(text, this.#columns), isCut: false });
  }
}
