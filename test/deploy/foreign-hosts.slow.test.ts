// Hosts that a client names, through the example proxies in deploy/: the proxy refuses them, and no URL in a response has one.
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { forecourt } from '../support/process.ts';
import { fileIn, THREE } from '../cli/feeds.ts';
import { startServer } from '../e2e/server.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { HOST, PROXIES, skippedWithout, startProxy, type Proxy, type RunningProxy } from './proxy.ts';

const MCP_CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_vehicles', arguments: { make: 'Jaguar', detail: 'full' } },
});

/** Every kind of response with URLs of the service. */
const TARGETS: readonly (readonly [target: string, status: number])[] = [
  ['/', 200],
  ['/api/v1/vehicles/?make=Jaguar', 200],
  ['/api/v1/vehicles/?page=2', 200],
  ['/api/v1/vehicles/?page=0', 400],
  ['/api/v1/vehicles/summary/', 200],
  ['/api/v1/interpret/?text=cheap+jaguar', 200],
  ['/cars/redirect/?api_target=https://other.example/', 404],
  ['/docs', 200],
  ['/docs/', 308],
  ['/openapi.json', 200],
  ['/openapi.yaml', 200],
  ['/llms.txt', 200],
  ['/robots.txt', 200],
  ['/.well-known/api-catalog', 200],
  ['/.well-known/ai-catalog.json', 200],
  ['/mcp/server-card', 200],
  ['/mcp', 200],
  ['/nowhere', 404],
];

const FORGED = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: gopher',
  'X-Forwarded-Port: 9999',
  'Forwarded: host=evil.example;proto=gopher',
  'X-Original-Host: evil.example',
  'X-Original-URL: https://evil.example/',
];

type Head = (target: string) => readonly string[];

/** Other hosts: nothing of the service is behind them. */
const FOREIGN: readonly Head[] = [
  (target) => [`GET ${target} HTTP/1.1`, 'Host: evil.example'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: EVIL.example.:9999'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: 127.0.0.1'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: cars.example.evil.example'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: www.cars.example', ...FORGED],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: evil.example', 'X-Forwarded-Host: cars.example'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: cars.example', 'Host: evil.example'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: evil.example', 'Host: cars.example'],
  (target) => [`GET http://evil.example${target} HTTP/1.1`, 'Host: cars.example'],
  (target) => [`GET https://evil.example:9999${target} HTTP/1.1`, 'Host: evil.example:9999'],
  (target) => [`GET ${target} HTTP/1.1`],
];

/** The service's own host, beside another. */
const OWN: readonly Head[] = [
  (target) => [`GET ${target} HTTP/1.1`, 'Host: cars.example'],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: cars.example', ...FORGED],
  (target) => [`GET ${target} HTTP/1.1`, 'Host: Cars.Example:9999', ...FORGED],
  (target) => [`GET https://cars.example${target} HTTP/1.1`, 'Host: evil.example', ...FORGED],
];

const EVIL = /evil\.example|:9999|gopher/i;

/** All that is sent back on a connection; empty if the other side ends it at once. */
function exchange(socket: Socket, head: readonly string[]): Promise<string> {
  const isCall = / \/mcp /.test(head[0] ?? '') || / https?:\/\/[^/]+\/mcp /.test(head[0] ?? '');
  const body = isCall ? MCP_CALL : '';
  const lines = [
    ...(isCall ? head.map((line) => line.replace(/^GET /, 'POST ')) : head),
    'Connection: close',
    ...(isCall
      ? ['Accept: application/json, text/event-stream', 'Content-Type: application/json', `Content-Length: ${body.length}`]
      : []),
  ]; // prettier-ignore
  return new Promise((resolve) => {
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.once('error', () => resolve(received)).once('close', () => resolve(received));
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

function overTls(
  { httpsPort, certificate }: RunningProxy,
  name: string | undefined,
  head: readonly string[],
) {
  const socket = connectTls({
    host: '127.0.0.1',
    port: httpsPort,
    ca: certificate,
    // The proxy shows the certificate of its own host only; another name is what this is about.
    checkServerIdentity: () => undefined,
    ...(name !== undefined && { servername: name }),
  });
  return exchange(socket, head);
}

function overTcp({ httpPort }: RunningProxy, head: readonly string[]): Promise<string> {
  return exchange(connectTcp(httpPort, '127.0.0.1'), head);
}

describe.each(PROXIES.map((proxy): [Proxy] => [proxy]))('behind %s', (proxy) => {
  const skipped = skippedWithout(proxy);

  async function started(...flags: readonly string[]): Promise<RunningProxy> {
    const folder = temporaryFolder();
    const feed = fileIn(folder, 'feed.ndjson', THREE);
    expect((await forecourt(['import', feed, '--data', folder])).code).toBe(0);
    const own = ['--trust-proxy', '--trusted-proxies', '127.0.0.1', ...flags];
    const { port } = await startServer(folder, own);
    return startProxy(proxy, temporaryFolder(), port);
  }

  it.skipIf(skipped).each([
    ['--base-url', 'https://cars.example'],
    ['--allowed-hosts', 'cars.example'],
  ])('a server with %s %s names no other host', async (...flags) => {
    const running = await started(...flags);
    for (const [target, status] of TARGETS) {
      for (const head of FOREIGN) {
        const lines = head(target);
        // No response of the service: 421 of the proxy, or 400 where it takes the request for none.
        const response = await overTls(running, HOST, lines);
        expect(response, lines.join(' ')).toMatch(/^HTTP\/1\.[01] 4(?:21|00) /);
        expect(response, lines.join(' ')).not.toMatch(EVIL);
        expect(response, lines.join(' ')).not.toMatch(/cars\.example|x-request-id|etag/i);
      }
      for (const head of OWN) {
        const lines = head(target);
        const response = await overTls(running, HOST, lines);
        // nginx refuses two hosts that differ, Caddy drops the header.
        expect(response.slice(9, 12), lines.join(' ')).toMatch(
          / https:/.test(lines[0] ?? '') ? new RegExp(`${status}|400`) : String(status),
        );
        expect(response, lines.join(' ')).not.toMatch(EVIL);
        // Caddy forwards the port too; the list has none.
        if (!lines.includes('Host: Cars.Example:9999') || flags[0] === '--base-url')
          expect(response, lines.join(' ')).not.toContain('http://127.0.0.1');
      }
    }
    const search = await overTls(running, HOST, OWN[0]('/api/v1/vehicles/?make=Jaguar'));
    expect(search).toContain('"url":"https://cars.example/cars/redirect/?api_target=');
    expect(search).toMatch(/\r\nlink: <https:\/\/cars\.example\/api\/v1\/vehicles\/\?make=Jaguar&page=1>/i);
  });

  it.skipIf(skipped)('shows no certificate to who asks for another host', async () => {
    const running = await started('--base-url', 'https://cars.example');
    for (const name of ['evil.example', 'www.cars.example', 'cars.example.evil.example', undefined])
      expect(await overTls(running, name, OWN[0]('/')), String(name)).toBe('');
  });

  it.skipIf(skipped)('redirects to no other host from HTTP', async () => {
    const running = await started('--base-url', 'https://cars.example');
    for (const [target] of TARGETS) {
      for (const head of FOREIGN) {
        const response = await overTcp(running, head(target));
        expect(response, head(target).join(' ')).toMatch(/^HTTP\/1\.[01] 4(?:21|00) /);
        expect(response, head(target).join(' ')).not.toMatch(/evil\.example|location/i);
      }
    }
    const target = '/api/v1/vehicles/?make=Jaguar&q=a%20b';
    for (const head of [
      OWN[1](target),
      OWN[2](target),
      [`GET http://cars.example${target} HTTP/1.1`, 'Host: cars.example'],
    ]) {
      const response = await overTcp(running, head);
      expect(response).toMatch(/^HTTP\/1\.1 308 /);
      expect(response).toMatch(
        /\r\nlocation: https:\/\/cars\.example\/api\/v1\/vehicles\/\?make=Jaguar&q=a%20b\r\n/i,
      );
    }
  });
});
