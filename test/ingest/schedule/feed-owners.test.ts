// Ownership of dealers: by the list, the first run and operators' moves, through changes of the list and the feeds.
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { dryRunFeed } from '../../../src/ingest/schedule/dry-run.ts';
import { dealerOwners, moveDealers, releaseDealers } from '../../../src/ingest/schedule/dealer-owners.ts';
import { importFeeds } from '../../../src/ingest/run/import.ts';
import type { ImportRun } from '../../../src/ingest/status/import-report.ts';
import { stockStatus } from '../../../src/stock-status.ts';
import { ndjson, plainRecord } from '../../cli/feeds.ts';
import { cars, FeedList } from './feed-list.ts';

let feeds: FeedList;

beforeEach(() => {
  feeds = new FeedList();
});

function importByHand(
  records: readonly Record<string, unknown>[],
  overrideFeeds = false,
): Promise<ImportRun> {
  const source = Readable.from([Buffer.from(ndjson(...records))]);
  return importFeeds(feeds.folder, [{ name: 'by hand', source }], { merge: false, overrideFeeds });
}

test('a dealer belongs to its feed even after all its listings are withdrawn, and after the feed is removed from the list', async () => {
  await feeds.list({ name: 'market', dealers: '*' }, { name: 'other', dealers: '*' });
  await feeds.serve('market', ...cars('north.example', 3), ...cars('south.example', 2));
  await feeds.run('market');
  await feeds.serve('market', ...cars('south.example', 2));
  expect((await feeds.run('market')).run.counts).toMatchObject({ withdrawn: 3 });
  await feeds.serve('other', ...cars('north.example', 3), plainRecord('A', 'west.example'));
  expect((await feeds.run('other')).run.counts).toMatchObject({ added: 1, rejected: 3 });
  expect(await dealerOwners(feeds.folder)).toEqual([
    { dealer: 'north.example', feed: 'market', listings: 0 },
    { dealer: 'south.example', feed: 'market', listings: 2 },
    { dealer: 'west.example', feed: 'other', listings: 1 },
  ]);

  await feeds.list({ name: 'other', dealers: '*' });
  expect((await feeds.run('other', { force: true })).report?.rejections[0]?.samples[0]?.sentence).toBe(
    "north.example belongs to the feed 'market'",
  );
});

test('a dealer newly assigned in the list moves from a feed for all other dealers to the assigned one', async () => {
  await feeds.list({ name: 'market', dealers: '*' });
  await feeds.serve('market', ...cars('north.example', 20, { price: 1001 }), ...cars('south.example', 2));
  await feeds.run('market');
  await feeds.list({ name: 'market', dealers: '*' }, { name: 'north', dealer: 'north.example' });

  // From now on, though the named feed has not run yet; nothing of the dealer is withdrawn meanwhile.
  expect((await feeds.run('market')).run).toMatchObject({
    outcome: 'imported',
    counts: { unchanged: 2, withdrawn: 0, rejected: 20 },
  });
  await feeds.serve('north', ...cars('north.example', 20, { price: 2 }));
  expect((await feeds.run('north')).run.counts).toMatchObject({ changed: 20 });
  expect(await feeds.owners()).toEqual({ 'north.example': 'north', 'south.example': 'market' });
  expect((await feeds.run('market', { force: true })).run.counts).toMatchObject({
    withdrawn: 0,
    rejected: 20,
  });
  expect(await feeds.prices('north.example')).toEqual({ 2: 20 });
});

test.each([
  ['another feed that named it before', { name: 'old', dealer: 'east.example' }],
  ['a feed that has left the list', undefined],
])('a dealer of %s stays there until it is moved, and each run reports how', async (_, old) => {
  await feeds.list({ name: 'old', dealer: 'north.example' });
  await feeds.serve('old', ...cars('north.example', 12));
  await feeds.run('old');
  await feeds.list(...(old === undefined ? [] : [old]), { name: 'new', dealer: 'north.example' });
  await feeds.serve('new', ...cars('north.example', 12, { price: 5 }));
  expect((await feeds.run('new')).run).toMatchObject({
    outcome: 'failed',
    reason:
      'All 12 records were rejected, so nothing was imported. The first: line 1: north.example belongs to the feed ' +
      "'old' until it is moved: forecourt feed move north.example new.",
  });
  expect(await moveDealers(feeds.folder, { dealer: 'north.example' }, feeds.settings('new'))).toEqual([
    { dealer: 'north.example', from: 'old', feed: 'new', listings: 12 },
  ]);
  expect((await feeds.run('new')).run.counts).toMatchObject({ changed: 12 });
  expect(await feeds.owners()).toEqual({ 'north.example': 'new' });
});

test('a feed whose dealer was removed from the list withdraws none of its listings', async () => {
  await feeds.list({ name: 'group', dealers: ['north.example', 'south.example'] });
  await feeds.serve('group', ...cars('north.example', 3), ...cars('south.example', 3));
  await feeds.run('group');
  await feeds.list({ name: 'group', dealers: ['south.example'] });
  expect((await feeds.run('group')).run.counts).toMatchObject({ unchanged: 3, withdrawn: 0, rejected: 3 });
  await feeds.serve('group', ...cars('south.example', 2));
  expect((await feeds.run('group')).run.counts).toMatchObject({ unchanged: 2, withdrawn: 1 });
  expect(await stockStatus(feeds.folder)).toMatchObject({
    dealers: [
      { dealer: 'north.example', listings: 3, feed: 'group' },
      { dealer: 'south.example', listings: 2, feed: 'group' },
    ],
  });
});

describe('a complete feed and a merging one with the same dealer', () => {
  beforeEach(async () => {
    await feeds.list(
      { name: 'whole', dealer: 'north.example' },
      { name: 'changes', dealers: ['north.example'], merge: true },
    );
    await feeds.serve('whole', ...cars('north.example', 20, { price: 1001 }));
    await feeds.serve('changes', ...cars('north.example', 3, { price: 2 }), plainRecord('NEW'));
  });

  test('both may send it; it belongs to the complete one, and neither is re-read because of the other', async () => {
    expect((await feeds.run('changes')).run.counts).toMatchObject({ added: 4 });
    expect(await feeds.owners()).toEqual({ 'north.example': 'changes' });
    expect((await feeds.run('whole')).run.counts).toMatchObject({ added: 17, changed: 3, withdrawn: 1 });
    expect(await feeds.owners()).toEqual({ 'north.example': 'whole' });
    expect((await feeds.run('changes')).run.outcome).toBe('not_modified');
    await feeds.serve('changes', ...cars('north.example', 4, { price: 3 }));
    expect((await feeds.run('changes')).run.counts).toMatchObject({ changed: 4 });
    expect((await feeds.run('whole')).run.outcome).toBe('not_modified');
    expect(await feeds.owners()).toEqual({ 'north.example': 'whole' });
    expect(await feeds.prices('north.example')).toEqual({ 1001: 16, 3: 4 });
  });

  test('both are re-read after a manual import', async () => {
    await feeds.run('whole');
    await feeds.run('changes');
    await importByHand(cars('north.example', 20, { price: 7 }), true);
    expect((await feeds.run('changes')).run.counts).toMatchObject({ added: 1, changed: 3 });
    expect((await feeds.run('whole')).run.counts).toMatchObject({ changed: 20, withdrawn: 1 });
  });
});

test.each([
  [
    'moved',
    () => moveDealers(feeds.folder, { dealer: 'north.example' }, feeds.settings('second')),
    { 'north.example': 'second' },
    { outcome: 'imported', counts: { added: 0, changed: 5, rejected: 0 } },
  ],
  [
    'released',
    () => releaseDealers(feeds.folder, { from: 'first' }),
    {},
    { outcome: 'imported', counts: { added: 0, changed: 5, rejected: 0 } },
  ],
])('a rejected feed is re-read once the dealer is %s', async (_, change, owners, second) => {
  await feeds.list({ name: 'first', dealers: '*' }, { name: 'second', dealers: '*' });
  await feeds.serve('first', ...cars('north.example', 5));
  await feeds.serve('second', ...cars('north.example', 5, { price: 2 }), plainRecord('W', 'west.example'));
  await feeds.run('first');
  await feeds.run('second');
  expect((await feeds.run('second')).run.outcome).toBe('not_modified');
  await change();
  expect(await feeds.owners()).toEqual({ 'west.example': 'second', ...owners });
  expect((await feeds.run('second')).run).toMatchObject(second);
  expect((await feeds.run('second')).run.outcome).toBe('not_modified');
});

test('moving a dealer back and forth makes its feed be re-read, though no listing has changed', async () => {
  await feeds.list({ name: 'first', dealers: '*' }, { name: 'second', dealers: '*' });
  await feeds.serve('first', ...cars('north.example', 5));
  await feeds.run('first');
  for (const name of ['second', 'first'])
    await moveDealers(feeds.folder, { dealer: 'north.example' }, feeds.settings(name));
  expect((await feeds.run('first')).run.outcome).toBe('imported');
});

test.each([
  [
    'a dealer that the list gives to another feed',
    'north.example',
    'market',
    "The list of feeds does not give north.example to the feed 'market'. Add it to the dealers of that feed first, and take it from those of others.",
  ],
  [
    'a dealer that the list does not give to a feed',
    'west.example',
    'north',
    "The list of feeds does not give west.example to the feed 'north'.",
  ],
  [
    'a dealer of another name',
    'nroth.example',
    'north',
    "The stock has no dealer 'nroth.example'. Did you mean north.example?",
  ],
])('%s is not moved', async (_, dealer, to, message) => {
  await feeds.list({ name: 'north', dealer: 'north.example' }, { name: 'market', dealers: '*' });
  await feeds.serve('north', ...cars('north.example', 2));
  await feeds.serve('market', ...cars('west.example', 2));
  await feeds.run('north');
  await feeds.run('market');
  await expect(moveDealers(feeds.folder, { dealer }, feeds.settings(to))).rejects.toThrow(message);
  expect(await feeds.owners()).toEqual({ 'north.example': 'north', 'west.example': 'market' });
});

test('all dealers of a renamed feed are moved at once', async () => {
  await feeds.list({ name: 'market', dealers: '*' });
  await feeds.serve('market', ...cars('north.example', 2), ...cars('south.example', 2));
  await feeds.run('market');
  await feeds.list({ name: 'market-v2', dealers: '*' });
  expect(await moveDealers(feeds.folder, { from: 'market' }, feeds.settings('market-v2'))).toEqual([
    { dealer: 'north.example', from: 'market', feed: 'market-v2', listings: 2 },
    { dealer: 'south.example', from: 'market', feed: 'market-v2', listings: 2 },
  ]);
  await expect(releaseDealers(feeds.folder, { from: 'market' })).rejects.toThrow(
    "No dealer belongs to a feed 'market'.",
  );
});

describe('a manual import', () => {
  beforeEach(async () => {
    await feeds.list({ name: 'north', dealer: 'north.example' });
    await feeds.serve('north', ...cars('north.example', 4));
    await feeds.run('north');
  });

  test.each(['north.example', 'www.North.example'])(
    'with a record of a feed’s dealer is rejected, and changes nothing: %s',
    async (dealer) => {
      const records = [...cars('west.example', 2), { ...plainRecord('A0'), dealer }];
      const rejected = importByHand(records);
      await expect(rejected).rejects.toMatchObject({ code: 'dealer_owned' });
      await expect(rejected).rejects.toThrow(
        "north.example belongs to the feed 'north', so nothing was imported. With --override-feeds the import changes " +
          "its stock all the same, until the next run of that feed; 'forecourt feed release north.example' takes the " +
          'dealer from the feed.',
      );
      expect(await stockStatus(feeds.folder)).toMatchObject({ listings: 4, imports: [{ feed: 'north' }] });
    },
  );

  test('changes it with overrideFeeds; the dealer stays the feed’s, and its next run restores its listings', async () => {
    expect(await importByHand(cars('north.example', 3, { price: 1001 }), true)).toMatchObject({
      changed: 3,
      withdrawn: 1,
    });
    expect(await feeds.owners()).toEqual({ 'north.example': 'north' });
    expect((await feeds.run('north')).run.counts).toMatchObject({ changed: 3, added: 1 });
  });

  test('changes it once it is released, until the feed’s next run takes it back', async () => {
    await releaseDealers(feeds.folder, { dealer: 'north.example' });
    expect(await importByHand(cars('north.example', 4, { price: 1001 }))).toMatchObject({ changed: 4 });
    expect((await feeds.run('north')).run.counts).toMatchObject({ changed: 4 });
    expect(await feeds.owners()).toEqual({ 'north.example': 'north' });
  });

  test('of a dealer without a feed leaves it without one, and a feed for all other dealers may take it', async () => {
    await importByHand(cars('west.example', 5));
    expect(await feeds.owners()).toEqual({ 'north.example': 'north' });
    await feeds.list({ name: 'north', dealer: 'north.example' }, { name: 'market', dealers: '*' });
    await feeds.serve('market', ...cars('west.example', 4));
    expect((await feeds.run('market')).run.counts).toMatchObject({ unchanged: 4, withdrawn: 1 });
    expect(await feeds.owners()).toEqual({ 'north.example': 'north', 'west.example': 'market' });
  });
});

test('a failed or blocked run gives its feed no dealer', async () => {
  await importByHand(cars('west.example', 20));
  await feeds.list({ name: 'market', dealers: '*' });
  await feeds.serve('market', ...cars('west.example', 3), ...cars('east.example', 3));
  expect((await feeds.run('market')).run.outcome).toBe('blocked');
  expect(await feeds.owners()).toEqual({});
});

test('a vehicle at two dealers withdraws neither, whichever feed sends it under another id', async () => {
  const vehicle = { registration: 'AB12CDE', vin: 'WVWZZZ1KZAW000123' };
  await feeds.list(
    { name: 'north', dealer: 'north.example', hosts: ['ads.market.example'] },
    { name: 'evil', dealers: '*', hosts: ['ads.market.example'] },
  );
  const at = { advert_url: 'https://ads.market.example/1' };
  await feeds.serve('north', { ...plainRecord('A'), ...vehicle, ...at });
  await feeds.serve('evil', { ...plainRecord('B', 'evil.example'), ...vehicle, ...at });
  await feeds.run('north');
  expect((await feeds.run('evil')).run.counts).toMatchObject({ added: 1, withdrawn: 0, replaced: 0 });
  await feeds.serve('evil', { ...plainRecord('C', 'evil.example'), ...vehicle, ...at });
  expect((await feeds.run('evil')).run.counts).toMatchObject({ added: 1, withdrawn: 1, replaced: 1 });
  expect(await dealerOwners(feeds.folder)).toMatchObject([
    { dealer: 'evil.example', listings: 1 },
    { dealer: 'north.example', listings: 1 },
  ]);
});

test('a dry run rejects and withdraws what the run does', async () => {
  await feeds.list({ name: 'north', dealer: 'north.example' }, { name: 'market', dealers: '*' });
  await feeds.serve('market', ...cars('west.example', 3), ...cars('south.example', 3));
  await feeds.run('market');
  await feeds.serve('market', ...cars('west.example', 2), ...cars('north.example', 9), {
    ...plainRecord('Z', 'west.example'),
    advert_url: 'https://evil.example/z',
  });
  const signal = new AbortController().signal;
  const { run: dryRun } = await dryRunFeed(feeds.settings('market'), {
    folder: feeds.folder,
    force: false,
    signal,
  });
  const { report } = await feeds.run('market');
  const counts = { read: 12, unchanged: 2, withdrawn: 4, rejected: 10 };
  expect(dryRun).toMatchObject(counts);
  expect(report).toMatchObject(counts);
  expect(dryRun.rejections).toEqual(report?.rejections);
  expect(dryRun.rejections.map(({ reason, count }) => [reason, count])).toEqual([
    ['foreign_dealer', 9],
    ['foreign_host', 1],
  ]);
});
