import { describe, expect, test } from 'vitest';
import { serve } from '../fixture.ts';

describe('status', () => {
  test('of the process is ok while it lives, ready or not', async () => {
    const { url } = await serve({ isReady: () => false });
    const response = await fetch(`${url}/healthz`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ status: 'ok' });
  });

  test('of the search is ready with its listings, or 503', async () => {
    let ready = false;
    const { url } = await serve({ isReady: () => ready });
    const early = await fetch(`${url}/readyz`);
    expect(early.status).toBe(503);
    expect(early.headers.get('retry-after')).toBe('1');
    expect(early.headers.get('cache-control')).toBe('no-store');
    expect(await early.json()).toMatchObject({ code: 'not_ready' });
    ready = true;
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      status: 'ready',
      listings: 46,
      version: 'first-0-0-nowhere.tables-1.terms-1',
    });
  });
});

test('the first page tells a newcomer where to search, and its example works', async () => {
  const { url } = await serve({ baseUrl: 'http://localhost:3000' });
  const response = await fetch(`${url}/`, { headers: { accept: 'application/json' } });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body = (await response.json()) as Record<string, string>;
  expect(body).toMatchObject({ name: 'Forecourt', search: 'http://localhost:3000/api/v1/vehicles/' });
  const example = await fetch(String(body['example']).replace('http://localhost:3000', url));
  expect(example.status).toBe(200);
  expect(example.headers.get('ignored-parameters')).toBeNull();
  expect(await example.json()).toMatchObject({ results: { total_vehicles: 1 } });
});

describe('a picture', () => {
  const drawPicture = (path: string) =>
    path === '/pictures/red/estate 1.svg' ? { type: 'image/svg+xml', body: '<svg/>' } : undefined;

  test('is drawn, kept for good, and can run nothing', async () => {
    const { url } = await serve({ drawPicture });
    const response = await fetch(`${url}/pictures/red/estate%201.svg?size=2`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<svg/>');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('that nobody draws is not found', async () => {
    const drawing = await serve({ drawPicture });
    expect((await fetch(`${drawing.url}/pictures/blue.svg`)).status).toBe(404);
    const { url } = await serve();
    expect((await fetch(`${url}/pictures/red/estate%201.svg`)).status).toBe(404);
  });
});

describe('an address where nothing is', () => {
  test.each(['/nowhere', '/api/v1/vehicles/1', '/api/v1/vehicles//', '/API/v1/vehicles/', '/healthz/'])(
    '%s is a problem',
    async (path) => {
      const { url } = await serve();
      const response = await fetch(url + path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(await response.json()).toMatchObject({ status: 404, code: 'not_found' });
    },
  );
});

describe('an unknown address', () => {
  test.each([
    ['/api/v1/vehicles/123', 'There is nothing at this address. Did you mean /api/v1/vehicles/?'],
    ['/api/v1/vehicle/?make=Ford', 'There is nothing at this address. Did you mean /api/v1/vehicles/?'],
    ['/api/v1/vehicles/sumary/', 'There is nothing at this address. Did you mean /api/v1/vehicles/summary/?'],
    ['/api/v1/vehicles/map/x/', 'There is nothing at this address. Did you mean /api/v1/vehicles/map/?'],
    ['/api/v1/', 'There is nothing at this address. /docs describes the API.'],
    [`/api/v1/${'x'.repeat(5000)}`, 'There is nothing at this address. /docs describes the API.'],
    ['/vehicles/', 'There is nothing at this address.'],
  ])('%s is a 404 that names the nearest one of the API', async (path, detail) => {
    const { url } = await serve();
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found', detail });
  });
});
