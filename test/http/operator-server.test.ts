// The port for operators: what is there, what is not, and who may ask.
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { App } from '../../src/http/app.ts';
import { buildOperatorServer } from '../../src/http/operator-server.ts';
import { type ServerStats } from '../../src/metrics/server-stats.ts';
import { withProgram } from '../../src/metrics/server-status.ts';
import { BUILD } from '../../src/package-files.ts';
import { exchange, readAnswer, STATUS } from './fixture.ts';

const running: App[] = [];
afterEach(() => Promise.all(running.splice(0).map((app) => app.close())));

const EMPTY_SEARCHES = {
  searches: 9,
  terms: [
    { parameter: 'q', text: 'zephyr', searches: 5 },
    { parameter: 'q', text: 'secret', searches: 2 },
  ],
};

async function operators(
  sight: Partial<ServerStats> = {},
  host = '127.0.0.1',
): Promise<{ url: string; port: number }> {
  const app = buildOperatorServer({
    stats: {
      metrics: async () => 'm 1\n',
      history: async () => [],
      status: async () => withProgram(STATUS),
      emptySearches: async () => EMPTY_SEARCHES,
      ...sight,
    },
    host,
    baseUrl: () => 'https://cars.example',
    logError: () => undefined,
  });
  running.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

function metricsAs(port: number, host: string): Promise<string> {
  return exchange(port, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
}

test('what searches did not find is there for operators, if several searches had it', async () => {
  const { url } = await operators();
  expect(await (await fetch(`${url}/dashboard/empty-searches.json`)).json()).toEqual({
    searches: 9,
    min_searches: 3,
    terms: [{ parameter: 'q', text: 'zephyr', searches: 5 }],
  });
  const page = await (await fetch(`${url}/dashboard/`)).text();
  expect(page).toContain('<bdi>zephyr</bdi>');
  expect(page).not.toContain('secret');
});

test('metrics, dashboard, status and health are there, and nothing else', async () => {
  const { url } = await operators();
  const get = async (path: string): Promise<Response> => fetch(url + path);
  expect(await (await get('/metrics')).text()).toBe('m 1\n');
  expect(await (await get('/status')).json()).toEqual({ program: { version: BUILD }, ...STATUS });
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready', listings: 46 });
  expect((await get('/dashboard')).url).toBe(`${url}/dashboard/`);
  expect((await get('/api/v1/vehicles/')).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('while the stock is being read it lives, and is not ready', async () => {
  const { url } = await operators({ status: async () => undefined });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/status`)).status).toBe(503);
  expect(await (await fetch(`${url}/dashboard/`)).text()).toContain('The stock is being read.');
});

test('no page of another origin may read it', async () => {
  const { url } = await operators();
  const { headers } = await fetch(`${url}/metrics`, { headers: { origin: 'https://elsewhere.example' } });
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('on a loopback address it answers under a name of this machine only', async () => {
  const { port } = await operators();
  const requested = async (to: number, host: string): Promise<number> =>
    Number((await metricsAs(to, host)).slice(9, 12));
  for (const host of ['localhost', '127.0.0.1:9100', 'LOCALHOST:1', '[::1]:9100'])
    expect(await requested(port, host)).toBe(200);
  for (const host of ['rebound.example', '203.0.113.9', 'localhost.elsewhere.example', '']) {
    expect(await requested(port, host)).toBe(404);
  }
  const open = await operators({}, '0.0.0.0');
  expect(await requested(open.port, 'forecourt:9100')).toBe(200);
});

test('a request with two Host headers is refused, whichever of them is of this machine', async () => {
  const { port } = await operators();
  for (const hosts of ['localhost\r\nHost: rebound.example', 'localhost\r\nHost: localhost'])
    expect(await metricsAs(port, hosts)).toMatch(/^HTTP\/1\.1 400 /);
});

test('the icon is there, for the dashboard', async () => {
  const { url } = await operators();
  expect((await fetch(`${url}/favicon.ico`)).status).toBe(200);
});

test('what goes wrong is a problem without details', async () => {
  const { port } = await operators({
    metrics: async () => {
      throw new Error('a secret');
    },
  });
  const { status, json } = readAnswer(await metricsAs(port, 'localhost'));
  expect(status).toBe(500);
  expect(JSON.stringify(json)).not.toContain('secret');
});
