// Requests that are wrong, or nearly: bad values of every parameter, methods, headers, paths, and the fuzzer's.
import { HTTP_CASES } from '../../test/conformance/http-cases.ts';
import type { Random } from '../../src/demo/random.ts';
import { queryString, trickyTarget } from '../fuzz/request-parts.ts';
import { INTERPRET, LOOKUP, MAP, SEARCH, SUGGESTIONS, SUMMARY } from './api-calls.ts';
import { canSend } from './program.ts';
import type { HttpCall } from './recording.ts';

const PARAMETERS = [
  'q', 'make', 'model', 'fuel_type', 'transmission', 'dealer', 'price_min', 'price_max', 'miles_min', 'miles_max', 'year_min', 'year_max',
  'engine_min', 'engine_max', 'location', 'distance', 'sort', 'page',
]; // prettier-ignore
const VALUES = [
  '-1', '0', '1.5', '10k', '£5,000', 'abc', 'diesel', 'auto', 'cheapest', 'Leeds', '9007199254740992', '1e3', '%00', '%zz', '18', ' ',
  'x'.repeat(600),
]; // prettier-ignore
/** Other names of parameters, and names that objects have. */
const NAMES = [
  'fuel', 'gearbox', 'price', 'max_price', 'mileage', 'brand', 'postcode', 'radius', 'limit', 'offset', 'per_page', 'order', 'query', 'Make',
  'utm_source', '__proto__', 'constructor', 'text', 'zoom', 'advert', '',
]; // prettier-ignore
const OTHER_TARGETS = [
  `${MAP}?zoom=13`, `${MAP}?zoom=-1`, `${MAP}?zoom=x`, `${MAP}?bbox=1,2,3`, `${MAP}?bbox=a,b,c,d`, `${MAP}?bbox=5,5,1,1`, `${MAP}?bbox=-200,0,0,10`,
  `${MAP}?sort=price_asc&page=2`, `${SUMMARY}?page=3`, `${SUMMARY}?sort=distance`, LOOKUP, `${LOOKUP}?advert=`, `${LOOKUP}?advert=nonsense`,
  `${LOOKUP}?url=https://a.example/1`, `${LOOKUP}?${'advert=https://a.example/&'.repeat(21)}`, INTERPRET, `${INTERPRET}?text=`, `${INTERPRET}?q=golf`,
  `${INTERPRET}?text=a&text=b`, `${INTERPRET}?text=${'x'.repeat(513)}`, `${SUGGESTIONS}?text=`, `${SUGGESTIONS}?text=${'x'.repeat(513)}`, SUGGESTIONS,
  '/api/v1/', '/api/', '/api/v1/vehicles/1', '/cars/redirect/', '/cars/redirect/?api_target=', '/cars/redirect/?api_target=javascript:alert(1)',
  '/problems/none', '/pictures/none.svg', '/page/x/none.js', '/.well-known/none', '//', '/%zz', '/..%2f', '/robots.txt/', '/DOCS',
]; // prettier-ignore
const METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
const METHOD_TARGETS = [SEARCH, INTERPRET, '/', '/docs', '/mcp', '/status', '/page/suggestions', '/none'];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: 'text/html' },
  { accept: 'application/problem+json' },
  { accept: 'application/json;q=0' },
  { accept: ';;;' },
  { 'accept-encoding': 'br' },
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'gzip;q=0, identity;q=0' },
  { prefer: 'handling=strict' },
  { prefer: 'handling=lenient' },
  { prefer: 'HANDLING="strict", return=minimal' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"nonsense"' },
  { authorization: 'Bearer none' },
  { origin: 'https://page.example' },
  { origin: 'https://page.example', 'access-control-request-method': 'GET' },
  { range: 'bytes=0-9' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
  { 'x-request-id': 'mine' },
  { host: 'evil.example' },
  { expect: '100-continue' },
  { 'x-many': 'x'.repeat(20_000) },
];
/** Requests a day to the server that limits them. */
export const GUARDED_RATE = 20;
const HEADER_TARGETS = [`${SEARCH}?make=Ford`, `${SEARCH}?page=0`, '/', '/openapi.json', '/none'];

export function problemCalls(server: string, random: Random): HttpCall[] {
  const get = (target: string, more: Partial<HttpCall> = {}): HttpCall => ({
    kind: 'problem',
    server,
    target,
    ...more,
  });
  const targets = [
    ...PARAMETERS.flatMap((name) => VALUES.map((value) => `${SEARCH}?${name}=${encoded(value)}`)),
    ...PARAMETERS.map((name) => `${SEARCH}?${name}=1&${name}=2`),
    ...NAMES.map((name) => `${SEARCH}?${name}=1&make=Ford`),
    ...OTHER_TARGETS,
    ...Array.from({ length: 150 }, () => `${random.pick([SEARCH, SUMMARY, MAP])}?${queryString(random)}`),
    ...Array.from({ length: 100 }, () => trickyTarget(random)),
  ];
  return [
    ...targets.map((target) => get(target)),
    ...NAMES.map((name) => get(`${SEARCH}?${name}=1`, { headers: { prefer: 'handling=strict' } })),
    ...METHODS.flatMap((method) => METHOD_TARGETS.map((target) => get(target, { method }))),
    ...HEADERS.flatMap((headers) => HEADER_TARGETS.map((target) => get(target, { headers }))),
    ...httpCases(server),
  ].filter(({ target }) => target.startsWith('/') && canSend(target));
}

/** To a server that requires a token and limits the rate: most are refused for one or the other. */
export function guardedCalls(server: string): HttpCall[] {
  const get = (target: string, authorization?: string): HttpCall => ({
    kind: 'problem',
    server,
    target,
    ...(authorization !== undefined && { headers: { authorization } }),
  });
  const open = ['/', '/docs', '/healthz', '/status', '/metrics', '/dashboard/', '/page/x/icon.svg', '/mcp'];
  const credentials = [
    'Bearer fc_none',
    'Bearer',
    'Basic Og==',
    'Bearer a.b.c',
    `Bearer ${'x'.repeat(5000)}`,
  ];
  return [
    ...open.map((target) => get(target)),
    ...credentials.map((authorization) => get(SEARCH, authorization)),
    ...Array.from({ length: GUARDED_RATE }, () => get(SEARCH)),
    get(SUMMARY),
    get(SUMMARY, 'Bearer fc_none'),
    get('/docs'),
  ];
}

/** Percent-encoded, unless it is meant to be a broken encoding. */
function encoded(value: string): string {
  return value.startsWith('%') ? value : encodeURIComponent(value);
}

/** What the conformance tests send over HTTP. */
function httpCases(server: string): HttpCall[] {
  return HTTP_CASES.map(({ send, headers, body }) => {
    const [first, second] = send.split(' ');
    const [method, target] = second === undefined ? ['GET', first] : [first, second];
    return { kind: 'problem', server, method, target, headers, body };
  });
}
