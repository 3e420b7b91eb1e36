// Which words of `q` are said to have been read as others, over a few listings.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchService } from '../../../src/search/search-service.ts';
import { DataFolder } from '../../support/data-folder.ts';

const folder = new DataFolder();
let service: SearchService;

beforeAll(async () => {
  const cars = [
    { make: 'Vauxhall', model: 'Zafira', fuel_type: 'Diesel', description: 'Seven seats and a towbar' },
    { make: 'Vauxhall', model: 'Zafira Elite', fuel_type: 'Petrol', description: 'Panoramic roof' },
    { make: 'Ford', model: 'Fiesta', fuel_type: 'Petrol', description: 'Lovely vista' },
    { make: 'Ford', model: 'Fiesta Zetec', fuel_type: 'Diesel', description: 'Blue, two keys' },
  ];
  const lines = cars.map((car, i) => {
    const advertUrl = `https://dealer.example/${i}`;
    return JSON.stringify({ id: String(i), dealer: 'dealer.example', advert_url: advertUrl, ...car });
  });
  await folder.import(lines, { merge: false });
  const backend = await folder.open();
  await backend.catchUp();
  ({ service } = backend);
});

afterAll(() => folder.remove());

it.each<[q: string, total: number, corrections: [from: string, to: string][]]>([
  ['zafira', 2, []],
  ['Zaphira', 2, [['Zaphira', 'zafira']]],
  ['fista', 2, [['fista', 'fiesta or vista']]],
  ['desiel', 2, [['desiel', 'diesel']]],
  ['pano', 1, []],
  ['fista, zetac', 1, [['fista', 'fiesta or vista'], ['zetac', 'zetec']]],
  ['focsu or zaphira', 2, [['zaphira', 'zafira']]],
  ['-zaphira', 4, []],
  ['A3', 0, []],
  ['qqqqqq', 0, []],
  ['"Zaphira"', 0, []],
  ['"zafira"', 2, []],
  ['"and a"', 1, []],
  ['"pano"', 0, []],
])('%s', async (q, total, corrections) => {
  const found = await service.search({ q, page: 1 });
  const expected = corrections.map(([from, to]) => ({ parameter: 'q', from, to }));
  expect([found.total, found.corrections ?? []]).toEqual([total, expected]);
  const summary = await service.summarize({ q, page: 1 });
  expect(summary.corrections ?? []).toEqual(expected);
  const { state } = service.index;
  expect(await service.findCorrections({ q, page: 1 }, { state })).toEqual(expected);
}); // prettier-ignore

it('finds with what it names what it found itself', async () => {
  const misspelt = await service.search({ q: 'zaphira or fista', page: 1 });
  const [zafira, fiesta] = misspelt.corrections ?? [];
  const named = await service.search({ q: `${zafira.to} or ${fiesta.to}`, page: 1 });
  expect(named.hits.map(({ id }) => id).sort()).toEqual(misspelt.hits.map(({ id }) => id).sort());
});

it.each<[makes: readonly string[]]>([[['Frod', 'Ford']], [['Ford', 'Frod']]])(
  'a make is said to have been read as another for that spelling alone, asked for as %j',
  async (makes) => {
    const found = [];
    for (const make of makes) {
      const query = { make: { any: [make] }, page: 1 };
      const [result, summary] = [await service.search(query), await service.summarize(query)];
      const map = await service.map(query, { zoom: 6, box: undefined });
      found.push([make, result.total, result.corrections, summary.corrections, map.corrections]);
    }
    const said = [{ parameter: 'make', from: 'Frod', to: 'Ford' }];
    const expected = {
      Frod: ['Frod', 2, said, said, said],
      Ford: ['Ford', 2, undefined, undefined, undefined],
    };
    expect(found).toEqual(makes.map((make) => expected[make as keyof typeof expected]));
  },
);

it('a misspelt make in quotes is taken as it was typed', async () => {
  const total = async (make: string) => (await service.search({ make: { any: [make] }, page: 1 })).total;
  expect([await total('"Frod"'), await total('"Ford"'), await total('Frod')]).toEqual([0, 2, 2]);
  const others = await service.search({ make: { none: ['"Frod"'] }, page: 1 });
  expect([others.total, others.corrections]).toEqual([4, undefined]);
});
