// Requests for pages and files: the search page with searches and phrases, descriptions for people and programs, redirects and pictures.
import type { Random } from '../../src/demo/random.ts';
import { phraseFor, queryOf, searchPairs, type Car } from './cars.ts';
import { termSpellings } from './known-words.ts';
import type { HttpCall } from './recording.ts';

/** The scripts of the search page are left out: bundles change with every name in them. */
const TARGETS = [
  '/', '/docs', '/docs/', '/docs/page.css', '/docs/page.js', '/openapi.json', '/openapi.yaml', '/llms.txt', '/robots.txt', '/favicon.ico',
  '/.well-known/api-catalog', '/.well-known/ai-catalog.json', '/.well-known/mcp/server-card.json', '/mcp/server-card', '/healthz', '/readyz',
  '/status', '/metrics', '/dashboard', '/dashboard/page.css', '/dashboard/page.js', '/problems/', '/page/x/icon.svg', '/page/x/places.tsv',
  '/page/x/coastline.txt', '/none',
]; // prettier-ignore
const PROBLEMS = [
  'invalid-parameters', 'malformed-request', 'target-too-long', 'not-found', 'advert-withdrawn', 'method-not-allowed', 'unauthorized', 'forbidden',
  'too-many-requests', 'jwks-unavailable', 'not-ready', 'overloaded', 'index-unavailable', 'internal-error', 'invalid-configuration',
  'feed-unreadable', 'feed-empty', 'import-blocked', 'dealer-owned', 'data-unusable', 'data-locked', 'data-version', 'data-damaged',
]; // prettier-ignore
const PAGE_QUERIES = [
  'page=0', 'sort=cheapest&make=Ford', 'make=Zzz', 'make=Ford&fuel=Diesel', 'text=', 'text=zzz', 'location=Leeds', 'text=golf&make=Ford', 'view=map',
  'make=Ford&price_max=1', 'q=heated+seats&location=SW1A+1AA&distance=3&sort=distance', '%zz',
]; // prettier-ignore
/** The browsers' own. */
const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

export function descriptionCalls(server: string): HttpCall[] {
  const targets = [...TARGETS, ...PROBLEMS.map((name) => `/problems/${name}`)];
  return [
    ...targets.map((target) => get(server, target)),
    ...['/', '/docs', '/none', '/problems/not-found'].map((target) => ({
      ...get(server, target),
      headers: HTML,
    })),
  ];
}

export function pageCalls(server: string, cars: readonly Car[], random: Random, count: number): HttpCall[] {
  const terms = termSpellings();
  const pages = Array.from({ length: count }, (_, at) => {
    const phrase = phraseFor(random, random.pick(cars), terms);
    return at % 2 === 0 ? queryOf(searchPairs(random, cars, terms)) : queryOf([['text', phrase]]);
  });
  const html = ['', ...PAGE_QUERIES, ...pages].map((query) => ({
    ...get(server, `/?${query}`),
    headers: HTML,
  }));
  const redirects = random.sample(cars, count).flatMap(({ advert }, at) => {
    const target = at % 5 === 4 ? `${advert}/none` : advert;
    return get(server, `/cars/redirect/?${queryOf([['api_target', target]])}`);
  });
  return [...html, ...redirects];
}

/** Pictures that the program draws for its demo stock. */
export async function pictureCalls(server: string, port: number): Promise<HttpCall[]> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/vehicles/`);
  const pictures = (await response.text()).match(/\/pictures\/[^"?#]+/g) ?? [];
  return [...new Set(pictures)].slice(0, 30).map((target) => get(server, target));
}

function get(server: string, target: string): HttpCall {
  return { kind: 'page', server, target };
}
