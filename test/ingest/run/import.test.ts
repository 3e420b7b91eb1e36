// importFeeds: one run is one transaction with one report.
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importFeeds } from '../../../src/ingest/run/import.ts';
import type { FeedFile, ImportProgress } from '../../../src/ingest/run/feed-importer.ts';
import type { ImportRun } from '../../../src/ingest/status/import-report.ts';
import { stockStatus } from '../../../src/stock-status.ts';
import { openStore } from '../../../src/store/store.ts';
import { fileIn, ndjson, plainRecord, THREE } from '../../cli/feeds.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { openScope } from '../../support/feed-scope.ts';
import { getListings } from '../../store/changes.ts';

function feed(text: string, name = 'feed'): FeedFile {
  return { name, source: Readable.from([Buffer.from(text)]) };
}

test('the report is returned and saved', async () => {
  const folder = temporaryFolder();
  const run = await importFeeds(folder, [feed(THREE, '/feeds/three.ndjson')], { merge: false });
  expect(run).toMatchObject({
    read: 3,
    rejected: 0,
    added: 3,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    files: ['three.ndjson'],
    merge: false,
  });
  expect(run.startedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect((await stockStatus(folder)).imports).toEqual([run]);
});

test('an identical feed changes nothing, and is still reported', async () => {
  const folder = temporaryFolder();
  await importFeeds(folder, [feed(THREE)], { merge: false });
  const run = await importFeeds(folder, [feed(THREE)], { merge: false });
  expect(run).toMatchObject({ read: 3, added: 0, changed: 0, unchanged: 3, withdrawn: 0 });
  const { sequence, imports } = await stockStatus(folder);
  expect({ sequence, imports: imports.length }).toEqual({ sequence: 1, imports: 2 });
});

test('a dealer may be spread over several files of a run', async () => {
  const folder = temporaryFolder();
  await importFeeds(folder, [feed(ndjson(plainRecord('A'), plainRecord('B'), plainRecord('C')))], {
    merge: false,
  });
  const run = await importFeeds(folder, [feed(ndjson(plainRecord('A'))), feed(ndjson(plainRecord('C')))], {
    merge: false,
  });
  expect(run).toMatchObject({ unchanged: 2, withdrawn: 1 });
});

test('a fault in the last feed rolls everything back', async () => {
  const folder = temporaryFolder();
  await importFeeds(folder, [feed(THREE)], { merge: false });
  const spoiled = importFeeds(folder, [feed(ndjson(plainRecord('N1'))), feed('{"id":', 'broken.ndjson')], {
    merge: false,
  });
  await expect(spoiled).rejects.toMatchObject({ name: 'Problem', code: 'feed_unreadable' });
  await expect(spoiled).rejects.toThrow(/^broken\.ndjson: the JSON object is not closed/);
  const status = await stockStatus(folder);
  expect(status).toMatchObject({ listings: 3, sequence: 1, imports: [{ added: 3 }] });
  expect(readdirSync(folder)).not.toContain('writer.lock');
});

test('a failed stream rolls everything back', async () => {
  const folder = temporaryFolder();
  const source = Readable.from(
    (function* () {
      yield Buffer.from(THREE);
      throw Object.assign(new Error('the line went dead'), { code: 'ECONNRESET' });
    })(),
  );
  const run = importFeeds(folder, [{ name: 'standard input', source }], { merge: false });
  await expect(run).rejects.toMatchObject({ code: 'feed_unreadable' });
  expect(await stockStatus(folder)).toMatchObject({ listings: 0, sequence: 0, imports: [] });
});

test.each([
  ['nothing', '', 'feed_empty'],
  ['only rejections', '{"id":"1"}\n', 'feed_unreadable'],
])('a feed of %s is a problem, and nothing is withdrawn', async (_, text, code) => {
  const folder = temporaryFolder();
  await importFeeds(folder, [feed(THREE)], { merge: false });
  await expect(importFeeds(folder, [feed(text)], { merge: false })).rejects.toMatchObject({ code });
  expect(await stockStatus(folder)).toMatchObject({ listings: 3, sequence: 1 });
});

test('an explicit format is not detected', async () => {
  const folder = temporaryFolder();
  const asJson = importFeeds(folder, [feed('id,dealer\n')], { merge: false, format: 'json' });
  await expect(asJson).rejects.toThrow('line 1 does not open a JSON array');
});

test('progress names the file, its bytes and the records of the whole run', async () => {
  const folder = temporaryFolder();
  const seen: ImportProgress[] = [];
  const path = fileIn(folder, 'one.ndjson', ndjson(plainRecord('N1')));
  await importFeeds(folder, [{ name: path, source: path }, feed(THREE, 'stream')], {
    merge: true,
    onProgress: (progress) => seen.push(progress),
  });
  const bytes = Buffer.byteLength(ndjson(plainRecord('N1')));
  expect(seen).toEqual([
    { name: path, bytesRead: bytes, bytesTotal: bytes, records: 0 },
    { name: 'stream', bytesRead: Buffer.byteLength(THREE), bytesTotal: undefined, records: 1 },
  ]);
});

test('concurrent imports are rejected', async () => {
  const folder = temporaryFolder();
  const store = openStore(folder, { mode: 'write' });
  try {
    const second = importFeeds(folder, [feed(THREE)], { merge: false });
    await expect(second).rejects.toMatchObject({ code: 'data_locked' });
  } finally {
    await store.close();
  }
  expect(await importFeeds(folder, [feed(THREE)], { merge: false })).toMatchObject({ added: 3 });
});

/** A feed of listings `A0`, `A1`, … of one dealer. */
function feedOf(count: number, dealer = 'north.example'): FeedFile {
  return feed(ndjson(...Array.from({ length: count }, (_, n) => plainRecord(`A${n}`, dealer))));
}

test('a run that would withdraw more than half of a dealer is blocked, and its report saved', async () => {
  const folder = temporaryFolder();
  await importFeeds(folder, [feedOf(10)], { merge: false });
  const blocked = importFeeds(folder, [feedOf(4), feedOf(3, 'new.example')], { merge: false });
  await expect(blocked).rejects.toMatchObject({ code: 'import_blocked' });
  await expect(blocked).rejects.toThrow(
    'Import blocked: 6 of 10 listings of north.example are not in the feed. Nothing was changed. ' +
      'If they are really gone, run it again with --force.',
  );
  expect(await stockStatus(folder)).toMatchObject({
    listings: 10,
    sequence: 1,
    imports: [
      {
        outcome: 'blocked',
        added: 3,
        unchanged: 4,
        withdrawn: 6,
        blocked: [{ dealer: 'north.example', before: 10, missing: 6 }],
      },
      { outcome: 'imported', added: 10 },
    ],
  });
});

test('force imports it all the same', async () => {
  const folder = temporaryFolder();
  await importFeeds(folder, [feedOf(10)], { merge: false });
  const run = await importFeeds(folder, [feedOf(1)], { merge: false, force: true });
  expect(run).toMatchObject({ outcome: 'imported', unchanged: 1, withdrawn: 9 });
});

test.each([
  ['half of a dealer', 10, 5, false],
  ['most of a dealer with nine listings', 9, 1, false],
  ['most of a dealer, with merge', 20, 1, true],
])('losing %s does not block a run', async (_, before, after, merge) => {
  const folder = temporaryFolder();
  await importFeeds(folder, [feedOf(before)], { merge: false });
  expect(await importFeeds(folder, [feedOf(after)], { merge })).toMatchObject({ outcome: 'imported' });
});

test('the report has the very time of the changes, however late the import starts in its transaction', async () => {
  const folder = temporaryFolder();
  let clock = Date.parse('2030-01-01');
  const run = await importFeeds(folder, [feed(ndjson(plainRecord('A')))], {
    merge: false,
    now: () => (clock += 1000),
  });
  const store = openStore(folder, { mode: 'read' });
  const times = store.snapshot().getChangeTimes(['north.example/A']);
  await store.close();
  expect(times).toEqual([Date.parse(run.startedAt)]);
});

test('a changed listing keeps its arrival, and a new one gets its own', async () => {
  const folder = temporaryFolder();
  const before = Date.now();
  await importFeeds(folder, [feed(ndjson(plainRecord('A')))], { merge: false });
  const after = Date.now();
  await importFeeds(folder, [feed(ndjson({ ...plainRecord('A'), price: 1001 }, plainRecord('B')))], {
    merge: false,
  });
  const store = openStore(folder, { mode: 'read' });
  const listing = getListings(store, ['north.example/A'])[0];
  await store.close();
  expect(listing?.priceGbp).toBe(1001);
  expect(listing?.arrivedAt).toBeGreaterThanOrEqual(before);
  expect(listing?.arrivedAt).toBeLessThanOrEqual(after);
});

test('rejections are reported with their records, duplicate ids included', async () => {
  const folder = temporaryFolder();
  const reported: unknown[] = [];
  await importFeeds(folder, [feed(ndjson(plainRecord('A'), { dealer: 'x.example' }, plainRecord('A')))], {
    merge: false,
    onRejection: ({ line, reason, record }) => reported.push({ line, reason, record }),
  });
  expect(reported).toEqual([
    { line: 2, reason: 'missing_id', record: { dealer: 'x.example' } },
    { line: 3, reason: 'duplicate_id', record: plainRecord('A') },
  ]);
});

test('the state of a feed is saved with its run, blocked runs included', async () => {
  const folder = temporaryFolder();
  const run = {
    name: 'north',
    scope: openScope('north'),
    stateAfter: ({ outcome }: ImportRun) => ({ outcome }),
  };
  const kept = async (): Promise<unknown> => {
    const store = openStore(folder, { mode: 'read' });
    try {
      return store.feedState('north');
    } finally {
      await store.close();
    }
  };
  await importFeeds(folder, [feedOf(10)], { merge: false, feed: run });
  expect(await kept()).toEqual({ outcome: 'imported' });
  await expect(importFeeds(folder, [feedOf(1)], { merge: false, feed: run })).rejects.toThrow();
  expect(await kept()).toEqual({ outcome: 'blocked' });
  await expect(importFeeds(folder, [feed('')], { merge: false, feed: run })).rejects.toThrow();
  expect(await kept()).toEqual({ outcome: 'blocked' });
});

test('an aborted run is rolled back', async () => {
  const folder = temporaryFolder();
  const abort = new AbortController();
  const source = Readable.from(
    (function* () {
      yield Buffer.from(THREE);
      abort.abort(new Error('enough'));
      yield Buffer.from(THREE);
    })(),
  );
  const run = importFeeds(folder, [{ name: 'feed', source }], { merge: false, signal: abort.signal });
  await expect(run).rejects.toThrow('enough');
  expect(await stockStatus(folder)).toMatchObject({ listings: 0, sequence: 0 });
});

/** One record a line of the DMS layout's columns, in the contract's names. */
function vehicle(id: string, more: object, dealer = 'north.example'): Record<string, unknown> {
  return { ...plainRecord(id, dealer), ...more };
}

async function keysIn(folder: string): Promise<string[]> {
  const store = openStore(folder, { mode: 'read' });
  try {
    return Array.from(store.listings(), ({ dealer, id }) => `${dealer}/${id}`);
  } finally {
    await store.close();
  }
}

test.each([
  ['advert address', { advert_url: 'https://north.example/b' }],
  ['registration', { registration: 'AB12 CDE' }],
  ['VIN', { vin: 'WVWZZZ1KZAW000123' }],
])('a vehicle with the %s of an earlier one is rejected', async (what, mark) => {
  const folder = temporaryFolder();
  const reported: unknown[] = [];
  const records = [
    vehicle('B', { registration: 'AB12CDE', vin: 'WVWZZZ1KZAW000123' }),
    plainRecord('C'),
    vehicle('A', mark),
  ];
  for (const outcome of [{ added: 2 }, { unchanged: 2 }]) {
    const run = await importFeeds(folder, [feed(ndjson(...records))], {
      merge: false,
      onRejection: ({ line, reason, message: message }) => reported.push({ line, reason, message }),
    });
    expect(run).toMatchObject({ ...outcome, rejected: 1, duplicates: 1, withdrawn: 0, replaced: 0 });
  }
  const message = `north.example sent 'A' with the ${what} of 'B' (line 1): one vehicle, and the first one counts`;
  const rejection = { line: 3, reason: 'duplicate_vehicle', message };
  expect(reported).toEqual([rejection, rejection]);
  expect(await keysIn(folder)).toEqual(['north.example/B', 'north.example/C']);
});

test('in a run of several files the rejection names the file of the first occurrence', async () => {
  const { rejections } = await importFeeds(
    temporaryFolder(),
    [
      feed(ndjson(plainRecord('A')), 'one.ndjson'),
      feed(ndjson({ ...plainRecord('B'), advert_url: 'https://north.example/a' }), 'two.ndjson'),
    ],
    { merge: false },
  );
  expect(rejections[0]?.samples).toEqual([
    {
      file: 'two.ndjson',
      line: 1,
      sentence:
        "north.example sent 'B' with the advert address of 'A' (one.ndjson, line 1): one vehicle, and the first one counts",
    },
  ]);
});

test.each([
  ['advert address', {}, { advert_url: 'https://north.example/a' }],
  ['registration', { registration: 'AB12CDE' }, { registration: 'ab12 cde' }],
])('a merge replaces a vehicle that comes under another id, by its %s', async (_, before, after) => {
  const folder = temporaryFolder();
  const arrived_at = '2025-03-01T00:00:00.000Z';
  await importFeeds(folder, [feed(ndjson(vehicle('A', { ...before, arrived_at }), plainRecord('C')))], {
    merge: false,
  });
  const merge = async (): Promise<ImportRun> =>
    importFeeds(folder, [feed(ndjson(vehicle('B', after)))], { merge: true });
  expect(await merge()).toMatchObject({ added: 1, withdrawn: 1, replaced: 1 });
  expect(await keysIn(folder)).toEqual(['north.example/B', 'north.example/C']);
  const store = openStore(folder, { mode: 'read' });
  expect(getListings(store, ['north.example/B'])[0]?.arrivedAt).toBe(Date.parse(arrived_at));
  await store.close();
  expect(await merge()).toMatchObject({ unchanged: 1, withdrawn: 0, replaced: 0 });
});

test('a dealer that renumbers its whole stock has lost nothing, so the run is not blocked', async () => {
  const folder = temporaryFolder();
  await importFeeds(folder, [feedOf(20)], { merge: false });
  const anew = Array.from({ length: 20 }, (_, n) =>
    vehicle(`B${n}`, { advert_url: `https://north.example/a${n}` }),
  );
  const run = await importFeeds(folder, [feed(ndjson(...anew))], { merge: false });
  expect(run).toMatchObject({ outcome: 'imported', added: 20, withdrawn: 20, replaced: 20 });
});

test('listings that swap their URLs keep their arrivals', async () => {
  const folder = temporaryFolder();
  await importFeeds(folder, [feedOf(2)], { merge: false });
  const swapped = ndjson(
    vehicle('A0', { advert_url: 'https://north.example/a1' }),
    vehicle('A1', { advert_url: 'https://north.example/a0' }),
  );
  expect(await importFeeds(folder, [feed(swapped)], { merge: false })).toMatchObject({
    changed: 2,
    rejected: 0,
    withdrawn: 0,
  });
});

test('a vehicle at several dealers is a listing of each, and counted as a duplicate', async () => {
  const folder = temporaryFolder();
  const mark = { registration: 'AB12CDE' };
  const north = ndjson(vehicle('A', mark), plainRecord('B'));
  const all = [
    feed(north),
    feed(ndjson(vehicle('A', mark, 'south.example'))),
    feed(ndjson(vehicle('A', { ...mark, advert_url: 'https://north.example/b' }, 'west.example'))),
  ];
  const run = await importFeeds(folder, all, { merge: false });
  const shared = { adverts: 2, registrations: 3, vins: 0 };
  expect(run).toMatchObject({ added: 4, rejected: 0, shared });
  expect((await stockStatus(folder)).duplicates).toEqual(shared);
  const gone = await importFeeds(folder, [feed(ndjson(plainRecord('A')))], { merge: false });
  expect(gone).toMatchObject({ withdrawn: 1, shared: { adverts: 0, registrations: 2, vins: 0 } });
});

/** A run of a configured feed. */
function runOf(folder: string, name: string, text: FeedFile, force = false): Promise<ImportRun> {
  return importFeeds(folder, [text], {
    merge: false,
    force,
    feed: { name, scope: openScope(name), stateAfter: () => null },
  });
}

const both = (north: number, south: number): FeedFile =>
  feed(
    ndjson(
      ...Array.from({ length: north }, (_, n) => plainRecord(`A${n}`)),
      ...Array.from({ length: south }, (_, n) => plainRecord(`A${n}`, 'south.example')),
    ),
  );

test('a dealer missing from its feed is withdrawn', async () => {
  const folder = temporaryFolder();
  await runOf(folder, 'market', both(2, 3));
  expect(await runOf(folder, 'market', both(2, 0))).toMatchObject({ unchanged: 2, withdrawn: 3 });
  expect(await keysIn(folder)).toEqual(['north.example/A0', 'north.example/A1']);
});

test('a large dealer missing from its feed blocks the run', async () => {
  const folder = temporaryFolder();
  await runOf(folder, 'market', both(2, 10));
  await expect(runOf(folder, 'market', both(2, 0))).rejects.toThrow(
    'Import blocked: 10 of 10 listings of south.example are not in the feed.',
  );
  expect(await keysIn(folder)).toHaveLength(12);
  expect(await runOf(folder, 'market', both(2, 0), true)).toMatchObject({ withdrawn: 10 });
});
