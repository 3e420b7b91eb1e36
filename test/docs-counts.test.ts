// Counts and limits that the docs state are those of what they count.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../src/api/operations.ts';
import { FIELDS } from '../src/listing/fields.ts';
import { getParameter } from '../src/query/parameters.ts';
import { constantIn, memberIn, numberOf, withoutTables } from './support/docs-names.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const CONNECTIONS = 'src/http/connections/connections.ts';
const HTTP_GET = 'src/ingest/fetch/network.ts';
const EXIT_USAGE = constantIn('src/main.ts', 'EXIT_USAGE');
const LISTED_VALUES = Number(/LISTED: .* = \[(\d+)/.exec(read('src/mcp/summary-tool.ts'))?.[1]);

const facetLimitOf = (name: string): number =>
  FIELDS.find((field) => field.name === name)?.facet?.limit ?? NaN;

/** The number that an npm script gives a variable of the environment. */
function variableOf(script: string, variable: string): number {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  return Number(new RegExp(`\\b${variable}=(\\d+)`).exec(scripts[script])?.[1]);
}

/** The default of a flag of a program that measures. */
function defaultOf(file: string, flag: string): number {
  const [, number = ''] =
    new RegExp(`^ +${flag}: option\\([^,]+, \\w+, ([\\d_]+),`, 'm').exec(read(file)) ?? [];
  return Number(number.replaceAll('_', ''));
}

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
    // Those of the run whose figures are shown.
    () => new Set(read('docs/performance.md').match(/^\| Q\d+/gm)).size,
  ],
  [
    /has the (\w+) projects/,
    'docs/architecture.md',
    () => read('vitest.config.ts').match(/\bname: '/gm)?.length ?? 0,
  ],
  [/lists up to (\d+) errors/, 'docs/architecture.md', () => constantIn('src/problem.ts', 'MAX_ISSUES')],
  [/lists up to (\d+) invalid/, 'README.md', () => constantIn('src/problem.ts', 'MAX_ISSUES')],
  [/lists up to (\d+) invalid/, 'docs/api-parameters.md', () => constantIn('src/problem.ts', 'MAX_ISSUES')],
  [/takes at most (\d+) different/, 'docs/api-parameters.md', () => getParameter('make').maxValues ?? NaN],
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
  [/\(of up to (\d+) words\)/, 'docs/api-endpoints.md', () => constantIn('src/stock/', 'MAX_WORDS')],
  [/so that (\d+) of them hold/, 'docs/api-endpoints.md', () => constantIn('src/stock/', 'MAX_BINS')],
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
  [/pipelining` \(more than (\d+)/, 'docs/operations.md', () => constantIn('src/http/', 'MAX_PIPELINED')],
  [
    /terms of up to (\d+) characters/,
    'docs/operations.md',
    () => constantIn('src/metrics/', 'MAX_TERM_LENGTH'),
  ],
  [/listed once (\w+) searches/, 'docs/operations.md', () => constantIn('src/metrics/', 'MIN_SEARCHES')],
  [/`path` is cut at ([\d,]+)/, 'docs/operations.md', () => constantIn('src/log/', 'MAX_TARGET_LENGTH')],
  [/`user_agent` at (\d+)/, 'docs/operations.md', () => constantIn('src/log/', 'MAX_USER_AGENT_LENGTH')],
  [
    /up to (\w+) megabytes wait/,
    'docs/operations.md',
    () => constantIn('src/log/', 'MAX_BUFFERED_BYTES') / 2 ** 20,
  ],
  [/paused for (\w+)\s+seconds/, 'docs/operations.md', () => constantIn('src/metrics/', 'SETTLE_MS') / 1000],
  [/secret of (\d+) random bits/, 'docs/tokens.md', () => 8 * constantIn('src/auth/', 'SECRET_BYTES')],
  [/(\d+) seconds of clock skew/, 'docs/tokens.md', () => constantIn('src/auth/', 'CLOCK_TOLERANCE_S')],
  [/at most (\d+) characters: rate/, 'docs/tokens.md', () => constantIn('src/auth/', 'MAX_SUBJECT_LENGTH')],
  [
    /again after (\w+)\s+minutes/,
    'docs/tokens.md',
    () => constantIn('src/auth/', 'CACHE_MAX_AGE_MS') / 60_000,
  ],
  [/at most once in (\w+) seconds/, 'docs/tokens.md', () => constantIn('src/auth/', 'COOLDOWN_MS') / 1000],
  [/up to (\w+) in one batch/, 'docs/limits.md', () => constantIn('src/http/', 'MAX_BATCH_SIZE')],
  [/counts for ([\d,]+) clients/, 'docs/limits.md', () => constantIn('src/auth/memory-store', 'MAX_KEYS')],
  [/more than (\d+) refusals/, 'docs/api-http.md', () => constantIn('src/http/', 'FLOOD_THRESHOLD')],
  [
    /until no more than (\d+) are waiting/,
    'docs/api-http.md',
    () => constantIn('src/http/', 'MAX_IN_FLIGHT'),
  ],
  [
    /within (\d+) seconds, or gets/,
    'docs/api-http.md',
    () => memberIn(CONNECTIONS, 'requestTimeoutMs') / 1000,
  ],
  [
    /reads nothing for (\d+) seconds/,
    'docs/api-http.md',
    () => memberIn(CONNECTIONS, 'socketTimeoutMs') / 1000,
  ],
  [
    /are kept for (\d+) seconds/,
    'docs/api-http.md',
    () => memberIn(CONNECTIONS, 'keepAliveTimeoutMs') / 1000,
  ],
  [
    /([\d,]+) characters of description/,
    'docs/api-http.md',
    () => constantIn('src/listing/', 'MAX_DESCRIPTION_LENGTH'),
  ],
  [/URLs ([\d,]+), so/, 'docs/api-http.md', () => constantIn('src/listing/', 'MAX_URL_LENGTH')],
  [/other texts at most (\d+)/, 'docs/api-http.md', () => constantIn('src/ingest/', 'MAX_WORD_LENGTH')],
  [/on a page, (\d+) unless set/, 'docs/mcp.md', () => constantIn('src/mcp/', 'DEFAULT_LIMIT')],
  [/may have up to (\d+) KiB/, 'docs/mcp.md', () => constantIn('src/http/', 'MAX_BODY_BYTES') / 1024],
  [/Two to (\w+) picked cars/, 'docs/mcp.md', () => constantIn('src/pages/view/', 'MAX_COMPARED')],
  [/the (\w+) most frequent values/, 'docs/mcp.md', () => LISTED_VALUES],
  [/at most (\w+) words/, 'docs/settings.md', () => constantIn('src/vehicle/', 'MAX_TERM_WORDS')],
  [
    /UTF-8, up to (\d+) MiB/,
    'docs/settings.md',
    () => constantIn('src/vehicle/parse-trade-terms', 'MAX_BYTES') / 2 ** 20,
  ],
  [/Invalid settings stop the command with exit code (\d)/, 'docs/settings.md', () => EXIT_USAGE],
  [/An invalid file stops the command with exit code (\d)/, 'docs/settings.md', () => EXIT_USAGE],
  [/same message and exit code (\d)/, 'docs/feeds.md', () => constantIn('src/main.ts', 'EXIT_FAILURE')],
  [/Up to (\w+) feeds are fetched/, 'docs/runs.md', () => constantIn('src/ingest/', 'CONCURRENCY')],
  [/up to (\d+) % jitter/, 'docs/runs.md', () => (100 * constantIn('src/ingest/', 'JITTER')) / 2],
  [/(\d+) s to connect/, 'docs/runs.md', () => memberIn(HTTP_GET, 'connectTimeoutMs') / 1000],
  [/, (\d+) s idle/, 'docs/runs.md', () => memberIn(HTTP_GET, 'idleTimeoutMs') / 1000],
  [
    /if the dealer has (\w+) or more/,
    'docs/runs.md',
    () => constantIn('src/ingest/', 'MIN_GUARDED_LISTINGS'),
  ],
  [
    /within the last (\w+) days/,
    'docs/runs.md',
    () => constantIn('src/store/', 'SIZE_RETENTION_MS') / (24 * 60 * 60_000),
  ],
  [/summaries of the last (\w+) runs/, 'docs/runs.md', () => constantIn('src/ingest/', 'MAX_RECENT_RUNS')],
  [/the last (\w+) imports/, 'docs/runs.md', () => constantIn('src/stock-status', 'MAX_IMPORTS')],
  [/holds up to (\d+) MiB/, 'docs/runs.md', () => constantIn('src/ingest/schedule/', 'MAX_BYTES') / 2 ** 20],
  [
    /(\d+) GiB by default/,
    'docs/runs.md',
    () => memberIn('src/ingest/schedule/feeds-file.ts', 'maxBytes') / 2 ** 30,
  ],
  [
    /`(\d+)m` by default/,
    'docs/runs.md',
    () => memberIn('src/ingest/schedule/feeds-file.ts', 'timeoutMs') / 60_000,
  ],
  [/pictures \| (\d+) \|/, 'docs/feeds.md', () => constantIn('src/listing/', 'MAX_IMAGES')],
  [
    /description \| ([\d,]+) char/,
    'docs/feeds.md',
    () => constantIn('src/listing/', 'MAX_DESCRIPTION_LENGTH'),
  ],
  [/keywords \| ([\d,]+) char/, 'docs/feeds.md', () => constantIn('src/ingest/', 'MAX_KEYWORDS_LENGTH')],
  [
    /keeps ([\d,]+) characters of keywords/,
    'docs/feeds.md',
    () => constantIn('src/ingest/', 'MAX_KEYWORDS_LENGTH'),
  ],
  [/postcode \| (\d+) characters/, 'docs/feeds.md', () => constantIn('src/ingest/', 'MAX_WORD_LENGTH')],
  [/picture URLs \| ([\d,]+) char/, 'docs/feeds.md', () => constantIn('src/listing/', 'MAX_URL_LENGTH')],
  [/the\s+first (\d+) makes or years/, 'docs/api-endpoints.md', () => facetLimitOf('make')],
  [/years, or (\d+) others/, 'docs/api-endpoints.md', () => facetLimitOf('model')],
  [/`text` has at most (\d+) characters/, 'docs/api-endpoints.md', () => getParameter('q').maxLength ?? NaN],
  [/; (\d+) unless it is sent/, 'docs/api-endpoints.md', () => constantIn('src/stock/', 'DEFAULT_ZOOM')],
  [/counts as (\w+) steps/, 'docs/api-endpoints.md', () => constantIn('src/stock/', 'STEPS_OF_A_WORD')],
  [
    /with more than (\d+), the response/,
    'docs/api-endpoints.md',
    () => constantIn('src/api/', 'MAX_ADVERTS'),
  ],
  [
    /the matching vehicles, (\d+) a page/,
    'docs/api-endpoints.md',
    () => constantIn('src/query/', 'PER_PAGE'),
  ],
  [
    /same tick up to (\d+) KiB/,
    'docs/architecture.md',
    () => constantIn('src/http/', 'MAX_CHEAP_BYTES') / 1024,
  ],
  [/than one row in (\d+)/, 'docs/architecture.md', () => constantIn('src/engine/', 'BITS_SHARE')],
  [/at least ([\d,]+) rows/, 'docs/architecture.md', () => constantIn('src/index/', 'MIN_SAVE_THRESHOLD')],
  [
    /in the stock, for ([\d.]+) s/,
    'docs/architecture.md',
    () => constantIn('src/search/', 'WARM_UP_MS') / 1000,
  ],
  [/with ([\d,]+) invented listings/, 'README.md', () => constantIn('src/demo/', 'DEMO_LISTINGS')],
  [/serves ([\d,]+) invented listings/, 'docs/first-hour.md', () => constantIn('src/demo/', 'DEMO_LISTINGS')],
  [/flips (\d+) random bits/, 'CONTRIBUTING.md', () => variableOf('test:flips', 'FLIPS')],
  [/compares ([\d,]+) random searches/, 'CONTRIBUTING.md', () => variableOf('test:model', 'QUERIES')],
  [/feed runs at (\d+) random moments/, 'CONTRIBUTING.md', () => variableOf('test:kills', 'KILLS')],
  [/minutes of (\d+) feeds/, 'CONTRIBUTING.md', () => defaultOf('bench/soak-feeds/soak.ts', 'feeds')],
  [
    /after ([\d,]+) different requests/,
    'CONTRIBUTING.md',
    () => defaultOf('bench/memory/run.ts', 'requests'),
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

describe('the table of caches in docs/architecture.md', () => {
  const rows = read('docs/architecture.md').matchAll(
    /^\| ([^|]+) \| ([\d,]+)( MiB)? \| `([A-Z_]+)` \| `([^`]+)` \|$/gm,
  );
  const caches = Array.from(rows, ([, what, limit, unit, name, file]) => {
    return { what, limit: numberOf(limit) * (unit === undefined ? 1 : 2 ** 20), name, file };
  });

  it('has the caches of a server', () => expect(caches).toHaveLength(16));

  it.each(caches)('has the limit of $what', ({ limit, name, file }) => {
    expect(constantIn(`src/${file}`, name)).toBe(limit);
  });
});

/** The strings of a union type. */
function unionIn(file: string, name: string): string[] {
  const [, body = ''] = new RegExp(`^export type ${name} =([^;]+);`, 'm').exec(read(file)) ?? [];
  return Array.from(body.matchAll(/'([^']+)'/g), ([, member]) => member);
}

/** The names of a constant object on one line. */
function membersIn(file: string, name: string): string[] {
  const [, body = ''] = new RegExp(`const ${name} = \\{(.*)\\};`).exec(read(file)) ?? [];
  return Array.from(body.matchAll(/(\w+):/g), ([, member]) => member);
}

/** The names of the MCP tools. */
function toolNames(): string[] {
  const files = readdirSync(join(ROOT, 'src/mcp')).filter((name) => /-tools?\.ts$/.test(name));
  return files.flatMap((file) =>
    Array.from(read(`src/mcp/${file}`).matchAll(/: Tool = \{\n  name: '(\w+)'/g), ([, name]) => name),
  );
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
  [/^\| tool \|.*\n([\s\S]*?)\n\n/m, 'docs/mcp.md', toolNames()],
  [
    /The limits of connections are\s+([\s\S]*?)\. Queues/,
    'docs/operations.md',
    membersIn('src/http/connections/connections.ts', 'NONE_CLOSED'),
  ],
  [/Nine actions appear: ([\s\S]*?)\. /, 'docs/recipes.md', OPERATIONS.map(({ operationId }) => operationId)],
];

describe('a list', () => {
  it.each(LISTED)('%s on %s is whole', (list, page, members) => {
    const [, text = ''] = list.exec(read(page)) ?? [];
    // Of a table, the first column.
    const names = text.replace(/^(\|[^|]*\|).*$/gm, '$1').matchAll(/`([^`]+)`/g);
    const listed = Array.from(names, ([, name]) => name);
    expect(listed.sort()).toEqual([...members].sort());
  });
});
