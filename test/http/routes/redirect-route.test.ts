import { describe, expect, test } from 'vitest';
import { serve } from '../fixture.ts';

const SERVICE_LINKS =
  '<https://cars.example/openapi.json>; rel="service-desc", <https://cars.example/docs>; rel="service-doc"';

const LISTED = 'https://harbour-motors.example/stock/1?colour=blue&ref=a%20b';
const WITHDRAWN = 'https://harbour-motors.example/stock/0';

async function follow(target: string, slash = '/') {
  const { url } = await serve();
  return fetch(`${url}/cars/redirect${slash}?api_target=${encodeURIComponent(target)}`, {
    redirect: 'manual',
  });
}

describe('the redirect of a listing', () => {
  test.each(['/', ''])('leads to its advert, with and without a slash: %j', async (slash) => {
    const response = await follow(LISTED, slash);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(LISTED);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe('');
  });

  test('is the address that a search answers', async () => {
    const { url } = await serve({ baseUrl: '' });
    const search = await fetch(`${url}/api/v1/vehicles/?make=jaguar`);
    const { results } = (await search.json()) as { results: { cars: { url: string }[] } };
    const response = await fetch(`${url}${results.cars[0]?.url}`, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe(LISTED);
  });

  test('answers HEAD', async () => {
    const { url } = await serve();
    const address = `${url}/cars/redirect/?api_target=${encodeURIComponent(LISTED)}`;
    const response = await fetch(address, { method: 'HEAD', redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(LISTED);
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    'javascript:alert(1)',
    'https://harbour-motors.example/stock/1',
    `${LISTED}\r\nSet-Cookie: a=b`,
    'a'.repeat(4000),
  ])('never leads to an address that no listing carries: %j', async (target) => {
    const response = await follow(target);
    expect(response.status).toBe(404);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });

  test('of a withdrawn advert says so, and where the similar vehicles of a lookup are', async () => {
    const response = await follow(WITHDRAWN);
    const similar = 'https://cars.example/api/v1/vehicles/?make=land%20rover&model=defender&page=1';
    expect(response.status).toBe(410);
    expect(response.headers.get('link')).toBe(`<${similar}>; rel="related", ${SERVICE_LINKS}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['status', 'title', 'detail', 'type', 'code', 'similar', 'request_id']);
    expect(body).toMatchObject({
      code: 'advert_withdrawn',
      detail: `This advert has been withdrawn. Similar vehicles: ${similar}`,
      similar,
    });
  });

  test('of a withdrawn advert of an unknown make leads to all vehicles', async () => {
    const response = await follow('https://harbour-motors.example/stock/00');
    expect(response.headers.get('link')).toBe(
      `<https://cars.example/api/v1/vehicles/?page=1>; rel="related", ${SERVICE_LINKS}`,
    );
  });
});

describe('the parameter api_target', () => {
  const listed = encodeURIComponent(LISTED);

  test.each([
    ['', 400],
    ['?api_target=', 400],
    ['?api_target=+', 400],
    ['?API_TARGET=x', 400],
    [`?api_target=${listed}&api_target=https%3A%2F%2Felsewhere.example`, 400],
    ['?api_target=%zz', 400],
    [`?api_target=${listed}&api_target=${listed}&api_target=`, 302],
    [`?utm_source=mail&api_target=${listed}`, 302],
  ])('%s is answered with %i', async (query, status) => {
    const { url } = await serve();
    const response = await fetch(`${url}/cars/redirect/${query}`, { redirect: 'manual' });
    expect(response.status).toBe(status);
  });

  test('with two values is an error that names it', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/cars/redirect/?api_target=a&api_target=b`);
    expect(await response.json()).toMatchObject({
      code: 'invalid_parameters',
      detail: "api_target must have one value (got 'a' and 'b').",
      errors: [{ parameter: 'api_target', code: 'conflicting_values', value: 'a, b' }],
    });
  });
});

describe('an unknown parameter', () => {
  const follow = async (query: string, headers: Readonly<Record<string, string>> = {}) => {
    const { url } = await serve();
    return fetch(`${url}/cars/redirect/?${query}`, { headers, redirect: 'manual' });
  };
  const listed = `api_target=${encodeURIComponent(LISTED)}`;
  const strict = { prefer: 'handling=strict' };

  test('is ignored and listed', async () => {
    const response = await follow(`utm_source=mail&${listed}`);
    expect(response.status).toBe(302);
    expect(response.headers.get('ignored-parameters')).toBe('"utm_source"');
    expect(response.headers.get('preference-applied')).toBeNull();
  });

  test('is an error if the client prefers strict handling', async () => {
    const response = await follow(`utm_source=mail&${listed}`, strict);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_parameters',
      errors: [{ parameter: 'utm_source', code: 'unknown_parameter', value: 'mail' }],
    });
  });

  test('that is the address under another name gets a suggestion, beside the missing one', async () => {
    const response = await follow('url=https%3A%2F%2Fnorth.example', strict);
    expect(await response.json()).toMatchObject({
      errors: [
        { parameter: 'api_target', code: 'missing' },
        { parameter: 'url', code: 'unknown_parameter', suggestion: 'api_target' },
      ],
    });
  });

  test('of none, strict handling is confirmed', async () => {
    const response = await follow(listed, strict);
    expect(response.status).toBe(302);
    expect(response.headers.get('preference-applied')).toBe('handling=strict');
    expect(response.headers.get('ignored-parameters')).toBeNull();
  });
});

test('before the listings are read the redirect is answered with 503', async () => {
  const { url } = await serve({ isReady: () => false });
  expect((await fetch(`${url}/cars/redirect/?api_target=a`)).status).toBe(503);
});
