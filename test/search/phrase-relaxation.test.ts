// A text that finds nothing and reads as a phrase is offered as the search that it describes, first among the relaxations.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchService } from '../../src/search/search-service.ts';
import { DataFolder } from '../support/data-folder.ts';

const folder = new DataFolder();
let service: SearchService;

const CARS = [
  { id: '1', make: 'Ford', model: 'Fiesta', price: 4500, full_description: 'White, tow bar' },
  { id: '2', make: 'Ford', model: 'Fiesta', price: 7000, full_description: 'White' },
  { id: '3', make: 'Audi', model: 'A4', price: 4000, full_description: 'Red' },
];

beforeAll(async () => {
  const lines = CARS.map((car) =>
    JSON.stringify({ ...car, dealer: 'north.example', advert_url: `https://north.example/${car.id}` }),
  );
  await folder.import(lines, { merge: false });
  const search = await folder.open();
  await search.catchUp();
  ({ service } = search);
});

afterAll(() => folder.remove());

async function offered(params: Record<string, string>) {
  const { relaxations } = await service.summarize(service.parse(Object.entries(params)).query);
  return relaxations?.map(({ parameter, value, parameters, total }) => ({
    parameter,
    value,
    parameters,
    total,
  }));
}

it('is offered with its parameters and its count', async () => {
  const [first] = (await offered({ q: 'white fiesta under 5000' })) ?? [];
  expect(first).toEqual({
    parameter: 'q',
    value: 'white',
    parameters: { make: 'Ford', model: 'Fiesta', price_max: '5000' },
    total: 1,
  });
});

it('is offered beside the other parameters of the search', async () => {
  const [first] = (await offered({ q: 'fiesta under 5000', price_min: '4000', year_min: '1990' })) ?? [];
  expect(first?.parameters).toBeUndefined();
  const [second] = (await offered({ q: 'fiesta under 5000', dealer: 'north.example' })) ?? [];
  expect(second).toMatchObject({ value: null, parameters: { model: 'Fiesta', price_max: '5000' }, total: 1 });
});

it('is not offered where it finds nothing, is not understood as a whole or the words find something', async () => {
  const phrases = async (params: Record<string, string>) =>
    (await offered(params))?.filter(({ parameters }) => parameters !== undefined);
  expect(await phrases({ q: 'fiesta under 500' })).toEqual([]);
  expect(await phrases({ q: 'zeppelin' })).toEqual([]);
  expect(await phrases({ q: 'fiesta zeppelin under 5000' })).toEqual([]);
  expect(await phrases({ q: 'white fiesta' })).toBeUndefined();
});

it('leaves other changes of the text whole', async () => {
  expect(await offered({ q: 'fiesta red or green -white' })).toEqual([
    { parameter: 'q', value: 'red or green -white', parameters: undefined, total: 1 },
    { parameter: 'q', value: null, parameters: undefined, total: 3 },
  ]);
});

it('is offered beside the other words of q if it is a model that no title says', async () => {
  const towBar = { parameter: 'model', value: null, total: 1 };
  expect((await offered({ make: 'Ford', model: 'tow bar' }))?.[0]).toEqual({
    ...towBar,
    parameters: { q: 'tow bar' },
  });
  expect((await offered({ model: 'tow bar', q: 'white' }))?.[0]).toEqual({
    ...towBar,
    parameters: { q: 'white tow bar' },
  });
});

it('is not offered as a model that no listing says, nor for several or excluded ones', async () => {
  const models = async (model: string) =>
    (await offered({ model }))?.filter(({ parameters }) => parameters !== undefined);
  expect(await models('zeppelin')).toEqual([]);
  expect(await models('tow bar,white')).toEqual([]);
  expect(await models('tow bar,-white')).toEqual([]);
  expect(await models('not white')).toEqual([]);
});
