// A column named `range` holds how far an electric car goes, or the range of models that a car belongs to.
import { expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

it.each([
  [{ make: 'Nissan', range: 238 }, null, '238 mile range'],
  [{ make: 'Nissan', model: 'Leaf', range: '238' }, 'Leaf', '238 mile range'],
  [{ make: 'Nissan', model: 'Leaf', range: '385 km' }, 'Leaf', '385 km range'],
  [{ make: 'Nissan', model: 'Leaf', 'Vehicle Range': '238 miles' }, 'Leaf', '238 mile range'],
  [{ make: 'Nissan', model: 'Leaf', electric_range: '238 miles' }, 'Leaf', '238 mile range'],
  [{ make: 'Nissan', model: 'Leaf', RangeMiles: 238 }, 'Leaf', '238 mile range'],
  [{ make: 'Peugeot', range: 208, derivative: 'GT' }, '208 GT', null],
  [{ make: 'Fiat', range: '500', model: 'Lounge' }, '500 Lounge', null],
  [{ make: 'Ford', range: 'Focus', model: 'ST-Line X' }, 'Focus ST-Line X', null],
  [{ make: 'Nissan', model: 'Leaf', model_range: '40' }, 'Leaf', '40'],
])('%j is a %s with the words %s', async (members, model, words) => {
  const [result] = await resultsOf(JSON.stringify({ id: '1', url: 'https://a.example/1', ...members }), {
    dealer: 'a.example',
  });
  if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
  expect(result.listing.model).toBe(model);
  expect(result.listing.sourceTerms).toBe(words);
});
