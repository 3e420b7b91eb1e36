// Counts and limits that the docs state are those of what they count.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../src/api/operations.ts';
import { FIELDS } from '../src/listing/fields.ts';
import { constantIn, numberOf, withoutTables } from './support/docs-names.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Things that are counted: how they are written behind their number, on which pages, and how many there are. */
const COUNTED: readonly (readonly [what: RegExp, page: string, count: () => number])[] = [
  [/(\w+) fields/, 'README.md', () => FIELDS.filter(({ inResponse }) => inResponse).length],
  [
    /the (\w+) keys of a vehicle/,
    'docs/api-endpoints.md',
    () => FIELDS.filter(({ inResponse }) => inResponse).length,
  ],
  [/(\w+) actions appear/, 'docs/recipes.md', () => OPERATIONS.length],
  [
    /^(\w+) decisions/m,
    'docs/decisions.md',
    () => read('docs/decisions.md').match(/^## \d+\. /gm)?.length ?? 0,
  ],
  [
    /(\w+) query classes/,
    'README.md',
    () => read('bench/corpus/workload.ts').match(/^ *(?:\{ )?name: '/gm)?.length ?? 0,
  ],
  [
    /has the (\w+) projects/,
    'docs/architecture.md',
    () => read('vitest.config.ts').match(/^ {10}name: /gm)?.length ?? 0,
  ],
  [/lists up to (\d+) errors/, 'docs/architecture.md', () => constantIn('src/problem.ts', 'MAX_ISSUES')],
  [/lists up to (\d+) invalid/, 'README.md', () => constantIn('src/problem.ts', 'MAX_ISSUES')],
  [/lists up to (\d+) invalid/, 'docs/api-parameters.md', () => constantIn('src/problem.ts', 'MAX_ISSUES')],
  [/at most (\d+) bodies/i, 'docs/architecture.md', () => constantIn('src/http/', 'MAX_RUNNING')],
  [
    /up to (\w+) that are cached/,
    'docs/architecture.md',
    () => constantIn('src/http/', 'MAX_STARTS_PER_TICK'),
  ],
  [/at most (\w+) million\s+rows/, 'docs/architecture.md', () => constantIn('src/index/', 'MAX_ROWS') / 1e6],
  [/at most ([\d,]+)\)/, 'docs/architecture.md', () => constantIn('src/index/', 'MAX_SAVE_THRESHOLD')],
  [
    /admits at most (\d+) requests at once/,
    'docs/api-http.md',
    () => constantIn('src/http/', 'MAX_IN_FLIGHT'),
  ],
  [/queues (\d+) searches more/, 'docs/api-http.md', () => constantIn('src/http/', 'DEFAULT_MAX_QUEUE')],
  [/more\s+than (\d+) pipelined/, 'docs/api-http.md', () => constantIn('src/http/', 'MAX_PIPELINED')],
  [/more than (\d+) MiB of/, 'docs/api-http.md', () => constantIn('src/http/', 'MAX_UNREAD_BYTES') / 2 ** 20],
  [
    /at\s+most ([\d,]+) \(`--max-connections/,
    'docs/api-http.md',
    () => constantIn('src/http/', 'MAX_CONNECTIONS'),
  ],
  [/together (\d+) KiB/, 'docs/api-http.md', () => constantIn('src/http/', 'MAX_HEADER_BYTES') / 1024],
  [/and ([\d,]+) headers/, 'docs/api-http.md', () => constantIn('src/http/', 'MAX_HEADERS')],
  [/may have (\d+) KiB/, 'docs/api-http.md', () => constantIn('src/api/', 'MAX_TARGET_BYTES') / 1024],
  [/`\/mcp` (\d+)\s+KiB/, 'docs/api-http.md', () => constantIn('src/http/', 'MAX_BODY_BYTES') / 1024],
  [/at most (\d+) pictures/, 'docs/api-http.md', () => constantIn('src/listing/', 'MAX_IMAGES')],
  [/up to (\d+) adverts/, 'docs/api-endpoints.md', () => constantIn('src/api/', 'MAX_ADVERTS')],
  [/\(of up to (\d+) words\)/, 'docs/api-endpoints.md', () => constantIn('src/listing/', 'MAX_WORDS')],
  [/so that (\d+) of them hold/, 'docs/api-endpoints.md', () => constantIn('src/listing/', 'MAX_BINS')],
  [/from 0 to (\d+), as web maps/, 'docs/api-endpoints.md', () => constantIn('src/geo/', 'MAX_ZOOM')],
  [/null if none is within (\d+) km/, 'docs/api-endpoints.md', () => constantIn('src/geo/', 'MAX_KM')],
  [/(\d+) messages per batch/, 'SECURITY.md', () => constantIn('src/http/', 'MAX_BATCH_SIZE')],
  [/, (\w+) redirects,/, 'SECURITY.md', () => constantIn('src/ingest/', 'MAX_REDIRECTS')],
  [/(\w+) redirects/, 'docs/runs.md', () => constantIn('src/ingest/', 'MAX_REDIRECTS')],
  [/keeps up to (\d+) terms/, 'docs/operations.md', () => constantIn('src/metrics/', 'MAX_TERMS')],
  [/up to (\w+) listings/, 'docs/mcp.md', () => constantIn('src/mcp/get-tool', 'MAX_VEHICLES')],
  [/two to (\w+) listings/, 'docs/mcp.md', () => constantIn('src/mcp/compare-tool', 'MAX_VEHICLES')],
  [/at most (\w+) rows below the first/, 'docs/feeds.md', () => constantIn('src/ingest/', 'MAX_TITLES')],
  [
    /A record has at most ([\d,]+) characters/,
    'docs/feeds.md',
    () => constantIn('src/ingest/', 'MAX_RECORD_LENGTH'),
  ],
];

describe('a count of', () => {
  it.each(COUNTED)('%s on %s is that of what it counts', (what, page, count) => {
    const [, number = ''] = what.exec(withoutTables(read(page))) ?? [];
    expect(numberOf(number), `${what.source} on ${page}`).toBe(count());
  });

  it('the docs can be wrong: another number is another', () => {
    expect([numberOf('fifteen'), numberOf('20,000'), numberOf('several')]).toEqual([15, 20_000, NaN]);
  });
});

/** The strings of a union type. */
function unionIn(file: string, name: string): string[] {
  const [, body = ''] = new RegExp(`^export type ${name} =([^;]+);`, 'm').exec(read(file)) ?? [];
  return Array.from(body.matchAll(/'([^']+)'/g), ([, member]) => member);
}

/** Lists that name all members of something, as code spans, in any order. */
const LISTED: readonly (readonly [list: RegExp, page: string, members: readonly string[]])[] = [
  [
    /^The routes are ([\s\S]*?)\. The `query/m,
    'docs/operations.md',
    unionIn('src/metrics/request-metrics.ts', 'RouteName'),
  ],
  [
    /determines its cost: ([\s\S]*?) everything else/,
    'docs/operations.md',
    unionIn('src/metrics/request-metrics.ts', 'QueryClass'),
  ],
  [/Six actions appear: ([\s\S]*?)\. /, 'docs/recipes.md', OPERATIONS.map(({ operationId }) => operationId)],
];

describe('a list', () => {
  it.each(LISTED)('%s on %s is whole', (list, page, members) => {
    const [, text = ''] = list.exec(read(page)) ?? [];
    const listed = Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => name);
    expect(listed.sort()).toEqual([...members].sort());
  });
});
