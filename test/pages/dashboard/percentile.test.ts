// Percentiles out of counts by bucket.
import { expect, test } from 'vitest';
import { DURATION_BUCKETS } from '../../../src/metrics/metric-definitions.ts';
import { bucketPercentile } from '../../../src/pages/dashboard/percentile.ts';

/** Counts in the buckets that end at these seconds. */
function counts(of: Readonly<Record<number, number>>): number[] {
  const all = [...DURATION_BUCKETS.map((bound) => of[bound] ?? 0), of[Infinity] ?? 0];
  return all;
}

test.each([
  ['half of a bucket', counts({ 0.001: 10 }), 0.5, 0.00075],
  ['all of a bucket', counts({ 0.001: 10 }), 1, 0.001],
  ['the first bucket begins at nothing', counts({ 0.0001: 4 }), 0.25, 0.000025],
  ['the bucket where the part is reached', counts({ 0.001: 50, 0.1: 50 }), 0.99, 0.099],
  ['exactly at a bound', counts({ 0.001: 50, 0.1: 50 }), 0.5, 0.001],
  ['beyond the last bound only that is known', counts({ 0.001: 1, [Infinity]: 99 }), 0.5, 10],
])('%s', (_what, of, part, seconds) => {
  expect(bucketPercentile(of, part)).toBeCloseTo(seconds, 9);
});

test('nothing has none', () => {
  expect(bucketPercentile(counts({}), 0.5)).toBeUndefined();
});
