import { describe, expect, test } from 'vitest';
import { serve } from '../fixture.ts';

const PATH = '/api/v1/vehicles/map/';

interface Received {
  readonly map: {
    readonly zoom: number;
    readonly total_vehicles: number;
    readonly unplaced: number;
    readonly outside: number;
    readonly cells: readonly {
      readonly count: number;
      readonly bbox: readonly number[];
      readonly town: string;
      readonly cell: string;
    }[];
  };
}

async function get(query: string, headers: Record<string, string> = {}): Promise<Response> {
  const { url } = await serve();
  return fetch(`${url}${PATH}${query}`, { headers });
}

async function mapOf(query: string): Promise<Received['map']> {
  const response = await get(query);
  expect(response.status).toBe(200);
  return ((await response.json()) as Received).map;
}

describe('a map', () => {
  test('has these members in this order', async () => {
    const response = await get('?zoom=6');
    expect(await response.text()).toBe(
      '{"map":{"zoom":6,"total_vehicles":46,"unplaced":45,"outside":0,"cells"' +
        ':[{"count":1,"latitude":51.17934,"longitude":-0.70312,"bbox":[-1.40625,50.73646,0,51.61802],"town":"London","cell":"6/127/85"}]}}',
    );
  });

  test('is of zoom 5 unless one is sent, and counts all that match', async () => {
    const { zoom, total_vehicles: total, unplaced, outside, cells } = await mapOf('');
    expect([zoom, total, outside]).toEqual([5, 46, 0]);
    expect(cells.reduce((sum, { count }) => sum + count, unplaced)).toBe(46);
  });

  test('lists the cells that touch a box, in whichever corners it is sent, and counts the others as outside', async () => {
    const { cells } = await mapOf('?zoom=8');
    const [first] = cells;
    const [west, south, east, north] = first.bbox;
    const inner = [west + 0.01, south + 0.01, east - 0.01, north - 0.01].map((degrees) => degrees.toFixed(5));
    const part = await mapOf(`?zoom=8&bbox=${inner.join()}`);
    expect(part.cells).toEqual([first]);
    expect(part.outside + part.unplaced + first.count).toBe(46);
    const [a, b, c, d] = inner;
    for (const [box, code, suggestion] of [
      [[c, b, a, d], 'reversed_range', inner],
      [[a, d, c, b], 'reversed_range', inner],
      [['-181', b, c, d], 'out_of_range', undefined],
      [[a, b, c, '90.1'], 'out_of_range', undefined],
    ] as const) {
      const response = await get(`?zoom=8&bbox=${box.join()}`);
      expect(response.status).toBe(400);
      const { errors } = (await response.json()) as { errors: object[] };
      const meant = suggestion?.map(Number).join();
      expect(errors).toEqual([
        { parameter: 'bbox', code, value: box.join(), ...(meant !== undefined && { suggestion: meant }) },
      ]);
    }
    expect((await get('?bbox=-180,-90,180,90')).status).toBe(200);
  });

  test('names each cell, and a search of it finds and counts exactly its listings', async () => {
    const { cells } = await mapOf('?zoom=8');
    expect(cells.map(({ count }) => count)).toEqual([1]);
    const { url } = await serve();
    const totalOf = async (path: string): Promise<number> => {
      const text = await (await fetch(`${url}/api/v1/vehicles/${path}`)).text();
      return Number(/"total_vehicles":(\d+)/.exec(text)?.[1]);
    };
    expect(await totalOf(`?cell=${cells[0].cell}`)).toBe(1);
    expect(await totalOf(`summary/?cell=${cells[0].cell}`)).toBe(1);
    expect(await totalOf(`map/?cell=${cells[0].cell}`)).toBe(1);
    expect(await totalOf('?cell=8/0/0')).toBe(0);
    expect(await totalOf(`?cell=8/0/0,${cells[0].cell}`)).toBe(1);
    expect(await totalOf(`?cell=8/0/0&cell=${cells[0].cell}`)).toBe(1);
  });

  test.each([
    ['8', 'not_a_number'],
    ['13/0/0', 'not_a_number'],
    ['0/4/0', 'not_a_number'],
    ['-1/0/0', 'not_a_number'],
    [Array.from({ length: 201 }, (_, i) => `12/${i}/0`).join(), 'too_long'],
  ])('refuses %s as a cell', async (cell, code) => {
    const response = await get(`?cell=${cell}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'cell', code }] });
  });

  test('says that a box has its latitudes first, and takes it as it is', async () => {
    const message = 'bbox is west,south,east,north (got 50.7,-1.5,51.7,0). Did you mean -1.5,50.7,0,51.7?';
    const response = await get('?bbox=50.7,-1.5,51.7,0');
    expect(response.headers.get('ignored-parameters')).toBe(
      `"bbox"; did-you-mean="-1.5,50.7,0,51.7"; reason="${message}"`,
    );
    expect(((await response.json()) as Received).map.cells).toEqual([]);
    const strict = await get('?bbox=50.7,-1.5,51.7,0', { prefer: 'handling=strict' });
    expect(await strict.json()).toMatchObject({
      status: 400,
      detail: message,
      errors: [{ parameter: 'bbox', code: 'implausible_value', suggestion: '-1.5,50.7,0,51.7' }],
    });
    for (const plausible of ['-1.5,50.7,0,51.7', '0,0,10,10', '50,20,60,30'])
      expect((await get(`?bbox=${plausible}`)).headers.get('ignored-parameters')).toBeNull();
  });

  test('names all bad parameters at once, its own and those of the search', async () => {
    const response = await get('?zoom=13&bbox=here&price_max=cheap');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_parameters',
      errors: [
        { parameter: 'price_max', code: 'not_an_integer', value: 'cheap' },
        { parameter: 'zoom', code: 'out_of_range', value: '13' },
        { parameter: 'bbox', code: 'not_a_number', value: 'here' },
      ],
    });
    const other = await get('?zoom=1&zoom=2&bbox=1,2,3');
    const { detail } = (await other.json()) as { detail: string };
    expect(detail).toBe(
      "zoom must have one value (got '1' and '2'). bbox must be four numbers in degrees, west,south,east,north, such as " +
        "-2.5,53.3,-1.9,53.7 (got '1,2,3').",
    );
  });

  test('ignores order and page, and says so', async () => {
    const response = await get('?sort=price_asc&page=2&colour=red');
    expect(response.headers.get('ignored-parameters')).toBe(
      '"colour"; did-you-mean="q", "sort"; reason="sort has no effect on a map.", "page"; reason="page has no effect on a map."',
    );
    const idle = await get('?distance=3&sort=distance&year_min=18');
    expect(idle.headers.get('ignored-parameters')).toBe(
      '"year_min"; did-you-mean="2018"; reason="year_min is a year of four digits (got 18). Did you mean 2018?", ' +
        '"distance"; reason="distance has no effect without location.", "sort"; reason="sort has no effect on a map."',
    );
    const strict = await get('?sort=price_asc&page=2', { prefer: 'handling=strict' });
    expect(await strict.json()).toMatchObject({
      detail: 'sort has no effect on a map. page has no effect on a map.',
      errors: [
        { parameter: 'sort', code: 'no_effect', value: 'price_asc' },
        { parameter: 'page', code: 'no_effect', value: '2' },
      ],
    });
    const all = await get('?zoom=99&price_min=x&distance=3&sort=relevance&page=2&colour=red', {
      prefer: 'handling=strict',
    });
    expect(((await all.json()) as { detail: string }).detail).toBe(
      "price_min must be a whole number (got 'x'). zoom must be a whole number from 0 to 12 (got '99'). " +
        "'colour' is not a parameter of this search. Did you mean q? distance has no effect without location. " +
        'sort has no effect on a map. page has no effect on a map.',
    );
    expect(((await response.json()) as Received).map.total_vehicles).toBe(46);
  });

  test('has an entity tag of its parameters, and is not sent again', async () => {
    const first = await get('?zoom=7&make=ford');
    const tag = first.headers.get('etag') ?? '';
    expect((await get('?make=FORD&zoom=07', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('?make=ford&zoom=8', { 'if-none-match': tag })).status).toBe(200);
    expect((await get('?make=ford&zoom=7&bbox=0,0,1,1', { 'if-none-match': tag })).status).toBe(200);
  });

  test('of nothing is empty', async () => {
    expect(await mapOf('?make=nosuch')).toEqual({
      zoom: 5,
      total_vehicles: 0,
      unplaced: 0,
      outside: 0,
      cells: [],
    });
  });
});
