// The header row of a CSV feed: what separates the columns, and under which names the cells of a row come out. What the
// names mean is not known here.
import { quoted } from '../../problem.ts';
import { unreadable } from './feed-record.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The sign that a header has most often outside quotes. A comma where it has none, or two as often. */
export function detectDelimiter(header: string): Delimiter {
  const counts = new Map<string, number>();
  let inQuotes = false;
  for (const character of header) {
    if (character === '"') inQuotes = !inQuotes;
    else if (!inQuotes) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const countOf = (delimiter: Delimiter): number => counts.get(delimiter) ?? 0;
  return DELIMITERS.reduce((best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best));
}

export class CsvHeader {
  readonly #feed: string;
  readonly #names: readonly string[];

  /** Throws a Problem `feed_unreadable` where two columns have one name, or one has none. */
  constructor(names: readonly string[], feed: string, line: number) {
    checkNames(names, (message) => unreadable(feed, `the header on line ${line} ${message}`));
    this.#feed = feed;
    this.#names = names;
  }

  /** The cells of a row by the names of their columns. Throws a Problem `feed_unreadable` for a row of another width. */
  toObject(cells: readonly string[], line: number): Record<string, string> {
    if (cells.length !== this.#names.length) {
      throw unreadable(
        this.#feed,
        `the row that starts on line ${line} has ${cells.length} columns, the header has ${this.#names.length}. ` +
          (cells.length < this.#names.length
            ? 'The row is cut off: fetch the feed again.'
            : 'A comma within a field needs quotes around the field.'),
      );
    }
    const values: Record<string, string> = {};
    this.#names.forEach((name, column) => (values[name] = cells[column]));
    return values;
  }
}

function checkNames(names: readonly string[], problemFor: (message: string) => Error): void {
  const empty = names.indexOf('');
  if (empty !== -1) throw problemFor(`has no name for column ${empty + 1}. Every column needs a name.`);
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw problemFor(`names the column ${quoted(name)} twice. Remove one of them.`);
    seen.add(name);
  }
}
