// An SQLite connection and its prepared statements.
import type { Sql, SqlValue } from '../sql-query.ts';

// As much of the package better-sqlite3 as is used.

/** Rows as arrays of their columns, after `raw`. */
interface Statement {
  raw(): this;
  run(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): SqlValue[][];
  get(...values: readonly SqlValue[]): SqlValue[] | undefined;
}

interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

export type DatabaseClass = new (path: string) => Database;

/** Lists of values make many statements of one form. */
const MAX_STATEMENTS = 500;

export class Connection {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  rows({ text, values }: Sql): SqlValue[][] {
    return this.#prepared(text).all(...values);
  }

  /** The first column, as texts. */
  texts(statement: Sql): string[] {
    return this.rows(statement).map(([text]) => String(text));
  }

  /** The first column of the first row; 0 if there is no row, or it is null: the sum of nothing. */
  number({ text, values }: Sql): number {
    return Number(this.#prepared(text).get(...values)?.[0] ?? 0);
  }

  /** Prepares an insertion of many rows. */
  inserter(sql: string): (values: readonly SqlValue[]) => void {
    const statement = this.#database.prepare(sql);
    return (values) => void statement.run(...values);
  }

  /** Everything that `read` reads is of one state of the stock. */
  consistently<Result>(read: () => Result): Result {
    this.#prepared('BEGIN').run();
    try {
      return read();
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
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}
