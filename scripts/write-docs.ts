// `npm run docs`: writes the tables in the docs that are derived from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGE_WITH_SIZES, PAGES_WITH_TABLES, withTables } from './docs-tables.ts';

const ROOT = new URL('../', import.meta.url);

for (const page of [...PAGES_WITH_TABLES, PAGE_WITH_SIZES]) {
  const path = new URL(page, ROOT);
  writeFileSync(path, withTables(readFileSync(path, 'utf8')));
}
