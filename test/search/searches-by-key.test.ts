// Which waiting searches are tried by what changed.
import { expect, test } from 'vitest';
import type { ChangedKeys } from '../../src/stock/stock-changes.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import { mayDiffer } from '../../src/search/searches-by-key.ts';

const FORDS_NEAR_LEEDS: SearchQuery = {
  make: { any: ['Ford'] },
  center: { postcode: 'LS1 4AP', point: { lat: 53.8, lng: -1.55 } },
  distanceBand: 1,
  page: 1,
};

const changed = (keys: readonly string[], others: Partial<ChangedKeys> = {}): ChangedKeys => ({
  keys: new Set(keys),
  hasOtherWords: false,
  hasOtherNames: false,
  ...others,
});

test('a search of a make around a place is tried only if both changed', () => {
  expect(mayDiffer(FORDS_NEAR_LEEDS, changed(['make ford', 'place 53 -2']))).toBe(true);
  expect(mayDiffer(FORDS_NEAR_LEEDS, changed(['make ford', 'place 50 0']))).toBe(false);
  expect(mayDiffer(FORDS_NEAR_LEEDS, changed(['make bmw', 'place 53 -2']))).toBe(false);
});

test('a search is tried if its text or its names may be read otherwise, or if nobody knows what changed', () => {
  const elsewhere = ['make ford', 'place 50 0'];
  expect(mayDiffer({ ...FORDS_NEAR_LEEDS, q: 'estate' }, changed(elsewhere))).toBe(false);
  expect(mayDiffer({ ...FORDS_NEAR_LEEDS, q: 'estate' }, changed(elsewhere, { hasOtherWords: true }))).toBe(
    true,
  );
  const misspelt = { ...FORDS_NEAR_LEEDS, model: { any: ['Fiestaa'] } };
  expect(mayDiffer(misspelt, changed(elsewhere))).toBe(false);
  expect(mayDiffer(misspelt, changed(elsewhere, { hasOtherNames: true }))).toBe(true);
  expect(mayDiffer(FORDS_NEAR_LEEDS, { ...changed([]), keys: undefined })).toBe(true);
});
