import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/pages/render-html.ts';
import { withoutResults } from '../../../src/pages/search/load-page.ts';
import type { PageModel } from '../../../src/pages/search/view/page-model.ts';
import { chips } from '../../../src/pages/search/view/search-box.ts';
import { activeFilters, filtersByValue } from '../../../src/pages/search/view/labels.ts';
import { factsInBrief } from '../../../src/pages/view/vehicle-facts.ts';
import { unknownVehicle } from '../../support/vehicle.ts';

describe('several values', () => {
  test('and excluded ones are one filter, in words', () => {
    const search = { make: 'Ford,Audi', model: 'A4,-Focus', fuel_type: '-Diesel,-Electric' };
    expect(activeFilters(search).map(({ label }) => label)).toEqual([
      'Ford or Audi',
      'A4, not Focus',
      'not Diesel or Electric',
    ]);
  });

  test('are a filter each where each can be removed', () => {
    const search = { make: '-Jaguar,Ford,Audi', model: 'A4', dealer: '-north.example', sort: 'price_asc' };
    expect(activeFilters(search, filtersByValue)).toEqual([
      { label: 'Ford', removed: { make: 'Audi,-Jaguar', model: null } },
      { label: 'Audi', removed: { make: 'Ford,-Jaguar', model: null } },
      { label: 'Not Jaguar', removed: { make: 'Ford,Audi' } },
      { label: 'A4', removed: { model: null } },
      { label: 'Not north.example', removed: { dealer: null } },
      { label: 'Cheapest first', removed: { sort: null } },
    ]);
  });
});

test('equal bounds are one filter', () => {
  const search = {
    year_min: '2015',
    year_max: '2015',
    price_min: '5000',
    price_max: '5000',
    engine_min: '1.6',
  };
  expect(activeFilters(search)).toEqual([
    { label: '£5,000', removed: { price_min: null, price_max: null } },
    { label: '2015', removed: { year_min: null, year_max: null } },
    { label: '1.6 litres or more', removed: { engine_min: null } },
  ]);
});

describe('thousands of values', () => {
  test('are one filter, so that a page does not grow with the square of their number', () => {
    const dealers = Array.from({ length: 1000 }, (_, number) => `d${number}.uk`).join();
    const { state } = withoutResults({ dealer: dealers }, { status: 503, problem: { code: '', detail: '' } });
    const html = renderHtml(chips({ basePath: '/', baseUrl: 'https://cars.example', ...state } as PageModel));
    expect(html.match(/class="chip"/g)).toHaveLength(1);
    expect(html.length).toBeLessThan(100_000);
  });

  test('up to 20 are a filter each', () => {
    const values = (count: number): string =>
      Array.from({ length: count }, (_, number) => `m${number}`).join();
    expect(activeFilters({ make: values(20) }, filtersByValue)).toHaveLength(20);
    expect(activeFilters({ make: `${values(20)},-Ford` }, filtersByValue)).toHaveLength(1);
  });
});

describe('a quantity of one', () => {
  test('is singular among the facts of a car', () => {
    expect(factsInBrief(unknownVehicle({ mileage: 1 }))).toEqual(['1 mile']);
    expect(factsInBrief(unknownVehicle({ mileage: 42_150, engine_size: 1 }))).toEqual([
      '42,150 miles',
      '1.0 litres',
    ]);
  });

  test('is singular in filters', () => {
    const search = { miles_min: '1', miles_max: '1000', engine_max: '1', price_min: '1' };
    expect(activeFilters(search).map(({ label }) => label)).toEqual([
      '£1 or more',
      '1 mile or more',
      'At most 1,000 miles',
      'At most 1 litre',
    ]);
  });
});
