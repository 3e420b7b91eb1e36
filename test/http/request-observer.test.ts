// What is told of each request for the log, and by which id it is known.
import { expect, test, vi } from 'vitest';
import { sendRequest, readAnswer } from './fixture.ts';
import { serveWithStats } from './serve-with-stats.ts';

test('an answer is told with what was asked and what became of it', async () => {
  const { url, entries } = await serveWithStats();
  const response = await fetch(`${url}/api/v1/vehicles/?make=Skoda`, { headers: { 'user-agent': 'curl/8' } });
  await response.text();
  await vi.waitFor(() => expect(entries).toHaveLength(1));
  expect(entries[0]).toMatchObject({
    method: 'GET',
    target: '/api/v1/vehicles/?make=Skoda',
    status: 200,
    bytes: Number(response.headers.get('content-length')),
    address: '127.0.0.1',
    token: undefined,
    userAgent: 'curl/8',
    problem: undefined,
  });
  expect(entries[0].ms).toBeGreaterThan(0);
});

test('a problem shows the id that the log has, and the log its code', async () => {
  const { url, entries } = await serveWithStats();
  const response = await fetch(`${url}/api/v1/vehicles/?page=0`);
  const { request_id: id } = (await response.json()) as { request_id: string };
  await vi.waitFor(() => expect(entries).toHaveLength(1));
  expect(entries[0]).toMatchObject({ requestId: id, status: 400, problem: 'invalid_parameters' });
  expect(response.headers.get('x-request-id')).toBe(id);
});

test('a fault is logged under the id of its request', async () => {
  const { url, index, entries, logged } = await serveWithStats();
  index.onSearch = () => {
    throw new Error('broken');
  };
  const response = await fetch(`${url}/api/v1/vehicles/`);
  expect(response.status).toBe(500);
  await vi.waitFor(() => expect(entries).toHaveLength(1));
  expect(entries[0]).toMatchObject({ requestId: logged[0][1], status: 500, problem: 'internal_error' });
});

test('ids of requests are our own, unless a trusted proxy has given a plain one', async () => {
  const idOf = async (port: number, header: string): Promise<unknown> =>
    readAnswer(await sendRequest(port, 'GET /nothing', header)).json.request_id;
  const alone = await serveWithStats();
  expect(await idOf(alone.port, 'X-Request-Id: mine')).toMatch(/^[0-9a-f-]{36}$/);
  const behind = await serveWithStats({ trustProxy: true });
  expect(await idOf(behind.port, 'X-Request-Id: proxy_1.2-3')).toBe('proxy_1.2-3');
  for (const odd of ['', 'a b', 'x"', 'ä', 'x'.repeat(65), '{}']) {
    expect(await idOf(behind.port, `X-Request-Id: ${odd}`)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('the address of a client behind a trusted proxy is the one that the proxy says', async () => {
  const { port, entries } = await serveWithStats({ trustedProxies: ['127.0.0.0/8'] });
  await sendRequest(port, 'GET /healthz', 'X-Forwarded-For: 198.51.100.7, 203.0.113.9');
  await vi.waitFor(() => expect(entries).toHaveLength(1));
  expect(entries[0].address).toBe('203.0.113.9');
});
