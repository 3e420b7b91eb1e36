import { expect, test } from 'vitest';
import { KeptDifferences } from '../../../src/index/shared/listing-changes.ts';

test('the oldest differences are forgotten, also if what takes memory is the names of searches', async () => {
  const kept = new KeptDifferences<number>();
  const nameOf = (number: number): string => `${number} ${'north.example,'.repeat(500)}`;
  for (let number = 1; number <= 6000; number++) await kept.keep(nameOf(number), Promise.resolve([]));
  expect(kept.get(nameOf(1))).toBeUndefined();
  await expect(kept.get(nameOf(6000))).resolves.toEqual([]);
  await kept.keep('short', Promise.resolve([]));
  await expect(kept.get('short')).resolves.toEqual([]);
});
