// `npm run docs`: writes what is derived from tables in the code: the tables in the docs, and the search page's fields.
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGE_WITH_SIZES, PAGES_WITH_TABLES, withTables } from './docs-tables.ts';
import { PAGE_FIELDS_FILE, pageFieldsText } from './page-fields.ts';

const ROOT = new URL('../', import.meta.url);

for (const page of [...PAGES_WITH_TABLES, PAGE_WITH_SIZES]) {
  const path = new URL(page, ROOT);
  writeFileSync(path, withTables(readFileSync(path, 'utf8')));
}
writeFileSync(new URL(PAGE_FIELDS_FILE, ROOT), await pageFieldsText());
