// The soak of feeds on schedule, small: nothing is lost, and nothing is stale.
import { expect, test } from 'vitest';
import { readSoakOptions } from '../../bench/soak/options.ts';
import { growthOf } from '../../bench/soak/resident-memory.ts';
import { soak } from '../../bench/soak/soak.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

test(
  'feeds on schedule lose nothing, and every change is found soon after its run',
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder();
    // On a machine that runs other tests at the same time a second may pass with nothing done.
    const options = { listings: 603, feeds: 6, minutes: 0.04, every: 1, clients: 1, staleMs: 5000, folder };
    const { faults, listings, rounds, runs, latencies } = await soak(options, () => undefined);
    expect(faults).toEqual([]);
    expect({ listings, rounds }).toEqual({ listings: 603, rounds: 3 });
    expect(runs).toBeGreaterThanOrEqual(12);
    expect(latencies.length).toBeGreaterThan(10);
  },
);

test('without options it is a million listings of 600 feeds for ten minutes', () => {
  expect(readSoakOptions([])).toMatchObject({
    listings: 1_000_000,
    feeds: 600,
    minutes: 10,
    every: 60,
    clients: 2,
    staleMs: 1000,
  });
  expect(readSoakOptions(['--help'])).toBeUndefined();
});

test.each([
  [['--feeds', 'many'], "--feeds must be a number above 0 (got 'many')"],
  [['--listings', '100'], 'a feed needs at least 20 listings'],
])('%j is refused', (args, sentence) => {
  expect(() => readSoakOptions(args)).toThrow(sentence);
});

test('memory that grows by more than a tenth and 50 MB is told', () => {
  const flat = Array.from({ length: 60 }, (_, second) => (second < 20 ? 100 : 400 + (second % 7)));
  expect(growthOf(flat)).toMatchObject({ isMore: false });
  const rising = flat.map((megabytes, second) => megabytes + 10 * second);
  expect(growthOf(rising)).toMatchObject({ isMore: true });
  expect(growthOf(flat.slice(1))).toBeUndefined();
});
