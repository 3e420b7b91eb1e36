// A DuckDB connection and its prepared statements.
import { loadPackage } from '../engine.ts';
import type { Sql, SqlValue } from '../sql-query.ts';

/** As much of the package @duckdb/node-api as is used. */
interface Result {
  getRowsJS(): unknown[][];
}

interface Statement {
  bindInteger(at: number, value: number): void;
  bindDouble(at: number, value: number): void;
  bindVarchar(at: number, value: string): void;
  run(): Promise<Result>;
}

interface ApiConnection {
  run(script: string): Promise<Result>;
  prepare(text: string): Promise<Statement>;
  closeSync(): void;
}

interface Instance {
  connect(): Promise<ApiConnection>;
  closeSync(): void;
}

export interface Package {
  readonly DuckDBInstance: { create(path: string, options: Record<string, string>): Promise<Instance> };
  version(this: void): string;
}

export const PACKAGE = '@duckdb/node-api';

/** Lists of values make many statements of one form. */
const MAX_STATEMENTS = 500;

export class Connection {
  readonly #instance: Instance;
  readonly #connection: ApiConnection;
  readonly #statements = new Map<string, Promise<Statement>>();

  private constructor(instance: Instance, connection: ApiConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  /** In memory; the database of the stock is attached. */
  static async open(threads: number): Promise<Connection> {
    const instance = await loadPackage<Package>(PACKAGE).DuckDBInstance.create(':memory:', {
      threads: String(threads),
    });
    return new Connection(instance, await instance.connect());
  }

  async run(script: string): Promise<void> {
    await this.#connection.run(script);
  }

  async rows({ text, values }: Sql): Promise<unknown[][]> {
    const statement = await this.#prepared(text);
    values.forEach((value, place) => bind(statement, place + 1, value));
    return (await statement.run()).getRowsJS();
  }

  close(): void {
    this.#statements.clear();
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  #prepared(text: string): Promise<Statement> {
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.#statements.get(text) ?? this.#connection.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

const MAX_INTEGER = 2 ** 31 - 1;

/** Whole numbers as such: with a double, DuckDB would convert a column of whole numbers instead of the number. */
function bind(statement: Statement, at: number, value: SqlValue): void {
  if (typeof value === 'string') statement.bindVarchar(at, value);
  else if (Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER) statement.bindInteger(at, value);
  else statement.bindDouble(at, value);
}
