// Every engine that Forecourt is compared with, in the order of the tables.
import { DUCKDB } from './duckdb/duckdb.ts';
import type { OtherEngine } from './engine.ts';
import { MINISEARCH } from './minisearch.ts';
import { OPENSEARCH } from './opensearch.ts';
import { ORAMA } from './orama.ts';
import { POSTGRES } from './postgres/postgres.ts';
import { SQLITE } from './sqlite/sqlite.ts';
import { TANTIVY } from './tantivy/tantivy.ts';

export const OTHER_ENGINES: readonly OtherEngine[] = [
  SQLITE,
  POSTGRES,
  DUCKDB,
  OPENSEARCH,
  TANTIVY,
  ORAMA,
  MINISEARCH,
];
