import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../../src/listing/fields.ts';
import { serve } from '../fixture.ts';

const PATH = '/api/v1/vehicles/lookup/';
const SKODA = 'https://valley-cars.example/7';
const WITHDRAWN = 'https://harbour-motors.example/stock/0';

interface Received {
  readonly results: { readonly cars: readonly Readonly<Record<string, unknown>>[] };
}

async function lookUp(query: string, headers: Record<string, string> = {}, path = PATH): Promise<Response> {
  const { url } = await serve();
  return fetch(`${url}${path}${query}`, { headers });
}

async function carsOf(response: Response): Promise<Received['results']['cars']> {
  expect(response.status).toBe(200);
  return ((await response.json()) as Received).results.cars;
}

function asked(...adverts: readonly string[]): string {
  return `?${adverts.map((advert) => `advert=${encodeURIComponent(advert)}`).join('&')}`;
}

describe('a lookup', () => {
  test('has the keys of a vehicle and what the stock says of a listing', async () => {
    const [car] = await carsOf(await lookUp(asked(SKODA)));
    const shown = FIELDS.filter(({ inResponse }) => inResponse).map(({ name }) => name);
    expect(Object.keys(car).join(' ')).toBe(
      `advert state ${shown.join(' ')} price_mark comparables ulez listed_days similar price_rating`,
    );
    expect(car).toMatchObject({
      advert: SKODA,
      state: 'listed',
      make: 'Skoda',
      price: 1007,
      url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fvalley-cars.example%2F7',
      price_mark: {
        mark: null,
        comparables: null,
        expected: null,
        low: null,
        high: null,
        reason:
          'No price rating: the make, model, year, mileage, fuel, gearbox or price is unknown or unusual.',
        search_url: null,
      },
      price_rating: {
        rating: null,
        comparables: null,
        expected: null,
        low: null,
        high: null,
        reason:
          'No price rating: the make, model, year, mileage, fuel, gearbox or price is unknown or unusual.',
        search_url: null,
      },
      comparables: [],
      ulez: {
        verdict: 'unknown',
        rule: 'The year is unknown, or the fuel is unknown or has no published rule.',
      },
      similar: [
        'https://cars.example/api/v1/vehicles/?make=skoda&model=octavia&price_min=855&price_max=1159&page=1',
        'https://cars.example/api/v1/vehicles/?make=skoda&model=octavia&page=1',
      ],
    });
  });

  test('has an entry for each advert in the requested order, repeated ones too', async () => {
    const unknown = 'https://valley-cars.example/none';
    const cars = await carsOf(await lookUp(asked(unknown, SKODA, WITHDRAWN, unknown, 'no address')));
    expect(cars.map(({ advert, state }) => [advert, state])).toEqual([
      [unknown, 'unknown'],
      [SKODA, 'listed'],
      [WITHDRAWN, 'withdrawn'],
      [unknown, 'unknown'],
      ['no address', 'unknown'],
    ]);
  });

  test('says of an advert that is gone nothing but that, and where similar ones are', async () => {
    const [withdrawn, unknown] = await carsOf(await lookUp(asked(WITHDRAWN, 'https://a.example/')));
    expect(withdrawn).toEqual({
      advert: WITHDRAWN,
      state: 'withdrawn',
      similar: ['https://cars.example/api/v1/vehicles/?make=land%20rover&model=defender&page=1'],
    });
    expect(unknown).toEqual({ advert: 'https://a.example/', state: 'unknown', similar: [] });
  });

  test("takes a vehicle's own url for its advert", async () => {
    const url = `https://cars.example/cars/redirect/?api_target=${encodeURIComponent(SKODA)}`;
    expect((await carsOf(await lookUp(asked(url))))[0]).toMatchObject({ advert: SKODA, state: 'listed' });
    const other = url.replace('cars.example', 'evil.example');
    expect((await carsOf(await lookUp(asked(other))))[0]).toMatchObject({ state: 'unknown' });
  });

  test('needs an advert', async () => {
    for (const query of ['', '?advert=', '?advert=+%09']) {
      const response = await lookUp(query);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'invalid_parameters',
        detail: 'advert is required: the URL of an advert.',
      });
    }
  });

  test('takes at most 20 adverts', async () => {
    const twenty = Array.from({ length: 20 }, (_, i) => `https://valley-cars.example/${i}`);
    expect(await carsOf(await lookUp(asked(...twenty)))).toHaveLength(20);
    const response = await lookUp(asked(...twenty, SKODA));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: 'advert may be sent at most 20 times (got 21).',
      errors: [{ parameter: 'advert', code: 'out_of_range', value: '21' }],
    });
    expect(await carsOf(await lookUp(`${asked(...twenty)}&advert=`))).toHaveLength(20);
    expect(await carsOf(await lookUp(`?advert=&${asked(SKODA).slice(1)}&advert=+`))).toHaveLength(1);
  });

  test('lists unknown parameters, and rejects them if the client prefers', async () => {
    const query = `${asked(SKODA)}&make=Skoda`;
    expect((await lookUp(query)).headers.get('ignored-parameters')).toBe('"make"');
    const strict = await lookUp(query, { prefer: 'handling=strict' });
    expect(strict.status).toBe(400);
    expect(await strict.json()).toMatchObject({
      errors: [{ parameter: 'make', code: 'unknown_parameter', value: 'Skoda' }],
    });
    const meant = await lookUp('?url=https://a.example/', { prefer: 'handling=strict' });
    expect(await meant.json()).toMatchObject({
      detail:
        "advert is required: the URL of an advert. 'url' is not a parameter of this address. Did you mean advert?",
    });
  });

  test('is not sent again while stock and day are the same', async () => {
    const { url, index } = await serve();
    const first = await fetch(`${url}${PATH}${asked(SKODA)}`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const again = await fetch(`${url}${PATH}${asked(SKODA)}`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    const other = await fetch(`${url}${PATH}${asked(WITHDRAWN)}`, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
    index.version = 'second';
    const changed = await fetch(`${url}${PATH}${asked(SKODA)}`, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
  });

  test('has no entity tag if the stock changed meanwhile', async () => {
    const { url, index } = await serve();
    index.onSearch = () => (index.version = 'second');
    expect((await fetch(`${url}${PATH}${asked(SKODA)}`)).headers.get('etag')).toBe(null);
  });

  test('works without the final slash, and as HEAD', async () => {
    const { url } = await serve();
    expect((await fetch(`${url}${PATH.slice(0, -1)}${asked(SKODA)}`)).status).toBe(200);
    const head = await fetch(`${url}${PATH}${asked(SKODA)}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
