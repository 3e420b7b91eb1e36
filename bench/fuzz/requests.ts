// The requests of a seed: number n of a seed is the same on every machine, so that what was found can be sent again.
import { Random, weighted } from '../../src/demo/random.ts';
import { brokenHead, mutated } from './broken-heads.ts';
import { encoded } from './encodings.ts';
import { headers } from './headers.ts';
import { mcpRequest } from './mcp-messages.ts';
import { phrase, queryString } from './parameters.ts';
import { request, type Ask, type Sent } from './sent.ts';
import { trickyTarget } from './targets.ts';
import { hostileText } from './hostile-text.ts';

export const SEARCH = '/api/v1/vehicles/';
export const SUMMARY = '/api/v1/vehicles/summary/';
export const INTERPRET = '/api/v1/interpret/';
export const REDIRECT = '/cars/redirect/';

/** `adverts` are the addresses of adverts that are listed. */
export function requestOf(seed: number, number: number, adverts: readonly string[]): Sent {
  const random = new Random(Math.imul(seed + 1, 0x9e3779b1) + number);
  return random.pickWeighted(MAKERS)(random, adverts);
}

type Maker = (random: Random, adverts: readonly string[]) => Sent;

const SHARES: readonly (readonly [share: number, maker: Maker])[] = [
  [46, (random) => read('search', SEARCH, `?${queryString(random)}`, random)],
  [8, (random) => read('summary', SUMMARY, `?${queryString(random)}`, random)],
  [8, (random) => read('interpret', INTERPRET, `?text=${encoded(phrase(random), random)}`, random)],
  [
    6,
    (random, adverts) =>
      read('redirect', REDIRECT, `?api_target=${encoded(target(random, adverts), random)}`, random),
  ],
  [2, (random) => page(random)],
  [10, (random) => whole('path', 'GET', trickyTarget(random), undefined, random)],
  [
    3,
    (random) =>
      whole(
        'method',
        random.pick(METHODS),
        random.pick([SEARCH, '/', '/mcp', '/nowhere']),
        undefined,
        random,
      ),
  ],
  [10, mcpRequest],
  [2, pipeline],
  [3, brokenHead],
  [2, (random) => mutated(firstOf(random), random)],
];

const MAKERS = weighted(SHARES.map(([, maker]) => maker), (_, at) => SHARES[at]?.[0] ?? 0); // prettier-ignore

const METHODS = [
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'MKCOL',
  'LOCK',
  'SUBSCRIBE',
  'QUERY',
];

function read(kind: string, path: string, query: string, random: Random): Sent {
  const method = random.chance(0.95) ? 'GET' : 'HEAD';
  const written = random.chance(0.05) ? path.slice(0, -1) : path;
  return whole(kind, method, written + query, path, random);
}

function whole(kind: string, method: string, target: string, path: string | undefined, random: Random): Sent {
  const lines = headers(random);
  // An older client: no Host is needed, and the connection ends with the answer.
  const version = random.chance(0.01) ? '1.0' : '1.1';
  const ask: Ask = { method, path };
  const body = random.chance(0.02) ? hostileText(random).slice(0, 50) : '';
  const bytes = Buffer.from(body).toString('latin1');
  const all = body === '' ? lines : [...lines, `Content-Length: ${bytes.length}`];
  return { kind, bytes: request(method, target, all, version) + bytes, asks: [ask] };
}

function page(random: Random): Sent {
  const lines = [...headers(random).filter((line) => !line.startsWith('Accept:')), 'Accept: text/html'];
  const query = random.chance(0.5) ? queryString(random) : `text=${encoded(phrase(random), random)}`;
  return {
    kind: 'page',
    bytes: request('GET', `/?${query}`, lines),
    asks: [{ method: 'GET', path: undefined }],
  };
}

/** Where a redirect is asked to lead: to adverts, to what looks like one, and to where it must never lead. */
function target(random: Random, adverts: readonly string[]): string {
  const advert = random.pick(adverts);
  return random.pick([
    () => advert,
    () => advert.toUpperCase(),
    () => `${advert}#x`,
    () => `${advert}\r\nx-fuzz: 1`,
    () => advert.replace('https://', 'https://evil.example@'),
    () => advert.replace('https://', '//'),
    () => `https://evil.example/?${advert}`,
    () => '//evil.example/',
    () => 'javascript:alert(1)',
    () => 'data:text/html,<i-fuzz>',
    () => hostileText(random),
  ])();
}

/** Several requests in one packet. */
function pipeline(random: Random): Sent {
  const sent = Array.from({ length: random.whole(2, 8) }, () => {
    const path = random.pick([SEARCH, SUMMARY, INTERPRET]);
    const method = random.chance(0.8) ? 'GET' : 'HEAD';
    const target =
      path + (path === INTERPRET ? `?text=${encoded(phrase(random), random)}` : `?${queryString(random)}`);
    return { bytes: request(method, target, ['Host: 127.0.0.1']), ask: { method, path } };
  });
  return {
    kind: 'pipeline',
    bytes: sent.map(({ bytes }) => bytes).join(''),
    asks: sent.map(({ ask }) => ask),
  };
}

function firstOf(random: Random): string {
  const makers = [
    () => pipeline(random),
    () => mcpRequest(random),
    () => read('search', SEARCH, `?${queryString(random)}`, random),
  ];
  // A changed HEAD would be a GET to whoever reads its answer.
  return random
    .pick(makers)()
    .bytes.replace(/^HEAD /gm, 'GET ');
}
