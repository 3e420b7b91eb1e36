// The client against the real server, in which 45 Skodas make three pages.
import { beforeEach, describe, expect, test } from 'vitest';
import { ForecourtClient, ForecourtProblem, StockChangedError } from '../../src/client/index.ts';
import { serve, type Running } from '../http/fixture.ts';

let running: Running;
let client: ForecourtClient;
/** The addresses that were asked for, without the base URL. */
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
  test('searches, and omits undefined parameters', async () => {
    const page = await client.search({ make: 'jaguar', location: 'SW1A 1AA', price_max: undefined });
    expect(page).toMatchObject({ total_vehicles: 1, current_page: 1, total_pages: 1, per_page: 20 });
    expect(page.cars[0]).toMatchObject({ make: 'Jaguar', model: 'XJ', price: 14995, distance_km: 0 });
    expect(requested).toEqual(['/api/v1/vehicles/?make=jaguar&location=SW1A+1AA']);
  });

  test('summarises', async () => {
    const summary = await client.summary({ make: 'skoda', price_max: 1009 });
    expect(summary.total_vehicles).toBe(10);
    expect(summary.price.percentiles[50]).toBe(1022);
    expect(requested).toEqual(['/api/v1/vehicles/summary/?make=skoda&price_max=1009']);
  });

  test('reads a phrase, and searches for what it asks for', async () => {
    const { parameters, not_understood } = await client.interpret('Jaguar XJ under £15k, not red');
    expect(parameters).toEqual({ make: 'Jaguar', model: 'XJ', price_max: '15000' });
    expect(not_understood.map(({ words }) => words)).toEqual(['not red']);
    expect(await client.search(parameters)).toMatchObject({ total_vehicles: 1 });
  });

  test('may have a slash at the end of its base URL, and a path in it', async () => {
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

describe('what the service refuses', () => {
  test('is a problem with every invalid parameter, and is not retried', async () => {
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

  test('is a wrong call where it is a parameter that does not exist', async () => {
    // @ts-expect-error The types know it already.
    const call = client.search({ fuel: 'Diesel' });
    await expect(call).rejects.toThrow(
      new TypeError('The service does not take these parameters: "fuel"; did-you-mean="fuel_type".'),
    );
  });

  test('is a bug of the service where it is one, and is not asked for again', async () => {
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
  test('are all of them, in order, each asked for when it is needed', async () => {
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

  test('give every vehicle once', async () => {
    const prices: (number | null)[] = [];
    for await (const { price } of client.vehicles({ make: 'skoda' })) prices.push(price);
    expect(prices).toEqual(Array.from({ length: 45 }, (_, number) => 1000 + number));
  });

  test('end with the iteration', async () => {
    for await (const { price } of client.vehicles({ make: 'skoda' })) if (price === 1019) break;
    expect(requested).toHaveLength(1);
  });

  test('begin with the one that is asked for', async () => {
    const seen: number[] = [];
    for await (const { current_page } of client.pages({ make: 'skoda', page: 2 })) seen.push(current_page);
    expect(seen).toEqual([2, 3]);
  });

  test('are one empty page where nothing matches, and past the end', async () => {
    for (const parameters of [{ make: 'trabant' }, { make: 'skoda', page: 9 }]) {
      const seen: number[] = [];
      for await (const { cars } of client.pages(parameters, { sameStock: true })) seen.push(cars.length);
      expect(seen).toEqual([0]);
    }
    expect(requested).toHaveLength(2);
  });

  test('end as soon as the signal says so', async () => {
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

describe('pages of the same stock', () => {
  async function read(sameStock: boolean): Promise<number> {
    let seen = 0;
    for await (const page of client.pages({ make: 'skoda' }, { sameStock })) seen += page.cars.length;
    return seen;
  }

  test('are proved by the entity tag of the first one, which is not searched again', async () => {
    expect(await read(true)).toBe(45);
    expect(requested).toHaveLength(4);
    expect(requested[3]).toBe('/api/v1/vehicles/?make=skoda');
    expect(running.index.searches).toBe(3);
  });

  test('are told from others after the last page', async () => {
    running.index.onSearch = () => {
      if (running.index.searches === 2) running.index.version = 'second';
    };
    await expect(read(true)).rejects.toThrow(StockChangedError);
    expect(requested).toHaveLength(4);
  });

  test('are not proved where the service could not tag the first page', async () => {
    running.index.onSearch = () => {
      if (running.index.searches === 1) running.index.version = 'second';
    };
    await expect(read(true)).rejects.toThrow(StockChangedError);
  });

  test('are not asked for by default', async () => {
    running.index.onSearch = () => (running.index.version = `version ${running.index.searches}`);
    expect(await read(false)).toBe(45);
    expect(requested).toHaveLength(3);
  });

  test('are told from others at once where the total differs', async () => {
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
