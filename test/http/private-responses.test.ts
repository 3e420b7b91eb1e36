// Responses to requests with a token are for the client alone, on every route, whatever the token is worth.
import { afterEach, describe, expect, test } from 'vitest';
import { buildOperatorServer } from '../../src/http/operator-server.ts';
import { serveAndListRoutes, targetsOf } from './all-routes.ts';
import { exchange } from './fixture.ts';
import { tokenFolder } from './token-folder.ts';

const OTHER_METHODS = ['HEAD', 'POST', 'OPTIONS', 'DELETE'];

/** The lines `cache-control` of the responses to these requests, on one connection. */
async function cacheControls(
  port: number,
  requests: readonly (readonly string[])[],
): Promise<(string | undefined)[]> {
  const bytes = requests.map((lines, i) => {
    const more = ['Host: 127.0.0.1', ...(i === requests.length - 1 ? ['Connection: close'] : [])];
    return `${[...lines, ...more].join('\r\n')}\r\n\r\n`;
  });
  const heads = (await exchange(port, bytes.join(''))).match(
    /HTTP\/1\.1 \d{3} [\w -]+\r\n(?:[\w-]+: .*\r\n)+/g,
  );
  expect(heads?.length, requests[0][0]).toBe(requests.length);
  return (heads ?? []).map((head) => /^cache-control: (.*)\r$/im.exec(head)?.[1]);
}

describe.each([
  ['that has tokens', true, false],
  ['that requires tokens', true, true],
  ['without tokens', false, false],
])('a server %s', (_name, hasTokens, requireToken) => {
  test('answers requests with a token privately on every route', async () => {
    const folder = tokenFolder();
    const token = hasTokens ? await folder.create(['search', 'operate']) : 'none';
    const powerless = hasTokens ? await folder.create([]) : 'none';
    const { port, routes } = await serveAndListRoutes({ authenticator: folder.open(requireToken) });
    const targets = [...targetsOf(routes), '/nowhere', '/api/v1/vehicles/?page=0', '/?page=0'];
    const credentials = [`Bearer ${token}`, `Bearer ${powerless}`, 'Bearer wrong', 'Basic YTpi', 'x', ''];
    for (const target of targets) {
      const sent = [
        ...credentials.map((authorization) => ['GET', authorization]),
        ...OTHER_METHODS.map((method) => [method, credentials[0]]),
      ];
      const requests = sent.map(([method, authorization]) => [
        `${method} ${target} HTTP/1.1`,
        `Authorization: ${authorization}`,
        'Accept: text/html, application/json',
        'If-None-Match: *',
        'Content-Length: 0',
      ]);
      const found = await cacheControls(port, requests);
      found.forEach((value, i) =>
        expect(value, `${sent[i].join(' ')} ${target}`).toMatch(
          /^(?:no-store|private(?:, (?!public|s-maxage)[\w=-]+)*)$/,
        ),
      );
    }
  });
});

test('without a token the same routes are public, and stay so after requests with one', async () => {
  const folder = tokenFolder();
  const token = await folder.create(['search']);
  const { url } = await serveAndListRoutes({ authenticator: folder.open() });
  const cacheOf = async (path: string, headers = {}): Promise<string | null> =>
    (await fetch(url + path, { headers, redirect: 'manual' })).headers.get('cache-control');
  for (const [path, open, own] of [
    ['/api/v1/vehicles/', 'public, max-age=0, must-revalidate', 'private, max-age=0, must-revalidate'],
    ['/api/v1/interpret/?text=ford', 'public, max-age=0, must-revalidate', 'private, max-age=0, must-revalidate'],
    ['/pictures/saloon.svg', 'public, max-age=31536000, immutable', 'private, max-age=31536000, immutable'],
    ['/openapi.json', 'public, max-age=3600', 'private, max-age=3600'],
    ['/docs/', null, 'private'],
    ['/healthz', 'no-store', 'no-store'],
  ] as const) {
    const bearing = { authorization: `Bearer ${token}` };
    expect([await cacheOf(path), await cacheOf(path, bearing), await cacheOf(path)], path).toEqual([open, own, open]);
  }
}); // prettier-ignore

let close = async (): Promise<void> => undefined;
afterEach(() => close());

test('the operator port does so too', async () => {
  const app = buildOperatorServer({
    stats: { metrics: async () => '', status: async () => undefined } as never,
    baseUrl: () => 'https://cars.example',
    host: '127.0.0.1',
    logError: (error) => {
      throw error;
    },
  });
  close = () => app.close();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  for (const path of ['/metrics', '/dashboard/', '/dashboard/page.css', '/favicon.ico', '/healthz', '/nowhere']) {
    const { headers } = await fetch(address + path, { headers: { authorization: 'Bearer x' } });
    expect(headers.get('cache-control'), path).toMatch(/^(?:no-store|private\b)/);
  }
}); // prettier-ignore
