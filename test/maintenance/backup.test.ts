// A backup is a data folder that holds the stock as it was at one moment, also while an import is under way.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tokensPath } from '../../src/store/paths.ts';
import { formatTokenList } from '../../src/auth/stored-token.ts';
import { openIndexFile } from '../../src/index/build/index-file.ts';
import { backup } from '../../src/maintenance/backup.ts';
import { importPostcodes } from '../../src/store/postcode-import.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { openStore } from '../../src/store/store.ts';
import { aListing } from '../support/listings.ts';
import { openReader } from '../store/opened.ts';
import { nextMessage as step, startScript } from '../support/process.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const WRITE_STOCK = join(import.meta.dirname, '../store/write-stock.ts');
const COUNT = 2000;

/** Writes listings of `child.example` in another process, step by step. */
const startWriter = (folder: string): ChildProcess => startScript(WRITE_STOCK, [folder, `${COUNT}`]);

async function folderWith(...ids: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const store = openStore(folder, { mode: 'write' });
  await store.write((transaction) => ids.forEach((id) => transaction.upsert(aListing({ id }))));
  await store.close();
  return folder;
}

function idsIn(folder: string): string[] {
  return Array.from(openReader(folder).listings(), ({ id }) => id);
}

test('it contains what is committed, while another process imports', async () => {
  const folder = await folderWith('A1', 'A2');
  const place = temporaryFolder();
  const child = startWriter(folder);
  expect(await step(child)).toBe('upserted');

  const before = await backup(folder, join(place, 'before'));
  expect(before).toMatchObject({ listings: 2, sequence: 1, files: ['stock.mdb'] });
  child.send('go on');
  expect(await step(child)).toBe('committed');
  const after = await backup(folder, join(place, 'after'));
  expect(after).toMatchObject({ listings: 2 + COUNT, sequence: 2 });

  expect(idsIn(join(place, 'before'))).toEqual(['A1', 'A2']);
  expect(idsIn(join(place, 'after'))).toHaveLength(2 + COUNT);
  expect(after.bytes).toBe(statSync(join(place, 'after/stock.mdb')).size);
  child.send('go on');
  await once(child, 'exit');
});

test('backups during a series of imports contain whole imports', { timeout: 60_000 }, async () => {
  const folder = await folderWith();
  const place = temporaryFolder();
  const store = openStore(folder, { mode: 'write' });
  let writing = true;
  // Import n sets all prices to n and adds listings.
  const imports = (async () => {
    for (let n = 1; n <= 12; n += 1) {
      await store.write(async (transaction) => {
        for (let number = 0; number < 100 * n; number += 1) {
          transaction.upsert(aListing({ id: `L${number}`, priceGbp: n }));
          if (number % 100 === 0) await new Promise((resume) => setImmediate(resume));
        }
      });
    }
    writing = false;
  })();
  const seen = new Set<number>();
  for (let number = 0; writing; number += 1) {
    const copy = join(place, `${number}`);
    const { listings } = await backup(folder, copy);
    const prices = new Set(Array.from(openReader(copy).listings(), ({ priceGbp }) => priceGbp));
    expect([...prices]).toEqual(listings === 0 ? [] : [listings / 100]);
    seen.add(listings);
  }
  await imports;
  await store.close();
  expect(seen.size).toBeGreaterThan(1);
});

test('it contains the tokens and the postcode table, but no other index and no unfinished work', async () => {
  const folder = await folderWith('A1');
  const csv = join(temporaryFolder(), 'units.csv');
  writeFileSync(csv, 'pcds,lat,long\nLS1 4AP,53.7965,-1.5478\n');
  await importPostcodes(folder, [csv], () => undefined);
  const tokens = formatTokenList([]);
  writeFileSync(tokensPath(folder), tokens, { mode: 0o600 });
  writeFileSync(join(folder, 'index.seg'), 'of the first stock');
  mkdirSync(join(folder, 'incoming'));
  const copy = join(temporaryFolder(), 'deep/copy');

  const { files } = await backup(folder, copy);
  expect(files).toEqual(['postcodes.bin', 'stock.mdb', 'tokens.json']);
  expect(readdirSync(copy).sort()).toEqual(files);
  expect(readFileSync(tokensPath(copy), 'utf8')).toBe(tokens);
  expect(statSync(tokensPath(copy)).mode & 0o777).toBe(0o600);
  expect(statSync(copy).mode & 0o777).toBe(0o700);
});

test('it can be searched and imported into, independently of the original', async () => {
  const folder = await folderWith('A1', 'A2', 'A3');
  const copy = join(temporaryFolder(), 'copy');
  await backup(folder, copy);

  const writer = openStore(copy, { mode: 'write' });
  expect(writer.storeId).not.toBe(openReader(folder).storeId);
  await writer.write((transaction) => transaction.upsert(aListing({ id: 'A4' })));
  expect(writer.sequence).toBe(2);
  const search = openEmbeddedBackend(copy, { threads: false });
  await search.catchUp();
  const { total } = await search.service.search(search.service.parse([['make', 'vw']]).query);
  await search.close();
  await writer.close();
  expect(total).toBe(4);
  expect(idsIn(folder)).toEqual(['A1', 'A2', 'A3']);
});

test('free space in the stock is not copied', async () => {
  const folder = await folderWith(...Array.from({ length: 3000 }, (_, number) => `L${number}`));
  const store = openStore(folder, { mode: 'write' });
  await store.write((transaction) => {
    for (let number = 10; number < 3000; number += 1) transaction.withdraw(`north.example/L${number}`);
  });
  await store.close();
  const copy = join(temporaryFolder(), 'copy');
  const { listings, bytes } = await backup(folder, copy);
  expect(listings).toBe(10);
  expect(bytes).toBeLessThan(statSync(join(folder, 'stock.mdb')).size);
  expect(idsIn(copy)).toHaveLength(10);
});

test('its target may be an empty folder, and nothing else that exists', async () => {
  const folder = await folderWith('A1');
  const empty = temporaryFolder();
  await backup(folder, empty);
  expect(idsIn(empty)).toEqual(['A1']);
  await expect(backup(folder, empty)).rejects.toMatchObject({
    code: 'data_unusable',
    message: `'${empty}' is not empty. A backup needs a new folder: choose another name.`,
  });
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(backup(folder, file)).rejects.toMatchObject({ code: 'data_unusable' });
});

test('without a stock it fails and leaves nothing', async () => {
  const copy = join(temporaryFolder(), 'copy');
  await expect(backup(temporaryFolder(), copy)).rejects.toMatchObject({
    code: 'data_unusable',
    message: expect.stringContaining('it holds no stock yet') as string,
  });
  expect(existsSync(copy)).toBe(false);
  expect(readdirSync(join(copy, '..'))).toEqual([]);
});

/** Searches the folder, as a server does; the number of listings, and of whole builds of the index. */
async function serveOnce(folder: string) {
  const search = openEmbeddedBackend(folder, { threads: false });
  await search.catchUp();
  const { listings, builds, sequence } = search.stats();
  await search.catchUp();
  await search.close();
  return { listings, builds, sequence };
}

test('a start from it reads the index file instead of building', async () => {
  const folder = await folderWith(...Array.from({ length: 40 }, (_, number) => `L${number}`));
  expect(await serveOnce(folder)).toEqual({ listings: 40, builds: 1, sequence: 1 });
  const copy = join(temporaryFolder(), 'copy');
  expect((await backup(folder, copy)).files).toEqual(['index.seg', 'stock.mdb']);
  expect(await serveOnce(copy)).toEqual({ listings: 40, builds: 0, sequence: 1 });
});

test('an index file of an earlier state is in it, and a start catches up from there', async () => {
  const folder = await folderWith('A1', 'A2');
  await serveOnce(folder);
  const store = openStore(folder, { mode: 'write' });
  await store.write((transaction) => transaction.upsert(aListing({ id: 'A3' })));
  await store.close();
  const copy = join(temporaryFolder(), 'copy');
  expect(await backup(folder, copy)).toMatchObject({ sequence: 2, files: ['index.seg', 'stock.mdb'] });
  expect(await serveOnce(copy)).toEqual({ listings: 3, builds: 0, sequence: 2 });
});

test.each([
  [
    'of another stock',
    async (path: string) => {
      const other = await folderWith('B1');
      await serveOnce(other);
      copyFileSync(join(other, 'index.seg'), path);
    },
  ],
  [
    'that is damaged',
    async (path: string) => {
      const bytes = readFileSync(path);
      bytes[bytes.length - 3] ^= 1;
      writeFileSync(path, bytes);
    },
  ],
  ['that ends early', async (path: string) => truncateSync(path, statSync(path).size - 5)],
])('an index file %s is not in it', async (_, change) => {
  const folder = await folderWith('A1', 'A2');
  await serveOnce(folder);
  await change(join(folder, 'index.seg'));
  const copy = join(temporaryFolder(), 'copy');
  expect((await backup(folder, copy)).files).toEqual(['stock.mdb']);
  expect(await serveOnce(copy)).toEqual({ listings: 2, builds: 1, sequence: 1 });
});

test('an index file that becomes one of a later state meanwhile is not mixed with the copy', async () => {
  const folder = await folderWith('A1');
  const ids = { from: openReader(folder).storeId ?? '', to: 'copy', sequence: 0 };
  await serveOnce(folder);
  const file = openIndexFile(join(folder, 'index.seg'));
  expect(file?.copyTo(join(temporaryFolder(), 'index.seg'), ids)).toBe(undefined);
  expect(file?.copyTo(join(temporaryFolder(), 'index.seg'), { ...ids, sequence: 1 })).toBe(1);
  file?.close();
});
