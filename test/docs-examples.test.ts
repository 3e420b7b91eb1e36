// What examples in the docs call and set exists, and so do the problems, statuses and versions that the docs name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../src/api/operations.ts';
import { PROBLEM_STATUSES } from '../src/api/schemas/problem-schemas.ts';
import { environmentVariableOf, SETTING_NAMES, SETTINGS } from '../src/config/settings.ts';
import { PROBLEMS } from '../src/problem.ts';
import { serveWithStats } from './http/serve-with-stats.ts';
import { occursInSource, withoutSpans } from './support/docs-names.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'clients/python/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const { version, engines } = JSON.parse(read('package.json')) as {
  version: string;
  engines: { node: string };
};

const VARIABLES = new Set(SETTING_NAMES.map((name) => environmentVariableOf(SETTINGS[name])));
/** Parameters that examples send although no operation has them, to show what happens then. */
const UNKNOWN_ON_PURPOSE = ['fuel'];

const ADDRESSES = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+\/[^\s'"`)>,\\]*/g;

function wrongVariables(text: string): string[] {
  return (text.match(/\bFORECOURT_[A-Z_]*[A-Z]\b/g) ?? []).filter((name) => !VARIABLES.has(name));
}

/** Codes that lead to the page of problems, or are called a problem. */
function wrongProblems(text: string): string[] {
  const codes = text.matchAll(/\[`([a-z_]+)`\]\((?:docs\/)?problems\.md|problem\s+\[?`([a-z_]+)`/g);
  return Array.from(codes, ([, linked, called]) => linked ?? called).filter((code) => !(code in PROBLEMS));
}

/** A status, and the code of the problem that it comes with: `503` [`index_unavailable`]. */
function wrongStatuses(text: string): string[] {
  const pairs = text.matchAll(/`([45]\d\d)`(?:[^.|`]*\bproblem)?\s+\[?`([a-z_]+)`/g);
  return Array.from(pairs, ([, status, code]) => ({ status: Number(status), code }))
    .filter(({ code }) => code in PROBLEMS)
    .filter(({ status, code }) => PROBLEM_STATUSES[code as keyof typeof PROBLEMS] !== status)
    .map(({ status, code }) => `${code} has not the status ${status}`);
}

/** Values of the header Prefer. */
function wrongPreferences(text: string): string[] {
  return (text.match(/\bhandling=\w+/g) ?? []).filter((preference) => preference !== 'handling=strict');
}

function wrongVersions(text: string): string[] {
  const own = text.matchAll(/\bforecourt-(\d+\.\d+\.\d+)\.tgz|\bForecourt (\d+\.\d+\.\d+)/g);
  const node = text.matchAll(/\bNode (\d+\.\d+) (?:or|and) newer/g);
  return [
    ...Array.from(own, ([, packed, named]) => packed ?? named).filter((each) => each !== version),
    ...Array.from(node, ([, each]) => each).filter((each) => `>=${each}` !== engines.node),
  ];
}

/** Names of code outside of code spans. */
function wrongNames(text: string): string[] {
  const names = withoutSpans(text).match(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g) ?? [];
  const elsewhere = ['GitHub', 'LangChain', 'MiniSearch', 'OpenSearch'];
  return names.filter((name) => !elsewhere.includes(name) && !occursInSource(name));
}

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  it('calls only URLs with a route and with parameters that it has', async () => {
    const { app } = await serveWithStats();
    const wrong = (text.match(ADDRESSES) ?? []).flatMap((address) => {
      const url = new URL(address.replaceAll('&amp;', '&'));
      const isPicture = url.pathname.startsWith('/pictures/');
      if (!isPicture && !app.hasRoute('GET', url.pathname)) return [url.pathname];
      const operation = OPERATIONS.find(({ path }) => path === url.pathname);
      if (operation === undefined) return [];
      const known = [...operation.parameters.map(({ name }) => name), 'page', 'sort', ...UNKNOWN_ON_PURPOSE];
      return [...url.searchParams.keys()].filter((name) => !known.includes(name));
    });
    expect(wrong).toEqual([]);
  });

  it('sets only variables that exist', () => expect(wrongVariables(text)).toEqual([]));
  it('names only problems that exist', () => expect(wrongProblems(text)).toEqual([]));
  it('gives problems their status', () => expect(wrongStatuses(text)).toEqual([]));
  it('prefers only strict handling', () => expect(wrongPreferences(text)).toEqual([]));
  it('names the version of the package and of Node', () => expect(wrongVersions(text)).toEqual([]));
  it('names only classes that exist', () => expect(wrongNames(text)).toEqual([]));
});

describe('a claim that is wrong is found:', () => {
  it.each([
    [wrongVariables, 'export FORECOURT_BACKEND=opensearch'],
    [wrongProblems, 'with the problem [`rate_limited`](problems.md)'],
    [wrongProblems, 'the problem\n  `shed`'],
    [wrongStatuses, 'the response is `503` with the problem [`too_many_requests`](problems.md)'],
    [wrongStatuses, 'gets `503` `data_damaged`'],
    [wrongPreferences, 'With `Prefer: handling=exact`'],
    [wrongVersions, 'npm i /path/to/forecourt-0.2.0.tgz'],
    [wrongVersions, 'Written last by Forecourt 0.3.0.'],
    [wrongVersions, 'You need Node 18.19 or newer'],
    [wrongNames, '(`stock/listing-index.ts`, StockScanner)'],
  ] as const)('%o of %s', (wrongIn, text) => expect(wrongIn(text)).not.toEqual([]));
});
