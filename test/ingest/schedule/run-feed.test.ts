// runFeed: the effects of one run on the stock and the feed's state, with a misbehaving server.
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { parseFeeds, type FeedConfig } from '../../../src/ingest/schedule/feeds-file.ts';
import { dryRunFeed } from '../../../src/ingest/schedule/dry-run.ts';
import { runFeed, type FeedRunResult, type RunContext } from '../../../src/ingest/schedule/run-feed.ts';
import { SerialQueue } from '../../../src/ingest/schedule/scheduler.ts';
import { releaseDealers } from '../../../src/ingest/schedule/dealer-owners.ts';
import type { FeedState } from '../../../src/ingest/status/feed-state.ts';
import { stockStatus } from '../../../src/stock-status.ts';
import { openStore } from '../../../src/store/store.ts';
import { ndjson, plainRecord } from '../../cli/feeds.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { dealerServer, type DealerServer } from '../fetch/dealer-server.ts';

let folder = '';
let dealer: DealerServer;
let state: FeedState | undefined;

/** A feed of listings `A0`, `A1`, …. */
function stock(count: number, more: object = {}): string {
  return ndjson(...Array.from({ length: count }, (_, n) => ({ ...plainRecord(`A${n}`), ...more })));
}

beforeEach(async () => {
  folder = join(temporaryFolder(), 'data');
  state = undefined;
  dealer = await dealerServer((_, response) => response.end(stock(20)));
});

function feed(more: Readonly<Record<string, unknown>> = {}): FeedConfig {
  const address = more['path'] === undefined && {
    address: `${dealer.url}/feed?key=hush`,
    allowPrivate: true,
  };
  const settings = { name: 'north', ...address, dealer: 'north.example', every: '1h', ...more };
  const [parsed] = parseFeeds(JSON.stringify({ feeds: [settings] }), join(folder, 'feeds.json'), {});
  if (parsed === undefined) throw new Error('there is one feed');
  return parsed;
}

/** Runs the feed and stores its state for the next run, as the scheduler does. */
async function run(settings = feed(), more: Partial<RunContext> = {}): Promise<FeedRunResult> {
  const finished = await runFeed(settings, state, {
    folder,
    downloads: join(folder, 'incoming'),
    version: '1',
    queue: new SerialQueue(),
    signal: new AbortController().signal,
    force: false,
    rejectsPath: (name) => join(folder, 'rejects', `${name}.ndjson`),
    ...more,
  });
  state = finished.state;
  return finished;
}

function response(body: string | Buffer, headers: Record<string, string> = {}): void {
  dealer.response = (_, response) => response.writeHead(200, headers).end(body);
}

test('a run is imported, saved and shown, without URLs and paths', async () => {
  const { run: first } = await run();
  expect(first).toMatchObject({ outcome: 'imported', counts: { read: 20, added: 20, withdrawn: 0 } });
  const status = await stockStatus(folder);
  expect(status).toMatchObject({
    listings: 20,
    sequence: 1,
    feeds: [
      {
        feed: 'north',
        lastRun: { outcome: 'imported' },
        lastSuccessAt: first.startedAt,
        failures: 0,
        lastReport: { feed: 'north', added: 20, outcome: 'imported' },
        recent: [{ outcome: 'imported' }],
      },
    ],
    imports: [{ feed: 'north', added: 20 }],
  });
  const next = Date.parse(status.feeds[0]?.nextRunAt ?? '') - Date.parse(first.startedAt);
  expect(next).toBeGreaterThan(56 * 60_000);
  expect(next).toBeLessThan(64 * 60_000);
  expect(JSON.stringify(status.feeds)).not.toMatch(/hush|127\.0\.0\.1|\/tmp/);
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
});

test('a feed whose listings lost a field is degraded until it is back or the loss is accepted', async () => {
  const degraded = async (more: Partial<RunContext> = {}): Promise<readonly string[]> => {
    await run(undefined, more);
    return (await stockStatus(folder)).feeds[0]?.degraded ?? [];
  };
  const changed = (n: number, fields: object): void =>
    response(stock(20, { arrived_at: `2026-01-0${n}`, ...fields }));
  const { price, mileage } = { price: 5000, mileage: 41000 };
  changed(1, { price, mileage });
  expect(await degraded()).toEqual([]);
  changed(2, { price: null, mileage });
  expect(await degraded()).toEqual(['price']);
  // Not modified.
  expect(await degraded()).toEqual(['price']);
  changed(3, { price, mileage });
  expect(await degraded()).toEqual([]);
  changed(4, { price, mileage: null });
  expect(await degraded()).toEqual(['mileage']);
  expect(await degraded({ force: true })).toEqual([]);
  changed(5, { price, mileage: null });
  expect(await degraded()).toEqual([]);
});

test('an unchanged feed is not read, and does not advance the sequence', async () => {
  dealer.response = (request, response) => {
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.setHeader('etag', '"1"').end(stock(20));
  };
  await run();
  const { run: second } = await run();
  expect(second).toMatchObject({ outcome: 'not_modified' });
  expect(await stockStatus(folder)).toMatchObject({
    sequence: 1,
    feeds: [
      {
        lastRun: { outcome: 'not_modified' },
        lastSuccessAt: second.startedAt,
        lastReport: { added: 20 },
        recent: [{ outcome: 'not_modified' }, { outcome: 'imported' }],
      },
    ],
  });
  expect((await run(feed({ dealers: ['north.example', 'other.example'] }))).run.outcome).toBe('imported');
  expect((await run(undefined, { version: '2' })).run.outcome).toBe('imported');
  expect((await run(undefined, { version: '2' })).run.outcome).toBe('not_modified');
  expect((await run(undefined, { version: '2', force: true })).run.outcome).toBe('imported');
});

test('a feed that a process knows as unchanged is re-read after another process released its dealer', async () => {
  await run();
  expect((await run()).run.outcome).toBe('not_modified');
  await releaseDealers(folder, { dealer: 'north.example' });
  expect((await run()).run).toMatchObject({ outcome: 'imported', counts: { unchanged: 20 } });
  expect((await run()).run.outcome).toBe('not_modified');
});

test.each<[string, () => void, string]>([
  [
    'is refused',
    () => {
      dealer.response = (_, response) => response.writeHead(401).end();
    },
    'the server responded with status 401; check the credentials of the feed.',
  ],
  [
    'is truncated',
    () => {
      dealer.response = (_, response) => {
        response.writeHead(200, { 'content-length': 9999 });
        response.write(stock(1));
        setImmediate(() => response.destroy());
      };
    },
    'the connection ended before the response was complete.',
  ],
  [
    'is a truncated gzip file',
    () => response(gzipSync(stock(20)).subarray(0, 60)),
    'the gzip data ends too early. The feed is truncated: fetch it again.',
  ],
  ['is empty', () => response(''), 'the feed is empty. Nothing was imported. Check that its export has run.'],
  ['is a web page', () => response('<!DOCTYPE html><title>Sorry</title>'), 'this is a web page'],
  [
    'has rejections only',
    () => response('{"id":"A"}\n'),
    'The only record was rejected, so nothing was imported. The first: line 1: ',
  ],
  ['breaks off in a record', () => response(stock(20).slice(0, -20)), 'line 20 is not valid JSON'],
  [
    'is a compression bomb',
    () => response(gzipSync(`${stock(1)}${' '.repeat(200_000)}`)),
    'it is larger than 100000 bytes; raise maxBytes in its settings.',
  ],
  [
    'is compressed twice',
    () => response(gzipSync(gzipSync(stock(20))), { 'content-type': 'application/gzip' }),
    'this is gzip within gzip. Compress the feed once.',
  ],
])('a feed that %s fails, and changes nothing', async (_, spoil, why) => {
  await run(feed({ maxBytes: 100_000 }));
  spoil();
  const { run: failed, state: after } = await run(feed({ maxBytes: 100_000 }));
  expect(failed.outcome).toBe('failed');
  expect(failed.reason?.slice(0, why.length)).toBe(why);
  expect(after).toMatchObject({ failures: 1, lastReport: { added: 20 } });
  expect(await stockStatus(folder)).toMatchObject({ listings: 20, sequence: 1 });
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  response(stock(20, { price: 1001 }));
  expect((await run()).state).toMatchObject({ failures: 0, lastRun: { counts: { changed: 20 } } });
});

test('a feed that takes longer than its timeout to fetch and read fails, and changes nothing', async () => {
  await run();
  response(stock(20, { price: 1001 }));
  let late = 0;
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => real() + late);
  onTestFinished(() => void vi.restoreAllMocks());
  const { run: failed } = await run(feed({ timeout: '10m' }), {
    onProgress: ({ stage }) => (late += stage === 'fetching' ? 6 * 60_000 : 5 * 60_000),
  });
  expect(failed).toMatchObject({
    outcome: 'failed',
    failedIn: 'importing',
    reason: 'fetching and reading took longer than 600 s; raise timeout in its settings.',
  });
  expect(await stockStatus(folder)).toMatchObject({ listings: 20, sequence: 1 });
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  const context = { folder, force: false, signal: new AbortController().signal };
  await expect(
    dryRunFeed(feed({ timeout: '10m' }), { ...context, onProgress: () => (late += 6 * 60_000) }),
  ).rejects.toThrow('north: fetching and reading took longer than 600 s');
  // Another import that is waited for takes none of the feed's time.
  class LongTurn extends SerialQueue {
    override run<T>(work: () => Promise<T>): Promise<T> {
      late += 60 * 60_000;
      return super.run(work);
    }
  }
  expect((await run(feed({ timeout: '10m' }), { queue: new LongTurn() })).run.outcome).toBe('imported');
});

test('failures are counted, and Retry-After is obeyed', async () => {
  dealer.response = (_, response) => response.writeHead(503, { 'retry-after': '7200' }).end();
  await run();
  const { state: after, run: failed } = await run();
  expect(after.failures).toBe(2);
  const wait = Date.parse(after.nextRunAt ?? '') - Date.parse(failed.startedAt);
  expect(wait).toBeGreaterThanOrEqual(7_200_000);
  expect(wait).toBeLessThan(7_260_000);
});

test('a run that would withdraw most of a dealer is blocked until forced', async () => {
  await run();
  response(stock(9), { etag: '"small"' });
  const { run: blocked, state: after } = await run();
  expect(blocked).toMatchObject({ outcome: 'blocked', counts: { read: 9, unchanged: 9, withdrawn: 11 } });
  expect(blocked.reason).toBe(
    'Import blocked: 11 of 20 listings of north.example are not in the feed. Nothing was changed. ' +
      'If they are really gone, run it again with --force.',
  );
  expect(after).toMatchObject({ failures: 0, lastReport: { outcome: 'blocked' } });
  expect(await stockStatus(folder)).toMatchObject({ listings: 20, sequence: 1 });
  expect((await run()).run.outcome).toBe('blocked');
  expect((await run(undefined, { force: true })).run).toMatchObject({
    outcome: 'imported',
    counts: { withdrawn: 11 },
  });
  expect(await stockStatus(folder)).toMatchObject({ listings: 9, sequence: 2 });
});

test('the rejected records of the last complete run are saved unchanged', async () => {
  const file = join(folder, 'rejects/north.ndjson');
  response(`${stock(1)}{"id":"B","price":"£9,995"}\n${stock(1)}`);
  await run();
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { line: 2, record: { id: 'B', price: '£9,995' } },
    { line: 3, reason: 'duplicate_id', record: plainRecord('A0') },
  ]);
  dealer.response = (_, response) => response.writeHead(500).end();
  await run();
  expect(existsSync(file)).toBe(true);
  response(stock(1, { price: 2 }));
  await run();
  expect(existsSync(file)).toBe(false);
  response('{"id":"C"}\n');
  await run();
  expect(readFileSync(file, 'utf8')).toContain('{"line":1,"reason":"missing_advert_url"');
  expect(readdirSync(join(folder, 'rejects'))).toEqual(['north.ndjson']);
});

test('a run stands without the file of its rejected records, and says why it is missing', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const below = join(file, 'north.ndjson');
  const more = { rejectsPath: () => below };
  const warning = `The file of rejected records '${below}' cannot be written: there is something else of this name.`;
  response(`${stock(20)}{"id":"B"}\n`);
  const imported = await run(undefined, more);
  expect(imported).toMatchObject({
    run: { outcome: 'imported', counts: { added: 20, rejected: 1 } },
    warning,
  });
  expect(await stockStatus(folder)).toMatchObject({
    listings: 20,
    feeds: [{ lastRun: { outcome: 'imported' }, failures: 0 }],
  });
  response(`${stock(9)}{"id":"B"}\n`);
  expect(await run(undefined, more)).toMatchObject({ run: { outcome: 'blocked' }, warning });
  response('{"id":"B"}\n');
  const { run: failed, state: after, ...others } = await run(undefined, more);
  expect(failed).toMatchObject({ outcome: 'failed', failedIn: 'importing' });
  expect(failed.reason).toContain('The only record was rejected');
  expect(after.failures).toBe(1);
  expect(others.warning).toBe(warning);
  response(stock(20));
  expect((await run(undefined, more)).warning).toBeUndefined();
});

test('rejected records become readable by their user only', async () => {
  const file = join(folder, 'rejects/north.ndjson');
  const mode = (path: string): number => statSync(path).mode & 0o777;
  response(`${stock(1)}{"id":"B"}\n`);
  await run();
  expect([mode(file), mode(join(folder, 'rejects'))]).toEqual([0o600, 0o700]);
  chmodSync(file, 0o644);
  const draft = `${file}.${process.pid}-${threadId}.new`;
  writeFileSync(draft, 'left over', { mode: 0o644 });
  response(`${stock(1)}{"id":"C"}\n`);
  await run();
  expect([mode(file), readdirSync(join(folder, 'rejects'))]).toEqual([0o600, ['north.ndjson']]);
  expect(readFileSync(file, 'utf8')).toContain('"id":"C"');
});

test('a rejected record that is nested too deeply to serialize is saved without its content', async () => {
  response(`${stock(1)}{"id":"B","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`);
  expect((await run()).run).toMatchObject({ outcome: 'imported', counts: { added: 1, rejected: 1 } });
  expect(readFileSync(join(folder, 'rejects/north.ndjson'), 'utf8')).toBe(
    '{"line":2,"reason":"missing_advert_url","sentence":"advert_url is missing"}\n',
  );
});

test('a file is read only when it has changed', async () => {
  const path = join(temporaryFolder(), 'stock.ndjson');
  const settings = feed({ path });
  expect((await run(settings)).run).toMatchObject({ outcome: 'failed', reason: 'there is no such file.' });
  writeFileSync(path, stock(2));
  expect((await run(settings)).run).toMatchObject({ outcome: 'imported', counts: { added: 2 } });
  expect((await run(settings)).run.outcome).toBe('not_modified');
  writeFileSync(path, stock(2, { price: 7 }));
  utimesSync(path, 1, 1);
  expect((await run(settings)).run).toMatchObject({ outcome: 'imported', counts: { changed: 2 } });
});

test('an aborted run leaves nothing, not even a report', async () => {
  await run();
  const abort = new AbortController();
  dealer.response = (_, response) => {
    response.write(stock(20, { price: 1001 }));
    abort.abort(new Error('the process was told to end'));
  };
  await expect(run(undefined, { signal: abort.signal })).rejects.toThrow('the process was told to end');
  expect(await stockStatus(folder)).toMatchObject({
    sequence: 1,
    feeds: [{ recent: [{ outcome: 'imported' }] }],
  });
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
});

test('a run waits for another process that writes', async () => {
  const writer = openStore(folder, { mode: 'write' });
  const running = run();
  await expect.poll(() => dealer.requested.length).toBe(1);
  expect(writer.sequence).toBe(0);
  await writer.close();
  expect((await running).run.outcome).toBe('imported');
});

/** All files of the folder with their bytes, except LMDB's lock file, which changes with every reader. */
function bytesOf(path: string): Map<string, string> {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('-lock'));
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file, readFileSync(file).toString('base64')];
    }),
  );
}

test('a dry run reports what would change, and leaves every byte unchanged', async () => {
  await run();
  response(ndjson({ ...plainRecord('A0'), price: 7995 }, plainRecord('A1'), plainRecord('NEW'), { id: 'X' }));
  const before = bytesOf(folder);
  const context = { folder, force: false, signal: new AbortController().signal };
  const rehearsal = await dryRunFeed(feed(), context);
  expect(rehearsal).toMatchObject({
    run: { outcome: 'blocked', read: 4, added: 1, changed: 1, unchanged: 1, withdrawn: 18, rejected: 1 },
    samples: {
      added: ['north.example/NEW'],
      changed: [{ listing: 'north.example/A0', fields: [{ field: 'priceGbp', from: null, to: 7995 }] }],
      withdrawn: [
        'north.example/A10',
        'north.example/A11',
        'north.example/A12',
        'north.example/A13',
        'north.example/A14',
      ],
    },
  });
  expect(bytesOf(folder)).toEqual(before);
  response('');
  await expect(dryRunFeed(feed(), context)).rejects.toMatchObject({ code: 'feed_empty' });
  dealer.response = (_, response) => response.writeHead(404).end();
  await expect(dryRunFeed(feed(), context)).rejects.toThrow('north: the server responded with status 404.');
});

test('a run does what its dry run reported', async () => {
  await run();
  response(
    ndjson(
      ...Array.from({ length: 15 }, (_, n) => ({
        ...plainRecord(`A${n + 4}`),
        price: n % 3 === 0 ? n + 1001 : null,
      })),
    ),
  );
  const context = { folder, force: false, signal: new AbortController().signal };
  const { run: dryRun } = await dryRunFeed(feed(), context);
  const { report } = await run();
  const counts = { read: 15, added: 0, changed: 5, unchanged: 10, withdrawn: 5, rejected: 0 };
  expect(dryRun).toMatchObject(counts);
  expect(report).toMatchObject(counts);
});
