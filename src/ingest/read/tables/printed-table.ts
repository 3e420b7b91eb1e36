// Reads tables whose columns are set apart by spaces, as in a report for a printer: a text belongs to the name that it is below.
// Tables of two columns behind them explain codes, as in the results of several queries of a database.
import { knownNames } from './table-header.ts';
import {
  noticeOf,
  type FeedItem,
  type FieldOf,
  type ReaderOptions,
  type RecordReader,
} from '../feed-record.ts';
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
  const columns = lines.map((line, at) =>
    /[\t|;,]/.test(line) ? [] : (ruledColumns(line, lines[at + 1] ?? '') ?? spansIn(line)),
  );
  const at = lines.findIndex((line, n) => {
    const spans = columns[n] ?? [];
    const names = spans.map(({ start, end }) => line.slice(start, end).trim());
    return names.length >= MIN_COLUMNS && knownNames(names, fieldOf) * 2 >= names.length;
  });
  const [below = '', ...others] = at === -1 ? [] : lines.slice(at + 1);
  const row = RULE.test(below) ? others.find((line) => !RULE.test(line)) : below;
  if (row === undefined || !/[0-9]/.test(row)) return undefined;
  const parts = RULE.test(below) ? spansIn(below) : [];
  return ruledColumns(lines[at] ?? '', below) ?? (parts.length < MIN_COLUMNS ? columns[at] : parts);
}

/** The parts of the rule below a header, if they divide it; one space may part them: `FU GB` over `-- --`. */
function ruledColumns(header: string, below: string): readonly Span[] | undefined {
  if (!RULE.test(below)) return undefined;
  // A rule of the words of names, as of `Reg date`.
  const isOfWords = below.trimEnd() === header.trimEnd().replace(/\S/g, below.trim().charAt(0));
  const parts = spansIn(below, isOfWords ? undefined : /\S+/g);
  return parts.length >= MIN_COLUMNS && ruledTexts(header, parts) !== undefined ? parts : undefined;
}

/** What a line has below each part of a rule; undefined if a text goes beyond one. */
function ruledTexts(line: string, parts: readonly Span[]): readonly Span[] | undefined {
  const words = spansIn(line, /\S+/g);
  const isWithinOne = (word: Span): boolean => parts.some((part) => isWithin(word, part));
  if (!words.every(isWithinOne)) return undefined;
  return parts.map((part) => {
    const own = words.filter((word) => isWithin(word, part));
    const { start, end } = { start: own[0]?.start ?? part.start, end: own.at(-1)?.end ?? part.start };
    return { text: line.slice(start, end), start, end };
  });
}

/** The cells of a line; one for a line whose texts are not below the names, such as a remark. */
function cellsBelow(line: string, columns: readonly Span[]): string[] {
  const ruled = ruledTexts(line, columns);
  const texts = ruled?.filter(({ text }) => text !== '') ?? spansIn(line);
  const isBelow = (text: Span): boolean =>
    columns.some(({ start, end }) => start === text.start || end === text.end);
  if (texts.length < MIN_COLUMNS || texts.filter(isBelow).length * 2 < texts.length) return [line.trim()];
  if (ruled !== undefined) return ruled.map(({ text }) => text);
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

interface Line {
  readonly line: number;
  readonly text: string;
}

/** A table of codes and words, `fuel_cd fuel_desc` over `------- ---------`. */
interface CodeTable {
  readonly line: number;
  readonly parts: readonly Span[];
  readonly name: string;
  readonly codes: string[];
}

const CODE_COLUMNS = 2;

export class PrintedTableReader implements RecordReader {
  readonly #table: TableReader;
  readonly #columns: readonly Span[];
  #rest = '';
  #line = 0;
  /** The line before: a rule below it shows a table of codes. */
  #last: Line = { line: 0, text: '' };
  #codes: CodeTable | undefined;

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
    // The first blank line has the last line read, the second ends a table of codes.
    return [...this.#add(this.#rest), ...this.#add(''), ...this.#add(''), ...this.#table.end()];
  }

  #add(given: string): FeedItem[] {
    this.#line += 1;
    const text = given.replace(/[\f\r]/g, '');
    const last = this.#last;
    this.#last = { line: this.#line, text };
    const parts = RULE.test(text) ? spansIn(text, /\S+/g) : [];
    const names = parts.length === CODE_COLUMNS ? (ruledTexts(last.text, parts) ?? []) : [];
    if (names.length === 0 || names.some((name) => !/^\p{L}/u.test(name.text))) return this.#read(last);
    const items = this.#endCodes();
    this.#codes = { line: last.line, parts, name: names[0].text, codes: [] };
    this.#last = { line: this.#line, text: '' };
    return items;
  }

  #read({ line, text }: Line): FeedItem[] {
    if (this.#codes !== undefined) {
      const cells = RULE.test(text) ? undefined : ruledTexts(text, this.#codes.parts);
      // The rule itself.
      if (line === this.#codes.line + 1) return [];
      if (cells === undefined) return [...this.#endCodes(), ...this.#read({ line, text })];
      this.#codes.codes.push(cells.map((cell) => cell.text).join(' '));
      return [];
    }
    if (RULE.test(text)) return [];
    return this.#table.add({ line, text, cells: cellsBelow(text, this.#columns), isCut: false });
  }

  #endCodes(): FeedItem[] {
    const { line, name, codes } = this.#codes ?? { line: 0, name: '', codes: [] };
    this.#codes = undefined;
    return codes.length === 0 ? [] : [noticeOf('outside_records', line, `${name}: ${codes.join(', ')}`)];
  }
}
