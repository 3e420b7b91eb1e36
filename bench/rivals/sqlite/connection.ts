// One connection, and the statements that were prepared on it.
import type { SqlValue } from '../sql.ts';
import type { Database, Statement } from './better-sqlite3.ts';

/** Shapes of questions are few, but lists of values make many statements of one shape. */
const MOST_STATEMENTS = 500;

export class Connection {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  rows(sql: string, values: readonly SqlValue[]): SqlValue[][] {
    return this.#prepared(sql).all(...values);
  }

  /** The first column of the first row; 0 where there is no row, or it is null: the sum of nothing. */
  number(sql: string, values: readonly SqlValue[]): number {
    return Number(this.#prepared(sql).get(...values)?.[0] ?? 0);
  }

  /** For many rows: prepared once by the caller. */
  inserter(sql: string): (values: readonly SqlValue[]) => void {
    const statement = this.#database.prepare(sql);
    return (values) => void statement.run(...values);
  }

  /** Everything that `ask` reads is of one state of the stock. */
  consistently<Answer>(ask: () => Answer): Answer {
    this.#prepared('BEGIN').run();
    try {
      return ask();
    } finally {
      this.#prepared('COMMIT').run();
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#database.prepare(sql);
    const statement = sql.startsWith('SELECT') || sql.startsWith('WITH') ? made.raw() : made;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}
