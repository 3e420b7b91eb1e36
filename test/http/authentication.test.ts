// Who is let in: tokens, what they permit, how often anybody may ask, and how all of that is told.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Authenticator } from '../../src/auth/authenticator.ts';
import type { Permission } from '../../src/auth/caller.ts';
import type { RateLimit } from '../../src/auth/rate-limit.ts';
import { MemoryStore } from '../../src/auth/memory-store.ts';
import type { HttpOptions } from '../../src/http/http-context.ts';
import { RateLimiter, type RateLimits } from '../../src/auth/rate-limiter.ts';
import { sendRequest, readAnswer, serve, type Running } from './fixture.ts';
import { serveWithStats } from './serve-with-stats.ts';
import { tokenFolder, type TokenFolder } from './token-folder.ts';

const SEARCH = '/api/v1/vehicles/';
const MINUTE = { requests: 3, seconds: 60 };

let folder: TokenFolder;
let now = 0;

beforeEach(() => {
  folder = tokenFolder();
  now = 0;
});

const tokenFor = (permissions?: readonly Permission[], rate?: RateLimit): Promise<string> =>
  folder.create(permissions, rate);
const accessOf = (requireToken?: boolean): Authenticator => folder.open(requireToken);

function limitsOf(rates: RateLimits): RateLimiter {
  const clock = (): number => now;
  return new RateLimiter(rates, new MemoryStore(clock), clock);
}

function limited(rates: RateLimits, options: Partial<HttpOptions> = {}): Promise<Running> {
  // However slow the machine is, no request is refused because others wait.
  return serve({ rateLimiter: limitsOf(rates), ...options });
}

function bearing(token: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Status, then what the headers say of the limit. */
async function toldOf(url: string, init?: RequestInit): Promise<unknown[]> {
  const { status, headers } = await fetch(url, init);
  const names = ['ratelimit-policy', 'ratelimit', 'retry-after'];
  return [status, ...names.map((name) => headers.get(name))];
}

describe('with a limit for addresses', () => {
  const POLICY = '"default";q=3;w=60';

  test('every answer says where the client stands, until 429 says when to come back', async () => {
    const { url } = await limited({ address: MINUTE });
    expect(await toldOf(url + SEARCH)).toEqual([200, POLICY, '"default";r=2;t=60', null]);
    now = 20_500;
    expect(await toldOf(url + SEARCH)).toEqual([200, POLICY, '"default";r=1;t=40', null]);
    expect(await toldOf(url + SEARCH)).toEqual([200, POLICY, '"default";r=0;t=40', null]);
    expect(await toldOf(url + SEARCH)).toEqual([429, POLICY, '"default";r=0;t=40', '40']);
    now = 59_999;
    expect(await toldOf(url + SEARCH)).toEqual([429, POLICY, '"default";r=0;t=1', '1']);
    now = 60_000;
    expect(await toldOf(url + SEARCH)).toEqual([200, POLICY, '"default";r=2;t=60', null]);
  });

  test('each message of a batch counts, and a batch that does not fit is refused as a whole', async () => {
    const { url, index } = await limited({ address: { requests: 5, seconds: 60 } });
    let id = 0;
    // Each message asks for another summary.
    const search = () => ({
      jsonrpc: '2.0',
      id: ++id,
      method: 'tools/call',
      params: { name: 'summarize_vehicles', arguments: { price_max: 2000 + id } },
    });
    const send = async (messages: number): Promise<[number, string | null, string | null, string]> => {
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-03-26',
        },
        body: JSON.stringify(Array.from({ length: messages }, search)),
      });
      const { status, headers } = response;
      return [status, headers.get('ratelimit'), headers.get('retry-after'), await response.text()];
    };
    expect((await send(3)).slice(0, 3)).toEqual([200, '"default";r=2;t=60', null]);
    expect(index.searches).toBe(3);
    const rejected = await send(3);
    expect(rejected.slice(0, 3)).toEqual([429, '"default";r=1;t=60', '60']);
    expect(JSON.parse(rejected[3])).toMatchObject({
      code: 'too_many_requests',
      detail:
        'The batch counts as 3 requests, one for each message. Of 5/min, 2 were left. ' +
        'Send fewer messages, or try again in 60 s.',
    });
    expect(index.searches).toBe(3);
    expect((await send(1)).slice(0, 3)).toEqual([200, '"default";r=0;t=60', null]);
    expect((await send(1)).slice(0, 3)).toEqual([429, '"default";r=0;t=60', '60']);
    now = 60_000;
    expect(JSON.parse((await send(6))[3])).toMatchObject({
      detail:
        'The batch counts as 6 requests, one for each message. Of 5/min, 5 were left. ' +
        'Send fewer messages at once.',
    });
    expect(index.searches).toBe(4);
  });

  test('a batch counts for its token', async () => {
    const token = await tokenFor();
    const { url } = await limited({ token: { requests: 3, seconds: 60 } }, { authenticator: accessOf() });
    const body = JSON.stringify(
      Array.from({ length: 4 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
    );
    const headers = { ...bearing(token).headers, 'content-type': 'application/json' };
    expect(await toldOf(`${url}/mcp`, { method: 'POST', headers, body })).toEqual([
      429,
      '"token";q=3;w=60',
      '"token";r=2;t=60',
      '60',
    ]);
  });

  test('the refusal is a problem', async () => {
    const { port } = await limited({ address: { requests: 1, seconds: 60 } });
    await sendRequest(port, `GET ${SEARCH}`);
    const { status, head, json } = readAnswer(await sendRequest(port, `GET ${SEARCH}`));
    expect(status).toBe(429);
    expect(head).toContain('\r\ncache-control: no-store\r\n');
    expect(json).toMatchObject({
      status: 429,
      title: 'Too many requests',
      detail: 'Rate limit exceeded: 1/min for one address. Try again in 60 s.',
      type: 'https://cars.example/problems/too-many-requests',
      code: 'too_many_requests',
    });
  });

  test('exactly as many requests are answered as it says, however many come at once', async () => {
    const { url, index } = await limited({ address: { requests: 50, seconds: 60 } });
    const responses = await Promise.all(
      Array.from({ length: 120 }, async (_, i) => (await fetch(`${url}${SEARCH}?price_min=${i}`)).status),
    );
    expect(responses.filter((status) => status === 200).length).toBe(50);
    expect(responses.filter((status) => status === 429).length).toBe(70);
    expect(index.searches).toBe(50);
  });

  test('answers that were kept, unchanged ones, problems, pages and addresses of nothing count too', async () => {
    const { url } = await limited({ address: { requests: 100, seconds: 60 } });
    const etag = (await fetch(url + SEARCH)).headers.get('etag') ?? '';
    const of = async (path: string, init?: RequestInit): Promise<unknown[]> =>
      (await toldOf(url + path, init)).slice(0, 3);
    const policy = '"default";q=100;w=60';
    expect(await of(SEARCH)).toEqual([200, policy, '"default";r=98;t=60']);
    const unchanged = { headers: { 'if-none-match': etag } };
    expect(await of(SEARCH, unchanged)).toEqual([304, policy, '"default";r=97;t=60']);
    expect(await of(`${SEARCH}?page=0`)).toEqual([400, policy, '"default";r=96;t=60']);
    expect(await of('/docs')).toEqual([200, policy, '"default";r=95;t=60']);
    expect(await of('/nothing')).toEqual([404, policy, '"default";r=94;t=60']);
    expect(await of('/status')).toEqual([200, policy, '"default";r=93;t=60']);
    expect(await of(SEARCH, { method: 'HEAD' })).toEqual([200, policy, '"default";r=92;t=60']);
  });

  test('a page counts once, although it asks for more within', async () => {
    const { url } = await limited({ address: MINUTE });
    const init = { headers: { accept: 'text/html' } };
    expect(await toldOf(`${url}/?make=Skoda`, init)).toEqual([200, POLICY, '"default";r=2;t=60', null]);
  });

  test('probes are always answered, and count for nothing', async () => {
    const { url } = await limited({ address: { requests: 1, seconds: 60 } });
    for (let i = 0; i < 5; i += 1) {
      expect(await toldOf(`${url}/healthz`)).toEqual([200, null, null, null]);
      expect(await toldOf(`${url}/readyz`)).toEqual([200, null, null, null]);
    }
    expect((await fetch(url + SEARCH)).status).toBe(200);
  });

  test('an assistant is limited as everybody else', async () => {
    const { url } = await limited({ address: { requests: 1, seconds: 60 } });
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(message),
    };
    expect((await fetch(`${url}/mcp`, init)).status).toBe(200);
    expect(await toldOf(`${url}/mcp`, init)).toEqual([429, '"default";q=1;w=60', '"default";r=0;t=60', '60']);
  });
});

describe('whose request it is', () => {
  const from = (address: string): RequestInit => ({ headers: { 'x-forwarded-for': address } });
  const ONE = { address: { requests: 1, seconds: 60 } };

  test('is not told by a header, if no proxy is trusted', async () => {
    const { url } = await limited(ONE, { trustProxy: true });
    expect((await fetch(url + SEARCH, from('203.0.113.1'))).status).toBe(200);
    expect((await fetch(url + SEARCH, from('203.0.113.2'))).status).toBe(429);
  });

  test('is not told by a header of one who is no trusted proxy', async () => {
    const { url } = await limited(ONE, { trustedProxies: ['10.0.0.0/8'] });
    expect((await fetch(url + SEARCH, from('203.0.113.1'))).status).toBe(200);
    expect((await fetch(url + SEARCH, from('203.0.113.2'))).status).toBe(429);
  });

  test('is told by the trusted proxy, whatever the client wrote before it', async () => {
    const { url } = await limited(ONE, { trustedProxies: ['127.0.0.0/8'] });
    expect((await fetch(url + SEARCH, from('203.0.113.1'))).status).toBe(200);
    expect((await fetch(url + SEARCH, from('203.0.113.2'))).status).toBe(200);
    expect((await fetch(url + SEARCH, from('203.0.113.99, 203.0.113.1'))).status).toBe(429);
    expect((await fetch(url + SEARCH, from('2001:db8::1'))).status).toBe(200);
    expect((await fetch(url + SEARCH, from('2001:db8::2'))).status).toBe(429);
    // Without an address of its client the proxy itself counts.
    expect((await fetch(url + SEARCH, from('nonsense'))).status).toBe(200);
    expect((await fetch(url + SEARCH, from('other nonsense'))).status).toBe(429);
  });
});

describe('where tokens are known', () => {
  test('the public is answered, and so is a good token', async () => {
    const token = await tokenFor();
    const { url } = await serve({ authenticator: accessOf() });
    expect((await fetch(url + SEARCH)).status).toBe(200);
    expect((await fetch(url + SEARCH, bearing(token))).status).toBe(200);
  });

  test.each([SEARCH, '/api/v1/vehicles/summary/', '/cars/redirect/?api_target=x', '/mcp', '/', '/nothing'])(
    'a bad one is 401 at %s',
    async (path) => {
      await tokenFor();
      const { url } = await serve({ authenticator: accessOf() });
      const { status, headers } = await fetch(url + path, bearing('nonsense'));
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="forecourt", error="invalid_token"/);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test.each([
    SEARCH,
    '/%61pi/v1/vehicles/',
    '/api/v1/vehicles',
    '/api/v1/interpret/?text=x',
    '/mcp',
    '/cars/redirect/',
  ])('one without the permission is 403 at %s, however the path is spelt', async (path) => {
    const token = await tokenFor(['operate']);
    const { url } = await serve({ authenticator: accessOf() });
    const { status, headers } = await fetch(url + path, bearing(token));
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer realm="forecourt", error="insufficient_scope".*scope="search"$/,
    );
  });

  test('what nobody needs a permission for is answered to all good ones', async () => {
    const token = await tokenFor(['operate']);
    const { url } = await serve({ authenticator: accessOf() });
    for (const path of ['/docs', '/openapi.json', '/healthz', '/status'])
      expect((await fetch(url + path, bearing(token))).status).toBe(200);
  });

  test('probes do not look at credentials', async () => {
    await tokenFor();
    const { url } = await serve({ authenticator: accessOf(true) });
    expect((await fetch(`${url}/healthz`, bearing('nonsense'))).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('no cache that many share keeps what was answered to a token', async () => {
    const token = await tokenFor();
    const { url } = await serve({ authenticator: accessOf() });
    const cacheOf = async (init?: RequestInit): Promise<string | null> =>
      (await fetch(url + SEARCH, init)).headers.get('cache-control');
    expect(await cacheOf()).toBe('public, max-age=0, must-revalidate');
    expect(await cacheOf(bearing(token))).toBe('private, max-age=0, must-revalidate');
    // Both times from the answer that was kept.
    expect(await cacheOf()).toBe('public, max-age=0, must-revalidate');
    const etag = (await fetch(url + SEARCH)).headers.get('etag') ?? '';
    const unchanged = { headers: { ...bearing(token).headers, 'if-none-match': etag } };
    expect((await fetch(url + SEARCH, unchanged)).status).toBe(304);
    expect(await cacheOf(unchanged)).toBe('private, max-age=0, must-revalidate');
  });
});

describe('metrics and the dashboard on the public port', () => {
  const statusesOf = async (url: string, init?: RequestInit): Promise<number[]> =>
    Promise.all(
      ['/metrics', '/dashboard/', '/dashboard/page.js'].map(
        async (path) => (await fetch(url + path, init)).status,
      ),
    );

  test('are for those who may operate, if tokens are known', async () => {
    const [searcher, operator] = [await tokenFor(['search']), await tokenFor(['operate'])];
    const { url } = await serveWithStats({ authenticator: accessOf() });
    expect(await statusesOf(url)).toEqual([401, 401, 401]);
    expect(await statusesOf(url, bearing(searcher))).toEqual([403, 403, 403]);
    expect(await statusesOf(url, bearing(operator))).toEqual([200, 200, 200]);
  });

  test('are open where nobody has a token', async () => {
    const { url } = await serveWithStats({ authenticator: accessOf() });
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
  });
});

test('the log names the token that was sent, and none that is not good', async () => {
  const token = await tokenFor();
  const { url, entries } = await serveWithStats({ authenticator: accessOf() });
  for (const init of [bearing(token), bearing(`${token}x`), {}])
    await (await fetch(url + SEARCH, init)).text();
  await expect.poll(() => entries.length).toBe(3);
  expect(entries.map((entry) => entry.token)).toEqual(['test', undefined, undefined]);
  expect(JSON.stringify(entries)).not.toContain(token);
});

describe('where a token is required', () => {
  test.each([
    SEARCH,
    '/%61pi/v1/vehicles',
    '/api/v1/vehicles/summary/',
    '/api/v1/interpret/',
    '/mcp',
    '/mcp/',
  ])('none is 401 at %s', async (path) => {
    const { url } = await serve({ authenticator: accessOf(true) });
    const { status, headers } = await fetch(url + path, { method: path.startsWith('/mcp') ? 'POST' : 'GET' });
    expect(status).toBe(401);
    // Without an error code, because nothing was wrong with what was sent (RFC 6750, 3.1).
    expect(headers.get('www-authenticate')).toBe('Bearer realm="forecourt"');
  });

  test('what browsers follow and what describes the service is open', async () => {
    const { url } = await serve({ authenticator: accessOf(true) });
    expect((await fetch(`${url}/cars/redirect/?api_target=https://nobody.example/`)).status).toBe(404);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    expect((await fetch(`${url}/problems/unauthorized`)).status).toBe(200);
  });

  test('the right one is answered', async () => {
    const token = await tokenFor();
    const { url } = await serve({ authenticator: accessOf(true) });
    expect((await fetch(url + SEARCH, bearing(token))).status).toBe(200);
  });
});

describe('with limits and tokens', () => {
  test('a token has a count of its own, by its own rate or that of tokens', async () => {
    const token = await tokenFor();
    const fast = await tokenFor(['search'], { requests: 1000, seconds: 3600 });
    const { url } = await limited(
      { address: { requests: 1, seconds: 60 }, token: { requests: 2, seconds: 1 } },
      { authenticator: accessOf() },
    );
    const policy = '"token";q=2;w=1';
    expect(await toldOf(url + SEARCH, bearing(token))).toEqual([200, policy, '"token";r=1;t=1', null]);
    expect(await toldOf(url + SEARCH, bearing(token))).toEqual([200, policy, '"token";r=0;t=1', null]);
    expect(await toldOf(url + SEARCH, bearing(token))).toEqual([429, policy, '"token";r=0;t=1', '1']);
    expect(await toldOf(url + SEARCH, bearing(fast))).toEqual([
      200,
      '"token";q=1000;w=3600',
      '"token";r=999;t=3600',
      null,
    ]);
    expect((await fetch(url + SEARCH)).status).toBe(200);
    expect((await fetch(url + SEARCH)).status).toBe(429);
    now = 1000;
    expect((await fetch(url + SEARCH, bearing(token))).status).toBe(200);
  });

  test('the rate of a token holds also where nobody else is limited', async () => {
    const token = await tokenFor(['search'], { requests: 1, seconds: 60 });
    const { url } = await limited({}, { authenticator: accessOf() });
    expect((await fetch(url + SEARCH, bearing(token))).status).toBe(200);
    expect((await fetch(url + SEARCH, bearing(token))).status).toBe(429);
    expect(await toldOf(url + SEARCH)).toEqual([200, null, null, null]);
  });

  test('what is not permitted stays so, and counts', async () => {
    const token = await tokenFor(['operate'], { requests: 1, seconds: 60 });
    const { url } = await limited({}, { authenticator: accessOf() });
    const policy = '"token";q=1;w=60';
    expect(await toldOf(url + SEARCH, bearing(token))).toEqual([403, policy, '"token";r=0;t=60', null]);
    expect(await toldOf(url + SEARCH, bearing(token))).toEqual([403, policy, '"token";r=0;t=60', null]);
    expect((await fetch(`${url}/docs`, bearing(token))).status).toBe(429);
  });

  test('guessing a token ends when the rate of the address is used up, also for the right one', async () => {
    const token = await tokenFor();
    const { url } = await limited({ address: MINUTE }, { authenticator: accessOf() });
    const policy = '"default";q=3;w=60';
    const guess = (i: number): Promise<unknown[]> =>
      toldOf(url + SEARCH, bearing(`${token.slice(0, -1)}${i}`));
    expect(await guess(1)).toEqual([401, policy, '"default";r=2;t=60', null]);
    expect(await guess(2)).toEqual([401, policy, '"default";r=1;t=60', null]);
    expect(await guess(3)).toEqual([401, policy, '"default";r=0;t=60', null]);
    expect(await guess(4)).toEqual([429, policy, '"default";r=0;t=60', '60']);
    expect(await toldOf(url + SEARCH, bearing(token))).toEqual([429, policy, '"default";r=0;t=60', '60']);
    now = 60_000;
    expect((await fetch(url + SEARCH, bearing(token))).status).toBe(200);
  });

  test('a token whose issuer cannot be reached is no guess, but counts', async () => {
    const token = await tokenFor();
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const jwt = `${part({ alg: 'RS256', kid: 'one' })}.${part({ sub: 'a' })}.${'A'.repeat(342)}`;
    const authenticator = folder.open(false, {
      jwtIssuer: 'https://login.example/',
      jwtAudience: 'https://cars.example/',
      jwtKeys: 'http://127.0.0.1:1/keys',
    });
    const { url } = await limited({ address: { requests: 2, seconds: 60 } }, { authenticator });
    const policy = '"default";q=2;w=60';
    expect(await toldOf(url + SEARCH, bearing(jwt))).toEqual([503, policy, '"default";r=1;t=60', '10']);
    expect(await toldOf(url + SEARCH, bearing(jwt))).toEqual([503, policy, '"default";r=0;t=60', '10']);
    expect(await toldOf(url + SEARCH, bearing(jwt))).toEqual([429, policy, '"default";r=0;t=60', '60']);
    expect((await fetch(url + SEARCH, bearing(token))).status).toBe(200);
  });

  test('a good token is answered from an address whose public requests are used up', async () => {
    const token = await tokenFor();
    const { url } = await limited({ address: { requests: 1, seconds: 60 } }, { authenticator: accessOf() });
    await fetch(url + SEARCH);
    expect((await fetch(url + SEARCH)).status).toBe(429);
    expect(await toldOf(url + SEARCH, bearing(token))).toEqual([200, null, null, null]);
  });
});

describe('pages of other origins', () => {
  const ORIGIN = { origin: 'https://shop.example' };

  test('are told by the preflight that they may send a token, without one and without being counted', async () => {
    const { url } = await limited(
      { address: { requests: 1, seconds: 60 } },
      { authenticator: accessOf(true) },
    );
    const requestBytes = {
      method: 'OPTIONS',
      headers: {
        ...ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    };
    for (let i = 0; i < 3; i += 1) {
      const { status, headers } = await fetch(url + SEARCH, requestBytes);
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-headers')).toBe('authorization');
    }
    const mcp = await fetch(`${url}/mcp`, {
      ...requestBytes,
      headers: { ...requestBytes.headers, origin: 'http://localhost' },
    });
    expect(mcp.status).toBe(204);
    expect(mcp.headers.get('access-control-allow-headers')).toContain('Authorization');
  });

  test.each([
    ['401', SEARCH, 'GET'],
    ['401', '/mcp', 'POST'],
  ])('can read a %s of %s, and why', async (_status, path, method) => {
    const { url } = await serve({ authenticator: accessOf(true) });
    const origin = 'http://localhost:5000';
    const { status, headers } = await fetch(url + path, { method, headers: { origin } });
    expect(status).toBe(401);
    expect(headers.get('access-control-allow-origin')).toBe(path === '/mcp' ? origin : '*');
    expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });

  test.each([
    [SEARCH, 'GET'],
    ['/mcp', 'POST'],
  ])('can read a 429 of %s, and when to come back', async (path, method) => {
    const { url } = await limited({ address: { requests: 1, seconds: 60 } });
    const origin = 'http://localhost:5000';
    await fetch(url + path, { method, headers: { origin } });
    const { status, headers } = await fetch(url + path, { method, headers: { origin } });
    expect(status).toBe(429);
    expect(headers.get('access-control-allow-origin')).toBe(path === '/mcp' ? origin : '*');
    for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After'])
      expect(headers.get('access-control-expose-headers')).toContain(name);
  });
});

describe('where nothing is set up', () => {
  test('nothing is said of limits, and credentials are not read', async () => {
    const { url } = await serve({ rateLimiter: limitsOf({}), trustedProxies: ['127.0.0.1'] });
    expect(await toldOf(url + SEARCH, bearing('nonsense'))).toEqual([200, null, null, null]);
  });

  test('a data folder without tokens is as if there were none', async () => {
    const { url } = await serve({ authenticator: accessOf() });
    expect(await toldOf(url + SEARCH, bearing('nonsense'))).toEqual([200, null, null, null]);
  });
});
