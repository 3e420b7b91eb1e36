// Searches that found nothing, asked for in each way: which of them count, and who sees what they did not find.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { exchange } from './fixture.ts';
import { serveWithStats } from './serve-with-stats.ts';
import { tokenFolder } from './token-folder.ts';

type Server = Awaited<ReturnType<typeof serveWithStats>>;

const NOWHERE = '/api/v1/vehicles/?make=Mangusta';

async function get({ url }: Server, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url + path, { headers });
  await response.arrayBuffer();
  return response;
}

/** The searches that were counted, and the terms with their counts. */
async function counted({ stats }: Server): Promise<[searches: number, ...terms: string[]]> {
  // They are counted after their responses.
  await pause(20);
  const { searches, terms } = await stats.emptySearches();
  return [searches, ...terms.map((term) => `${term.parameter} ${term.text} ${term.searches}`)];
}

describe('a search that found nothing counts', () => {
  test('each time, whether the response is cached or not', async () => {
    const server = await serveWithStats();
    for (let i = 0; i < 3; i++) await get(server, NOWHERE);
    const { headers } = await get(server, NOWHERE);
    await get(server, NOWHERE, { 'if-none-match': headers.get('etag') ?? '' });
    await expect.poll(() => counted(server), { timeout: 20_000 }).toEqual([5, 'make mangusta 5']);
    expect(await server.linesOf('forecourt_searches_without_match_total')).toEqual([
      'forecourt_searches_without_match_total 5',
    ]);
  });

  test('with the limits that leave nothing', async () => {
    const server = await serveWithStats();
    await get(server, '/api/v1/vehicles/?price_max=500');
    await get(server, '/api/v1/vehicles/?make=Jaguar&price_max=2000');
    await expect
      .poll(() => counted(server), { timeout: 20_000 })
      .toEqual([2, 'price_max 2000 1', 'price_max 500 1']);
  });

  test('as one while it is typed on the page', async () => {
    const server = await serveWithStats();
    const page = { 'x-requested-with': 'search-page' };
    await get(server, '/?make=Mangusta', { accept: 'text/html' });
    for (const make of ['M', 'Ma', 'Mangusta']) await get(server, `/api/v1/vehicles/?make=${make}`, page);
    expect(await counted(server)).toEqual([0]);
    await expect.poll(() => counted(server), { timeout: 20_000 }).toEqual([1, 'make mangusta 1']);
  });
});

test('an assistant that found nothing counts', async () => {
  const server = await serveWithStats();
  const call = { name: 'search_vehicles', arguments: { make: 'Mangusta' } };
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  });
  expect(await response.text()).toContain('No listing matches');
  await expect.poll(() => counted(server), { timeout: 20_000 }).toEqual([1, 'make mangusta 1']);
});

test('the words of a phrase that no listing says are counted, but not as a search', async () => {
  const server = await serveWithStats();
  server.index.findMissingWords = () => Promise.resolve(new Set(['wombat']));
  await get(server, '/api/v1/interpret/?text=jaguar+wombat');
  await expect.poll(() => counted(server), { timeout: 20_000 }).toEqual([0, 'q wombat 1']);
});

describe('nothing is counted', () => {
  test.each<[string, string, Record<string, string>]>([
    ['of a search that found something', '/api/v1/vehicles/?make=Jaguar', {}],
    ['past the first page', `${NOWHERE}&page=2`, {}],
    ['past the last page', '/api/v1/vehicles/?page=99', {}],
    ['of an invalid search', '/api/v1/vehicles/?price_max=cheap', {}],
    ['of a summary', '/api/v1/vehicles/summary/?make=Mangusta', {}],
    [
      'of a crawler',
      NOWHERE,
      { 'user-agent': 'Mozilla/5.0 (compatible; examplebot/2.1; +https://bot.example/)' },
    ],
    ['of a spider', '/?make=Mangusta', { accept: 'text/html', 'user-agent': 'ExampleSpider' }],
    ['of a browser that fetches ahead', NOWHERE, { 'sec-purpose': 'prefetch;prerender' }],
    ['of suggestions', '/page/suggestions?text=mangusta', {}],
  ])('%s', async (_what, path, headers) => {
    const server = await serveWithStats();
    await get(server, path, headers);
    await pause(path.startsWith('/?') ? 2100 : 0);
    expect(await counted(server)).toEqual([0]);
  });
});

test('what may identify somebody is not kept', async () => {
  const server = await serveWithStats();
  for (const make of ['jane.doe@mail.example', '07700 900123', 'AB12 CDE', 'LS1 4AP'])
    await get(server, `/api/v1/vehicles/?${new URLSearchParams({ make }).toString()}`);
  expect(await counted(server)).toEqual([4]);
});

describe('the terms', () => {
  const shown = async (server: Server, head: string): Promise<unknown> => {
    const request = `GET /dashboard/empty-searches.json HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`;
    const response = await exchange(server.port, request);
    return (JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4)) as { terms: unknown }).terms;
  };
  const TERMS = [{ parameter: 'make', text: 'mangusta', searches: 3 }];
  const searched = async (options = {}): Promise<Server> => {
    const server = await serveWithStats(options);
    for (let i = 0; i < 3; i++) await get(server, NOWHERE);
    await counted(server);
    return server;
  };

  test('are shown to this machine, if the server has no other name', async () => {
    const server = await searched({ baseUrl: 'http://127.0.0.1:8080' });
    expect(await shown(server, 'Host: localhost:8080')).toEqual(TERMS);
    expect(await (await fetch(`${server.url}/dashboard/`)).text()).toContain('<bdi>mangusta</bdi>');
  });

  test('are not shown to a proxy on this machine, nor under another name', async () => {
    const server = await searched({ baseUrl: 'http://127.0.0.1:8080' });
    expect(await shown(server, 'Host: 127.0.0.1\r\nX-Forwarded-For: 203.0.113.9')).toBeNull();
    expect(await shown(server, 'Host: forecourt:8080')).toBeNull();
  });

  test('are not shown on the public port of a service with a name', async () => {
    const server = await searched();
    expect(await shown(server, 'Host: 127.0.0.1')).toBeNull();
    const page = await (await fetch(`${server.url}/dashboard/`)).text();
    expect(page).toContain('3 searches since the start.');
    expect(page).toContain('--operator-port');
    expect(page).not.toContain('mangusta');
    expect(await (await fetch(`${server.url}/status`)).text()).not.toContain('mangusta');
    expect((await server.stats.metrics()).includes('mangusta')).toBe(false);
  });

  test('are shown to tokens of operators', async () => {
    const folder = tokenFolder();
    const token = await folder.create(['operate']);
    const server = await searched({ authenticator: folder.open() });
    expect(await shown(server, `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}`)).toEqual(TERMS);
  });
});
