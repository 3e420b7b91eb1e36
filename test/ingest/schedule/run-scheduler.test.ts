// The scheduler over a server: which runs it repeats and when, and what it warns of.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseFeeds } from '../../../src/ingest/schedule/feeds-file.ts';
import { runScheduler } from '../../../src/ingest/schedule/run-scheduler.ts';
import { changeFeedStates, readFeedStates, type FeedState } from '../../../src/ingest/status/feed-state.ts';
import { ndjson, plainRecord } from '../../cli/feeds.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { dealerServer, type DealerServer } from '../fetch/dealer-server.ts';

/** Intervals by feed; each feed has a path of its own on the server. */
type Intervals = Readonly<Record<string, string>>;

/** Runs the scheduler until the feed has had so many more runs, and returns what it warned of. */
async function runUntil(
  feed: string,
  folder: string,
  { url }: DealerServer,
  intervals: Intervals,
  runs = 1,
): Promise<readonly string[]> {
  const runsOf = async (): Promise<number> => (await statesIn(folder)).get(feed)?.recent.length ?? 0;
  const before = await runsOf();
  const feeds = Object.entries(intervals).map(([name, every]) => ({
    ...{ name, every, address: `${url}/${name}`, allowPrivate: true, dealer: `${name}.example` },
  }));
  const warned: string[] = [];
  const controller = new AbortController();
  const running = runScheduler(parseFeeds(JSON.stringify({ feeds }), join(folder, 'feeds.json'), {}), {
    folder,
    version: '1',
    signal: controller.signal,
    warn: (text) => warned.push(text),
  });
  try {
    await expect.poll(runsOf).toBeGreaterThanOrEqual(before + runs);
  } finally {
    controller.abort(new Error('the process was told to end'));
    await running;
  }
  return warned;
}

async function statesIn(folder: string): Promise<ReadonlyMap<string, FeedState>> {
  try {
    return await readFeedStates(folder);
  } catch {
    return new Map();
  }
}

async function delayOf(feed: string, folder: string): Promise<number> {
  return Date.parse((await statesIn(folder)).get(feed)?.nextRunAt ?? '') - Date.now();
}

/** A server that is busy for two hours where `north` is, and has a car where `south` is. */
function busyServer(): Promise<DealerServer> {
  return dealerServer(({ url }, response) => {
    if (url === '/north') response.writeHead(503, { 'retry-after': '7200' }).end();
    else response.end(ndjson(plainRecord('S', 'south.example')));
  });
}

test('a run whose rejected records cannot be written is repeated when it is due, and the fault is told once', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'rejects'), '');
  const dealer = await dealerServer((_, response) =>
    response.end(`${ndjson({ ...plainRecord('A'), price: dealer.requested.length })}{"id":"B"}\n`),
  );
  const sentence = `The file of rejected records '${join(folder, 'rejects/north.ndjson')}' cannot be written: there is something else of this name.`;
  expect(await runUntil('north', folder, dealer, { north: '1h' })).toEqual([`north: ${sentence}`]);
  expect((await statesIn(folder)).get('north')).toMatchObject({
    lastRun: { outcome: 'imported' },
    failures: 0,
  });
  expect(await delayOf('north', folder)).toBeGreaterThan(3_300_000);
  expect(await runUntil('north', folder, dealer, { north: '1s' }, 2)).toEqual([`north: ${sentence}`]);
});

test('a Retry-After counts after a restart too', async () => {
  const folder = temporaryFolder();
  const dealer = await busyServer();
  await runUntil('north', folder, dealer, { north: '1h' });
  const delay = await delayOf('north', folder);
  expect(delay).toBeGreaterThan(7_100_000);
  expect(delay).toBeLessThan(7_200_001);
  const stored = (await statesIn(folder)).get('north')?.nextRunAt;
  await runUntil('south', folder, dealer, { north: '1h', south: '1s' });
  expect((await statesIn(folder)).get('north')?.nextRunAt).toBe(stored);
  expect(dealer.requested.filter(({ path }) => path === '/north')).toHaveLength(1);
});

test('a stored next run of a failed feed counts up to a day, as after a clock that was set back', async () => {
  const folder = temporaryFolder();
  const dealer = await busyServer();
  await runUntil('north', folder, dealer, { north: '1h' });
  const nextRunAt = '2999-01-01T00:00:00.000Z';
  await changeFeedStates(folder, ['north'], (state) => state && { ...state, nextRunAt });
  await runUntil('south', folder, dealer, { north: '1h', south: '1s' });
  const delay = await delayOf('north', folder);
  expect(delay).toBeGreaterThan(86_300_000);
  expect(delay).toBeLessThan(86_400_001);
});

test('a stored next run of a feed that did not fail gives way to a new schedule', async () => {
  const folder = temporaryFolder();
  const dealer = await busyServer();
  await runUntil('south', folder, dealer, { south: '1d' });
  expect(await delayOf('south', folder)).toBeGreaterThan(80_000_000);
  await runUntil('south', folder, dealer, { south: '1s' });
  expect(await delayOf('south', folder)).toBeLessThan(10_000);
});
