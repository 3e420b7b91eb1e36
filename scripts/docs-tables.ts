// The docs' tables of parameters, fields, settings, metrics, layouts and columns, generated from the code. A page marks
// their places, `npm run docs` fills them in, and test/docs.test.ts fails if a page is out of date.
import { readFileSync } from 'node:fs';
import { ASSISTANT_PROMPTS, OTHER_PROMPTS } from './assistant-prompts.ts';
import { serverCard } from '../src/api/server-card.ts';
import { TOOL_LIST } from '../src/mcp/mcp-server.ts';
import { SETTING_NAMES, SETTINGS, environmentVariablesOf } from '../src/config/settings.ts';
import { columnTable, layoutNamed, type ColumnName } from '../src/ingest/tables/column-table.ts';
import { AUXILIARY_FIELDS, OWN_FIELDS } from '../src/ingest/tables/feed-fields.ts';
import { FIELDS } from '../src/listing/fields.ts';
import { PARAMETERS } from '../src/query/parameters.ts';
import { METRICS, type MetricDefinition } from '../src/metrics/metric-definitions.ts';
import { parameterTypeText } from '../src/api/schemas/parameter-schema.ts';
import { measureTree } from './tree-size.ts';

/** Pages with generated tables, relative to the project. */
export const PAGES_WITH_TABLES = [
  'README.md',
  'docs/api-endpoints.md',
  'docs/api-parameters.md',
  'docs/assistants.md',
  'docs/feeds.md',
  'docs/operations.md',
  'docs/settings.md',
];

/** Its table of room sizes is rounded, and need not be of the last commit: else every commit would change it. */
export const PAGE_WITH_SIZES = 'docs/architecture.md';

/** The page with up-to-date tables. Throws at a mark that names no table. */
export function withTables(page: string): string {
  return page.replace(
    /<!-- table: (\S+) -->\n[\s\S]*?<!-- end -->/g,
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
    'room-sizes',
    () =>
      table(
        ['folder', 'files', 'lines of code', 'lines of data'],
        measureTree(new URL('../', import.meta.url).pathname).map(({ room, files, code: lines, data }) => [
          code(room),
          String(files),
          rounded(lines),
          rounded(data),
        ]),
      ),
  ],
  [
    'parameters',
    () =>
      table(
        ['parameter', 'takes', 'example'],
        PARAMETERS.map((row) => [
          code(row.name),
          parameterTypeText(row, code) + (row.meanings === undefined ? '' : ` (${row.meanings})`),
          code(String(row.example)),
        ]),
      ),
  ],
  [
    'parameters-in-full',
    () =>
      table(
        ['parameter', 'takes', 'meaning'],
        PARAMETERS.map((row) => [code(row.name), parameterTypeText(row, code), row.description]),
      ),
  ],
  [
    'fields',
    () =>
      table(
        ['field', 'kind', 'may be null', 'meaning'],
        FIELDS.filter(({ inResponse }) => inResponse).map((row) => [
          code(row.name),
          kindOf(row),
          row.nullable ? 'yes' : 'no',
          row.description,
        ]),
      ),
  ],
  [
    'assistant-tools',
    () =>
      table(
        ['tool', 'title', 'description', 'annotations'],
        TOOL_LIST.tools.map(({ name, title = '', description = '', annotations = {} }) => [
          code(name),
          title,
          description,
          Object.entries(annotations)
            .filter(([hint]) => hint !== 'title')
            .map(([hint, value]) => code(`${hint}: ${String(value)}`))
            .join(', '),
        ]),
      ),
  ],
  [
    'assistant-prompts',
    () =>
      table(
        ['prompt', 'call', 'the result says'],
        ASSISTANT_PROMPTS.map(({ prompt, tool, args, says }) => [
          prompt,
          `${code(tool)} ${code(JSON.stringify(args))}`,
          code(says),
        ]),
      ),
  ],
  [
    'other-prompts',
    () =>
      table(
        ['prompt', 'why no tool is called'],
        OTHER_PROMPTS.map((row) => [...row]),
      ),
  ],
  ['server-json', () => `\`\`\`json\n${JSON.stringify(registryEntry(), undefined, 2)}\n\`\`\``],
  [
    'feed-fields',
    () =>
      table(
        ['field', 'kind', 'required', 'meaning'],
        FIELDS.filter(({ feed }) => feed !== undefined).map((row) => [
          code(row.name),
          kindOf(row),
          row.feed?.isRequired === true ? 'yes' : 'no',
          row.description,
        ]),
      ),
  ],
  [
    'mapping-fields',
    () =>
      table(
        ['fields', 'names'],
        [
          ['of their own', OWN_FIELDS.map(code).join(', ')],
          ['combined with others', AUXILIARY_FIELDS.map(code).join(', ')],
        ],
      ),
  ],
  [
    'settings',
    () =>
      table(
        ['flag', 'environment', 'default', 'meaning'],
        SETTING_NAMES.map((name) => SETTINGS[name]).map((row) => [
          row.type.secret === true ? '' : code(`--${row.flag}`),
          environmentVariablesOf(row).map(code).join(', '),
          row.default === undefined ? '' : code(row.default),
          row.description,
        ]),
      ),
  ],
  [
    'metrics',
    () =>
      table(
        ['metric', 'type', 'labels', 'meaning'],
        Object.entries<MetricDefinition>(METRICS).map(([name, { type, labels, help }]) => [
          code(name),
          type,
          labels.map(code).join(', '),
          help,
        ]),
      ),
  ],
  [
    'layouts',
    () =>
      table(
        ['layout', 'description', 'detected by'],
        Array.from(columnTable().layouts.values(), ({ name, description, signatures }) => [
          code(name),
          description,
          signatures.map((names) => names.map(code).join(' and ')).join(', or '),
        ]),
      ),
  ],
  ...(['dms', 'google', 'meta', 'autotrader', 'schema_org', 'wordpress', 'shopify'] as const).map(
    (name): [string, () => string] => [`columns-${name}`, () => namesTable(layoutNamed(name).columns)],
  ),
  ['synonyms', () => namesTable(columnTable().common)],
  ['feed-words', () => wordsTable()],
]);

/** The server card as the `server.json` of the registry, which has no revisions of the protocol. */
function registryEntry() {
  const { remotes, ...card } = serverCard('https://cars.example');
  return {
    ...card,
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    remotes: remotes.map(({ type, url, headers }) => ({ type, url, headers })),
  };
}

/** What the words of dealers' files do, by the table that has them: the uses as the README of the tables describes them. */
function wordsTable(): string {
  const folder = new URL('../assets/feeds/', import.meta.url);
  const rowsOf = (name: string): string[][] =>
    readFileSync(new URL(`${name}.tsv`, folder), 'utf8')
      .split('\n')
      .slice(1)
      .filter((line) => line !== '' && !line.startsWith('# '))
      .map((line) => line.split('\t'));
  const row = (rule: string, words: readonly string[], file: string): string[] => [
    rule,
    [...new Set(words)].slice(0, 5).map(code).join(', '),
    `${code(`${file}.tsv`)}, ${words.length}`,
  ];
  const [, described = ''] = readFileSync(new URL('README.md', folder), 'utf8').split('| use | words |');
  const uses = described.matchAll(/^\| (`[a-z ]+`(?:, `[a-z ]+`)*) \| (.+) \|$/gm);
  const words = Array.from(uses, ([, names = '', rule = '']) => {
    const known = new Set(names.replaceAll('`', '').split(', '));
    return row(
      rule,
      rowsOf('words')
        .filter(([, use = '']) => known.has(use))
        .map(([word = '']) => word),
      'words',
    );
  });
  const groups = (name: string, column: number, prefix: string): string[][] => {
    const rows = rowsOf(name);
    return [...new Set(rows.map((cells) => cells[column] ?? ''))].map((key) => {
      const found = rows.filter((cells) => (cells[column] ?? '') === key);
      return row(
        `${prefix}${key}`,
        found.map(([first = '']) => first),
        name,
      );
    });
  };
  return table(
    ['rule', 'for example', 'table, rows'],
    [
      ...words.filter(([, , rows = '']) => !rows.endsWith(' 0')),
      ...groups('statuses', 1, 'a status that means: '),
      ...groups('parents', 2, 'a parent that holds: ').filter(([rule = '']) => !rule.endsWith(': ')),
    ],
  );
}

/** One row per field and unit. */
function namesTable(rows: readonly ColumnName[]): string {
  const fields = new Map<string, string[]>();
  for (const { name, field, unit } of rows) {
    const title = `${code(field)}${unit === undefined ? '' : ` in ${unit}`}`;
    fields.set(title, [...(fields.get(title) ?? []), code(name)]);
  }
  return table(
    ['field', 'column names'],
    Array.from(fields, ([title, names]) => [title, [...new Set(names)].join(', ')]),
  );
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

/** To two digits, because the last ones change with every commit; small numbers to tens. */
function rounded(lines: number): string {
  const unit = 10 ** Math.max(1, String(lines).length - 2);
  return lines === 0 ? '–' : (Math.max(1, Math.round(lines / unit)) * unit).toLocaleString('en-GB');
}
