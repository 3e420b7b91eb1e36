// The client against a real server, whose 45 Skodas fill three pages.
import { beforeEach, describe, expect, test } from 'vitest';
import { ForecourtClient, ForecourtProblem, responseOf, StockChangedError } from '../../src/client/index.ts';
import { serve, type Running } from '../http/fixture.ts';

let running: Running;
let client: ForecourtClient;
/** The requested URLs, without the base URL. */
let requested: string[] = [];

beforeEach(async () => {
  running = await serve();
  requested = [];
  client = clientOf();
});

function clientOf(options: { readonly token?: string } = {}): ForecourtClient {
  return new ForecourtClient({
    ...options,
    baseUrl: running.url,
    fetch: (input, init) => {
      requested.push((input as string).slice(running.url.length));
      return fetch(input, init);
    },
  });
}

async function problemOf(promise: Promise<unknown>): Promise<ForecourtProblem> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof ForecourtProblem)) throw new Error('no problem was thrown', { cause: error });
  return error;
}

describe('the client', () => {
  test('searches without undefined parameters', async () => {
    const page = await client.search({ make: 'jaguar', location: 'SW1A 1AA', price_max: undefined });
    expect(page).toMatchObject({ total_vehicles: 1, current_page: 1, total_pages: 1, per_page: 20 });
    expect(page.cars[0]).toMatchObject({ make: 'Jaguar', model: 'XJ', price: 14995, distance_km: 0 });
    expect(requested).toEqual(['/api/v1/vehicles/?make=jaguar&location=SW1A+1AA']);
  });

  test('sends arrays as repeated parameters', async () => {
    const page = await client.search({ make: ['jaguar', '-Fiat'], fuel_type: ['-Petrol', '-Hybrid'] });
    expect(page.total_vehicles).toBe(1);
    expect(requested).toEqual([
      '/api/v1/vehicles/?make=jaguar&make=-Fiat&fuel_type=-Petrol&fuel_type=-Hybrid',
    ]);
    // @ts-expect-error The types know it already.
    await problemOf(client.search({ fuel_type: 'Steam' }));
  });

  test('summarises', async () => {
    const summary = await client.summary({ make: 'skoda', price_max: 1009 });
    expect(summary.total_vehicles).toBe(10);
    expect(summary.price.percentiles[50]).toBe(1022);
    expect(requested).toEqual(['/api/v1/vehicles/summary/?make=skoda&price_max=1009']);
  });

  test('counts on a map', async () => {
    const { zoom, cells, unplaced, total_vehicles: total } = await client.map({ make: 'jaguar', zoom: 4 });
    expect([zoom, total]).toEqual([4, 1]);
    expect(cells.reduce((sum, { count }) => sum + count, unplaced)).toBe(1);
    expect(requested).toEqual(['/api/v1/vehicles/map/?make=jaguar&zoom=4']);
  });

  test('looks listings up by their adverts, in the order asked', async () => {
    const [jaguar] = (await client.search({ make: 'jaguar' })).cars;
    const gone = 'https://harbour-motors.example/none';
    requested = [];
    const found = await client.lookup([gone, jaguar.url]);
    expect(found).toMatchObject([
      { advert: gone, state: 'unknown', similar: [] },
      { advert: new URL(jaguar.url).searchParams.get('api_target'), state: 'listed', make: 'Jaguar' },
    ]);
    expect(requested).toEqual([
      `/api/v1/vehicles/lookup/?advert=${encodeURIComponent(gone)}&advert=${encodeURIComponent(jaguar.url)}`,
    ]);
  });

  test('interprets a phrase, and searches with the result', async () => {
    const { parameters, not_understood } = await client.interpret('Jaguar XJ under £15k, reliable');
    expect(parameters).toEqual({ make: 'Jaguar', model: 'XJ', price_max: '15000' });
    expect(not_understood.map(({ words }) => words)).toEqual(['reliable']);
    expect(await client.search(parameters)).toMatchObject({ total_vehicles: 1 });
  });

  test('summarises and maps what a phrase means, without its page and order', async () => {
    const { parameters } = await client.interpret('cheapest Jaguar XJ under £15k');
    expect(parameters).toEqual({ make: 'Jaguar', model: 'XJ', price_max: '15000', sort: 'price_asc' });
    requested = [];
    expect(await client.summary({ ...parameters, page: 2 })).toMatchObject({ total_vehicles: 1 });
    expect(await client.map({ ...parameters, page: 2 })).toMatchObject({ total_vehicles: 1 });
    expect(requested).toEqual([
      '/api/v1/vehicles/summary/?make=Jaguar&model=XJ&price_max=15000&sort=price_asc',
      '/api/v1/vehicles/map/?make=Jaguar&model=XJ&price_max=15000',
    ]);
  });

  test('looks a single advert up', async () => {
    const gone = 'https://harbour-motors.example/none';
    expect(await client.lookup(gone)).toMatchObject([{ advert: gone, state: 'unknown' }]);
  });

  test('accepts a base URL with a trailing slash and a path', async () => {
    const other = new ForecourtClient({
      baseUrl: 'https://cars.example/used/',
      fetch: async (input) => {
        requested.push(input as string);
        return Response.json({ results: {} });
      },
    });
    await other.search();
    expect(requested).toEqual(['https://cars.example/used/api/v1/vehicles/']);
  });

  test('sends a token only if it has one', async () => {
    const tokens: (string | null)[] = [];
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      tokens.push(new Headers(init?.headers).get('authorization'));
      return Response.json({ results: {} });
    };
    await new ForecourtClient({ baseUrl: '', fetch }).search();
    await new ForecourtClient({ baseUrl: '', fetch, token: 'abc' }).search();
    expect(tokens).toEqual([null, 'Bearer abc']);
  });
});

describe('the response of a result', () => {
  test('has its URL, entity tag and links, and leaves the result as it is', async () => {
    const page = await client.search({ make: 'skoda' });
    const { url, etag, links, ignoredParameters, corrections } = responseOf(page);
    expect(url).toBe(`${running.url}/api/v1/vehicles/?make=skoda`);
    expect(etag).toMatch(/^W\/"/);
    expect(links['next']).toContain('page=2');
    expect([ignoredParameters, corrections]).toEqual([[], []]);
    expect(Object.keys(page)).toEqual(['cars', 'total_vehicles', 'current_page', 'total_pages', 'per_page']);
  });

  test('has known parameters without effect, and corrections', async () => {
    const answering = new ForecourtClient({
      baseUrl: 'https://cars.example',
      fetch: async () =>
        Response.json(
          { results: {} },
          {
            headers: {
              'ignored-parameters': '"distance"; reason="without location", "sort"',
              corrections: '"make"; from="Frod"; to="Ford"',
              'x-request-id': '7',
            },
          },
        ),
    });
    expect(responseOf(await answering.search({ make: 'Frod', distance: 3 }))).toEqual({
      url: 'https://cars.example/api/v1/vehicles/?make=Frod&distance=3',
      etag: undefined,
      ignoredParameters: [{ parameter: 'distance', reason: 'without location' }, { parameter: 'sort' }],
      corrections: [{ parameter: 'make', from: 'Frod', to: 'Ford' }],
      links: {},
      requestId: '7',
    });
  });

  test('has links that can be followed, to this service only', async () => {
    // The server of this test calls itself cars.example.
    const own = new ForecourtClient({
      baseUrl: 'https://cars.example',
      fetch: (input, init) =>
        fetch(running.url + (input as string).slice('https://cars.example'.length), init),
    });
    const { search_url } = await own.interpret('skoda');
    const first = await own.follow(search_url);
    expect(first).toMatchObject({ total_vehicles: 45, current_page: 1 });
    const second = await own.follow(responseOf(first).links['next'] ?? '');
    expect([second.current_page, second.cars[0]?.price]).toEqual([2, 1020]);
    await expect(client.follow(search_url)).rejects.toThrow(TypeError);
  });

  test('has links that can be followed under the name that the service has for itself', async () => {
    // As behind a proxy: the service names itself cars.example, and this client calls it by its address.
    const { search_url } = await client.interpret('skoda');
    expect(search_url).toBe('https://cars.example/api/v1/vehicles/?make=skoda&page=1');
    const first = await client.follow(search_url);
    expect(await client.follow(responseOf(first).links['next'] ?? '')).toMatchObject({ current_page: 2 });
    expect(requested.slice(1)).toEqual([
      '/api/v1/vehicles/?make=skoda&page=1',
      '/api/v1/vehicles/?make=skoda&page=2',
    ]);
    await expect(client.follow('https://other.example/api/v1/vehicles/')).rejects.toThrow(TypeError);
  });

  test('has links that can be followed on the server of the page that the client runs in', async () => {
    const paths: unknown[] = [];
    const ofPage = new ForecourtClient({
      baseUrl: '',
      fetch: (input, init) => {
        paths.push(input);
        return fetch(running.url + (input as string), init);
      },
    });
    const { search_url } = await ofPage.interpret('skoda');
    expect(await ofPage.follow(search_url)).toMatchObject({ total_vehicles: 45 });
    expect(paths[1]).toBe('/api/v1/vehicles/?make=skoda&page=1');
  });
});

describe('a refreshed result', () => {
  test('is the same object while the stock is the same', async () => {
    for (const result of [
      await client.search({ make: 'skoda' }),
      await client.summary({ make: 'skoda' }),
      await client.map({ make: 'skoda' }),
    ]) {
      expect(await client.refresh(result)).toBe(result);
    }
    // One for each call, and none for its confirmation.
    expect(running.index.searches).toBe(3);
  });

  test('is a new one with its own response after a change', async () => {
    const page = await client.search({ make: 'skoda', page: 2 });
    running.index.version = 'second';
    const next = await client.refresh(page);
    expect(next).not.toBe(page);
    expect(next).toEqual(page);
    expect(responseOf(next).etag).not.toBe(responseOf(page).etag);
    expect(await client.refresh(next)).toBe(next);
  });

  test('is of the same client', async () => {
    const other = new ForecourtClient({ baseUrl: 'https://other.example' });
    await expect(other.refresh(await client.search())).rejects.toThrow(
      'refresh takes a result of this client.',
    );
  });
});

describe('a failed call', () => {
  test('is a problem with all invalid parameters, and is not retried', async () => {
    // @ts-expect-error The types know it already.
    const call = client.search({ fuel_type: 'Steam', price_max: '10k' });
    const problem = await problemOf(call);
    expect(problem).toMatchObject({
      name: 'ForecourtProblem',
      status: 400,
      code: 'invalid_parameters',
      title: 'Invalid query parameters',
      type: 'https://cars.example/problems/invalid-parameters',
      errors: [
        { parameter: 'fuel_type', code: 'not_in_enum', value: 'Steam' },
        { parameter: 'price_max', code: 'not_an_integer', value: '10k', suggestion: '10000' },
      ],
    });
    expect(problem.message).toContain(
      "fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got 'Steam').",
    );
    expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(requested).toHaveLength(1);
  });

  test('is a TypeError for an unknown parameter', async () => {
    // @ts-expect-error The types know it already.
    const call = client.search({ fuel: 'Diesel' });
    await expect(call).rejects.toThrow(
      new TypeError('The service ignores these parameters: "fuel"; did-you-mean="fuel_type".'),
    );
  });

  test('is an internal error if the service has a bug, and is not retried', async () => {
    running.index.onSearch = () => {
      throw new Error('broken');
    };
    expect(await problemOf(client.search())).toMatchObject({
      status: 500,
      code: 'internal_error',
      errors: [],
    });
    expect(requested).toHaveLength(1);
  });
});

describe('the pages of a search', () => {
  test('are fetched in order, each when it is needed', async () => {
    const seen: number[] = [];
    for await (const { cars, current_page } of client.pages({ make: 'skoda' })) {
      seen.push(cars.length);
      expect(requested).toHaveLength(current_page);
    }
    expect(seen).toEqual([20, 20, 5]);
    expect(requested).toEqual([
      '/api/v1/vehicles/?make=skoda',
      '/api/v1/vehicles/?make=skoda&page=2',
      '/api/v1/vehicles/?make=skoda&page=3',
    ]);
  });

  test('contain every vehicle once', async () => {
    const prices: (number | null)[] = [];
    for await (const { price } of client.vehicles({ make: 'skoda' })) prices.push(price);
    expect(prices).toEqual(Array.from({ length: 45 }, (_, number) => 1000 + number));
  });

  test('end when the caller stops', async () => {
    for await (const { price } of client.vehicles({ make: 'skoda' })) if (price === 1019) break;
    expect(requested).toHaveLength(1);
  });

  test('begin with the page in the parameters', async () => {
    const seen: number[] = [];
    for await (const { current_page } of client.pages({ make: 'skoda', page: 2 })) seen.push(current_page);
    expect(seen).toEqual([2, 3]);
  });

  test('are one empty page without a match and past the end', async () => {
    for (const parameters of [{ make: 'trabant' }, { make: 'skoda', page: 9 }]) {
      const seen: number[] = [];
      for await (const { cars } of client.pages(parameters, { sameStock: true })) seen.push(cars.length);
      expect(seen).toEqual([0]);
    }
    expect(requested).toHaveLength(2);
  });

  test('end as soon as the signal is aborted', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const all = (async () => {
      for await (const page of client.pages({ make: 'skoda' }, { signal: controller.signal })) {
        seen.push(page.current_page);
        controller.abort(new Error('enough'));
      }
    })();
    await expect(all).rejects.toThrow('enough');
    expect(seen).toEqual([1]);
  });
});

describe('pages with sameStock', () => {
  async function read(sameStock: boolean): Promise<number> {
    let seen = 0;
    for await (const page of client.pages({ make: 'skoda' }, { sameStock })) seen += page.cars.length;
    return seen;
  }

  test('are confirmed by the entity tag of the first page, without another search', async () => {
    expect(await read(true)).toBe(45);
    expect(requested).toHaveLength(4);
    expect(requested[3]).toBe('/api/v1/vehicles/?make=skoda');
    expect(running.index.searches).toBe(3);
  });

  test('throw after the last page if the stock changed', async () => {
    running.index.onSearch = () => {
      if (running.index.searches === 2) running.index.version = 'second';
    };
    await expect(read(true)).rejects.toThrow(StockChangedError);
    expect(requested).toHaveLength(4);
  });

  test('throw if the first page has no entity tag', async () => {
    running.index.onSearch = () => {
      if (running.index.searches === 1) running.index.version = 'second';
    };
    await expect(read(true)).rejects.toThrow(StockChangedError);
  });

  test('are not checked by default', async () => {
    running.index.onSearch = () => (running.index.version = `version ${running.index.searches}`);
    expect(await read(false)).toBe(45);
    expect(requested).toHaveLength(3);
  });

  test('throw at once if the total differs', async () => {
    const totals = [45, 44];
    const shrinking = new ForecourtClient({
      baseUrl: '',
      fetch: async () => {
        const results = {
          cars: [],
          total_vehicles: totals.shift(),
          current_page: 1,
          total_pages: 3,
          per_page: 20,
        };
        return Response.json({ results }, { headers: { etag: 'W/"one"' } });
      },
    });
    const pages = shrinking.pages({}, { sameStock: true });
    await pages.next();
    await expect(pages.next()).rejects.toThrow(StockChangedError);
    expect(totals).toEqual([]);
  });
});
