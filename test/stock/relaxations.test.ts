// Which changes of one parameter are offered for a search that finds nothing, and in which order.
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/listing/listing.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { findRelaxations, type Relaxation, type RelaxationSource } from '../../src/stock/relaxations.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import { listingOf } from '../support/hit.ts';
import { unknownListing } from '../support/listings.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { SMALL_GAZETTEER } from '../query/small-gazetteer.ts';

function stock(...variations: readonly Partial<Listing>[]): RelaxationSource {
  const cars = variations.map((car, i) => unknownListing({ id: `${i}`, ...car }));
  const model = new ReferenceModel(cars, SMALL_GAZETTEER);
  return {
    count: async (query) => (await model.search(query)).total,
    valueRange: async (query, field) => {
      const { hits } = await model.search({ ...query, page: 1, perPage: 100 });
      const known = hits.map((hit) => listingOf(hit)[field]).filter((value) => value !== null);
      return known.length === 0 ? undefined : { min: Math.min(...known), max: Math.max(...known) };
    },
  };
}

function relax(text: string, source: RelaxationSource): Promise<readonly Relaxation[]> {
  return findRelaxations(parseQuery([...new URLSearchParams(text)], SMALL_GAZETTEER).query, source);
}

/** `price_max=5000: 1`, without a value for a dropped parameter. */
async function changes(text: string, source: RelaxationSource): Promise<string[]> {
  const found = await relax(text, source);
  return found.map(
    ({ parameter, value, total }) => `${parameter}${value === null ? '' : `=${value}`}: ${total}`,
  );
}

describe('a limit', () => {
  const prices = stock({ priceGbp: 5000 }, { priceGbp: 6000 }, { priceGbp: 8000 });

  it.each([
    ['price_max=4000', ['price_max=5000: 1', 'price_max: 3']],
    ['price_min=9000', ['price_min=8000: 1', 'price_min: 3']],
    ['price_min=5500&price_max=5600', ['price_max=6000: 1', 'price_min=5000: 1', 'price_max: 2']],
    ['price_min=6500&price_max=6600', ['price_min=6000: 1', 'price_max=8000: 1', 'price_min: 2']],
  ])('of %s moves to the nearest price, and is dropped where that finds more', async (text, expected) => {
    expect(await changes(text, prices)).toEqual(expected);
  });

  it('of a whole number moves to a whole number', async () => {
    const cars = stock({ priceGbp: 5000.5, engineLitres: 1.4 });
    expect(await changes('price_max=4000', cars)).toEqual(['price_max=5001: 1']);
    expect(await changes('price_min=9000', cars)).toEqual(['price_min=5000: 1']);
    expect(await changes('engine_max=1.2', cars)).toEqual(['engine_max=1.4: 1']);
    expect(await changes('engine_min=1.6', cars)).toEqual(['engine_min=1.4: 1']);
  });

  it('of a value that no car is known to have is dropped', async () => {
    expect(await changes('price_max=4000', stock({}, {}))).toEqual(['price_max: 2']);
  });

  it('that moves leaves the rest of the search, on its first page', async () => {
    const [moved, dropped] = await relax('price_max=4000&sort=year_desc&page=3', prices);
    expect(moved).toEqual({
      parameter: 'price_max',
      value: '5000',
      total: 1,
      query: { priceGbp: { max: 5000 }, sort: 'year_desc', page: 1 },
    });
    expect(dropped).toEqual({
      parameter: 'price_max',
      value: null,
      total: 3,
      query: { sort: 'year_desc', page: 1 },
    });
  });
});

describe('a distance', () => {
  const at = (lat: number): Partial<Listing> => ({ point: { lat, lng: -1.548 } });

  it('moves to the narrowest band that finds something, and is dropped where that finds more', async () => {
    const cars = stock(at(54.067), at(54.1), at(56));
    expect(await changes('location=LS1&distance=0', cars)).toEqual(['distance=4: 2', 'distance: 3']);
    expect(await changes('location=LS1&distance=3', cars)).toEqual(['distance=4: 2', 'distance: 3']);
  });

  it('is only dropped if no band reaches a car', async () => {
    expect(await changes('location=LS1&distance=2', stock(at(56)))).toEqual(['distance: 1']);
  });
});

describe('a text', () => {
  const cars = stock({ model: 'Red Polo' }, { model: 'Blue Golf' }, { model: 'Green Golf' });

  it.each([
    ['red golf', ['q=golf: 2', 'q=red: 1', 'q: 3']],
    ['golf polo golf', ['q=golf golf: 2', 'q: 3']],
    ['polo -red', ['q=polo: 1', 'q=-red: 2', 'q: 3']],
    ['zastava', ['q: 3']],
    [`red${' golf'.repeat(11)}`, [`q=golf${' golf'.repeat(10)}: 2`, 'q: 3']],
    [`red${' golf'.repeat(12)}`, ['q: 3']],
  ])('%j loses each of its words in turn, the one that matters least first', async (q, expected) => {
    expect((await changes(`q=${q}`, cars)).toSorted()).toEqual(expected.toSorted());
  });

  it('loses first the word without which most is found', async () => {
    expect(await changes('q=red golf', cars)).toEqual(['q=golf: 2', 'q=red: 1', 'q: 3']);
  });
});

describe('a list of values', () => {
  const cars = stock({ make: 'Ford' }, { make: 'Volkswagen' }, { make: 'Volkswagen' });
  const excluded = (count: number): string => Array.from({ length: count }, (_, i) => `,-n${i}`).join('');

  it.each([
    ['make=Audi', ['make: 3']],
    ['make=Audi,BMW', ['make: 3']],
    ['make=-Ford,-Volkswagen', ['make=-Ford: 2', 'make=-Volkswagen: 1', 'make: 3']],
    ['make=Ford,-Ford', ['make=-Ford: 2', 'make=Ford: 1', 'make: 3']],
    [`make=-Ford,-Volkswagen${excluded(11)}`, ['make: 3']],
  ])('%s loses one excluded value, or those asked for, or all', async (text, expected) => {
    expect(await changes(text, cars)).toEqual(expected);
  });

  it('of twelve excluded values loses each', async () => {
    expect(await changes(`make=-Ford,-Volkswagen${excluded(10)}`, cars)).toHaveLength(3);
  });

  it('keeps the values asked for beside the other excluded ones', async () => {
    const [first] = await relax('make=Ford,-Ford,-Audi', stock({ make: 'Ford' }));
    expect(first.query).toEqual({ make: { any: ['Ford'], none: ['Audi'] }, page: 1 });
  });
});

describe('the order', () => {
  it('is that of steps, then the drops of what matters least', async () => {
    const cars = stock(
      { priceGbp: 5000, year: 2019 },
      { priceGbp: 9000, year: 2019 },
      { priceGbp: 4000, year: 2018 },
      { priceGbp: 3000, year: 2010 },
    );
    expect(await changes('price_max=4000&year_min=2019', cars)).toEqual([
      'year_min=2018: 1',
      'price_max=5000: 1',
      'year_min: 2',
      'price_max: 2',
    ]);
  });

  it('has the lower limit before the upper one if both are dropped', async () => {
    const cars = stock({ priceGbp: 3000 }, { priceGbp: 4000 }, { priceGbp: 7000 }, { priceGbp: 8000 });
    expect(await changes('price_max=5000&price_min=5000', cars)).toEqual([
      'price_min=4000: 1',
      'price_max=7000: 1',
      'price_min: 2',
      'price_max: 2',
    ]);
  });

  it.each([
    [2016, ['year_min=2016: 1', 'q=red: 1', 'q: 1']],
    [2015, ['q=red: 1', 'year_min=2015: 1', 'q: 1']],
  ])('has a word between changes of three years and of four (%i)', async (year, expected) => {
    const cars = stock({ model: 'Red', year: 2019 }, { model: 'Red Golf', year });
    expect(await changes('q=red golf&year_min=2019', cars)).toEqual(expected);
  });

  it.each([
    [2016, ['year_min=2016: 1', 'make=-Ford: 1']],
    [2015, ['make=-Ford: 1', 'year_min=2015: 1']],
  ])('has a value between changes of three years and of four (%i)', async (year, expected) => {
    const cars = stock({ make: 'Audi', year: 2019 }, { make: 'BMW', year });
    expect(await changes('make=-Audi,-Ford&year_min=2019', cars)).toEqual(expected);
  });
});

it('a search without limits has no changes', async () => {
  const nothing: SearchQuery = { page: 1, sort: 'price_asc' };
  expect(await findRelaxations(nothing, stock())).toEqual([]);
});
