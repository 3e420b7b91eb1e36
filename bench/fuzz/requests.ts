// The requests of a seed: request n is the same on every machine, so that failures can be replayed.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random, weighted } from '../../src/demo/random.ts';
import { malformedRequest, mutated } from './malformed-requests.ts';
import { mcpRequest } from './mcp-messages.ts';
import { headers, phrase, queryString, trickyTarget } from './request-parts.ts';
import { request, type FuzzRequest } from './fuzz-request.ts';
import { encoded, hostileText } from './hostile-text.ts';

export const SEARCH = '/api/v1/vehicles/';
export const SUMMARY = '/api/v1/vehicles/summary/';
export const MAP = '/api/v1/vehicles/map/';
const LOOKUP = '/api/v1/vehicles/lookup/';
export const INTERPRET = '/api/v1/interpret/';
export const REDIRECT = '/cars/redirect/';

/** `adverts` are the addresses of adverts that are listed. */
export function requestOf(seed: number, number: number, adverts: readonly string[]): FuzzRequest {
  const random = new Random(Math.imul(seed + 1, 0x9e3779b1) + number);
  return random.pickWeighted(REQUEST_GENERATORS)(random, adverts);
}

type RequestGenerator = (random: Random, adverts: readonly string[]) => FuzzRequest;

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
const ANY_PATHS = [SEARCH, '/', '/mcp', '/nowhere'];

const SHARES: readonly (readonly [share: number, maker: RequestGenerator])[] = [
  [36, (random) => readRequest('search', SEARCH, `?${queryString(random)}`, random)],
  [8, (random) => readRequest('summary', SUMMARY, `?${queryString(random)}`, random)],
  [5, (random) => readRequest('map', MAP, `?${queryString(random)}${mapPairs(random)}`, random)],
  [5, (random, adverts) => readRequest('lookup', LOOKUP, `?${lookupPairs(random, adverts)}`, random)],
  [8, (random) => readRequest('interpret', INTERPRET, `?text=${encoded(phrase(random), random)}`, random)],
  [6, (random, adverts) => readRequest('redirect', REDIRECT, `?api_target=${encoded(redirectTarget(random, adverts), random)}`, random)],
  [2, (random) => pageRequest(random)],
  [10, (random) => completeRequest('path', 'GET', trickyTarget(random), undefined, random)],
  [3, (random) => completeRequest('method', random.pick(METHODS), random.pick(ANY_PATHS), undefined, random)],
  [10, mcpRequest],
  [2, pipelinedRequests],
  [3, malformedRequest],
  [2, (random) => mutated(firstOf(random), random)],
]; // prettier-ignore

const REQUEST_GENERATORS = weighted(SHARES.map(([, maker]) => maker), (_, at) => SHARES[at]?.[0] ?? 0); // prettier-ignore

/** The parameters of a map beside those of a search. */
function mapPairs(random: Random): string {
  const degrees = (): string => String(random.whole(-200, 200) / random.pick([1, 10, 7]));
  const zoom = random.chance(0.9) ? String(random.whole(-1, 14)) : hostileText(random);
  const box = random.chance(0.9)
    ? Array.from({ length: random.whole(3, 5) }, degrees).join()
    : hostileText(random);
  return random.pick([
    '',
    `&zoom=${encoded(zoom, random)}`,
    `&zoom=${encoded(zoom, random)}&bbox=${encoded(box, random)}`,
    `&bbox=${encoded(box, random)}&bbox=${encoded(box, random)}`,
  ]);
}

function lookupPairs(random: Random, adverts: readonly string[]): string {
  const count = random.chance(0.05) ? random.whole(15, 25) : random.whole(0, 3);
  const pairs = Array.from(
    { length: count },
    () => `advert=${encoded(redirectTarget(random, adverts), random)}`,
  );
  return random.chance(0.05) ? `${pairs.join('&')}&${queryString(random)}` : pairs.join('&');
}

function readRequest(kind: string, path: string, query: string, random: Random): FuzzRequest {
  const method = random.chance(0.95) ? 'GET' : 'HEAD';
  const written = random.chance(0.05) ? path.slice(0, -1) : path;
  return completeRequest(kind, method, written + query, path, random);
}

function completeRequest(
  kind: string,
  method: string,
  target: string,
  path: string | undefined,
  random: Random,
): FuzzRequest {
  const lines = headers(random);
  // An older client: no Host is needed, and the connection ends with the answer.
  const version = random.chance(0.01) ? '1.0' : '1.1';
  const body = random.chance(0.02) ? hostileText(random).slice(0, 50) : '';
  const bytes = Buffer.from(body).toString('latin1');
  const all = body === '' ? lines : [...lines, `Content-Length: ${bytes.length}`];
  return { kind, bytes: request(method, target, all, version) + bytes, expected: [{ method, path }] };
}

function pageRequest(random: Random): FuzzRequest {
  const lines = [...headers(random).filter((line) => !line.startsWith('Accept:')), 'Accept: text/html'];
  const query = random.chance(0.5) ? queryString(random) : `text=${encoded(phrase(random), random)}`;
  return {
    kind: 'page',
    bytes: request('GET', `/?${query}`, lines),
    expected: [{ method: 'GET', path: undefined }],
  };
}

/** Where a redirect is asked to lead: to adverts, to what looks like one, and to where it must never lead. */
function redirectTarget(random: Random, adverts: readonly string[]): string {
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
function pipelinedRequests(random: Random): FuzzRequest {
  const sent = Array.from({ length: random.whole(2, 8) }, () => {
    const path = random.pick([SEARCH, SUMMARY, INTERPRET]);
    const method = random.chance(0.8) ? 'GET' : 'HEAD';
    const target =
      path + (path === INTERPRET ? `?text=${encoded(phrase(random), random)}` : `?${queryString(random)}`);
    return { bytes: request(method, target, ['Host: 127.0.0.1']), expected: { method, path } };
  });
  return {
    kind: 'pipeline',
    bytes: sent.map(({ bytes }) => bytes).join(''),
    expected: sent.map(({ expected }) => expected),
  };
}

function firstOf(random: Random): string {
  const generators = [
    () => pipelinedRequests(random),
    () => mcpRequest(random),
    () => readRequest('search', SEARCH, `?${queryString(random)}`, random),
  ];
  // A changed HEAD would be a GET to whoever reads its answer.
  return random
    .pick(generators)()
    .bytes.replace(/^HEAD /gm, 'GET ');
}

const REPLAY_PAUSE_MS = 1000;
const MAX_SHOWN_LENGTH = 4000;

/** Requests of a seed and their responses as text, sent on one connection, one after the other. */
export async function replay(
  seed: number,
  numbers: readonly number[],
  port: number,
  adverts: readonly string[],
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => (received += String(text)));
  socket.on('error', (error) => (received += `\n${error.message}`));
  socket.on('close', () => (received += '\n(closed)'));
  const exchanges: string[] = [];
  for (const number of numbers) {
    const { kind, bytes } = requestOf(seed, number, adverts);
    received = '';
    socket.write(bytes, 'latin1');
    await sleep(REPLAY_PAUSE_MS);
    exchanges.push(`${number}, ${kind}\n${escapeControls(bytes)}\n\n${escapeControls(received)}\n`);
  }
  socket.destroy();
  return exchanges.join('\n');
}

/** Escapes all but printable ASCII and line ends. */
function escapeControls(bytes: string): string {
  const truncated =
    bytes.length > MAX_SHOWN_LENGTH ? `${bytes.slice(0, MAX_SHOWN_LENGTH)}… ${bytes.length} bytes` : bytes;
  return truncated.replace(/[^\x20-\x7e\n]/gu, (character) => JSON.stringify(character).slice(1, -1));
}
