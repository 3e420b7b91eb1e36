// The soak of scheduled feeds, small: no change is lost or late.
import { expect, test } from 'vitest';
import { SOAK_FEEDS, soakFeeds } from '../../bench/soak-feeds/soak.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

test(
  'feeds on schedule lose nothing, and every change is found soon after its run',
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder();
    const options = { listings: 603, feeds: 6, minutes: 0.06, every: 1, clients: 1, stale: 5000, folder };
    const { failures, listings, rounds, lags, latencies } = await soakFeeds(options);
    expect(failures).toEqual([]);
    expect(listings).toBe(603);
    // On a machine that runs other tests at the same time a second may pass with nothing done.
    expect(rounds).toBeGreaterThanOrEqual(2);
    expect(lags.length).toBeGreaterThanOrEqual(6);
    expect(latencies.length).toBeGreaterThan(10);
  },
);

test('without options it is a million listings of 600 feeds for ten minutes', () => {
  expect(SOAK_FEEDS.parse([])).toMatchObject({
    listings: 1_000_000,
    feeds: 600,
    minutes: 10,
    every: 60,
    clients: 2,
    stale: 1000,
  });
  expect(SOAK_FEEDS.parse(['--help'])).toBeUndefined();
});

test('invalid options are refused', () => {
  expect(() => SOAK_FEEDS.parse(['--feeds', 'many'])).toThrow(
    "--feeds must be a number above 0 (got 'many')",
  );
  const options = { listings: 100, feeds: 6, minutes: 1, every: 1, clients: 1, stale: 1, folder: 'none' };
  expect(() => soakFeeds(options)).toThrow('a feed needs at least 20 listings');
});
