import { describe, expect, test } from 'vitest';
import { sendRequest, serve } from '../fixture.ts';

const PAGES = [
  '/openapi.json',
  '/openapi.yaml',
  '/docs',
  '/docs/page.css',
  '/docs/page.js',
  '/llms.txt',
  '/robots.txt',
  '/.well-known/api-catalog',
];

describe.each(PAGES)('the page %s', (path) => {
  test('may be kept for an hour and asked about by its tag', async () => {
    const { url } = await serve();
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[A-Za-z0-9_-]{27}"$/);
    const again = await fetch(url + path, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(await again.text()).toBe('');
    expect((await fetch(url + path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('has the headers of GET and no body for HEAD', async () => {
    const { port } = await serve();
    const get = await sendRequest(port, `GET ${path}`);
    const head = await sendRequest(port, `HEAD ${path}`);
    const headOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n') + 4).replace(/\r\ndate:.*/i, '');
    expect(head.endsWith('\r\n\r\n')).toBe(true);
    expect(headOf(head)).toBe(headOf(get));
  });

  test('is there before the stock is, and for no other method', async () => {
    const { url } = await serve({ isReady: () => false });
    expect((await fetch(url + path)).status).toBe(200);
    expect((await fetch(url + path, { method: 'POST' })).status).toBe(405);
  });
});

describe('the base URL in pages', () => {
  const server = async (url: string, host?: string) => {
    const headers = new Headers(host === undefined ? [] : [['x-forwarded-host', host]]);
    const response = await fetch(`${url}/openapi.json`, { headers });
    const { servers } = (await response.json()) as { servers: unknown };
    return { servers, vary: response.headers.get('vary'), etag: response.headers.get('etag') };
  };

  test('never comes from a client that is not trusted', async () => {
    const { url } = await serve();
    expect(await server(url, 'evil.example')).toMatchObject({
      servers: [{ url: 'https://cars.example' }],
      vary: 'Accept-Encoding',
    });
  });

  test('has an allowed host that a trusted proxy forwards, each with its own tag, however many there are', async () => {
    const allowedHosts = Array.from({ length: 40 }, (_, i) => `shop-${i}.example`);
    const { url } = await serve({ trustProxy: true, allowedHosts });
    const tags = new Set<string | null>();
    for (let i = 0; i < 40; i++) {
      const { servers, vary, etag } = await server(url, `shop-${i}.example`);
      expect(servers).toEqual([{ url: `https://shop-${i}.example` }]);
      expect(vary).toBe('X-Forwarded-Proto, X-Forwarded-Host, Accept-Encoding');
      tags.add(etag);
    }
    expect(tags.size).toBe(40);
    expect((await server(url, 'shop-0.example')).servers).toEqual([{ url: 'https://shop-0.example' }]);
  });
});
