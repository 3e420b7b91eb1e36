// Which terms the engine is asked for.
import { expect, test } from 'vitest';
import { toEngineQuery } from '../../../src/index/shared/engine-query.ts';
import { omit, type SearchQuery } from '../../../src/query/search-query.ts';

test('the terms of a model are read once for all counts of a search, however many makes it has', () => {
  const makes = Array.from({ length: 100 }, (_, i) => `Make ${i}`).sort();
  const query: SearchQuery = {
    page: 1,
    make: { any: makes },
    model: { any: ['Golf GTI'] },
    fuelType: { any: ['Diesel'] },
  };
  const termOf = (counted: SearchQuery) =>
    toEngineQuery(counted).values.find(({ field }) => field === 'model')?.terms?.[0];
  expect(termOf(query)).toBeTypeOf('object');
  expect(termOf(omit(query, ['fuelType']))).toBe(termOf(query));
  expect(termOf(omit(query, ['make']))).not.toEqual(termOf(query));
});
