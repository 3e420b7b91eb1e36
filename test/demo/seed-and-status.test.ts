// seedDemo and stockStatus: an empty folder is seeded once, and the status reports a folder's contents.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { seedDemo } from '../../src/demo/seed.ts';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { stockStatus } from '../../src/stock-status.ts';
import { openStore } from '../../src/store/store.ts';
import { ndjson, plainRecord, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

async function importText(folder: string, text: string): Promise<void> {
  const source = Readable.from([Buffer.from(text)]);
  await importFeeds(folder, [{ name: 'feed', source }], { merge: false });
}

test('an empty folder is seeded with 20,000 listings, once', async () => {
  const folder = join(temporaryFolder(), 'new');
  const seen: number[] = [];
  expect(await seedDemo(folder, (done) => seen.push(done))).toBe(true);
  expect(seen.at(-1)).toBe(20_000);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(await stockStatus(folder)).toMatchObject({ listings: 20_000, sequence: 1 });

  expect(await seedDemo(folder, () => expect.unreachable('a full folder was filled'))).toBe(false);
  expect((await stockStatus(folder)).sequence).toBe(1);
});

test('a folder with other stock is unchanged, even after its stock was withdrawn', async () => {
  const folder = temporaryFolder();
  await importText(folder, ndjson(plainRecord('N1')));
  expect(await seedDemo(folder, () => undefined)).toBe(false);
  const store = openStore(folder, { mode: 'write' });
  await store.write((transaction) => transaction.withdraw('north.example/N1'));
  await store.close();
  expect(await seedDemo(folder, () => undefined)).toBe(false);
  expect(await stockStatus(folder)).toMatchObject({ listings: 0, dealers: [] });
});

test('the status of a missing folder is empty, and does not create it', async () => {
  const folder = join(temporaryFolder(), 'none');
  expect(await stockStatus(folder)).toEqual({
    folder,
    listings: 0,
    sequence: 0,
    writtenBy: null,
    dealers: [],
    duplicates: { adverts: 0, registrations: 0, vins: 0 },
    feeds: [],
    imports: [],
  });
  await expect(stockStatus(join(folder, '..'))).resolves.toMatchObject({ listings: 0 });
});

test('dealers are sorted by listings, then name; imports by time, the last ten', async () => {
  const folder = temporaryFolder();
  const dealers = ['b.example', 'a.example', 'c.example', 'c.example'];
  await importText(folder, ndjson(...dealers.map((dealer, n) => plainRecord(`D${n}`, dealer))));
  for (let run = 1; run <= 10; run += 1)
    await importText(folder, ndjson(plainRecord(`R${run}`, 'r.example')));
  const status = await stockStatus(folder);
  expect(status.dealers).toEqual([
    { dealer: 'c.example', listings: 2, feed: null },
    { dealer: 'a.example', listings: 1, feed: null },
    { dealer: 'b.example', listings: 1, feed: null },
    { dealer: 'r.example', listings: 1, feed: null },
  ]);
  expect(status.imports).toHaveLength(10);
  expect(status.imports.map(({ added, withdrawn }) => [added, withdrawn])).toEqual([
    ...Array.from({ length: 9 }, () => [1, 1]),
    [1, 0],
  ]);
});

test('a refused import is not among the imports', async () => {
  const folder = temporaryFolder();
  await importText(folder, THREE);
  await expect(importText(folder, 'nonsense')).rejects.toThrow();
  expect((await stockStatus(folder)).imports).toHaveLength(1);
});
