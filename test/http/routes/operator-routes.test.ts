// What is for operators on the public port: who may read it, from which pages, and under which names.
import { describe, expect, test } from 'vitest';
import { exchange, type Running } from '../fixture.ts';
import { serveWithStats } from '../serve-with-stats.ts';
import { tokenFolder } from '../token-folder.ts';

const PATHS = [
  '/metrics',
  '/status',
  '/dashboard/',
  '/dashboard',
  '/dashboard/page.js',
  '/dashboard/page.css',
  '/dashboard/empty-searches.json',
];
const ORIGIN = 'https://elsewhere.example';

async function statusUnder({ port }: Running, path: string, host: string): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  return Number((await exchange(port, request)).slice(9, 12));
}

describe.each(PATHS)('%s', (path) => {
  test('is not readable by pages of other origins, nor embedded there', async () => {
    const { url } = await serveWithStats();
    const { status, headers } = await fetch(url + path, { headers: { origin: ORIGIN }, redirect: 'manual' });
    expect(status).toBe(path === '/dashboard' ? 308 : 200);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  test('is not opened by a preflight', async () => {
    const { url } = await serveWithStats();
    const { status, headers } = await fetch(url + path, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('is not there under a name that somebody else made lead here', async () => {
    const running = await serveWithStats();
    for (const host of [
      'rebound.example',
      'localhost.rebound.example',
      'cars.example.rebound.example:80',
      '',
    ]) {
      expect(await statusUnder(running, path, host), host).toBe(404);
    }
    const found = path === '/dashboard' ? 308 : 200;
    for (const host of [
      'cars.example',
      'LOCALHOST:8080',
      '127.0.0.1',
      '[::1]:80',
      '192.0.2.7:8080',
      'forecourt:8080',
    ]) {
      expect(await statusUnder(running, path, host), host).toBe(found);
    }
  });
});

test('a program with a token may use any name', async () => {
  const folder = tokenFolder();
  const token = await folder.create(['operate']);
  const { port } = await serveWithStats({ authenticator: folder.open() });
  const head = 'GET /metrics HTTP/1.1\r\nHost: forecourt.corp.example\r\nConnection: close';
  expect(await exchange(port, `${head}\r\nAuthorization: Bearer ${token}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 200 /,
  );
  expect(await exchange(port, `${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
});

test('a proxy that is trusted may ask under any name', async () => {
  const running = await serveWithStats({ trustProxy: true });
  expect(await statusUnder(running, '/status', 'internal.example')).toBe(200);
});

test('everything else stays open to pages of other origins', async () => {
  const { url } = await serveWithStats();
  for (const path of ['/api/v1/vehicles/', '/healthz', '/readyz', '/openapi.json', '/problems/']) {
    const { headers } = await fetch(url + path, { headers: { origin: ORIGIN } });
    expect(headers.get('access-control-allow-origin'), path).toBe('*');
    expect(headers.get('cross-origin-resource-policy'), path).toBeNull();
  }
});
