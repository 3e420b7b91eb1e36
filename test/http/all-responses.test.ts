// Heads and problems of responses on every route, byte for byte, the order of headers included. The file of expectations is written anew
// with `npx vitest run test/http/all-responses.test.ts -u`, and read before it is committed.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openRateLimiter } from '../../src/auth/rate-limiter.ts';
import { readConfig } from '../../src/config/config.ts';
import { decompress } from '../support/decompress.ts';
import { serveWithStats } from './serve-with-stats.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const PATHS = [
  '/',
  '/api/v1/vehicles/?make=jaguar',
  '/api/v1/vehicles?page=x',
  '/api/v1/%76ehicles/?make=jaguar',
  '/api/v1/vehicles/summary/?brand=audi',
  '/api/v1/vehicles/map/?zoom=99',
  '/api/v1/vehicles/lookup',
  '/api/v1/interpret/?text=cheap+jaguar',
  '/cars/redirect/?api_target=https://harbour-motors.example/stock/0',
  '/cars/redirect?api_target=x',
  '/page/old/none.js',
  '/page/old/places.tsv',
  '/page/state?make=jaguar',
  '/page/suggestions?text=jag',
  '/pictures/none.svg',
  '/problems/not-found',
  '/problems/none',
  '/problems/%ff',
  '/docs',
  '/docs/',
  '/openapi.json',
  '/robots.txt',
  '/favicon.ico',
  '/healthz',
  '/readyz',
  '/status',
  '/metrics',
  '/dashboard',
  '/dashboard/',
  '/dashboard/page.css',
  '/dashboard/empty-searches.json',
  '/mcp',
  '/mcp/',
  '/nothing',
  '/%ff',
  '//',
  '*',
  'http://a.example/healthz',
  `/${'a'.repeat(9000)}`,
  `/problems/${'a'.repeat(8200)}`,
];

const LIMITED = ['/', '/api/v1/vehicles/?make=jaguar', '/cars/redirect?api_target=x', '/problems/%ff', '/docs', '/healthz', '/dashboard/', '/mcp', '/nothing']; // prettier-ignore

const SERVICE_LINKS =
  '<https://cars.example/openapi.json>; rel="service-desc", <https://cars.example/docs>; rel="service-doc"';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'TRACE', 'PROPFIND'];

const HEADERS: readonly (readonly string[])[] = [
  ['Accept: text/html', 'Accept-Encoding: gzip'],
  ['Accept: application/json', 'Origin: https://a.example', 'Access-Control-Request-Headers: x-a'],
  ['Authorization: Bearer nonsense', 'Prefer: handling=strict', 'If-None-Match: *'],
  ['Host: another.example', 'X-Forwarded-Host: proxy.example'],
  ['Upgrade: websocket', 'Accept-Version: 2.0.0', 'Expect: nothing'],
];

const MESSAGE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const BODIES: readonly (readonly [headers: readonly string[], body: string])[] = [
  [['Content-Type: application/json', 'Accept: */*'], MESSAGE],
  [['Content-Type: application/json'], '{'],
  [['Content-Type: text/plain'], MESSAGE],
  [['Content-Type: nonsense'], MESSAGE],
  [[], MESSAGE],
  [['Content-Type: application/json', 'Origin: https://evil.example'], MESSAGE],
  [['Content-Type: application/json'], 'x'.repeat(70_000)],
  [['Content-Type: application/json'], `[${Array.from({ length: 21 }, () => MESSAGE).join()}]`],
];

function send(port: number, text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    connect(port, '127.0.0.1')
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
      .write(text);
  });
}

/** Without what differs between any two responses, and with bodies of problems only: others have tests of their own. */
function comparable(response: Buffer): string {
  const end = response.indexOf('\r\n\r\n');
  const head = response.toString('latin1', 0, end).replaceAll('\r\n', '\n');
  const body = response.subarray(end + 4);
  const coding = /^content-encoding: (.*)$/m.exec(head)?.[1];
  const text = body.length === 0 || /^transfer-encoding/im.test(head) ? '' : String(decompress(body, coding));
  const shown = /^\{"(?:status|jsonrpc)":/.test(text) && text.length < 2000 ? text : '';
  const constant = head
    .replace(/^(date|x-request-id|etag): .*$/gim, '$1')
    .replace(/^(ratelimit: .*;r=|retry-after: )\d+.*$/gim, '$1')
    .replace(/^(content-security-policy): .*$/gim, '$1')
    .replace(/^(content-length): [1-9].*$/gim, '$1')
    .replace(/^(access-control-expose-headers): ETag, Link, .*X-Request-Id$/gm, '$1')
    .replaceAll(SERVICE_LINKS, '…');
  return `${constant}\n${shown.replace(/"request_id":"[^"]*"/, '').replace(/in \d+ s/, '')}`;
}

function requests(paths: readonly string[]): string[] {
  const heads: (readonly [line: string, headers: readonly string[], body?: string])[] = [];
  for (const path of paths) {
    for (const method of METHODS) heads.push([`${method} ${path}`, []]);
    for (const headers of HEADERS) heads.push([`GET ${path}`, headers]);
    heads.push([`OPTIONS ${path}`, HEADERS[1]], [`POST ${path}`, BODIES[0][0], BODIES[0][1]]);
    heads.push([`HEAD ${path}`, HEADERS[0]], [`OPTIONS ${path}`, ['Authorization: Bearer nonsense']]);
  }
  for (const [headers, body] of BODIES) heads.push(['POST /mcp', headers, body]);
  return heads.map(([line, headers, body]) => {
    const host = headers.some((header) => header.startsWith('Host:')) ? [] : ['Host: 127.0.0.1'];
    const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
    const lines = [...host, 'Connection: close', ...headers, ...length];
    return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
  });
}

const title = (request: string): string => {
  const [head] = request.split('\r\n\r\n');
  const lines = head.split('\r\n').filter((line) => !/^(Connection|Content-Length)|^Host: 127/.test(line));
  return lines
    .join(' | ')
    .replaceAll(' HTTP/1.1', '')
    .replaceAll(/(a{50}){2,}/g, '…')
    .slice(0, 300);
};

async function transcript(port: number, paths: readonly string[]): Promise<string> {
  const parts: string[] = [];
  for (const request of requests(paths))
    parts.push(`### ${title(request)}\n${comparable(await send(port, request))}`);
  return `${parts.join('\n')}\n`;
}

test('every route responds as before', { timeout: 60_000 }, async () => {
  const { port } = await serveWithStats();
  await expect(await transcript(port, PATHS)).toMatchFileSnapshot('../fixtures/http-responses.txt');
});

test('with a rate limit, routes of each kind respond as before', { timeout: 60_000 }, async () => {
  const config = readConfig({ data: temporaryFolder(), rateLimit: '100000/h' }, {});
  const rateLimiter = await openRateLimiter(config, () => undefined);
  const { port } = await serveWithStats({ rateLimiter });
  await expect(await transcript(port, LIMITED)).toMatchFileSnapshot('../fixtures/http-responses-limited.txt');
  await rateLimiter.close();
});
