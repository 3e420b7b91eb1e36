// Every engine that Forecourt is compared with, in the order of the tables.
import type { Rival } from './rival.ts';
import { DUCKDB } from './duckdb/duckdb-rival.ts';
import { MINISEARCH } from './minisearch/minisearch-rival.ts';
import { OPENSEARCH } from './opensearch/opensearch-rival.ts';
import { ORAMA } from './orama/orama-rival.ts';
import { POSTGRES } from './postgres/postgres-rival.ts';
import { SQLITE } from './sqlite/sqlite-rival.ts';

export const RIVALS: readonly Rival[] = [SQLITE, POSTGRES, DUCKDB, OPENSEARCH, ORAMA, MINISEARCH];
