// Records that the last run has read are not read again, and nobody can tell but by the time.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '../../../src/problem.ts';
import { importFeeds } from '../../../src/ingest/run/import.ts';
import type { ImportOptions } from '../../../src/ingest/run/feed-importer.ts';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import { readFeed } from '../../../src/ingest/run/read-feed.ts';
import { KnownRecords } from '../../../src/ingest/run/known-records.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { getListings } from '../../store/changes.ts';

const NOW = Date.UTC(2026, 5, 1);

function record(id: string, more: object = {}): object {
  return { id, dealer: 'north.example', advert_url: `https://north.example/${id}`, price: 9995, ...more };
}

function ndjson(records: readonly object[]): Readable {
  return Readable.from(records.map((one) => Buffer.from(`${JSON.stringify(one)}\n`)));
}

type Options = Partial<Pick<ImportOptions, 'merge' | 'mapping' | 'dealer' | 'vat' | 'now'>>;

async function importRecords(folder: string, records: readonly object[], options: Options = {}) {
  return importSource(folder, ndjson(records), options);
}

async function importSource(folder: string, source: Readable, options: Options = {}) {
  const feeds = [{ name: 'feed', source }];
  return await importFeeds(folder, feeds, { merge: false, force: true, now: () => NOW, ...options });
}

async function inStore<T>(folder: string, read: (store: Store) => T): Promise<T> {
  const store = openStore(folder, { mode: 'read' });
  try {
    return read(store);
  } finally {
    await store.close();
  }
}

/** The ids of the records of a feed that a run would not read. */
async function unreadIds(folder: string, source: Readable, options: Options = {}): Promise<string[]> {
  const storeId = await inStore(folder, (store) => store.storeId ?? '');
  const known = new KnownRecords(join(folder, 'known.bin'), storeId, options.now?.() ?? NOW);
  const ids: string[] = [];
  const { mapping, dealer, vat } = options;
  const settings = { ...(mapping && { mapping }), ...(dealer !== undefined && { dealer }), vat };
  for await (const batch of readFeed(source, { ...settings, now: NOW, known }))
    for (const result of batch) if (result.kind === 'unchanged') ids.push(result.known.id);
  known.close();
  return ids;
}

test('records of the last run are not read again', async () => {
  const folder = temporaryFolder();
  await importRecords(folder, [record('a'), record('b'), record('c', { advert_url: 'none' })]);
  expect(await unreadIds(folder, ndjson([record('b'), record('a', { price: 1 }), record('a')]))).toEqual([
    'b',
    'a',
  ]);
});

test('rows of CSV are recognised under the same header only', async () => {
  const folder = temporaryFolder();
  const csv = (header: string): Readable =>
    Readable.from([Buffer.from(`${header}\na,a.example,https://a.example/1,9\n`)]);
  await importSource(folder, csv('id,dealer,advert_url,price'));
  expect(await unreadIds(folder, csv('id,dealer,advert_url,price'))).toEqual(['a']);
  expect(await unreadIds(folder, csv('id,dealer,advert_url,mileage'))).toEqual([]);
});

test('a row is read again below a row that says that its vehicle is sold', async () => {
  const folder = temporaryFolder();
  const csv = (...rows: string[]): Readable =>
    Readable.from([Buffer.from(['id,dealer,advert_url,price', ...rows].join('\n'))]);
  const [a, b] = ['a', 'b'].map((id) => `${id},a.example,https://a.example/${id},9995`);
  await importSource(folder, csv(a, b));
  expect(await importSource(folder, csv(a, 'SOLD,,,', b))).toMatchObject({
    ...{ unchanged: 1, omitted: 1, withdrawn: 1 },
    omissions: [{ reason: 'sold', count: 1 }],
  });
});

test('records are read again under another mapping, dealer, VAT choice, year or earlier clock', async () => {
  const folder = temporaryFolder();
  const feed = [record('a')];
  await importRecords(folder, feed);
  const unread = (options: Options) => unreadIds(folder, ndjson(feed), options);
  expect(await unread({})).toEqual(['a']);
  expect(await unread({ mapping: parseMapping({ columns: { price: null } }, 'm') })).toEqual([]);
  expect(await unread({ dealer: 'south.example' })).toEqual([]);
  expect(await unread({ vat: 'add' })).toEqual([]);
  expect(await unread({ now: () => Date.UTC(2027, 0, 1) })).toEqual([]);
  expect(await unread({ now: () => NOW - 1 })).toEqual([]);
});

test('the report of a run that reads nothing again has the findings of all records', async () => {
  const folder = temporaryFolder();
  const feed = [
    record('a', { price: 'POA', colour_of_seats: 'red' }),
    record('b', { year: 'old', vin: 'short' }),
  ];
  const first = await importRecords(folder, feed);
  const second = await importRecords(folder, feed);
  expect(await unreadIds(folder, ndjson(feed))).toEqual(['a', 'b']);
  expect(second).toMatchObject({ added: 0, changed: 0, unchanged: 2, withdrawn: 0 });
  expect(second.valueIssues).toEqual(first.valueIssues);
  expect(second.valueIssues.length).toBeGreaterThan(1);
  expect(second.ignoredColumns).toEqual(first.ignoredColumns);
});

test('a value in the future is read again', async () => {
  const folder = temporaryFolder();
  const feed = [record('a', { arrived_at: '2026-06-05T00:00:00Z' })];
  await importRecords(folder, feed);
  const later = await importRecords(folder, feed, { now: () => Date.UTC(2026, 5, 6) });
  expect(later).toMatchObject({ changed: 1, valueIssues: [] });
});

test('a listing that another run has changed or withdrawn is stored as its record says again', async () => {
  const folder = temporaryFolder();
  const feed = [record('a', { registration: 'AB12 CDE' }), record('b')];
  await importRecords(folder, feed);
  const known = readFileSync(join(folder, 'known.bin'));
  const restored = async (records: readonly object[]) => {
    await importRecords(folder, records);
    writeFileSync(join(folder, 'known.bin'), known);
    return await importRecords(folder, feed);
  };
  expect(await restored([record('a', { price: 1 }), record('b')])).toMatchObject({
    changed: 1,
    unchanged: 1,
  });
  expect(await restored([record('b')])).toMatchObject({ added: 1, unchanged: 1 });
  await restored([record('a', { registration: 'XY67 ZZZ' }), record('b')]);
  expect(await inStore(folder, (store) => store.identifiers('north.example/a'))).toEqual({
    registration: 'AB12CDE',
  });
});

test('a known listing that is withdrawn earlier in the run is added again', async () => {
  const folder = temporaryFolder();
  const feed = [record('a')];
  await importRecords(folder, feed, { merge: true });
  const run = await importRecords(folder, [record('a', { status: 'sold' }), ...feed], { merge: true });
  expect(run).toMatchObject({ added: 1, withdrawn: 1, omitted: 1 });
  expect(await inStore(folder, (store) => getListings(store, ['north.example/a'])[0]?.priceGbp)).toBe(9995);
});

test('a damaged file, or one of another stock, is not used', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  await importRecords(folder, [record('a')]);
  await importRecords(other, [record('a')]);
  const path = join(folder, 'known.bin');
  const bytes = readFileSync(path);
  writeFileSync(path, readFileSync(join(other, 'known.bin')));
  expect(await unreadIds(folder, ndjson([record('a')]))).toEqual([]);
  bytes[30] ^= 1;
  writeFileSync(path, bytes);
  expect(await unreadIds(folder, ndjson([record('a')]))).toEqual([]);
});

test('a run that fails leaves the file of the last one', async () => {
  const folder = temporaryFolder();
  await importRecords(folder, [record('a')]);
  const before = readFileSync(join(folder, 'known.bin'));
  await expect(importSource(folder, Readable.from([Buffer.from('{"id":')]))).rejects.toThrow(Problem);
  expect(readFileSync(join(folder, 'known.bin'))).toEqual(before);
});

// Few different values, so that records meet: equal ids, addresses that move, vehicles under other ids.
const anyRecord = fc.record(
  {
    id: fc.constantFrom('1', '2', '3', '4', ''),
    dealer: fc.constantFrom('north.example', 'south.example'),
    advert_url: fc.constantFrom('https://a.example/1', 'https://a.example/2', 'https://a.example/3', 'no'),
    registration: fc.constantFrom('AB12 CDE', 'AB12CDE', 'XY67 ZZZ'),
    vin: fc.constantFrom('WVWZZZ1KZ6W000001', 'WVWZZZ1KZ6W000002'),
    status: fc.constantFrom('available', 'sold'),
    price: fc.constantFrom('£9,995', 'POA', null),
    year: fc.constantFrom('26', '27', '2019'),
    arrived_at: fc.constantFrom('2026-01-02T03:04:05Z', '2026-06-05T00:00:00Z', 'yesterday'),
    'stock id': fc.constantFrom('7'),
    'body type': fc.constantFrom('Saloon'),
    odd: fc.constantFrom('x', ''),
  },
  { requiredKeys: ['id', 'dealer', 'advert_url'] },
);
/** What an earlier run may have left: its records, in another order or with others. */
const anyRun = fc.record({
  records: fc.array(anyRecord, { minLength: 1, maxLength: 8 }),
  repeated: fc.boolean(),
  merge: fc.boolean(),
  days: fc.integer({ min: -3, max: 300 }),
});

test('a run that knows the records of earlier ones does what a run does that knows nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRun, { minLength: 2, maxLength: 5 }), async (runs) => {
      const [knowing, forgetful] = [temporaryFolder(), temporaryFolder()];
      let last: readonly object[] = [];
      for (const { records, repeated, merge, days } of runs) {
        last = repeated && last.length > 0 ? [...last.slice(1), ...records.slice(0, 1)] : records;
        const options = { merge, now: () => NOW + days * 86_400_000 };
        rmSync(join(forgetful, 'known.bin'), { force: true });
        const outcomes = [];
        for (const folder of [knowing, forgetful]) {
          const run = await importRecords(folder, last, options).catch((error: unknown) => String(error));
          const listings = await inStore(folder, (store) =>
            Array.from(store.listings(), (listing) => [
              listing,
              store.identifiers(`${listing.dealer}/${listing.id}`),
            ]),
          );
          outcomes.push({ run: typeof run === 'string' ? run : { ...run, tookMs: 0 }, listings });
        }
        expect(outcomes[0]).toEqual(outcomes[1]);
        // A run without a listing fails.
        if (typeof outcomes[0]?.run !== 'string') expect(existsSync(join(knowing, 'known.bin'))).toBe(true);
      }
    }),
    { numRuns: 40, seed: 20261123 },
  );
}, 60_000);

/** Records in envelopes: more than show the layout, each in a chunk of its own. */
function wrapped(count: number, more: (i: number) => object = () => ({})): object[] {
  return Array.from({ length: count }, (_, i) => ({ item: record(`w${i}`, more(i)) }));
}

test('lines that are recognised before they are parsed are read as others are', async () => {
  const folder = temporaryFolder();
  await importRecords(folder, wrapped(2000));
  const known = readFileSync(join(folder, 'known.bin'));
  const changed = wrapped(2000, (i) => (i === 1990 ? { price: 1 } : {}));
  expect(await importRecords(folder, changed)).toMatchObject({ changed: 1, unchanged: 1999 });
  writeFileSync(join(folder, 'known.bin'), known);
  expect(await importRecords(folder, wrapped(2000))).toMatchObject({ changed: 1, unchanged: 1999 });
  const [again] = await inStore(folder, (store) => getListings(store, ['north.example/w1990']));
  expect(again?.priceGbp).toBe(9995);
});
