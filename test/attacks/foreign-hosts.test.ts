// A host that a client names is nowhere in any response, nor in what other clients get later, unless the operator listed it.
import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../src/http/http-context.ts';
import { serveAndListRoutes, targetsOf } from '../http/all-routes.ts';
import { exchange } from '../http/fixture.ts';

/** The heads of requests that name another host, without their last lines. */
const HEADS: readonly ((target: string) => readonly string[])[] = [
  (target) => [`GET ${target} HTTP/1.1`, 'Host: evil.example'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: evil.example.:9999'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: cars.example@evil.example'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: cars.example', 'Host: evil.example'],
  (target) => [`GET http://evil.example${target} HTTP/1.1`, 'Host: cars.example'],
  (target) => [`GET https://evil.example:8443${target} HTTP/1.1`, 'Host: evil.example:8443'],
  (target) => [`GET //evil.example${target} HTTP/1.1`, 'Host: cars.example'],
  (target) => [
    `GET ${target} HTTP/1.1`,
    'Host: cars.example',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Port: 9999',
    'X-Forwarded-Prefix: /evil.example',
    'X-Forwarded-Server: evil.example',
    'Forwarded: host=evil.example;proto=https',
    'X-Original-Host: evil.example',
    'X-Host: evil.example',
    'X-Original-URL: https://evil.example/',
    'X-Rewrite-URL: https://evil.example/',
    'Referer: https://evil.example/',
    'Origin: https://evil.example',
  ],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: cars.example', 'X-Forwarded-Host: cars.example, evil.example:443'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: cars.example', 'X-Forwarded-Host: cars.example', 'X-Forwarded-Host: EVIL.EXAMPLE'],
  // It closes the connection.
  (target) => [`GET http://evil.example${target} HTTP/1.0`],
]; // prettier-ignore

const SERVERS: readonly (readonly [name: string, options: Partial<HttpOptions>])[] = [
  ['without a proxy', {}],
  ['with a base URL, behind a trusted proxy', { trustProxy: true }],
  ['with a list of hosts, behind a trusted proxy', { trustProxy: true, allowedHosts: ['cars.example'] }],
];

/** What must be the same before and after the attack: all but the id of the request and the time. */
function comparable(response: string): string {
  return response
    .replace(/^date: .*\r\n/im, '')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');
}

/** Counts requests and time by their nature. */
const CHANGING = ['/metrics', '/dashboard', '/dashboard/', '/dashboard/empty-searches.json'];

/** What the server sends to these requests, one after the other on one connection. The last one closes it. */
async function send(port: number, heads: readonly (readonly string[])[], ...more: string[]): Promise<string> {
  const requests = heads.map((lines, i) =>
    [...lines, ...more, ...(i === heads.length - 1 ? ['Connection: close'] : []), '', ''].join('\r\n'),
  );
  return exchange(port, requests.join(''));
}

describe.each(SERVERS)('a server %s', (_name, options) => {
  test('has no host of a client in any response', async () => {
    const { port, routes } = await serveAndListRoutes(options);
    const targets = targetsOf(routes);
    expect(targets).toContain('/.well-known/mcp/server-card.json');
    for (const target of targets) {
      for (const accept of target.startsWith('/?') ? ['Accept: */*', 'Accept: text/html'] : ['Accept: */*']) {
        const plain = [[`GET ${target} HTTP/1.1`, 'Host: 127.0.0.1']];
        const before = await send(port, plain, accept);
        const heads = HEADS.map((head) => head(target));
        const responses = await send(port, heads, accept);
        expect(responses.match(/HTTP\/1\.1 [2-5]\d\d [\w -]+\r\n/g), target).toHaveLength(heads.length);
        expect(responses.toLowerCase(), target).not.toMatch(/evil\.example|:9999/);
        if (!CHANGING.includes(target))
          expect(comparable(await send(port, plain, accept)), target).toBe(comparable(before));
      }
    }
  });

  test('has no host of a client in the results of MCP tools', async () => {
    const { port } = await serveAndListRoutes(options);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_vehicles', arguments: { make: 'Jaguar', detail: 'full' } },
    });
    const more = [
      'Accept: application/json, text/event-stream',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    for (const head of HEADS) {
      const lines = head('/mcp').map((line) => line.replace(/^GET /, 'POST '));
      const response = await exchange(port, `${[...lines, ...more].join('\r\n')}\r\n\r\n${body}`);
      expect(response, lines.join(' ')).toMatch(/^HTTP\/1\.1 [2-5]\d\d /);
      expect(response.toLowerCase(), lines.join(' ')).not.toMatch(/evil\.example|:9999/);
    }
  });
});
