// What the docs name exists: each code span is of one of the kinds below, or a literal.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../src/http/app.ts';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.ts';
import { environmentVariableOf, SETTING_NAMES, SETTINGS } from '../src/config/settings.ts';
import { METRICS } from '../src/metrics/metric-definitions.ts';
import { PROBLEMS } from '../src/problem.ts';
import { serveWithStats } from './http/serve-with-stats.ts';
import {
  commandLinesOf,
  commentsOfSource,
  flagsByCommand,
  hasMember,
  hasPath,
  isBenchFlag,
  isNearby,
  occursInCode,
  occursInSource,
  spansOf,
} from './support/docs-names.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Names that no code has: of other programs, or chosen by somebody else. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'other programs': '@fastify/under-pressure podman search.max_open_pit_context O_DSYNC',
  'settings of other programs':
    'CPUWeight MemoryMax GLIBC_TUNABLES madvise maxmemory volatile-ttl noUncheckedIndexedAccess shareProcessNamespace',
  'schemes and headers': 'rediss:// data: If-Modified-Since',
  'flags of other programs': '--ignore-scripts --memory --no-parallel-scavenge --package',
  'paths of other programs':
    '/data /proc /sys/kernel/mm/transparent_hugepage/enabled claude_desktop_config.json .vscode/mcp.json ../shared',
  'files of a data folder': 'known/ known.bin fetched/ in-use-… rejects/NAME.ndjson feeds.json',
  'files that somebody chose a name for': 'stock.csv export.mapping.json NAME.slow.test.ts *.slow.test.ts',
  'what a build makes': 'dist/ dist/page/ dist/page/cards.js server/ node_modules/.cache',
  'routes of other servers':
    '/forecourt-state/_doc/NAME-OF-THE-INDEX /.well-known/security.txt /.well-known/mcp-registry-auth /.well-known/openai-apps-challenge',
  'columns and values of feeds':
    'www. dealer.example fuel-types adverts.suppliedPrice.amountGBP EVOQUE features.heatedSeats g: is_ Mar-19 Die Unpublished Hidden ' +
    'Unavailable Trash Wholesale Accessory tow-bars north.example.evil.example evilnorth.example NORTH_KEY numberInt @diesel ' +
    'https://www.dealer.example/stock',
  'examples of names': 'radiusKm',
};
const DECLARED = new Set(Object.values(ELSEWHERE).flatMap((names) => names.split(' ')));

const program = buildProgram({
  version: '0',
  environment: {},
  output: { info: () => undefined, error: () => undefined } as never,
  serve: () => Promise.resolve(),
});
const COMMANDS = flagsByCommand(program);
const FLAGS = new Set([...COMMANDS.values()].flatMap((flags) => [...flags]));
const VARIABLES = new Set(SETTING_NAMES.map((name) => environmentVariableOf(SETTINGS[name])));

/** What is wrong with a call of the program: `feed run NAME --force`. */
function wrongInCommand(text: string): string[] {
  const words = text.replace(/^.*\bforecourt(\.js)? /, '').split(' ');
  const path = [words.slice(0, 2).join(' '), words[0]].find((name) => COMMANDS.has(name));
  if (path === undefined)
    return words[0].startsWith('-') || words[0] === 'COMMAND' ? [] : [`no command ${words[0]}`];
  const isGroup = [...COMMANDS.keys()].some((name) => name.startsWith(`${path} `));
  if (isGroup && words.length > 1) return [`no command ${words[0]} ${words[1]}`];
  const flags = text.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [];
  return flags
    .filter((flag) => COMMANDS.get(path)?.has(flag) !== true && !DECLARED.has(flag))
    .map((flag) => `no ${flag} of ${path}`);
}

function wrongInRoute(app: App, route: string): string[] {
  const path = route.replace(/\?.*$/, '');
  const [, problem] = /^\/problems\/(.+)$/.exec(path) ?? [];
  if (problem !== undefined) return problem.replaceAll('-', '_') in PROBLEMS ? [] : [`no problem ${problem}`];
  const isRoute = ['GET', 'POST'].some((method) => app.hasRoute(method, path));
  const isPrefix = ['/api/', '/.well-known/', '/problems/'].includes(path);
  return isRoute || isPrefix ? [] : [`no route ${path}`];
}

/** A metric, or a series of a histogram or summary. */
function isMetric(name: string): boolean {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  return name in METRICS || (base in METRICS && base !== name);
}

const IS_FILE = /\.(ts|md|json|css|c|tsv|bin|seg|mdb)$|\/$/;
const IS_IDENTIFIER = /[A-Za-z]+(?:_[A-Za-z]+)+|\b[a-z]+(?:[A-Z][a-z]+)+\b/g;

/** What is wrong with a code span; nothing if it is a literal, such as a value or a phrase. */
function wrongIn(app: App, page: string, text: string): string[] {
  if (DECLARED.has(text)) return [];
  const metrics = text.match(/\bforecourt_[a-z_]+/g) ?? [];
  if (metrics.length > 0) return metrics.filter((name) => !isMetric(name)).map((name) => `no metric ${name}`);
  const [variable] = /\bFORECOURT_[A-Z_]+/.exec(text) ?? [];
  if (variable !== undefined) return VARIABLES.has(variable) ? [] : [`no setting ${variable}`];
  if (/^(npx |sudo .*)?(--package \S+ )?(forecourt|node \S+forecourt\.js) /.test(text))
    return wrongInCommand(text);
  if (/^(npm|pip|docker|podman|claude|npx vitest|git|cp|systemctl) /.test(text))
    return (/ (test\/\S+)/.exec(text)?.slice(1) ?? []).filter((path) => !hasPath(path));
  const [, flag] = /^(?:-- )?(--[a-z][a-z-]+)( \S+)?$/.exec(text) ?? [];
  if (flag !== undefined) {
    if (DECLARED.has(flag)) return [];
    const isOfBench = text.startsWith('-- ') || page === 'docs/performance.md';
    return (isOfBench ? isBenchFlag(flag) : FLAGS.has(flag)) ? [] : [`no flag ${flag}`];
  }
  const [, route] = /^(?:[A-Z]+ )?(\/[a-z.][^ …]*)…?$/.exec(text) ?? [];
  if (route !== undefined) return DECLARED.has(route) ? [] : wrongInRoute(app, route);
  const [first, second] = text.split(' ');
  if (COMMANDS.has(`${first} ${second}`) || (COMMANDS.has(first) && / --/.test(text)))
    return wrongInCommand(`forecourt ${text}`);
  if (/^[\w.@/-]+$/.test(text) && IS_FILE.test(text)) return isFile(text) ? [] : [`no file ${text}`];
  const isKnown = page === 'docs/architecture.md' ? occursInSource : occursInCode;
  const [, owner, member] = /^([A-Z][A-Za-z]+)\.([a-z][A-Za-z]+)$/.exec(text) ?? [];
  if (owner !== undefined) return hasMember(owner, member) ? [] : [`no member ${text}`];
  const words = /^[\p{L}_@][\w.@:/-]*$/u.test(text) ? [text] : (text.match(IS_IDENTIFIER) ?? []);
  return words
    .filter((word) => !DECLARED.has(word) && !isKnown(word) && !isLiteralOf(page, word))
    .map((word) => `nothing is called ${word}`);
}

/** Words that are no names of code: on the page about the code, what tests, queries and packages say. */
function isLiteralOf(page: string, word: string): boolean {
  return page === 'docs/architecture.md' && /^[a-z-]+$/.test(word) && occursInCode(word);
}

/** A file of the project, or one of a data folder or a built package, whose name a string of the code has. */
function isFile(text: string): boolean {
  return hasPath(text) || (!text.includes('/') && !/\.(ts|md)$/.test(text) && occursInCode(text));
}

/** The files that a section names without their folder, and that are in none of its rooms. */
function farFrom(section: string): string[] {
  const names = spansOf(section).flatMap(({ text }) => (/^[\w.-]+\.ts$/.test(text) ? [text] : []));
  return names.filter((name) => !isNearby(name, section));
}

describe('a code span of', () => {
  it.each(PAGES)('%s names what exists', async (page) => {
    const { app } = await serveWithStats();
    const wrong = spansOf(read(page)).flatMap(({ line, text }) =>
      wrongIn(app, page, text).map((what) => `${page}:${line}: ${what}, in ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['docs/architecture.md', 'cluster/alias-swap.ts'],
    ['docs/architecture.md', 'distance-script.ts'],
    ['docs/architecture.md', 'EmbeddedIndex.find'],
    ['docs/architecture.md', 'toEngineRows'],
    ['docs/architecture.md', 'engine/queries/'],
    ['docs/operations.md', 'forecourt_feed_held'],
    ['docs/operations.md', 'rate(forecourt_requests_running[5m])'],
    ['docs/operations.md', '/dashboard/searches.json'],
    ['docs/api-endpoints.md', 'GET /api/v1/vehicles/count/'],
    ['docs/problems.md', '/problems/run-held'],
    ['docs/problems.md', 'keys_unavailable'],
    ['docs/settings.md', '--max-wait'],
    ['docs/settings.md', 'FORECOURT_MAX_WAIT'],
    ['docs/runs.md', 'forecourt feed follow'],
    ['docs/runs.md', 'feed run NAME --now'],
    ['docs/runs.md', 'forecourt feed run --follow'],
    ['CONTRIBUTING.md', 'npx vitest run test/motor'],
    ['CONTRIBUTING.md', '-- --quickly'],
    ['docs/recipes.md', 'findVehicles'],
    ['docs/feeds.md', 'stock_numero'],
    ['README.md', 'docs/api.md'],
  ])('%s that names what does not exist is found: %s', async (page, text) => {
    const { app } = await serveWithStats();
    expect(wrongIn(app, page, text)).not.toEqual([]);
  });

  it('docs/architecture.md names the files of the rooms that its section is about', () => {
    const sections = read('docs/architecture.md').split(/^(?=## )/m);
    expect(sections.flatMap(farFrom)).toEqual([]);
    expect(farFrom('Of `cluster/`: `car-page.ts` and `result-page.ts`.')).toEqual(['car-page.ts']);
  });

  it('no declared name is left over', () => {
    const texts = PAGES.flatMap((page) => spansOf(read(page)).map(({ text }) => text)).join('\n');
    expect([...DECLARED].filter((name) => !texts.includes(name))).toEqual([]);
  });
});

describe('a command line of', () => {
  it.each(PAGES)('%s has existing commands and flags', (page) => {
    expect(commandLinesOf(read(page)).flatMap(wrongInCommand)).toEqual([]);
  });

  it.each(['forecourt follow', 'forecourt serve --max-wait 3s', 'bin/forecourt.js import stock.csv --dry'])(
    'a page that does not exist is found: %s',
    (line) => expect(wrongInCommand(line)).not.toEqual([]),
  );
});

it('the files that comments of src/ name exist', () => {
  const wrong = commentsOfSource().flatMap(({ place, text }) =>
    Array.from(text.matchAll(/[\w./-]+\.ts\b/g), ([name]) => name)
      .filter((name) => !hasPath(name))
      .map((name) => `${place}: no file ${name}`),
  );
  expect(wrong).toEqual([]);
});
