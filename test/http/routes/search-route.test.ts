import { describe, expect, test } from 'vitest';
import { sendRequest, readAnswer, serve } from '../fixture.ts';

const ETAG = /^W\/"[A-Za-z0-9_-]{27}"$/;

describe('a search', () => {
  test('answers the public shape and nothing else', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/v1/vehicles/?make=jaguar&location=SW1A+1AA`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toBe(
      '{"results":{"cars":[{"year":"2015","make":"Jaguar","model":"XJ","mileage":41000,"fuel_type":"Diesel",' +
        '"transmission":"Automatic","engine_size":3,"price":14995,"dealer":"harbour-motors.example",' +
        '"url":"https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fharbour-motors.example%2Fstock%2F1%3Fcolour%3Dblue%26ref%3Da%2520b",' +
        '"loc":"London","thumbnail":"https://cars.example/pictures/saloon.svg","images":["https://harbour-motors.example/1.jpg"],' +
        '"full_description":"One owner. \\"Sunroof\\" & £100 of fuel.","distance_km":0}],' +
        '"total_vehicles":1,"current_page":1,"total_pages":1,"per_page":20}}',
    );
  });

  test('without a match is an empty page', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/v1/vehicles/?make=trabant`);
    expect(await response.text()).toBe(
      '{"results":{"cars":[],"total_vehicles":0,"current_page":1,"total_pages":0,"per_page":20}}',
    );
  });

  test('may leave the slash out', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/v1/vehicles?make=jaguar`, { redirect: 'error' });
    const slash = await fetch(`${url}/api/v1/vehicles/?make=jaguar`, { redirect: 'error' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(await slash.text());
  });

  test.each(['text/html', 'application/xml;q=1', '*/*', 'image/png', 'nonsense'])(
    'answers JSON to Accept: %s',
    async (accept) => {
      const { url } = await serve();
      const response = await fetch(`${url}/api/v1/vehicles/`, { headers: { accept } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );

  test('ignores credentials', async () => {
    const { url } = await serve();
    const headers = { authorization: 'Bearer nonsense' };
    expect((await fetch(`${url}/api/v1/vehicles/`, { headers })).status).toBe(200);
  });

  test('links to its other pages', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/v1/vehicles/?page=2&make=SKODA`);
    const page = (number: number) => `<https://cars.example/api/v1/vehicles/?make=skoda&page=${number}>`;
    expect(response.headers.get('link')).toBe(
      `${page(1)}; rel="first", ${page(1)}; rel="prev", ${page(3)}; rel="next", ${page(3)}; rel="last", ` +
        '<https://cars.example/openapi.json>; rel="service-desc", <https://cars.example/docs>; rel="service-doc"',
    );
  });

  test('can be read by pages of any origin, and its media type is not guessed', async () => {
    const { url } = await serve();
    const { headers } = await fetch(`${url}/api/v1/vehicles/`, { headers: { origin: 'https://a.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe(
      'ETag, Link, Ignored-Parameters, Corrections, Preference-Applied, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, X-Request-Id',
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('of HEAD has the headers of GET and no body', async () => {
    const { port } = await serve();
    const get = await sendRequest(port, 'GET /api/v1/vehicles/?make=jaguar');
    const head = await sendRequest(port, 'HEAD /api/v1/vehicles/?make=jaguar');
    const withoutDate = (text: string) => text.replace(/\r\ndate:.*/i, '');
    expect(head.endsWith('\r\n\r\n')).toBe(true);
    expect(withoutDate(head)).toBe(withoutDate(get.slice(0, get.indexOf('\r\n\r\n') + 4)));
    expect(readAnswer(head).head).toContain(`content-length: ${Buffer.byteLength(get) - head.length}\r\n`);
  });

  test('before the listings are read is answered with 503', async () => {
    let ready = false;
    const { url, index } = await serve({ isReady: () => ready });
    const early = await fetch(`${url}/api/v1/vehicles/`);
    expect(early.status).toBe(503);
    expect(early.headers.get('retry-after')).toBe('1');
    expect(await early.json()).toMatchObject({ status: 503, code: 'not_ready' });
    expect(index.searches).toBe(0);
    ready = true;
    expect((await fetch(`${url}/api/v1/vehicles/`)).status).toBe(200);
  });
});

describe('unknown parameters', () => {
  test('are ignored and named', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/v1/vehicles/?fuel=Diesel&foo=1&make=jaguar`);
    expect(response.status).toBe(200);
    expect(response.headers.get('ignored-parameters')).toBe('"fuel"; did-you-mean="fuel_type", "foo"');
    expect(response.headers.get('preference-applied')).toBeNull();
  });

  test('are errors where strict handling is preferred', async () => {
    const { url } = await serve();
    const headers = { prefer: 'respond-async, handling="Strict"' };
    const response = await fetch(`${url}/api/v1/vehicles/?fuel=Diesel&foo=1`, { headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [
        { parameter: 'fuel', code: 'unknown_parameter', value: 'Diesel', suggestion: 'fuel_type' },
        { parameter: 'foo', code: 'unknown_parameter', value: '1' },
      ],
    });
  });

  test('that are not there: the preference is said to be applied', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/v1/vehicles/`, { headers: { prefer: 'handling=strict' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('preference-applied')).toBe('handling=strict');
    expect(response.headers.get('ignored-parameters')).toBeNull();
  });

  test('cannot add a header', async () => {
    const { port } = await serve();
    const response = await sendRequest(port, 'GET /api/v1/vehicles/?a%22,%20b%C3%A9=1&%E2%80%AEc=2');
    const { status, head } = readAnswer(response);
    expect(status).toBe(200);
    expect(head).toContain('\r\nignored-parameters: "a\\", b%c3%a9", "\\\\u202ec"\r\n');
    const forged = await sendRequest(port, 'GET /api/v1/vehicles/?a%0d%0aset-cookie:%20x=1');
    expect(forged).not.toMatch(/^set-cookie/im);
  });
});

describe('the entity tag of a search', () => {
  test('does not depend on order, case or encoding of parameters', async () => {
    const { url } = await serve();
    const one = await fetch(`${url}/api/v1/vehicles/?make=Jaguar&price_max=20000&page=1`);
    const other = await fetch(`${url}/api/v1/vehicles?price_max=+20000&m%61ke=JAGUAR&q=`);
    expect(one.headers.get('etag')).toMatch(ETAG);
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
    const different = await fetch(`${url}/api/v1/vehicles/?make=Jaguar`);
    expect(different.headers.get('etag')).not.toBe(one.headers.get('etag'));
  });

  test.each(['GET', 'HEAD'])('answers %s with 304 and saves the search', async (method) => {
    const { url, index } = await serve();
    const target = `${url}/api/v1/vehicles/?make=jaguar&foo=1`;
    const full = await fetch(target);
    const tag = full.headers.get('etag') ?? 'none';
    const response = await fetch(target, { method, headers: { 'if-none-match': `"x", ${tag}` } });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(index.searches).toBe(1);
    for (const headers of [full.headers, response.headers]) {
      expect(headers.get('etag')).toBe(tag);
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      expect(headers.get('vary')).toBe('Accept, Prefer, Accept-Encoding');
      expect(headers.get('ignored-parameters')).toBe('"foo"');
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test('changes with the stock', async () => {
    const { url, index } = await serve();
    const tag = (await fetch(`${url}/api/v1/vehicles/`)).headers.get('etag') ?? 'none';
    index.version = 'second';
    const response = await fetch(`${url}/api/v1/vehicles/`, { headers: { 'if-none-match': tag } });
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toMatch(ETAG);
    expect(response.headers.get('etag')).not.toBe(tag);
  });

  test('is not given when the stock changed during the search', async () => {
    const { url, index } = await serve();
    index.onSearch = () => (index.version = 'second');
    expect((await fetch(`${url}/api/v1/vehicles/`)).headers.get('etag')).toBeNull();
    expect((await fetch(`${url}/api/v1/vehicles/`)).headers.get('etag')).toMatch(ETAG);
  });

  test('does not turn a bad request into 304', async () => {
    const { url } = await serve();
    const headers = { 'if-none-match': '*' };
    expect((await fetch(`${url}/api/v1/vehicles/?page=0`, { headers })).status).toBe(400);
  });
});

describe('addresses in answers', () => {
  test('do not come from the Host header', async () => {
    const { port } = await serve();
    const response = await sendRequest(
      port,
      'GET /api/v1/vehicles/?make=jaguar',
      'X-Forwarded-Host: evil.example',
    );
    expect(response).toContain('"url":"https://cars.example/cars/redirect/');
    expect(response).not.toContain('evil.example');
    expect(response).not.toContain('anything.example');
  });

  test('have an allowed host that a trusted proxy forwards, and then the answer varies with it', async () => {
    const { url } = await serve({ trustProxy: true, allowedHosts: ['shop.example'] });
    const headers = { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'http' };
    const response = await fetch(`${url}/api/v1/vehicles/?make=jaguar`, { headers });
    expect(await response.text()).toContain('"url":"http://shop.example/cars/redirect/');
    expect(response.headers.get('vary')).toBe(
      'Accept, Prefer, X-Forwarded-Proto, X-Forwarded-Host, Accept-Encoding',
    );
    expect(response.headers.get('link')).toContain(
      '<http://shop.example/api/v1/vehicles/?make=jaguar&page=1>',
    );
  });
});

describe('the same request again', () => {
  const PATH = '/api/v1/vehicles/?make=skoda&fuel=x&page=2';

  async function whole(url: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(url, init);
    const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
    return { status: response.status, headers, body: await response.text() };
  }

  test.each(['GET', 'HEAD'])('is answered alike in every byte without a search: %s', async (method) => {
    const { url, index } = await serve();
    const first = await whole(url + PATH, { method });
    expect(index.searches).toBe(1);
    expect(await whole(url + PATH, { method })).toEqual(first);
    expect(index.searches).toBe(1);
    // Another spelling is another request, with the same answer.
    expect(await whole(`${url}${PATH}&`, { method })).toEqual(first);
    expect(index.searches).toBe(2);
  });

  test('shows a change of the stock at once', async () => {
    const { url, index } = await serve();
    const before = await fetch(url + PATH);
    index.version = 'second';
    const after = await fetch(url + PATH);
    expect(after.headers.get('etag')).toMatch(ETAG);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(index.searches).toBe(2);
  });

  test('is searched again if the stock changed during the search', async () => {
    const { url, index } = await serve();
    index.onSearch = () => (index.version = `during ${index.searches}`);
    expect((await fetch(url + PATH)).headers.get('etag')).toBeNull();
    index.onSearch = () => {};
    expect((await fetch(url + PATH)).headers.get('etag')).toMatch(ETAG);
    expect(index.searches).toBe(2);
  });

  test('strictly is another request', async () => {
    const { url } = await serve();
    const strict = { headers: { prefer: 'handling=strict' } };
    expect((await fetch(url + PATH)).status).toBe(200);
    expect((await fetch(url + PATH, strict)).status).toBe(400);
    const known = `${url}/api/v1/vehicles/?make=skoda`;
    expect((await fetch(known)).headers.get('preference-applied')).toBeNull();
    expect((await fetch(known, strict)).headers.get('preference-applied')).toBe('handling=strict');
    expect((await fetch(known)).headers.get('preference-applied')).toBeNull();
  });

  test('under another address is another request', async () => {
    const { url } = await serve({ trustProxy: true, allowedHosts: ['one.example', 'two.example'] });
    const under = async (host: string): Promise<string | null> =>
      (await fetch(url + PATH, { headers: { 'x-forwarded-host': host } })).headers.get('link');
    for (const host of ['one.example', 'two.example', 'one.example', 'two.example']) {
      expect(await under(host)).toContain(`https://${host}/`);
    }
  });

  test('by who has the answer is told so, with no body and no links', async () => {
    const { url, index } = await serve();
    const first = await fetch(url + PATH);
    const tag = first.headers.get('etag') ?? '';
    const kept = await whole(url + PATH, { headers: { 'if-none-match': tag } });
    expect(kept).toMatchObject({ status: 304, body: '' });
    expect(JSON.stringify(kept)).not.toContain('rel=');
    index.version = 'second';
    expect((await fetch(url + PATH, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  test('is refused as long as the stock is not ready', async () => {
    let ready = true;
    const { url } = await serve({ isReady: () => ready });
    expect((await fetch(url + PATH)).status).toBe(200);
    ready = false;
    expect((await fetch(url + PATH)).status).toBe(503);
  });
});
