// What a search that found nothing did not find, over a few cars.
import { expect, test } from 'vitest';
import { parseQuery } from '../../src/query/parse-query.ts';
import { readClauses } from '../../src/query/query-runs.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import type { Values } from '../../src/listing/field.ts';
import { findMissingTerms, wordsToKeep } from '../../src/search/missing-terms.ts';

interface Car {
  readonly make: string;
  readonly model: string;
  readonly fuelType: string;
  readonly priceGbp: number;
  readonly words: readonly string[];
  readonly dealer: string;
  readonly isNear: boolean;
}

const CARS: readonly Car[] = [
  { make: 'ford', model: 'focus', fuelType: 'Diesel', priceGbp: 5000, words: ['red', 'estate', 'mx-5'], dealer: 'northgate-cars.example', isNear: false }, // prettier-ignore
  { make: 'audi', model: 'a4', fuelType: 'Petrol', priceGbp: 9000, words: ['blue', 'estate'], dealer: 'valley-cars.example', isNear: false }, // prettier-ignore
];

function isRequested(value: string, { any, none = [] }: Values = {}): boolean {
  const isAmong = (values: readonly string[]): boolean =>
    values.some((one) => one.toLowerCase() === value.toLowerCase());
  return (any === undefined || isAmong(any)) && !isAmong(none);
}

/** Whole words only, with `or` and exclusions of one word; a place is near no car, at any distance but the last. */
async function count(query: SearchQuery): Promise<number> {
  const clauses = readClauses((query.q ?? '').toLowerCase());
  return CARS.filter(
    (car) =>
      clauses.every(
        ({ words, isExcluded }) => words.some((word) => car.words.includes(word)) !== isExcluded,
      ) &&
      isRequested(car.make, query.make) &&
      isRequested(car.model, query.model) &&
      isRequested(car.fuelType, query.fuelType) &&
      isRequested(car.dealer, query.dealer) &&
      car.priceGbp >= (query.priceGbp?.min ?? 0) &&
      car.priceGbp <= (query.priceGbp?.max ?? Infinity) &&
      (query.center === undefined || query.distanceBand === 6 || car.isNear),
  ).length;
}

const GAZETTEER = {
  resolve: () => ({ postcode: 'LS1 4AP', point: { lat: 53.8, lng: -1.5 } }) as const,
};

async function missing(search: Record<string, string>): Promise<string[]> {
  const { query } = parseQuery(Object.entries(search), GAZETTEER);
  return (await findMissingTerms(query, count)).map(({ parameter, text }) => `${parameter}: ${text}`);
}

test.each<[Record<string, string>, string[]]>([
  [{ q: 'red zephyr' }, ['q: zephyr']],
  [{ q: 'ZÉPHYR zephyr, Mangusta!' }, ['q: zephyr', 'q: mangusta']],
  [{ q: 'red blue' }, ['together: red blue']],
  [{ q: 'red or zephyr' }, []],
  [{ q: 'zephyr or mangusta' }, ['q: zephyr mangusta']],
  [{ q: 'zephyr or mx-5' }, []],
  [{ q: 'zephyr or c-hr' }, ['q: zephyr c hr']],
  [{ q: 'red -estate' }, ['q: -estate']],
  [{ q: 'red not mx-5' }, ['q: -mx 5']],
  [{ q: 'red not estate' }, ['q: -estate']],
  [{ q: 'zephyr or -red' }, ['q: zephyr']],
  [{ q: 'zephyr or not mx-5' }, ['q: zephyr']],
  [{ q: 'with a zephyr' }, ['q: zephyr']],
  [{ make: 'DeLorean', model: 'DMC-12' }, ['make: delorean']],
  [{ make: 'Ford', model: 'A4' }, ['model: a4']],
  [{ make: 'Ford', q: 'blue' }, ['together: blue ford']],
  [{ make: 'Ford', fuel_type: 'Petrol', price_max: '20000' }, ['together: ford petrol']],
  [{ make: 'Ford', price_max: '3000' }, ['price_max: 3000']],
  [{ make: 'Audi', price_max: '7000' }, ['price_max: 7000']],
  [{ q: 'estate', price_min: '6000', price_max: '7000' }, ['price_min: 6000', 'price_max: 7000']],
  [{ make: 'Seat,Skoda', fuel_type: '-Diesel' }, ['make: seat skoda']],
  [{ make: 'Ford', fuel_type: '-Diesel' }, ['together: ford -diesel']],
  [{ dealer: 'unknown-cars.example' }, ['dealer: unknown-cars.example']],
  [{ dealer: 'valley-cars.example', q: 'red' }, ['together: red valley-cars.example']],
  [{ q: 'red', location: 'LS1 4AP', distance: '2' }, ['distance: ls1 10 km']],
  [{ q: 'red', price_min: '6000', location: 'LS1 4AP', distance: '6' }, ['price_min: 6000']],
  [{ q: '!?' }, []],
  [{ q: 'call 07700 900123 about the zephyr' }, ['q: call', 'q: about', 'q: zephyr']],
  [{ q: 'jane.doe@mail.example' }, []],
  [{ make: 'jane.doe@mail.example' }, []],
  [{ q: 'a b c d e f g h i j k l m' }, []],
])('%j', async (search, terms) => {
  expect(await missing(search)).toEqual(terms);
});

test('words are kept in the normal form of the search, each once, in order', () => {
  expect(wordsToKeep("Škoda's 2.0 TDI, škodas – AB12 CDE")).toEqual(['skodas', '2.0', 'tdi']);
});

test('the counts are bounded', async () => {
  let counted = 0;
  const { query } = parseQuery(
    Object.entries({
      q: 'a b c d e f g h i j k l',
      make: 'Ford',
      model: 'Focus',
      fuel_type: 'Diesel',
      transmission: 'Manual',
      dealer: 'a.example',
      price_min: '1',
      price_max: '9',
      miles_min: '1',
      miles_max: '9',
      year_min: '2001',
      year_max: '2009',
      engine_min: '1',
      engine_max: '2',
      location: 'LS1 4AP',
      distance: '1',
    }),
    GAZETTEER,
  );
  await findMissingTerms(query, async () => {
    counted += 1;
    return 1;
  });
  expect(counted).toBeLessThanOrEqual(40);
});
