// Reads the tables of assets/: tab-separated UTF-8 with a header line. Lines that start with `# ` are comments; a cell lists
// names separated by bars.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from './package-files.ts';

export interface TableLine {
  readonly line: number;
  /** One cell per column of the header; empty if a line is too short. */
  readonly cells: readonly string[];
}

/** The rows of a file such as `vehicles/makes.tsv`, and a hash of its text: anything built with another text is out of date. */
export function readTable<T>(file: string, parse: (text: string) => T): { rows: T; version: string } {
  const text = readFileSync(packageFile(`assets/${file}`), 'utf8');
  return { rows: parse(text), version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

/** The rows below the header, which must be `columns`. `what` names the table in errors. */
export function parseTable(what: string, columns: readonly string[], text: string): TableLine[] {
  const [header, ...lines] = text.trimEnd().split('\n');
  if (header !== columns.join('\t'))
    throw mistake(what, 1, `the columns must be ${columns.join(', ')}, separated by tabs`);
  return lines.flatMap((line, i) => {
    if (line === '' || line.startsWith('# ')) return [];
    const cells = line.split('\t');
    if (cells.length > columns.length) {
      throw mistake(what, i + 2, `there are ${cells.length} cells, and may be ${columns.length}`);
    }
    if (cells.some((cell) => cell !== cell.trim()))
      throw mistake(what, i + 2, 'a cell begins or ends with a space');
    if (cells[0] === '') throw mistake(what, i + 2, `it has no ${columns[0]}`);
    return [{ line: i + 2, cells: columns.map((_, at) => cells.at(at) ?? '') }];
  });
}

export function listOf(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split(' | ');
}

/** A cell's number, zero or more. */
export function numberOf(cell: string, what: string, line: number): number {
  if (!/^[0-9]+(?:\.[0-9]+)?$/.test(cell)) throw mistake(what, line, `'${cell}' is not a number`);
  return Number(cell);
}

/** The cell, which must be one of `known`. */
export function oneOf<Known extends string>(
  known: readonly Known[],
  cell: string,
  what: string,
  line: number,
): Known {
  const found = known.find((one) => one === cell);
  if (found === undefined) throw mistake(what, line, `'${cell}' is none of ${known.join(', ')}`);
  return found;
}

export function mistake(what: string, line: number, fault: string): Error {
  return new Error(`${what}, line ${line}: ${fault}`);
}

/** Stores the line of each name, and refuses a name that is listed twice in a scope. `shown` is the name in errors. */
export class UniqueNames {
  readonly #what: string;
  readonly #lines = new Map<string, number>();

  constructor(what: string) {
    this.#what = what;
  }

  add(name: string, line: number, scope = '', shown = name): void {
    const key = `${scope}\t${name}`;
    const earlier = this.#lines.get(key);
    if (earlier !== undefined) throw mistake(this.#what, line, `${shown} is on line ${earlier} too`);
    this.#lines.set(key, line);
  }
}
