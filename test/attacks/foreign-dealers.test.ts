// A feed with another feed's dealer changes no price, moves no advert and withdraws nothing, in one run or in many.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { moveDealers } from '../../src/ingest/schedule/dealer-owners.ts';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { stockStatus } from '../../src/stock-status.ts';
import { Readable } from 'node:stream';
import { ndjson, plainRecord } from '../cli/feeds.ts';
import { cars, FeedList } from '../ingest/schedule/feed-list.ts';

const NORTH = { name: 'north', dealer: 'north.example' };
const HUNDRED = cars('north.example', 100, { price: 9000 });
const OWN = cars('evil.example', 5, { price: 100 });

let feeds: FeedList;

beforeEach(async () => {
  feeds = new FeedList();
  await feeds.serve('north', ...HUNDRED);
});

/** Five own cars, and so many of the competitor's, dearer and at an advert of its own. */
function evil(count: number): Promise<void> {
  const stolen = cars('north.example', count, { price: 99_000, advert_url: 'https://evil.example/n' });
  return feeds.serve('evil', ...OWN, ...stolen);
}

describe.each([
  ['that names its own dealer', { dealer: 'evil.example' }],
  ['that names a list of dealers', { dealers: ['evil.example', 'evil-two.example'] }],
  ['for every other dealer', { dealers: '*' }],
])('a feed %s', (_, scope) => {
  beforeEach(() => feeds.list(NORTH, { name: 'evil', ...scope }));

  test("never changes a competitor's stock, however often it tries", async () => {
    expect(await feeds.outcome('north')).toEqual(['imported', counts({ added: 100 })]);
    for (const [n, stolen] of [51, 26, 13, 7, 1].entries()) {
      await evil(stolen);
      const own = n === 0 ? { added: 5 } : { unchanged: 5 };
      expect(await feeds.outcome('evil')).toEqual(['imported', counts({ ...own, rejected: stolen })]);
      expect(await feeds.prices('north.example')).toEqual({ 9000: 100 });
      expect(await feeds.outcome('north')).toEqual(['not_modified']);
    }
    expect(await feeds.owners()).toEqual({ 'north.example': 'north', 'evil.example': 'evil' });
    expect(
      (await feeds.requested('north')).map(({ headers }) => headers['if-none-match'] !== undefined),
    ).toEqual([false, true, true, true, true, true]);
  });

  test("does not change it before the competitor's own feed has run either", async () => {
    await evil(51);
    expect(await feeds.outcome('evil')).toEqual(['imported', counts({ added: 5, rejected: 51 })]);
    expect(await feeds.owners()).toEqual({ 'evil.example': 'evil' });
    expect(await feeds.outcome('north')).toEqual(['imported', counts({ added: 100 })]);
    await evil(1);
    expect(await feeds.outcome('evil')).toEqual(['imported', counts({ unchanged: 5, rejected: 1 })]);
    expect(await feeds.prices('north.example')).toEqual({ 9000: 100 });
  });

  test('without a record of its own fails, and withdraws nothing', async () => {
    await feeds.outcome('north');
    await evil(3);
    await feeds.outcome('evil');
    await feeds.serve('evil', ...cars('north.example', 20, { price: 1001 }));
    const { run } = await feeds.run('evil');
    expect(run.outcome).toBe('failed');
    expect(run.reason).toMatch(
      /^All 20 records were rejected, so nothing was imported\. The first: line 1: north/,
    );
    expect(await stockStatus(feeds.folder)).toMatchObject({ listings: 105 });
  });
});

function counts(given: object): object {
  return { added: 0, changed: 0, unchanged: 0, withdrawn: 0, rejected: 0, ...given };
}

test('rejected records are in the report and in the file of rejected records, with line and reason', async () => {
  await feeds.list(NORTH, { name: 'evil', dealer: 'evil.example' });
  await feeds.serve(
    'evil',
    plainRecord('A', 'evil.example'),
    plainRecord('B', 'north.example'),
    { ...plainRecord('C', 'evil.example'), advert_url: 'https://north.example/c' },
    { ...plainRecord('D'), dealer: undefined, advert_url: 'https://www.evil.example/d' },
  );
  const { report } = await feeds.run('evil');
  expect(report?.rejections).toEqual([
    {
      reason: 'foreign_dealer',
      count: 1,
      samples: [{ line: 2, sentence: "north.example is not one of this feed's dealers" }],
    },
    {
      reason: 'foreign_host',
      count: 1,
      samples: [
        {
          line: 3,
          sentence:
            "the advert is on 'north.example', which is neither within evil.example nor within the hosts of this feed",
        },
      ],
    },
  ]);
  const rejected = readFileSync(join(feeds.folder, 'rejects/evil.ndjson'), 'utf8');
  expect(rejected).toContain('{"line":2,"reason":"foreign_dealer"');
  expect(rejected).toContain('"record":{"id":"B","dealer":"north.example"');
  expect(await stockStatus(feeds.folder)).toMatchObject({ listings: 2 });
});

test.each([
  ['its own domain', 'https://north.example/1', 'imported'],
  ['a subdomain', 'https://stock.cars.north.example/1', 'imported'],
  ['a port', 'http://north.example:8080/1', 'imported'],
  ['capitals and a trailing dot', 'https://North.Example./1', 'imported'],
  ['a listed host', 'https://ads.market.example/1', 'imported'],
  ['a subdomain of a listed host', 'https://uk.ads.market.example/1', 'imported'],
  ['a listed host in its other spelling', 'https://xn--mller-kva.example/1', 'imported'],
  ['the domain above a listed host', 'https://market.example/1', 'failed'],
  ['a domain that begins as its own', 'https://north.example.evil.example/1', 'failed'],
  ['a domain that ends as its own', 'https://evilnorth.example/1', 'failed'],
  ['its own domain as the user', 'https://north.example@evil.example/1', 'failed'],
  ['its own domain in the path', 'https://evil.example/https://north.example/', 'failed'],
  ['a letter that looks the same', 'https://n\u043erth.example/1', 'failed'],
  ['an address in numbers', 'https://192.0.2.7/1', 'failed'],
])('an advert at %s, %s: %s', async (_, advert_url, outcome) => {
  await feeds.list({ ...NORTH, hosts: ['Ads.Market.example', 'müller.example.'] });
  await feeds.serve('north', { ...plainRecord('A'), advert_url });
  expect((await feeds.run('north')).run.outcome).toBe(outcome);
});

test("a feed for every other dealer lists no advert on another feed's dealer, by a dealer further up", async () => {
  await feeds.list(
    { name: 'north', dealer: 'north.autos.example' },
    { name: 'evil', dealers: '*', hosts: ['market.example'] },
    { name: 'south', dealer: 'south.market.example' },
  );
  const advert = (id: string, advert_url: string): object => ({
    ...plainRecord(id, 'autos.example'),
    advert_url,
  });
  await feeds.serve(
    'evil',
    { ...advert('A', 'https://east.autos.example/1') },
    { ...advert('B', 'https://north.autos.example/1') },
    { ...advert('C', 'https://stock.north.autos.example/1') },
    { ...advert('D', 'https://south.market.example/1') },
    { ...advert('E', 'https://market.example/1') },
  );
  const { report } = await feeds.run('evil');
  expect(report).toMatchObject({ added: 2, rejected: 3 });
  expect(report?.rejections[0]?.samples.map(({ sentence }) => sentence)).toEqual([
    "the advert is on 'north.autos.example', which belongs to north.autos.example, a dealer of another feed",
    "the advert is on 'stock.north.autos.example', which belongs to north.autos.example, a dealer of another feed",
    "the advert is on 'south.market.example', which belongs to south.market.example, a dealer of another feed",
  ]);
});

test.each(['NORTH.example', 'https://www.north.example/', 'ｎorth.example', 'evil@north.example'])(
  'another spelling of a dealer is that dealer: %s',
  async (dealer) => {
    await feeds.list(NORTH, { name: 'evil', dealers: '*' });
    await feeds.serve('evil', ...OWN, { ...plainRecord('A0'), dealer });
    expect(await feeds.outcome('evil')).toEqual(['imported', counts({ added: 5, rejected: 1 })]);
  },
);

test('a dealer in letters beyond ASCII belongs to its feed under either spelling', async () => {
  await feeds.list({ name: 'muller', dealer: 'müller.example' }, { name: 'evil', dealers: '*' });
  const one = (dealer: string): Record<string, unknown> => ({
    ...plainRecord('A'),
    dealer,
    advert_url: 'https://müller.example/a',
  });
  await feeds.serve(
    'evil',
    ...OWN,
    one('müller.example'),
    one('xn--mller-kva.example'),
    one('MU\u0308LLER.example'),
  );
  expect(await feeds.outcome('evil')).toEqual(['imported', counts({ added: 5, rejected: 3 })]);
  await feeds.serve('muller', one('müller.example'));
  expect(await feeds.outcome('muller')).toEqual(['imported', counts({ added: 1 })]);
});

test('of two feeds for every other dealer a dealer belongs to the first that sends it, until it is moved', async () => {
  await feeds.list({ name: 'market', dealers: '*' }, { name: 'evil', dealers: '*' });
  await feeds.serve('market', ...HUNDRED);
  await feeds.outcome('market');
  await evil(51);
  expect(await feeds.outcome('evil')).toEqual(['imported', counts({ added: 5, rejected: 51 })]);
  expect(await feeds.outcome('market')).toEqual(['not_modified']);

  const moved = await moveDealers(feeds.folder, { dealer: 'north.example' }, feeds.settings('evil'));
  expect(moved).toEqual([{ dealer: 'north.example', from: 'market', feed: 'evil', listings: 100 }]);
  await feeds.serve('evil', ...OWN, ...cars('north.example', 80, { price: 5000 }));
  expect(await feeds.outcome('evil')).toEqual([
    'imported',
    counts({ unchanged: 5, changed: 80, withdrawn: 20 }),
  ]);
  await feeds.serve('market', ...HUNDRED, plainRecord('W', 'west.example'));
  expect(await feeds.outcome('market')).toEqual(['imported', counts({ added: 1, rejected: 100 })]);
  expect(await feeds.prices('north.example')).toEqual({ 5000: 80 });
});

test("a dealer's feed is read again after anything else has changed its stock, though it has not changed itself", async () => {
  await feeds.list(NORTH, { name: 'south', dealer: 'south.example' });
  await feeds.serve('south', ...cars('south.example', 3));
  await feeds.outcome('south');
  await feeds.outcome('north');
  const byHand = (dealer: string): Promise<unknown> =>
    importFeeds(
      feeds.folder,
      [
        {
          name: 'by hand',
          source: Readable.from([Buffer.from(ndjson(...cars(dealer, 60, { price: 1001 })))]),
        },
      ],
      { merge: false, overrideFeeds: true },
    );
  await byHand('north.example');
  expect(await feeds.prices('north.example')).toEqual({ 1001: 60 });
  expect(await feeds.outcome('south')).toEqual(['not_modified']);
  expect(await feeds.outcome('north')).toEqual(['imported', counts({ changed: 60, added: 40 })]);
  expect(await feeds.outcome('north')).toEqual(['not_modified']);
  expect(await feeds.prices('north.example')).toEqual({ 9000: 100 });
  const requests = await feeds.requested('north');
  expect(requests.map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
