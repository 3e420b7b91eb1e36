// Percentiles of durations counted by bucket.
import { expect, test } from 'vitest';
import { DURATION_BUCKETS } from '../../../src/metrics/metric-definitions.ts';
import { bucketPercentile } from '../../../src/pages/dashboard/load-charts.ts';

/** Counts in the buckets that end at these seconds. */
function counts(of: Readonly<Record<number, number>>): number[] {
  const all = [...DURATION_BUCKETS.map((bound) => of[bound] ?? 0), of[Infinity] ?? 0];
  return all;
}

test.each([
  ['half of a bucket', counts({ 0.001: 10 }), 0.5, 0.00075],
  ['the whole bucket', counts({ 0.001: 10 }), 1, 0.001],
  ['the first bucket begins at zero', counts({ 0.0001: 4 }), 0.25, 0.000025],
  ['the bucket that contains the quantile', counts({ 0.001: 50, 0.1: 50 }), 0.99, 0.099],
  ['a quantile exactly at a bound', counts({ 0.001: 50, 0.1: 50 }), 0.5, 0.001],
  ['the last bound, for durations beyond it', counts({ 0.001: 1, [Infinity]: 99 }), 0.5, 10],
])('%s', (_what, of, part, seconds) => {
  expect(bucketPercentile(of, part)).toBeCloseTo(seconds, 9);
});

test('is undefined without durations', () => {
  expect(bucketPercentile(counts({}), 0.5)).toBeUndefined();
});
