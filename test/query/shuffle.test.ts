// The shuffle is fixed: pages of every index and of every version are in its order.
import { expect, test } from 'vitest';
import { LISTING_SCHEMA } from '../../src/index/shared/listing-schema.ts';
import { shufflePlaceOf } from '../../src/query/sorts.ts';

test.each([
  ['1', 'a.example', 135511092],
  ['2', 'a.example', 91500632],
  ['1', 'b.example', 791416206],
  ['AB-12', 'north.example', 343548567],
  ['é🚗', 'a.example', 745003432],
])('the listing %s of %s has the place %d in every version', (id, dealer, place) => {
  expect(shufflePlaceOf({ id, dealer })).toBe(place);
});

test('places of consecutive ids are spread evenly, and few are shared', () => {
  const places = Array.from({ length: 64_000 }, (_, i) =>
    shufflePlaceOf({ id: String(i), dealer: 'a.example' }),
  );
  const counts = new Array<number>(64).fill(0);
  for (const place of places) counts[Math.floor(place / 2 ** 24)] += 1;
  expect(counts.filter((count) => count < 850 || count > 1150)).toEqual([]);
  expect(new Set(places).size).toBeGreaterThan(63_990);
});

test('it breaks the ties of the default order', () => {
  expect(LISTING_SCHEMA.shuffle).toEqual({ by: 'shuffle', columns: ['defaultRank'] });
});
