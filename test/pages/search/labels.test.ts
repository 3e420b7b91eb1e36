import { describe, expect, test } from 'vitest';
import { activeFilters, vehicleFacts } from '../../../src/pages/search/view/labels.ts';

describe('several values', () => {
  test('and excluded ones are one filter, in words', () => {
    const search = { make: 'Ford,Audi', model: 'A4,-Focus', fuel_type: '-Diesel,-Electric' };
    expect(activeFilters(search).map(({ label }) => label)).toEqual([
      'Ford or Audi',
      'A4, not Focus',
      'not Diesel or Electric',
    ]);
  });
});

describe('a quantity of one', () => {
  test('is singular among the facts of a car', () => {
    expect(vehicleFacts({ mileage: 1 })).toEqual(['1 mile']);
    expect(vehicleFacts({ mileage: 42_150, engine_size: 1 })).toEqual(['42,150 miles', '1.0 litres']);
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
