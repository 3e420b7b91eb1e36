// Names below a listed domain belong to the feed that lists it, and what a feed for every other dealer has taken never stands in its
// way: not by its names, its adverts' hosts, the size of its stock, or after it has left the list.
import { beforeEach, expect, test } from 'vitest';
import {
  dealerOwners,
  misplacedOwners,
  moveDealers,
  releaseDealers,
} from '../../src/ingest/schedule/dealer-owners.ts';
import { runScheduler } from '../../src/ingest/schedule/run-scheduler.ts';
import { openStore } from '../../src/store/store.ts';
import { plainRecord } from '../cli/feeds.ts';
import { cars, FeedList } from '../ingest/schedule/feed-list.ts';
import { aListing } from '../support/listings.ts';

const NORTH = { name: 'north', dealer: 'north.example' };
const EVIL = { name: 'evil', dealers: '*' };

let feeds: FeedList;

beforeEach(() => {
  feeds = new FeedList();
});

test.each([
  'shop.north.example',
  'www2.north.example',
  'a.b.north.example',
  'www.shop.NORTH.example.',
  'shop。north。example',
  'ｓｈｏｐ．ｎorth.example',
  'ｗｗｗ.north.example',
  'w\u00adww.north.example',
  'xn--bcher-kva.north.example',
])(
  '%s is not taken from the feed that lists north.example, before its first run and after',
  async (dealer) => {
    await feeds.list(NORTH, EVIL);
    const own = plainRecord('E', 'evil.example');
    const taken = { ...plainRecord('A1'), dealer, advert_url: 'https://shop.north.example/a1' };
    await feeds.serve('evil', own, taken);
    expect((await feeds.run('evil')).run.counts).toMatchObject({ added: 1, rejected: 1 });
    const adverts = ['north.example', 'shop.north.example', 'www2.north.example', 'a.b.north.example'];
    await feeds.serve(
      'north',
      ...adverts.map((host, n) => ({ ...plainRecord(`A${n}`), advert_url: `https://${host}/${n}` })),
    );
    expect((await feeds.run('north')).run.counts).toMatchObject({ added: 4, rejected: 0 });
    expect((await feeds.run('evil', { force: true })).run.counts).toMatchObject({
      unchanged: 1,
      rejected: 1,
    });
    expect(await feeds.owners()).toEqual({ 'evil.example': 'evil', 'north.example': 'north' });
  },
);

test.each(['notnorth.example', 'north.example.evil.example', 'n\u043erth.example', 'north-example.example'])(
  '%s is another dealer than north.example',
  async (dealer) => {
    await feeds.list(NORTH, EVIL);
    await feeds.serve('evil', { ...plainRecord('A'), dealer, advert_url: `https://${dealer}/a` });
    expect((await feeds.run('evil')).run.counts).toMatchObject({ added: 1, rejected: 0 });
  },
);

test('the rejection names the feed and the listed domain', async () => {
  await feeds.list(NORTH, EVIL);
  await feeds.serve('evil', plainRecord('E', 'evil.example'), plainRecord('A', 'shop.north.example'));
  const { report } = await feeds.run('evil');
  expect(report?.rejections[0]?.samples[0]?.sentence).toBe(
    "shop.north.example belongs to the feed 'north', which lists north.example",
  );
});

test('a feed sends names below its domain, and of two listed names the longest counts', async () => {
  await feeds.list(NORTH, { name: 'shop', dealers: ['shop.north.example'] });
  await feeds.serve(
    'north',
    ...['north', 'yard.north', 'shop.north'].map((name) => plainRecord('A', `${name}.example`)),
    { ...plainRecord('B'), advert_url: 'https://uk.shop.north.example/b' },
  );
  const { report } = await feeds.run('north');
  expect(report).toMatchObject({ added: 2, rejected: 2 });
  expect(report?.rejections.map(({ samples }) => samples[0]?.sentence)).toEqual([
    "shop.north.example is not one of this feed's dealers",
    "the advert is on 'uk.shop.north.example', which belongs to shop.north.example, a dealer of another feed",
  ]);
  await feeds.serve('shop', ...cars('shop.north.example', 2), plainRecord('A', 'uk.shop.north.example'));
  expect((await feeds.run('shop')).run.counts).toMatchObject({ added: 3, rejected: 0 });
  expect(await feeds.owners()).toEqual({
    'north.example': 'north',
    'yard.north.example': 'north',
    'shop.north.example': 'shop',
    'uk.shop.north.example': 'shop',
  });
});

test('of two feeds for every other dealer, names below a dealer belong to the feed that has it', async () => {
  await feeds.list({ name: 'market', dealers: '*' }, EVIL);
  await feeds.serve('market', ...cars('north.example', 2));
  await feeds.run('market');
  await feeds.serve('evil', plainRecord('E', 'evil.example'), plainRecord('A', 'shop.north.example'));
  const { report } = await feeds.run('evil');
  expect(report).toMatchObject({ added: 1, rejected: 1 });
  expect(report?.rejections[0]?.samples[0]?.sentence).toBe(
    "shop.north.example belongs to the feed 'market', which has north.example",
  );
});

test('a domain below which others have dealers is shared: taking it blocks nobody', async () => {
  await feeds.list({ name: 'market', dealers: '*' }, EVIL);
  await feeds.serve('market', ...cars('north.autos.example', 2));
  await feeds.run('market');
  await feeds.serve('evil', ...cars('autos.example', 2), plainRecord('A', 'co.uk'));
  expect((await feeds.run('evil')).run.counts).toMatchObject({ added: 2, rejected: 1 });
  await feeds.serve('market', ...cars('north.autos.example', 2), ...cars('south.autos.example', 2));
  expect((await feeds.run('market')).run.counts).toMatchObject({ added: 2, unchanged: 2, rejected: 0 });
});

test('a domain that a feed has without * is never shared: others do not get more names below it by having one', async () => {
  const other = { name: 'other', dealers: '*' };
  await feeds.list(EVIL, other);
  await feeds.serve('evil', ...cars('shop.north.example', 2));
  await feeds.run('evil');
  await feeds.list(NORTH, EVIL, other);
  await feeds.serve('north', ...cars('north.example', 2));
  await feeds.run('north');
  await feeds.list(EVIL, other);
  await feeds.serve('other', plainRecord('E', 'other.example'), plainRecord('A', 'www2.north.example'));
  expect((await feeds.run('other')).run.counts).toMatchObject({ added: 1, rejected: 1 });
  expect(await feeds.owners()).toEqual({
    'north.example': 'north',
    'other.example': 'other',
    'shop.north.example': 'evil',
  });
});

test('names below a domain that were taken before it was listed are reported, block nothing, and move', async () => {
  await feeds.list(EVIL);
  await feeds.serve('evil', ...cars('shop.north.example', 20), ...cars('evil.example', 20));
  await feeds.run('evil');
  await feeds.list(NORTH, EVIL);
  const own = cars('north.example', 20, { price: 9000 });
  const onShop = own.map((car, n) =>
    n < 8 ? { ...car, advert_url: `https://shop.north.example/${n}` } : car,
  );
  await feeds.serve('north', ...onShop);
  expect(await feeds.outcome('north')).toEqual([
    'imported',
    { added: 20, changed: 0, unchanged: 0, withdrawn: 0, rejected: 0 },
  ]);

  const sentence =
    "shop.north.example belongs to the feed 'evil', but the list gives north.example and all names below it to the feed " +
    "'north'. Move it: forecourt feed move shop.north.example north";
  const warned: string[] = [];
  const controller = new AbortController();
  // It ends before it runs a feed.
  const starting = runScheduler([feeds.settings('north')], {
    folder: feeds.folder,
    version: '1',
    signal: controller.signal,
    warn: (text) => {
      warned.push(text);
      controller.abort();
    },
  });
  await expect(starting).rejects.toThrow('aborted');
  expect(warned).toEqual([sentence]);

  await moveDealers(feeds.folder, { dealer: 'ｗｗｗ.shop.north.example' }, feeds.settings('north'));
  expect(await misplacedOwners(feeds.folder, [feeds.settings('north')])).toEqual([]);
  expect(await feeds.outcome('north')).toEqual([
    'imported',
    { added: 0, changed: 0, unchanged: 20, withdrawn: 20, rejected: 0 },
  ]);
  expect(await dealerOwners(feeds.folder)).toMatchObject([
    { dealer: 'evil.example', feed: 'evil', listings: 20 },
    { dealer: 'north.example', feed: 'north', listings: 20 },
    { dealer: 'shop.north.example', feed: 'north', listings: 0 },
  ]);
});

test('a stock that a feed for every other dealer put there does not block the run that replaces it, nor later ones', async () => {
  await feeds.list(EVIL);
  await feeds.serve('evil', ...cars('north.example', 100, { price: 1 }, 50));
  await feeds.run('evil');
  await feeds.list(NORTH, EVIL);
  await feeds.serve('north', ...cars('north.example', 20, { price: 9000 }));
  expect((await feeds.run('north')).run).toMatchObject({
    outcome: 'imported',
    counts: { added: 20, withdrawn: 50 },
  });
  await feeds.serve('north', ...cars('north.example', 19, { price: 9000 }));
  expect((await feeds.run('north')).run).toMatchObject({ outcome: 'imported', counts: { withdrawn: 1 } });
  await feeds.serve('north', ...cars('north.example', 5, { price: 9000 }));
  expect((await feeds.run('north')).run.outcome).toBe('blocked');
  expect(await feeds.prices('north.example')).toEqual({ 9000: 19 });
});

test.each([
  ['has left the list', []],
  ['has become one for its own dealer', [{ name: 'evil', dealer: 'evil.example' }]],
])('what a feed for every other dealer has stands in nobody’s way after it %s', async (_, later) => {
  await feeds.list(EVIL);
  await feeds.serve('evil', ...cars('north.example', 20), ...cars('shop.north.example', 20));
  await feeds.run('evil');
  await feeds.list(NORTH, ...later);
  await feeds.serve('north', ...cars('north.example', 3), ...cars('shop.north.example', 3));
  expect((await feeds.run('north')).run).toMatchObject({
    outcome: 'imported',
    counts: { unchanged: 6, withdrawn: 34, rejected: 0 },
  });
  expect(await feeds.owners()).toEqual({ 'north.example': 'north', 'shop.north.example': 'north' });
});

test('a released dealer stays out of reach of a feed for every other dealer while a feed lists it', async () => {
  await feeds.list(NORTH, EVIL);
  await feeds.serve('north', ...cars('north.example', 3, { price: 9000 }));
  await feeds.run('north');
  await releaseDealers(feeds.folder, { dealer: 'WWW.North.example.' });
  await feeds.serve('evil', plainRecord('E', 'evil.example'), ...cars('north.example', 3, { price: 1 }));
  expect((await feeds.run('evil')).run.counts).toMatchObject({ added: 1, rejected: 3 });
  expect(await feeds.prices('north.example')).toEqual({ 9000: 3 });
});

test("a dealer that a feed has by * has no adverts within another feed's hosts, unless its own feed has them too", async () => {
  const south = { name: 'south', dealer: 'south.example', hosts: ['www.ads.market.example'] };
  await feeds.list(south, EVIL);
  const advert_url = 'https://uk.ads.market.example/1';
  await feeds.serve(
    'evil',
    plainRecord('E', 'evil.example'),
    { ...plainRecord('A', 'ads.market.example'), advert_url },
    { ...plainRecord('B', 'market.example'), advert_url },
    { ...plainRecord('C', 'uk.ads.market.example'), advert_url },
  );
  const { report } = await feeds.run('evil');
  expect(report).toMatchObject({ added: 1, rejected: 3 });
  expect(report?.rejections[0]?.samples[0]?.sentence).toBe(
    "the advert is on 'uk.ads.market.example', which belongs to ads.market.example, one of the hosts of another feed, " +
      'and is not within the hosts of this feed',
  );
  await feeds.list(south, { ...EVIL, hosts: ['ads.market.example'] });
  expect((await feeds.run('evil')).run.counts).toMatchObject({ added: 3, rejected: 0 });
});

test('a dealer that an earlier version stored in another spelling keeps its listings and its name', async () => {
  const store = openStore(feeds.folder, { mode: 'write' });
  await store.write((transaction) => {
    for (let n = 0; n < 20; n += 1)
      transaction.upsert(
        aListing({ dealer: 'müller.example', id: `A${n}`, advertUrl: `https://m.example/${n}` }),
      );
    transaction.setDealerOwner('müller.example', 'muller');
  });
  await store.close();
  await feeds.list({ name: 'muller', dealer: 'www.müller.example' }, EVIL);
  await feeds.serve('muller', ...cars('xn--mller-kva.example', 20, { price: 9000 }));
  expect((await feeds.run('muller')).run).toMatchObject({
    outcome: 'imported',
    counts: { changed: 20, added: 0, withdrawn: 0 },
  });
  expect(await feeds.prices('müller.example')).toEqual({ 9000: 20 });
  expect(await feeds.owners()).toEqual({ 'müller.example': 'muller' });
});
