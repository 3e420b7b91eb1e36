// The benchmark's percentiles, ratios and number formats.
import { describe, expect, it } from 'vitest';
import {
  formatFigure,
  formatMegabytes,
  formatMs,
  formatSeconds,
  markdownTable,
} from '../../bench/harness/format.ts';
import { DurationHistogram, median, percentilesOf } from '../../bench/harness/statistics.ts';
import { growthOf } from '../../bench/harness/usage.ts';
import { compareRuns } from '../../bench/performance/compare-commits.ts';
import type { SearchRun } from '../../bench/performance/search.ts';

describe('percentiles', () => {
  it('are the nearest ranks, so each is a time that was measured', () => {
    const times = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(percentilesOf(times)).toEqual({ p50: 50, p95: 95, p99: 99, mean: 50.5 });
  });

  it('of few times are among them', () => {
    expect(percentilesOf([3, 1, 2])).toEqual({ p50: 2, p95: 3, p99: 3, mean: 2 });
    expect(percentilesOf([7])).toEqual({ p50: 7, p95: 7, p99: 7, mean: 7 });
  });

  it('leave the times in their order', () => {
    const times = [3, 1, 2];
    percentilesOf(times);
    expect(times).toEqual([3, 1, 2]);
  });
});

it('the median of an even number is the mean of the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

it('durations have percentiles within a thousandth, also sent between processes and added up', () => {
  const [some, others] = [new DurationHistogram(), new DurationHistogram()];
  for (let ms = 1; ms <= 500; ms += 1) some.add(ms);
  for (let ms = 501; ms <= 1000; ms += 1) others.add(ms);
  const sent = JSON.parse(JSON.stringify([some, others])) as number[][];
  const all = new DurationHistogram(...sent);
  expect(all.percentile(0.5)).toBeCloseTo(500, 0);
  expect(all.percentile(0.99)).toBeGreaterThan(989);
  expect(all.percentile(0.99)).toBeLessThan(991);
  expect(new DurationHistogram().percentile(0.5)).toBeNaN();
});

it('memory grows if the last third is above the one before by more than a tenth and 50 MB', () => {
  const flat = Array.from({ length: 60 }, (_, second) => (second < 20 ? 100 : 400 + (second % 7)));
  expect(growthOf(flat)).toMatchObject({ isGrowth: false });
  const rising = flat.map((megabytes, second) => megabytes + 10 * second);
  expect(growthOf(rising)).toMatchObject({ isGrowth: true });
  expect(growthOf(flat.slice(1))).toBeUndefined();
});

describe('a figure', () => {
  it('has three significant digits', () => {
    expect([0, 0.0012345, 0.09999, 0.12345, 1.2345, 12.345, 99.96, 123.45, 1234.5].map(formatFigure)).toEqual(
      ['0', '0.00123', '0.100', '0.123', '1.23', '12.3', '100', '123', '1,235'],
    );
  });

  it('has its unit', () => {
    expect([
      formatMs(0.5),
      formatSeconds(1500),
      formatMegabytes(3 * 2 ** 20),
      formatMegabytes(undefined),
    ]).toEqual(['0.500 ms', '1.50 s', '3.00 MB', '–']);
  });

  it('stands in a table with figures to the right', () => {
    expect(markdownTable(['a', 'b'], [['x', '1']])).toBe('| a | b |\n| --- | ---: |\n| x | 1 |');
  });
});

describe('a comparison with an earlier commit', () => {
  const run = (second: number[], totals: number[]): SearchRun => ({
    listings: 1,
    classes: [{ first: second, second, totals }],
    indexBytes: {},
    retainedBytes: 0,
  });
  const queries = [{ name: 'Q1', description: 'anything', queries: [] }];

  it('gives medians of the rounds, their spread and their ratio', () => {
    const before = [run([4, 4, 4], [1, 2, 3]), run([2, 2, 9], [1, 2, 3]), run([8, 8, 8], [1, 2, 3])];
    const now = [run([1, 1, 1], [1, 2, 3]), run([2, 2, 2], [1, 2, 3]), run([3, 3, 3], [1, 2, 3])];
    expect(compareRuns(queries, before, now)).toEqual([
      {
        name: 'Q1',
        description: 'anything',
        before: { median: 4, min: 2, max: 8 },
        now: { median: 2, min: 1, max: 3 },
        ratio: 0.5,
        differing: 0,
      },
    ]);
  });

  it('counts the queries whose totals differ', () => {
    const [compared] = compareRuns(queries, [run([1, 1, 1], [1, 2, 3])], [run([1, 1, 1], [1, 5, 4])]);
    expect(compared.differing).toBe(2);
  });

  it('leaves out what the earlier commit refuses to be asked', () => {
    expect(compareRuns(queries, [run([], [])], [run([1, 1, 1], [1, 5, 4])])).toEqual([]);
  });
});
