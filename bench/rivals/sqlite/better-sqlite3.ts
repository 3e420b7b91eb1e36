// As much of the package better-sqlite3 as the rival uses.
import type { SqlValue } from '../sql.ts';

/** Rows as arrays of their columns, after `raw`. */
export interface Statement {
  raw(): this;
  run(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): SqlValue[][];
  get(...values: readonly SqlValue[]): SqlValue[] | undefined;
}

export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

export type DatabaseClass = new (path: string) => Database;
