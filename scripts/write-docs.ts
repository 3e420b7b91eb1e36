// `npm run docs`: brings the tables in the docs up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGES_WITH_TABLES, withTables } from './docs-tables.ts';

for (const page of PAGES_WITH_TABLES) {
  const path = new URL(`../${page}`, import.meta.url);
  writeFileSync(path, withTables(readFileSync(path, 'utf8')));
}
