// Why a search finds nothing, on counts that are written here.
import { expect, test } from 'vitest';
import { explainEmpty } from '../../../src/pages/search/view/empty-results.ts';
import { toQueryString, type SearchState } from '../../../src/pages/view/search-state.ts';

const counted = (totals: Readonly<Record<string, number>>) => (search: SearchState) =>
  Promise.resolve({ '': 100, ...totals }[toQueryString(search)] ?? 0);

test('an empty stock is the whole reason', async () => {
  expect(await explainEmpty({ make: 'Nissan', price_max: '9000' }, counted({ '': 0 }))).toEqual({
    sentences: ['There is no stock yet.'],
    change: null,
    total: 0,
  });
});

test('a make that is not in stock is the reason, and not its models too', async () => {
  const search = { make: 'Nissan', model: 'Leaf', price_max: '9000', page: '2' };
  const totals = { 'price_max=9000': 7 };
  expect(await explainEmpty(search, counted(totals))).toEqual({
    sentences: ['No Nissan is in stock.'],
    change: { make: null, model: null },
    total: 7,
  });
});

test('a model that is not in stock is, where others of its make are', async () => {
  const totals = { 'make=Nissan': 5 };
  expect(await explainEmpty({ make: 'Nissan', model: 'Leaf' }, counted(totals))).toEqual({
    sentences: ['No Nissan Leaf is in stock.'],
    change: { model: null },
    total: 5,
  });
});

test('a year that no car is of is one reason', async () => {
  const totals = { 'price_max=9000': 7, 'year_min=2015': 9, 'year_max=2015': 9 };
  expect(
    await explainEmpty({ price_max: '9000', year_min: '2015', year_max: '2015' }, counted(totals)),
  ).toEqual({
    sentences: ['No car in stock fits “2015”.'],
    change: { year_min: null, year_max: null },
    total: 7,
  });
});

test('each word that no car has is named, and the others stay', async () => {
  const search = { q: 'red xyzzy roof plugh', phrase: 'red xyzzy roof plugh', fuel_type: 'Diesel' };
  const totals = { 'q=red': 4, 'q=roof': 3, 'fuel_type=Diesel': 9, 'q=red+roof&fuel_type=Diesel': 2 };
  expect(await explainEmpty(search, counted(totals))).toEqual({
    sentences: ['No car in stock has “xyzzy”.', 'No car in stock has “plugh”.'],
    change: { q: 'red roof' },
    total: 2,
  });
});

test('an exclusion is no reason and stays, a quotation and alternatives are one part each', async () => {
  const search = { q: '-"cat n" not red "pan roof" plum or puce with cheesecake diesel', price_max: '9000' };
  const totals = {
    'q=diesel': 4,
    'price_max=9000': 7,
    'q=-%22cat+n%22+not+red+diesel&price_max=9000': 3,
  };
  expect(await explainEmpty(search, counted(totals))).toEqual({
    sentences: [
      'No car in stock has “pan roof”.',
      'No car in stock has “plum or puce”.',
      'No car in stock has “cheesecake”.',
    ],
    change: { q: '-"cat n" not red diesel' },
    total: 3,
  });
});

test('a long text is counted as a whole, without its exclusions, which stay', async () => {
  const long = 'a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13';
  const totals = { 'q=-%22cat+n%22': 5 };
  expect(await explainEmpty({ q: `-"cat n" ${long}` }, counted(totals))).toEqual({
    sentences: [`No car in stock has all of “${long}”.`],
    change: { q: '-"cat n"' },
    total: 5,
  });
});

test('bounds, places, fuels and dealers are named as people say them', async () => {
  const search = {
    fuel_type: 'Electric',
    dealer: 'a.example',
    price_max: '500',
    location: 'LS1',
    place: 'Leeds',
    distance: '1',
  };
  const { sentences, change } = await explainEmpty(search, counted({}));
  expect(sentences).toEqual([
    'No electric car is in stock.',
    'a.example has no car in stock.',
    'No car in stock fits “At most £500”.',
    'No car in stock is within 3.1 miles (5 km) of Leeds.',
  ]);
  expect(change).toBeNull();
});

test('filters that find something alone are no reason', async () => {
  const totals = { 'make=Ford': 5, 'price_max=500': 2 };
  expect(await explainEmpty({ make: 'Ford', price_max: '500' }, counted(totals))).toEqual({
    sentences: [],
    change: null,
    total: 0,
  });
});
