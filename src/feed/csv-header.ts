// The header row of a CSV feed: which column holds which field. Names are matched exactly, but for case and blanks
// around them. Columns with other names come along, so that whoever reads the records can tell that they are ignored.
import { quoted } from '../problem.ts';
import type { FeedField } from './feed-item.ts';
import { unreadable } from './feed-record.ts';

const LIST = new Intl.ListFormat('en-GB');

const REQUIRED: readonly FeedField[] = ['id', 'dealer', 'advert_url'];

const SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'pipes'],
] as const;

export class CsvHeader {
  readonly #feed: string;
  readonly #names: readonly string[];

  /** Throws a Problem `feed_unreadable` where the header cannot be that of a feed. */
  constructor(cells: readonly string[], feed: string, line: number) {
    const names = cells.map((cell) => cell.trim().toLowerCase());
    checkNames(names, (sentence) => unreadable(feed, `the header on line ${line} ${sentence}`));
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

function checkNames(names: readonly string[], fault: (sentence: string) => Error): void {
  const missing = REQUIRED.filter((field) => !names.includes(field));
  if (missing.length > 0) {
    const lacks = `lacks ${LIST.format(missing)} (got ${quoted(names.join(','))}).`;
    if (names.some((name) => name.includes('\r'))) {
      throw fault(`${lacks} The lines seem to end in CR: save the feed with LF or CRLF line ends.`);
    }
    const [, separators] = SEPARATORS.find(([sign]) => names.some((name) => name.includes(sign))) ?? [];
    if (separators !== undefined) {
      throw fault(`${lacks} The columns seem to be separated by ${separators}: save the feed with commas.`);
    }
    throw fault(`${lacks} The first row must name the columns.`);
  }
  const empty = names.indexOf('');
  if (empty !== -1) throw fault(`has no name for column ${empty + 1}. Every column needs a name.`);
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw fault(`names the column ${quoted(name)} twice. Remove one of them.`);
    seen.add(name);
  }
}
