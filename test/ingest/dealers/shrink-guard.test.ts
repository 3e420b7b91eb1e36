// The shrink guard over several runs: small losses add up for seven days, and a forced run resets the comparison.
import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { dryRunFeed } from '../../../src/ingest/schedule/dry-run.ts';
import { importFeeds } from '../../../src/ingest/run/import.ts';
import { ndjson } from '../../cli/feeds.ts';
import { cars, FeedList } from '../schedule/feed-list.ts';

const DAY = 24 * 60 * 60_000;

let feeds: FeedList;

beforeEach(async () => {
  feeds = new FeedList();
  await feeds.list({ name: 'north', dealer: 'north.example' });
});

/** The outcome of a run with `count` listings after `days` days. */
async function run(count: number, days = 0, force = false): Promise<string> {
  feeds.now += days * DAY;
  await feeds.serve('north', ...cars('north.example', count));
  return (await feeds.run('north', { force })).run.outcome;
}

async function importByHand(
  count: number,
  options: { merge?: boolean; force?: boolean } = {},
): Promise<void> {
  const source = Readable.from([Buffer.from(ndjson(...cars('north.example', count)))]);
  const files = [{ name: 'by hand', source }];
  await importFeeds(feeds.folder, files, {
    merge: false,
    overrideFeeds: true,
    now: () => feeds.now,
    ...options,
  });
}

test('of several halvings within seven days, the second and later ones are blocked', async () => {
  expect(await run(100)).toBe('imported');
  expect(await run(51)).toBe('imported');
  for (const count of [26, 13, 7, 1]) expect(await run(count, 1)).toBe('blocked');
  expect((await feeds.run('north')).run.reason).toBe(
    'Import blocked: 50 of 51 listings of north.example (100 within the last seven days) are not in the feed. Nothing was ' +
      'changed. If they are really gone, run it again with --force.',
  );
  expect(await run(50)).toBe('imported');
  expect(await run(49)).toBe('blocked');
});

test('a size counts for seven days after the stock shrank, however long it was that large before', async () => {
  await run(100);
  expect(await run(60, 30)).toBe('imported');
  expect(await run(40, 6.9)).toBe('blocked');
  expect(await run(40, 0.1)).toBe('imported');
  expect(await run(29, 1)).toBe('blocked');
});

test('the largest of several sizes counts, and each expires after seven days', async () => {
  await run(100);
  await run(80);
  await run(90, 1);
  await run(50, 1);
  expect(await run(49, 4)).toBe('blocked');
  expect(await run(49, 1)).toBe('imported');
  expect(await run(44)).toBe('blocked');
  expect(await run(45)).toBe('imported');
});

test('after a forced run the stock is compared with its result', async () => {
  await run(100);
  await run(51);
  expect(await run(20)).toBe('blocked');
  expect(await run(20, 0, true)).toBe('imported');
  expect(await run(12, 1)).toBe('imported');
  expect(await run(9)).toBe('blocked');
});

test('a forced run with a small loss resets nothing', async () => {
  await run(100);
  expect(await run(60, 0, true)).toBe('imported');
  expect(await run(49)).toBe('blocked');
});

test('a run that withdraws nothing is never blocked', async () => {
  await run(100);
  await run(50);
  await importByHand(20, { force: true });
  expect(await run(20)).toBe('imported');
  expect(await run(21)).toBe('imported');
});

test('listings added by merging feeds and manual imports count too', async () => {
  await run(20);
  await importByHand(100, { merge: true });
  expect(await run(50)).toBe('imported');
  expect(await run(49)).toBe('blocked');
});

test('manual imports are blocked too', async () => {
  await importByHand(100);
  await importByHand(51);
  await expect(importByHand(26)).rejects.toMatchObject({ code: 'import_blocked' });
});

test('new listings make up for lost ones, but not for most of the stock', async () => {
  await run(100);
  await run(60);
  await feeds.serve('north', ...cars('north.example', 31), ...cars('north.example', 119, {}, 100));
  expect((await feeds.run('north')).run.outcome).toBe('imported');
  await feeds.serve('north', ...cars('north.example', 20), ...cars('north.example', 300, {}, 200));
  expect((await feeds.run('north')).run.outcome).toBe('blocked');
});

test('a dealer that never had ten listings may lose any number of them', async () => {
  await run(9);
  for (const count of [5, 3, 1]) expect(await run(count)).toBe('imported');
});

test('a dealer that had ten within seven days may not, until they have passed', async () => {
  await run(10);
  expect(await run(5)).toBe('imported');
  expect(await run(4)).toBe('blocked');
  expect(await run(4, 7)).toBe('imported');
});

test('a dry run reports what would be blocked', async () => {
  await run(100);
  await run(51);
  await feeds.serve('north', ...cars('north.example', 26));
  const context = {
    folder: feeds.folder,
    force: false,
    signal: new AbortController().signal,
    now: () => feeds.now,
  };
  const { run: dryRun } = await dryRunFeed(feeds.settings('north'), context);
  expect(dryRun).toMatchObject({
    outcome: 'blocked',
    blocked: [{ dealer: 'north.example', before: 51, missing: 25, most: 100 }],
  });
});

test('a blocked run says how many of its records were rejected, and why', async () => {
  await run(20);
  const [first, ...others] = cars('north.example', 20);
  await feeds.serve('north', { ...first }, ...others.map((car) => ({ ...car, advert_url: undefined })));
  expect((await feeds.run('north')).run.reason).toContain(
    'are not in the feed. 19 of 20 records were rejected, the first: line 2: advert_url is missing. Nothing was changed.',
  );
});
