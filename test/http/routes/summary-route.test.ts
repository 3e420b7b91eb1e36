import type { SummaryResponse } from '../../../src/api/responses.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../conformance/http-server.ts';
import { sendRequest, readAnswer, serve } from '../fixture.ts';

const PATH = '/api/v1/vehicles/summary/';

type Summary = SummaryResponse['summary'];

const NO_MORE = { values: 0, count: 0 };
const NOTHING = { values: [], more: NO_MORE, unknown: 0 };

/** `Ford 12` for each value. */
function counted({ values }: Summary['make']): string[] {
  return values.map(({ value, count }) => `${value} ${count}`);
}

/** `price_max=5250: 2` for each change, and only the parameter where it is left out. */
function helping({ relaxations }: Summary): string[] | undefined {
  return relaxations?.map(
    ({ parameter, value, total_vehicles: total }) =>
      `${parameter}${value === null ? '' : `=${value}`}: ${total}`,
  );
}

describe('a summary of the small stock', () => {
  let server: RunningServer;
  beforeAll(async () => (server = await startServer()));
  afterAll(() => server.close());

  async function summaryOf(query: string): Promise<Summary> {
    const response = await fetch(`http://127.0.0.1:${server.port}${PATH}?${query}`);
    expect(response.status).toBe(200);
    return ((await response.json()) as SummaryResponse).summary;
  }

  async function totalOf(address: string): Promise<number> {
    const response = await fetch(address.replace('https://cars.example', `http://127.0.0.1:${server.port}`));
    const { results } = (await response.json()) as { results: { total_vehicles: number } };
    return results.total_vehicles;
  }

  test('has these members in this order', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}${PATH}?make=ford&price_max=7100`);
    expect(await response.text()).toBe(
      '{"summary":{"total_vehicles":1,' +
        '"matching":{"price":{"known":1,"unknown":0,"min":7000,"max":7000,' +
        '"percentiles":{"5":7000,"25":7000,"50":7000,"75":7000,"95":7000}},' +
        '"mileage":{"known":0,"unknown":1,"min":null,"max":null,' +
        '"percentiles":{"5":null,"25":null,"50":null,"75":null,"95":null}},' +
        '"year":{"known":1,"unknown":0,"min":2016,"max":2016,' +
        '"percentiles":{"5":2016,"25":2016,"50":2016,"75":2016,"95":2016}}},' +
        '"make":{"values":[{"value":"Honda","count":13},{"value":"Mazda","count":5},{"value":"Toyota","count":5},' +
        '{"value":"Citroen","count":1},{"value":"Ford","count":1},{"value":"Skoda","count":1},' +
        '{"value":"Volkswagen","count":1},{"value":"Wartburg","count":1}],"more":{"values":0,"count":0},"unknown":0},' +
        '"model":{"values":[{"value":"Focus","count":1}],"more":{"values":0,"count":0},"unknown":0},' +
        '"fuel_type":{"values":[{"value":"Petrol","count":1}],"more":{"values":0,"count":0},"unknown":0},' +
        '"transmission":{"values":[{"value":"Manual","count":1}],"more":{"values":0,"count":0},"unknown":0},' +
        '"dealer":{"values":[{"value":"valley-cars.example","count":1}],"more":{"values":0,"count":0},"unknown":0},' +
        '"year":{"values":[{"value":"2016","count":1}],"more":{"values":0,"count":0},"unknown":0},' +
        '"price":{"known":6,"unknown":1,"min":7000,"max":21000,' +
        '"percentiles":{"5":7000,"25":7200,"50":7400,"75":13900,"95":21000},' +
        '"histogram":[{"from":7000,"below":8000,"count":4},{"from":13000,"below":14000,"count":1},' +
        '{"from":21000,"below":null,"count":1}]},' +
        '"mileage":{"known":0,"unknown":1,"min":null,"max":null,' +
        '"percentiles":{"5":null,"25":null,"50":null,"75":null,"95":null},"histogram":[]},' +
        '"variant":{"values":[],"more":{"values":0,"count":0},"unknown":1},' +
        '"terms":{"colour":[],"body":[],"doors":[],"seats":[{"label":"7 seats","q":"7 seats","count":1}],"owners":[],' +
        '"history":[],"equipment":[],"drivetrain":[],"trim":[]},' +
        '"left_out_as_unknown":{"make":0,"price":1},"relaxations":null,"note":null}}',
    );
  });

  test('counts each field without its own filter, and makes without the model too', async () => {
    const summary = await summaryOf(
      'make=BMW&model=3+series+320d&fuel_type=diesel&transmission=automatic&dealer=clyde-autos.example&year_min=2017',
    );
    expect(summary.total_vehicles).toBe(1);
    expect(counted(summary.make)).toEqual(['BMW 2', 'Mercedes-Benz 1']);
    expect(counted(summary.model)).toEqual(['3 Series 2']);
    expect(counted(summary.fuel_type)).toEqual(['Diesel 1']);
    expect(counted(summary.dealer)).toEqual(['clyde-autos.example 1']);
    expect(counted(summary.year)).toEqual(['2017 1']);
  });

  test('counts models by base model, whatever variant is behind it', async () => {
    const { model, total_vehicles: total } = await summaryOf('make=bmw&model=3+series');
    expect(counted(model)).toEqual(['3 Series 3']);
    expect(total).toBe(3);
  });

  test('counts all spellings of a make as one, and words that are no class as they are', async () => {
    const { total_vehicles: total, make, fuel_type: fuel, transmission } = await summaryOf('');
    expect(total).toBe(50);
    expect(make.values).toContainEqual({ value: 'Volkswagen', count: 2 });
    expect(make.unknown).toBe(1);
    expect(counted(fuel)).toEqual(['Petrol 37', 'Diesel 6', 'Hybrid 4', 'Electric 1', 'Hydrogen 1']);
    expect(fuel.unknown).toBe(1);
    expect(counted(transmission)).toEqual(['Manual 37', 'Automatic 11', 'Other 1']);
  });

  test('has years with the newest first, and tells how many models and dealers are not listed', async () => {
    const { year, model, dealer } = await summaryOf('');
    expect(counted(year).slice(0, 3)).toEqual(['2023 1', '2020 1', '2019 2']);
    expect(year.unknown).toBe(2);
    expect(model.values).toHaveLength(20);
    expect(model.values[0]).toEqual({ value: 'Jazz', count: 13 });
    expect(model.more).toEqual({ values: 2, count: 2 });
    expect(counted(dealer)).toEqual([
      'valley-cars.example 35',
      'clyde-autos.example 7',
      'harbour-motors.example 5',
      'lagan-motors.example 3',
    ]);
    expect(dealer.more).toEqual(NO_MORE);
  });

  test('has percentiles that are prices of listings, whatever bounds were sent', async () => {
    const { price } = await summaryOf('make=mazda&price_min=1&price_max=9');
    expect(price).toEqual({
      known: 5,
      unknown: 0,
      min: 2800,
      max: 2800,
      percentiles: { 5: 2800, 25: 2800, 50: 2800, 75: 2800, 95: 2800 },
      histogram: [{ from: 2500, below: null, count: 5 }],
    });
  });

  test('says for each filter how many are left out only because a value is not known', async () => {
    const focus = 'make=ford&model=focus';
    const leftOut = async (query: string) => (await summaryOf(query)).left_out_as_unknown;
    expect(await leftOut(`${focus}&price_min=0`)).toEqual({ make: 0, model: 0, price: 1 });
    expect(await leftOut(`${focus}&price_max=30000&miles_max=90000&year_min=2000`)).toEqual({
      make: 0,
      model: 0,
      price: 1,
      mileage: 1,
      year: 1,
    });
    expect(await leftOut('make=toyota&location=LS1+4AP&distance=5')).toEqual({ make: 0, location: 2 });
    expect(await leftOut('make=toyota&location=LS1+4AP&distance=6')).toEqual({ make: 1 });
    expect(await leftOut('fuel_type=electric&transmission=automatic')).toEqual({
      fuel_type: 0,
      transmission: 0,
    });
    expect(await leftOut('make=toyota&engine_min=0')).toEqual({ make: 0, engine_size: 1 });
    expect(await leftOut('q=focus&dealer=valley-cars.example')).toEqual({});
  });

  test.each([
    // The least change first: 200 of £6,800 are a third of a step.
    ['make=ford&model=focus&price_max=6800&year_max=2022', ['price_max=7000: 1', 'price_max: 4']],
    ['make=bmw&year_min=2018&price_max=12000', ['year_min=2016: 1', 'make: 1']],
    ['make=honda&location=SW1A+1&distance=0&price_max=3195', ['price_max=3200: 1', 'distance=1: 2', 'distance: 11', 'price_max: 2']],
    ['make=mazda&engine_max=1.2', ['engine_max=1.3: 5', 'make: 9']],
    ['q=golf+zeppelin+plus', ['q=golf plus: 1', 'q: 50']],
    ['make=jaguar&fuel_type=electric', ['fuel_type: 2', 'make: 1']],
    ['dealer=nobody.example&make=audi', ['dealer: 2']],
    ['price_min=20000&price_max=10000&make=ford', ['price_min=7600: 1', 'price_max=21000: 1', 'price_min: 4']],
    ['make=trabant&price_min=50000', []],
  ])('of nothing says what would help: %s', async (query, expected) => {
    const summary = await summaryOf(query);
    expect(summary.total_vehicles).toBe(0);
    expect(helping(summary)).toEqual(expected);
    for (const { url, total_vehicles: total } of summary.relaxations ?? []) {
      expect(await totalOf(url)).toBe(total);
    }
    expect(summary.note).toBe(
      expected.length === 0
        ? 'Nothing matches, and no change of one parameter alone would help.'
        : 'Nothing matches. Each of these changes of one parameter finds something; the smallest change comes first.',
    );
  }); // prettier-ignore

  test('of a model that no title says offers it first as words of q', async () => {
    const summary = await summaryOf('make=audi&model=golf');
    expect(helping(summary)).toEqual(['model: 1', 'model: 2', 'make: 2']);
    const [{ url }] = summary.relaxations ?? [];
    expect(url).toBe('https://cars.example/api/v1/vehicles/?q=golf&make=audi&page=1');
    expect(await totalOf(url)).toBe(1);
    expect(summary.note).toBe(
      'Nothing matches. The first of these changes searches for the model as words of q, and each of the others is of one parameter.',
    );
  });

  test('keeps the order in the addresses of what would help, and starts at their first page', async () => {
    const { relaxations } = await summaryOf('make=audi&year_min=2019&sort=price_desc&page=7');
    expect(relaxations?.[0]).toEqual({
      parameter: 'year_min',
      value: '2018',
      total_vehicles: 2,
      url: 'https://cars.example/api/v1/vehicles/?make=audi&year_min=2018&sort=price_desc&page=1',
    });
  });

  test('of what is not there is empty, but for what else there is', async () => {
    const summary = await summaryOf('make=trabant&fuel_type=petrol');
    expect(summary.make.values[0]).toEqual({ value: 'Honda', count: 13 });
    expect(summary.model).toEqual(NOTHING);
    expect(summary.fuel_type).toEqual(NOTHING);
    expect(summary.dealer).toEqual(NOTHING);
  });
});

describe('the address of summaries', () => {
  test('may leave the slash out, and answers HEAD', async () => {
    const { url, port } = await serve();
    const response = await fetch(`${url}${PATH.slice(0, -1)}?make=jaguar`, { redirect: 'error' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const { status, head, json } = readAnswer(await sendRequest(port, `HEAD ${PATH}?make=jaguar`));
    expect(status).toBe(200);
    expect(head).toContain(`content-length: ${Buffer.byteLength(await response.text())}`);
    expect(json).toEqual({});
  });

  test('tells who has the summary already so, without counting, whatever page and spelling', async () => {
    const { url, index } = await serve();
    const first = await fetch(`${url}${PATH}?make=jaguar&price_max=20000`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[A-Za-z0-9_-]{27}"$/);
    const again = await fetch(`${url}${PATH}?price_max=20000&make=JAGUAR&page=4`, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(index.searches).toBe(1);
    const search = await fetch(`${url}/api/v1/vehicles/?make=jaguar&price_max=20000`);
    expect(search.headers.get('etag')).not.toBe(etag);
  });

  test('sends what was counted before, until the stock changes', async () => {
    const { url, index } = await serve();
    const sendRequest = async () => (await fetch(`${url}${PATH}?make=jaguar`)).text();
    expect(await sendRequest()).toBe(await sendRequest());
    expect(index.searches).toBe(1);
    index.version = 'second';
    await sendRequest();
    expect(index.searches).toBe(2);
  });

  test('names what is ignored: the page, and what is no parameter', async () => {
    const { url } = await serve();
    const ignored = async (query: string, headers = {}) =>
      (await fetch(`${url}${PATH}?${query}`, { headers })).headers.get('ignored-parameters');
    expect(await ignored('make=jaguar&page=2&sort=price_asc&fuel=x')).toBe(
      '"fuel"; did-you-mean="fuel_type", "page"; reason="page has no effect on a summary."',
    );
    expect(await ignored('make=jaguar&page=1&sort=price_asc')).toBeNull();
    const strict = { prefer: 'handling=strict' };
    expect(await ignored('price_min=9000&price_max=4000')).toBe(
      '"price_min"; reason="Nothing matches, because price_min is above price_max (got 9000 and 4000)."',
    );
    const both = await fetch(`${url}${PATH}?page=2&distance=3`, { headers: strict });
    expect(await both.json()).toMatchObject({
      status: 400,
      errors: [{ parameter: 'distance' }, { parameter: 'page' }],
    });
    const rejected = await fetch(`${url}${PATH}?fuel=x`, { headers: strict });
    expect(rejected.status).toBe(400);
  });

  test('refuses bad parameters as a search does', async () => {
    const { url } = await serve();
    const query = 'price_max=10k&page=0&sort=cheap';
    const [summary, search] = await Promise.all([
      fetch(`${url}${PATH}?${query}`),
      fetch(`${url}/api/v1/vehicles/?${query}`),
    ]);
    expect(summary.status).toBe(400);
    const { errors } = (await summary.json()) as { errors: unknown[] };
    expect(errors).toHaveLength(3);
    expect(errors).toEqual(((await search.json()) as { errors: unknown }).errors);
  });

  test('is not there for other methods', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}${PATH}`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});
