// GET /metrics, and what is counted of requests that come over the network.
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { serve, sendRequest } from '../fixture.ts';
import { serveWithStats } from '../serve-with-stats.ts';

const SEARCH = '/api/v1/vehicles/';

test('metrics are text as Prometheus reads it, and kept by nobody', async () => {
  const { url } = await serveWithStats();
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(Registry.PROMETHEUS_CONTENT_TYPE);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expect(text).toContain('\nforecourt_listings 46\n');
  expect(text.endsWith('\n')).toBe(true);
});

test('searches are counted by query class, repeated ones as cached', async () => {
  const { url, linesOf } = await serveWithStats();
  const searches = [
    '',
    '?page=2',
    '?sort=price_asc',
    '?make=Skoda',
    '?price_max=1010&dealer=valley-cars.example',
    '?q=octavia',
    '?location=SW1A1AA',
    '?location=SW1A1AA&distance=2&q=roof',
    '?make=Skoda',
    '?make=Skoda',
  ];
  for (const query of searches) expect((await fetch(`${url}${SEARCH}${query}`)).status).toBe(200);
  expect((await fetch(`${url}${SEARCH}summary/?q=octavia`)).status).toBe(200);
  expect((await linesOf('forecourt_request_duration_seconds_count')).sort()).toEqual([
    'forecourt_request_duration_seconds_count{route="search",query_class="cached"} 2',
    'forecourt_request_duration_seconds_count{route="search",query_class="filtered"} 2',
    'forecourt_request_duration_seconds_count{route="search",query_class="geo"} 1',
    'forecourt_request_duration_seconds_count{route="search",query_class="text"} 1',
    'forecourt_request_duration_seconds_count{route="search",query_class="text_geo"} 1',
    'forecourt_request_duration_seconds_count{route="search",query_class="unfiltered"} 3',
    'forecourt_request_duration_seconds_count{route="summary",query_class="text"} 1',
  ]);
  expect(await linesOf('forecourt_requests_total')).toEqual([
    'forecourt_requests_total{route="search",status="2xx"} 10',
    'forecourt_requests_total{route="summary",status="2xx"} 1',
  ]);
});

test('refusals are counted by the code of their problem', async () => {
  const { url, linesOf } = await serveWithStats();
  await fetch(`${url}${SEARCH}?price_min=cheap`);
  await fetch(`${url}${SEARCH}?price_min=dear&page=0`);
  await fetch(`${url}${SEARCH}`, { method: 'POST' });
  await fetch(`${url}/cars/redirect/?api_target=https://harbour-motors.example/stock/0`);
  expect((await linesOf('forecourt_problems_total')).sort()).toEqual([
    'forecourt_problems_total{code="advert_withdrawn"} 1',
    'forecourt_problems_total{code="invalid_parameters"} 2',
    'forecourt_problems_total{code="method_not_allowed"} 1',
  ]);
});

test('whatever a client sends, it makes no new label', async () => {
  const { port, url, linesOf } = await serveWithStats();
  for (const path of ['/nothing', '/metrics/x', '/apis', '/%F0%9F%9A%97', `/${'x'.repeat(9000)}`]) {
    await fetch(url + path);
  }
  await sendRequest(port, 'GET /%ff');
  await sendRequest(port, 'BREW /pot');
  await sendRequest(port, 'GET http://elsewhere.example/x');
  await sendRequest(port, 'nonsense');
  const routes = (await linesOf('forecourt_requests_total')).map((line) => /route="([^"]*)"/.exec(line)?.[1]);
  expect([...new Set(routes)]).toEqual(['none']);
  const codes = (await linesOf('forecourt_problems_total')).map((line) => /code="([^"]*)"/.exec(line)?.[1]);
  expect(codes.sort()).toEqual(['malformed_request', 'method_not_allowed', 'not_found', 'target_too_long']);
  expect((await linesOf('forecourt_problems_total')).join()).toContain('{code="not_found"} 5');
});

test('the page counts as one request, and its search in process as none', async () => {
  const { url, linesOf } = await serveWithStats();
  await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  expect(await linesOf('forecourt_requests_total')).toEqual([
    'forecourt_requests_total{route="page",status="2xx"} 1',
  ]);
});

test('preflights are counted under their own name, whatever their path', async () => {
  const { url, linesOf } = await serveWithStats();
  for (const path of ['/', '/api/v1/vehicles/', '/nothing']) await fetch(url + path, { method: 'OPTIONS' });
  expect(await linesOf('forecourt_requests_total')).toEqual([
    'forecourt_requests_total{route="preflight",status="2xx"} 3',
  ]);
});

test('metrics and dashboard need a source of statistics, and with an operator port there is no public status', async () => {
  const { url } = await serve({ hasOperatorPort: true });
  for (const path of ['/metrics', '/dashboard/', '/dashboard', '/status']) {
    expect((await fetch(url + path)).status).toBe(404);
  }
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(url, { headers: { accept: 'application/json' } })).json()).not.toHaveProperty(
    'status',
  );
});
