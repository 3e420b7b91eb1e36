// The tables in the docs that say what the code says: parameters, fields and settings. A page marks their places;
// `npm run docs` fills them in, and test/docs.test.ts fails where a page has fallen behind.
import { SETTINGS } from '../src/config.ts';
import { FIELDS } from '../src/listing/fields.ts';
import { PARAMETERS, type Parameter } from '../src/listing/parameters.ts';

/** Pages that have tables, from the root of the project. */
export const PAGES_WITH_TABLES = ['README.md', 'docs/api.md'];

/** The page with every marked table as the code has it now. Throws at a mark that names no table. */
export function withTables(page: string): string {
  return page.replace(
    /<!-- table: ([a-z-]+) -->\n[\s\S]*?<!-- end -->/g,
    (_, name: string) => `<!-- table: ${name} -->\n${tableNamed(name)}\n<!-- end -->`,
  );
}

function tableNamed(name: string): string {
  const make = TABLES.get(name);
  if (make === undefined) throw new Error(`there is no table '${name}'`);
  return make();
}

const TABLES: ReadonlyMap<string, () => string> = new Map([
  [
    'parameters',
    () =>
      table(
        ['parameter', 'takes', 'example'],
        PARAMETERS.map((row) => [code(row.name), takes(row), code(String(row.example))]),
      ),
  ],
  [
    'parameters-in-full',
    () =>
      table(
        ['parameter', 'takes', 'meaning'],
        PARAMETERS.map((row) => [code(row.name), takes(row), row.description]),
      ),
  ],
  [
    'fields',
    () =>
      table(
        ['field', 'kind', 'may be null', 'meaning'],
        FIELDS.filter(({ answered }) => answered).map((row) => [
          code(row.name),
          kindOf(row),
          row.nullable ? 'yes' : 'no',
          row.description,
        ]),
      ),
  ],
  [
    'feed-fields',
    () =>
      table(
        ['field', 'kind', 'required', 'meaning'],
        FIELDS.filter(({ imported }) => imported).map((row) => [
          code(row.name),
          kindOf(row),
          REQUIRED.includes(row.name) ? 'yes' : 'no',
          row.description,
        ]),
      ),
  ],
  [
    'settings',
    () =>
      table(
        ['flag', 'environment', 'default', 'meaning'],
        SETTINGS.map((row) => [
          code(`--${row.flag}`),
          code(row.environment),
          row.fallback === undefined ? '' : code(row.fallback),
          row.description,
        ]),
      ),
  ],
]);

/** What a feed's record must have. */
const REQUIRED = ['id', 'dealer', 'advert_url'];

function takes({ kind, allowed, min, max, maxLength, unit }: Parameter): string {
  if (allowed !== undefined) return allowed.map(code).join(', ');
  const range = min === undefined ? '' : max === undefined ? `, at least ${min}` : `, ${min} to ${max}`;
  const length = maxLength === undefined ? '' : `, at most ${maxLength} characters`;
  return `${kind}${unit === undefined ? '' : ` (${unit})`}${range}${length}`;
}

function kindOf({ kind, unit }: { readonly kind: string; readonly unit?: string }): string {
  return unit === undefined ? kind : `${kind} (${unit})`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
