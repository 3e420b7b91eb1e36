// Detection of damage in a store. Each damage is made with LMDB itself, in a closed
// store, so that it is exactly one: a value changed, moved, removed or restored.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { open, type Database } from 'lmdb';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/problem.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { aListing } from '../support/listings.ts';
import { openReader } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { changedKeysSince, changesSince, getListings } from './changes.ts';

type RawTables = (name: string, keyEncoding?: 'binary') => Database<Buffer, string>;

/** A store of two dealers and two changes, damaged by `damage`. */
async function damagedStock(damage: (table: RawTables) => void): Promise<string> {
  const folder = temporaryFolder();
  const store = openStore(folder, { mode: 'write' });
  await store.write((transaction) => {
    for (const id of ['A1', 'A2', 'A3']) transaction.upsert(aListing({ id }));
    transaction.upsert(aListing({ id: 'B1', dealer: 'south.example' }));
    transaction.saveFeedState('north', { runs: 1 });
  });
  await store.write((transaction) => transaction.upsert(aListing({ id: 'A2', priceGbp: 9 })));
  await store.close();
  const root = open<Buffer, string>({ path: join(folder, 'stock.mdb'), encoding: 'binary', pageSize: 8192 });
  const table: RawTables = (name, keyEncoding) =>
    root.openDB<Buffer, string>(name, { encoding: 'binary', ...(keyEncoding && { keyEncoding }) });
  root.transactionSync(() => damage(table));
  await root.close();
  return folder;
}

function findingOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem && error.code === 'data_damaged') return error.message;
    throw error;
  }
  return 'nothing';
}

const move = (from: string, to: string) => (table: RawTables) => {
  const value = table('listings').get(from);
  if (value !== undefined) table('listings').putSync(to, value);
};

describe('a value', () => {
  test.each<[string, (table: RawTables) => void]>([
    ['with a bit changed', (table) => {
      const value = Buffer.from(table('listings').get('north.example/A1') ?? '');
      value[20] = (value[20] ?? 0) ^ 4;
      table('listings').putSync('north.example/A1', value);
    }],
    ['of another key', move('north.example/A2', 'north.example/A1')],
    ['of another table', (table) => {
      const value = table('meta').get('sequence') ?? Buffer.alloc(0);
      table('listings').putSync('north.example/A1', value);
    }],
    ['shorter than a checksum', (table) => table('listings').putSync('north.example/A1', Buffer.from('[]'))],
  ])('%s is not read as a listing', async (_, damage) => {
    const store = openReader(await damagedStock(damage));
    const message = 'the entry "north.example/A1" of listings does not match its checksum';
    const snapshot = store.snapshot();
    expect(findingOf(() => snapshot.getRecords(['north.example/A1']))).toContain(message);
    expect(findingOf(() => getListings(store, ['north.example/A1'])[0])).toContain(message);
    expect(findingOf(() => [...store.listings()])).toContain(message);
    expect(getListings(store, ['south.example/B1'])[0]?.id).toBe('B1');
    snapshot.release();
  });
}); // prettier-ignore

describe('a missing entry', () => {
  const gone = (name: string, key: string) => damagedStock((table) => void table(name).removeSync(key));
  const missing = 'north.example of listings should have 3 entries, and has 2';

  test('is detected by a scan of all listings, and of its dealer’s', async () => {
    const store = openReader(await gone('listings', 'north.example/A1'));
    expect(findingOf(() => [...store.listings()])).toContain(missing);
    expect(
      findingOf(() => [...store.listings({ start: 'north.example/', end: 'north.example0' })]),
    ).toContain(missing);
    expect([...store.listings({ start: 'south.example/', end: 'south.example0' })]).toHaveLength(1);
  });

  test('does not count as a withdrawn listing', async () => {
    const store = openReader(await gone('listings', 'north.example/A2'));
    expect(findingOf(() => getListings(store, ['north.example/A2'])[0])).toContain(missing);
    expect(findingOf(() => changesSince(store, 1))).toContain(missing);
    expect(findingOf(() => store.snapshot().getRecords(['north.example/A2']))).toContain(
      '"north.example/A2"',
    );
    expect(getListings(store, ['south.example/B9'])[0]).toBeUndefined();
  });

  test.each<[string, string, (store: Store) => unknown, string]>([
    ['dealers', 'north.example', (store) => store.dealers(), 'dealers should have 2 entries, and has 1'],
    ['meta', 'sequence', (store) => store.sequence, 'the entry "sequence" of meta cannot be read'],
    ['meta', 'storeId', (store) => store.storeId, 'the entry "storeId" of meta cannot be read'],
    ['meta', 'feed/north', (store) => store.feedStates(), 'meta should have'],
    ['meta', 'feed/north', (store) => store.feedState('north'), 'meta should have'],
    ['meta', 'log', (store) => changedKeysSince(store, 0), 'meta should have'],
  ])('is detected in %s: %s', async (name, key, read, message) => {
    const store = openReader(await gone(name, key));
    expect(findingOf(() => read(store))).toContain(message);
  });

  test('does not count as an advert that was never listed', async () => {
    const folder = await damagedStock((table) => {
      const adverts = table('adverts', 'binary');
      for (const key of Array.from(adverts.getKeys())) adverts.removeSync(key);
    });
    const store = openReader(folder);
    expect(findingOf(() => store.findAdvert('https://north.example/used/a1'))).toContain(
      'of adverts should have',
    );
  });
});

test('an entry with an earlier version of a listing is detected by a scan', async () => {
  let earlier = Buffer.alloc(0);
  await damagedStock((table) => (earlier = Buffer.from(table('listings').get('north.example/A2') ?? '')));
  const folder = temporaryFolder();
  const store = openStore(folder, { mode: 'write' });
  await store.write((transaction) => transaction.upsert(aListing({ id: 'A2', priceGbp: 10 })));
  await store.close();
  const root = open<Buffer, string>({ path: join(folder, 'stock.mdb'), encoding: 'binary', pageSize: 8192 });
  root.transactionSync(() =>
    root.openDB<Buffer, string>('listings', { encoding: 'binary' }).putSync('north.example/A2', earlier),
  );
  await root.close();
  expect(findingOf(() => [...openReader(folder).listings()])).toContain(
    'entries of north.example of listings are not those that were written',
  );
});

test('only table.ts reads values of LMDB', () => {
  const src = join(import.meta.dirname, '../../src');
  const reading = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && statSync(join(src, name)).isFile())
    .filter((name) =>
      /\.(getBinary|getBinaryFast|getRange|getEntry|getMany|getString|getKeys|putSync)\(/.test(
        readFileSync(join(src, name), 'utf8'),
      ),
    );
  // tables.ts reads the format, which older stores have without a checksum; old-stock.ts begins a read for counts of pages, and
  // takes no value. Overlays pass them on to a table, which checks them.
  expect(reading.sort()).toEqual([
    'store/overlay-table.ts',
    'store/table.ts',
    'store/tables.ts',
    'store/upgrade/old-stock.ts',
  ]);
});
