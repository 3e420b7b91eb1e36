// The header row of a CSV feed: detects the delimiter, and turns rows into objects with the columns' names as keys.
import { quoted } from '../../problem.ts';
import { unreadable } from './feed-record.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter that occurs most often outside quotes; ties, and headers without one, give a comma. */
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

  /** Throws a Problem `feed_unreadable` for duplicate and empty column names. */
  constructor(names: readonly string[], feed: string, line: number) {
    checkNames(names, (message) => unreadable(feed, `the header on line ${line} ${message}`));
    this.#feed = feed;
    this.#names = names;
  }

  /** A row's cells by column name. Throws a Problem `feed_unreadable` if the row and the header differ in length. */
  toObject(cells: readonly string[], line: number): Record<string, string> {
    if (cells.length !== this.#names.length) {
      throw unreadable(
        this.#feed,
        `the row that starts on line ${line} has ${cells.length} columns, the header has ${this.#names.length}. ` +
          (cells.length < this.#names.length
            ? 'The row is truncated: fetch the feed again.'
            : 'Quote fields that contain commas.'),
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
