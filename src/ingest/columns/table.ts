// The form of the tables in assets/feeds/: tab-separated UTF-8 with a header, and lines that start with `# ` as comments. A
// mistake in one would silently lose a column of some dealer, so it is an error with its file and line.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../package-files.ts';

export interface TableRow<Column extends string> {
  readonly cells: Readonly<Record<Column, string>>;
  /** `columns.tsv, line 7`. */
  readonly place: string;
}

export type FeedTable = 'columns' | 'layouts' | 'parents' | 'words' | 'statuses';

const FOLDER = packageFile('assets/feeds/');

/** The text of one of the program's own tables. */
export function tableText(table: FeedTable): string {
  return readFileSync(new URL(`${table}.tsv`, FOLDER), 'utf8');
}

let version: string | undefined;

/** A hash of all tables: records that were read with others are read again. */
export function tablesVersion(): string {
  if (version === undefined) {
    const hash = createHash('sha256');
    for (const table of ['columns', 'layouts', 'parents', 'words', 'statuses'] as const)
      hash.update(tableText(table));
    version = hash.digest('base64url').slice(0, 12);
  }
  return version;
}

/** The rows of a table with these columns. The first column is never blank. */
export function tableRows<Column extends string>(
  table: FeedTable,
  text: string,
  columns: readonly Column[],
): TableRow<Column>[] {
  const [header, ...lines] = text.split('\n');
  if (header !== columns.join('\t'))
    throw mistake(`${table}.tsv, line 1`, `the columns must be ${columns.join(', ')}, separated by tabs`);
  return lines.flatMap((line, n) => {
    if (line === '' || line.startsWith('# ')) return [];
    const place = `${table}.tsv, line ${n + 2}`;
    const cells = line.split('\t');
    if (cells.length > columns.length)
      throw mistake(place, `there are ${cells.length} cells, and may be ${columns.length}`);
    if (cells.some((cell) => cell !== cell.trim()))
      throw mistake(place, 'a cell begins or ends with a space');
    if (cells[0] === '') throw mistake(place, `it has no ${columns[0]}`);
    const named = columns.map((column, i): [Column, string] => [column, cells[i] ?? '']);
    // Safe: an entry for each of the columns.
    return [{ cells: Object.fromEntries(named) as Record<Column, string>, place }];
  });
}

/** Refuses a key that another row has. */
export class UniqueKeys {
  readonly #places = new Map<string, string>();

  add(key: string, what: string, place: string): void {
    const earlier = this.#places.get(key);
    if (earlier !== undefined) throw mistake(place, `${what} is in ${earlier} too`);
    this.#places.set(key, place);
  }
}

/** The error of a row. */
export function mistake(place: string, what: string): Error {
  return new Error(`${place}: ${what}`);
}
