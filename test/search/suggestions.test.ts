// What completes a phrase, on a stock of the page's tests.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { Suggester } from '../../src/search/suggestions.ts';
import { PAGE_STOCK } from '../pages/search/page-stock.ts';
import { carLine } from '../support/car-line.ts';
import { DataFolder } from '../support/data-folder.ts';

let folder: DataFolder;
let backend: SearchBackend;
let suggester: Suggester;

beforeAll(async () => {
  folder = new DataFolder();
  await folder.import(PAGE_STOCK, { merge: false });
  backend = await folder.open();
  await backend.catchUp();
  suggester = new Suggester(backend.service);
});

afterAll(() => folder.remove());

async function suggested(text: string): Promise<string[]> {
  const suggestions = await suggester.suggest(text, 2026);
  return suggestions.map((one) => `${one.kind}: ${one.label} = ${one.text} (${one.count})`);
}

describe('what is typed is completed by', () => {
  test.each([
    [
      'makes and their models',
      'fo',
      [
        'make: Ford = Ford (60)',
        'model: Ford Focus = Ford Focus (40)',
        'model: Ford Fiesta = Ford Fiesta (20)',
      ],
    ],
    ['a model after its make', 'ford fi', ['model: Ford Fiesta = Ford Fiesta (20)']],
    ['a make by another name', 'jag', ['make: Jaguar = Jaguar (1)', 'model: Jaguar XJ = Jaguar XJ (1)']],
    ['terms of the trade', 'one ow', ['term: 1 owner = 1 owner (60)']],
    [
      'towns, as a distance that limits',
      'lee',
      ['place: within 15 miles of Leeds = within 15 miles of Leeds (30)'],
    ],
    [
      'towns after a word of place only',
      'near invern',
      ['place: within 15 miles of Inverness = within 15 miles of Inverness (1)'],
    ],
    [
      'the largest towns first, wherever most cars are',
      'near le',
      [
        'place: within 15 miles of Leeds = within 15 miles of Leeds (30)',
        'place: within 15 miles of Leyton = within 15 miles of Leyton (30)',
        'place: within 15 miles of Lewisham = within 15 miles of Lewisham (30)',
      ],
    ],
    [
      'towns at the distance that was typed',
      'ford within 5 miles of lee',
      ['place: Leeds = ford within 5 miles of Leeds (30)'],
    ],
    ['nothing that finds nothing', 'audi', []],
    ['nothing after one letter', 'f', []],
  ])('%s', async (_, text, expected) => {
    expect(await suggested(text)).toEqual(expected);
  });

  test('what the whole phrase finds', async () => {
    expect(await suggested('diesel foc')).toEqual(['model: Ford Focus = diesel Ford Focus (14)']);
    expect(await suggested('electric foc')).toEqual([]);
  });
});

test('the count is of what the phrase finds, where its name means more than the model', async () => {
  const models = ['Cooper S', 'Hatch Cooper', 'John Cooper Works'];
  const cars = models.map((model, i) => carLine(i, { make: 'MINI', model }));
  const own = new DataFolder();
  try {
    await own.import(cars, { merge: false });
    const opened = await own.open();
    await opened.catchUp();
    const suggestions = await new Suggester(opened.service).suggest('mini coop', 2026);
    expect(suggestions.map(({ text, count }) => [text, count])).toEqual([['MINI Cooper', 3]]);
  } finally {
    await own.remove();
  }
});

test('a count that the stock outran while it was found is not kept', async () => {
  let version = '1';
  let found = 0;
  const service = {
    get version() {
      return version;
    },
    parse: () => ({ query: { page: 1 } }),
    sharedContext: () => ({}),
    understand: async () => ({ query: { page: 1 } }),
    count: async () => {
      const isFirst = found++ === 0;
      await new Promise((resolve) => setTimeout(resolve, isFirst ? 50 : 1));
      return isFirst ? 0 : 7;
    },
  } as unknown as SearchBackend['service'];
  const suggesting = new Suggester(service);
  const early = suggesting.suggest('near invern', 2026);
  version = '2';
  const labels = async () => (await suggesting.suggest('near invern', 2026)).map(({ label }) => label);
  expect(await labels()).toHaveLength(1);
  expect(await early).toEqual([]);
  expect(await labels()).toHaveLength(1);
});

describe('a long phrase', () => {
  const words = (count: number): string => Array.from({ length: count }, () => 'any').join(' ');

  test('has fewer completions, the most common of each kind first', async () => {
    const labels = async (count: number): Promise<string[]> =>
      (await suggester.suggest(`${words(count)} fo`, 2026)).map(({ label }) => label);
    expect(await labels(7)).toEqual(['Ford', 'Ford Focus', 'Ford Fiesta']);
    expect(await labels(20)).toEqual(['Ford', 'Ford Focus']);
    expect(await labels(40)).toEqual(['Ford']);
    expect(await labels(100)).toEqual([]);
  });

  test.each([
    ['words', `${words(90)} fo`],
    ['letters', `${'a '.repeat(250)}fo`],
    ['parts of a word', `${'a-'.repeat(250)} fo`],
  ])('of %s is not read again for each completion', async (_, text) => {
    const interpret = vi.spyOn(backend.service, 'interpret');
    await suggester.suggest(text, 2026);
    const read = interpret.mock.calls.map(([phrase]) => phrase.split(/[\s-]+/).length);
    interpret.mockRestore();
    expect(read.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(100);
  });
});
