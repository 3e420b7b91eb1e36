import { get } from '../../support/get.ts';
import { visibleText } from '../../support/visible-text.ts';
import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { PageState } from '../../../src/pages/search/view/page-model.ts';
import { RateLimiter } from '../../../src/auth/rate-limiter.ts';
import { MemoryStore } from '../../../src/auth/memory-store.ts';
import { serve, sendRequest } from '../fixture.ts';
import { tokenFolder } from '../token-folder.ts';

const HTML = { headers: { accept: 'text/html,application/xhtml+xml' } };

describe('the search page, without script', () => {
  test('is a form with results, and can load and run nothing that is not ours', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/`, HTML);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
    const page = await response.text();
    const styles = Array.from(page.matchAll(/<style>([^<]*)<\/style>/g), ([, style]) => style ?? '');
    expect(styles).toHaveLength(1);
    const digest = hash('sha256', styles[0] ?? '', 'base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'sha256-${digest}'; connect-src 'self'; img-src 'self' https: ` +
        "https://cars.example; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(page.match(/<li class="card"/g)).toHaveLength(20);
    expect(visibleText(page)).toContain('46 cars');
    expect(page).not.toMatch(/<style[^>]|\sstyle=|\son[a-z]+=|javascript:/i);
    expect(page.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/page\/[\w-]{12}\/page\.js">$/),
      '<script type="application/json" id="state">',
    ]);
  });

  test('shows what the address asks for, and links to every other page', async () => {
    const { url } = await serve();
    const page = await (await fetch(`${url}/?make=skoda&page=2`, HTML)).text();
    expect(visibleText(page)).toContain('45 cars, page 2 of 3');
    expect(page).toContain(
      'name="make" form="refine" value="Skoda" checked><span dir="auto">Skoda (45)</span>',
    );
    expect(page).toContain('href="/?make=skoda&amp;page=3" rel="next"');
    expect(page).toContain('href="/?make=skoda" rel="prev"');
    expect(page).toContain('href="/api/v1/vehicles/?make=skoda&amp;page=2');
  });

  test('ticks each of several values, and sends excluded and unknown ones along with the form', async () => {
    const { url } = await serve();
    const page = await (
      await fetch(`${url}/?make=skoda&make=Lada&make=-Jaguar&fuel_type=-Diesel`, HTML)
    ).text();
    const fields = page.match(/<input [^>]*name="(?:make|fuel_type)"[^>]*>/g);
    expect(fields).toEqual([
      '<input type="checkbox" name="make" form="refine" value="Lada" checked>',
      '<input type="checkbox" name="make" form="refine" value="Skoda" checked>',
      '<input type="checkbox" name="make" form="refine" value="Jaguar">',
      '<input type="hidden" name="make" form="refine" value="-Jaguar">',
      '<input type="hidden" name="fuel_type" form="refine" value="-Diesel">',
    ]);
    expect(page).toContain('href="/?make=Lada%2C-Jaguar&amp;fuel_type=-Diesel" aria-label="Remove: skoda"');
    expect(page).toContain(
      'href="/?make=skoda%2CLada&amp;fuel_type=-Diesel" aria-label="Remove: Not Jaguar"',
    );
  });

  test('says what cars cost, at any price and in any order', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/page/state?make=skoda&price_max=1001&sort=price_desc`);
    expect(await response.json()).toMatchObject({
      prices: { count: 45, quartiles: { lower: 1011, median: 1022, upper: 1033 }, bands: [] },
    });
    const page = await (await fetch(`${url}/?make=skoda&model=Octavia`, HTML)).text();
    expect(visibleText(page)).toContain('Typical price £1,022 (45 cars).');
  });

  test('reads a phrase, and says what it made of it', async () => {
    const { url } = await serve();
    const page = await (await fetch(`${url}/?text=jaguar+under+%C2%A320k+reliable`, HTML)).text();
    const text = visibleText(page);
    expect(text).toContain('1 car');
    expect(page).toContain('aria-label="Remove: At most £20,000"');
    expect(text).toContain('Left out reliable : We can');
    expect(page).toContain('value="20000"');
  });

  test('says what would help where nothing matches', async () => {
    const { url } = await serve();
    const page = await (await fetch(`${url}/?make=jaguar&price_max=900`, HTML)).text();
    expect(visibleText(page)).toContain('No car matches');
    expect(page).toContain('<a href="/?make=jaguar&amp;price_max=14995">At most £14,995</a>: 1 car');
  });

  test('says what is wrong with an address, and keeps the form', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/?price_max=%3Cscript%3E`, HTML);
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(visibleText(page)).toContain('is not a number that we can read.');
    expect(page).not.toContain('<script>');
    expect(page).toMatch(/name="price_max"[^>]* aria-invalid="true"/);
  });

  test('says what a search probably does not mean, beside its results', async () => {
    const { url } = await serve();
    const page = await (await fetch(`${url}/?make=skoda&year_min=18&distance=3`, HTML)).text();
    expect(visibleText(page)).toContain('45 cars');
    expect(visibleText(page)).toContain('“18 or newer” may be a slip. Did you mean: 2018 or newer');
    expect(page).toContain('<a href="/?make=skoda&amp;year_min=2018&amp;distance=3">2018 or newer</a>');
    expect(visibleText(page)).toContain(
      'Cars at any distance: for those within 16 miles (25 km), enter a postcode',
    );
  });

  test('says which filter empties a search, with a way out, and draws no empty map', async () => {
    const { url } = await serve();
    const page = await (await fetch(`${url}/?make=Nissan&fuel_type=Diesel`, HTML)).text();
    expect(visibleText(page)).toContain('No Nissan is in stock.');
    expect(page).toContain('href="/?fuel_type=Diesel">Search without it: 46 cars</a>');
    expect(page).toMatch(/<aside id="pictures"[^>]* hidden/);
  });

  test('retries while the stock is still being read', async () => {
    const { url } = await serve({ isReady: () => false });
    const response = await fetch(`${url}/`, HTML);
    expect(response.status).toBe(503);
    const page = await response.text();
    expect(page).toContain('<meta http-equiv="refresh" content="2">');
    expect(visibleText(page)).toContain('is still loading its listings');
  });

  test('says when it asks again, where somebody has asked too often, and keeps the search', async () => {
    const clock = (): number => 0;
    const { url } = await serve({
      rateLimiter: new RateLimiter({ address: { requests: 1, seconds: 60 } }, new MemoryStore(clock), clock),
    });
    await fetch(`${url}/`, HTML);
    const response = await fetch(`${url}/?make=Jaguar`, HTML);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toContain('<meta http-equiv="refresh" content="61">');
    expect(visibleText(page)).toContain(
      'You have sent too many requests. This page will retry in 60 seconds.',
    );
    expect(page).toContain('<a class="button" href="/?make=Jaguar">Try again</a>');
    const asked = await (await fetch(`${url}/?q=saloon?&make=Jaguar`, HTML)).text();
    expect(asked).toContain('<a class="button" href="/?q=saloon%3F&amp;make=Jaguar">Try again</a>');
    expect((await fetch(`${url}/`)).headers.get('content-type')).toMatch(/json/);
  });

  test('is refused where it is too long for its own links, and repeats nothing of what was asked for', async () => {
    const { url } = await serve();
    const { length } = await (await fetch(`${url}/`, HTML)).text();
    for (const rest of [','.repeat(2000), 'x'.repeat(5000), '"'.repeat(8000), ',Lada'.repeat(9000)]) {
      const response = await fetch(`${url}/?make=Skoda${rest}&model=${rest}`, HTML);
      expect(response.status).toBe(414);
      const page = await response.text();
      expect(page.length).toBeLessThan(length);
      expect(page).not.toContain('Skoda');
    }
    const page = await fetch(`${url}/?make=Skoda${','.repeat(2000)}`, HTML);
    expect(visibleText(await page.text())).toContain(
      'This search is too long for a page. Ask for less at once.',
    );
    const state = await fetch(`${url}/page/state?make=Skoda${','.repeat(2000)}`);
    expect([state.status, await state.json()]).toMatchObject([414, { code: 'target_too_long' }]);
  });

  test('shows nobody what the API would not, and says what is needed', async () => {
    const tokens = tokenFolder();
    const token = await tokens.create();
    const operator = await tokens.create(['operate']);
    const { url } = await serve({ authenticator: tokens.open(true) });
    const sendRequest = async (authorization?: string) => {
      const headers = { ...HTML.headers, ...(authorization !== undefined && { authorization }) };
      const response = await fetch(`${url}/`, { headers });
      return {
        status: response.status,
        page: await response.text(),
        challenge: response.headers.get('www-authenticate'),
      };
    };
    for (const credentials of [undefined, 'Bearer nonsense', `Bearer ${operator}`]) {
      const { status, page, challenge } = await sendRequest(credentials);
      expect(status).toBe(credentials?.endsWith(operator) === true ? 403 : 401);
      expect(challenge).toContain('Bearer realm="forecourt"');
      expect(visibleText(page)).toContain('This service requires a token');
      expect(page).not.toContain('<li class="card"');
      expect(page).toMatch(/<section id="filters"[^>]* hidden/);
    }
    const { status, page } = await sendRequest(`Bearer ${token}`);
    expect(status).toBe(200);
    expect(page).toContain('46 cars');
  });

  test('works below a path', async () => {
    const { url } = await serve({ baseUrl: 'https://cars.example/used' });
    const page = await (await fetch(`${url}/?make=skoda&page=2`, HTML)).text();
    const own = Array.from(page.matchAll(/(?:href|src|action)="(\/[^"]*)"/g), ([, target]) => target ?? '');
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((target) => !target.startsWith('/used/'))).toEqual([]);
  });

  test('is what a client gets that does not ask for JSON, of any type or without a header', async () => {
    const { url, port } = await serve();
    expect((await fetch(`${url}/`)).headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await sendRequest(port, 'GET /?make=Jaguar')).toContain('<!DOCTYPE html>');
    const index = await fetch(`${url}/?make=Jaguar`, { headers: { accept: 'application/json' } });
    expect(await index.json()).toMatchObject({ name: 'Forecourt' });
  });
});

describe('the state of the page', () => {
  test('is in the page, the same as a later search gets, with what the stock says of each car', async () => {
    const { url } = await serve();
    const page = await (await fetch(`${url}/?make=skoda&sort=price_asc`, HTML)).text();
    const [, json = ''] = /<script type="application\/json" id="state">([^<]*)</.exec(page) ?? [];
    const state = JSON.parse(json) as PageState;
    expect(await (await fetch(`${url}/page/state?make=skoda&sort=price_asc`)).json()).toEqual(state);
    expect(state).toMatchObject({ asked: '?make=skoda&sort=price_asc', phase: 'loaded' });
    expect(state.results?.total_vehicles).toBe(45);
    expect(state.results?.cars[0]).toMatchObject({
      price_rating: { rating: null },
      ulez: { verdict: 'unknown' },
      trim: null,
      written_off: null,
      owners: null,
    });
    expect(state.map?.total_vehicles).toBe(45);
  });

  test('says what is wrong with a search, which is no error of the request', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/page/state?price_max=cheap`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      phase: 'invalid',
      problem: { errors: [{ parameter: 'price_max', code: 'not_an_integer' }] },
    });
  });

  test('is refused where nothing can be searched', async () => {
    const { url } = await serve({ isReady: () => false });
    const response = await fetch(`${url}/page/state`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ code: 'not_ready' });
  });
});

test('a page that has not changed is not sent again', async () => {
  const { url } = await serve();
  const first = await fetch(`${url}/?make=skoda`, HTML);
  const etag = first.headers.get('etag') ?? '';
  const again = (path: string) =>
    fetch(url + path, { headers: { ...HTML.headers, 'if-none-match': etag } }).then(({ status }) => status);
  expect(etag).not.toBe('');
  expect(await again('/?make=skoda')).toBe(304);
  expect(await again('/?make=Jaguar')).toBe(200);
});

describe('what the page loads', () => {
  test('is there, small, and kept for good', async () => {
    const { url } = await serve();
    const page = await (await fetch(`${url}/`, HTML)).text();
    const targets = new Set(
      Array.from(page.matchAll(/(?:href|src)="(\/page\/[^"]*)"/g), ([, target]) => target ?? ''),
    );
    let scriptBytes = 0;
    for (const target of targets) {
      const response = await fetch(url + target, { headers: { 'accept-encoding': 'identity' } });
      expect(response.status, target).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const packed = await sendRequest(Number(new URL(url).port), `GET ${target}`, 'Accept-Encoding: br');
      if (!target.endsWith('.js')) continue;
      expect(packed).toContain('content-encoding: br');
      scriptBytes += packed.length;
    }
    expect(scriptBytes).toBeGreaterThan(10_000);
    expect(scriptBytes).toBeLessThan(25 * 1024);
    expect(targets.size).toBe(2);
  });

  test('is not there under another name, and nothing else is', async () => {
    const { url } = await serve();
    const { status, headers } = await fetch(`${url}/page/of-old/page.js`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    for (const path of [
      'nothing.js',
      '..%2f..%2fpackage.json',
      '../main.js',
      'pages/search/browser/search-script.js',
      '',
    ]) {
      expect((await fetch(`${url}/page/x/${path}`)).status, path).toBe(404);
    }
  });

  test('is packed as the client takes it', async () => {
    const { app } = await serve();
    const getAs = (encoding: string) => get(app, '/page/x/places.tsv', { 'accept-encoding': encoding });
    const plain = String((await getAs('identity')).body);
    expect(plain.split('\n')[0]).toBe('AB10\t57.14\t-2.12\tAberdeen\tScotland');
    const packed = await getAs('gzip, deflate, br');
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.body).toString()).toBe(plain);
    const zipped = await getAs('gzip, br;q=0');
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).toString()).toBe(plain);
  });
});
