// importStock: one run is one transaction, and says what it did.
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importStock, type FeedFile, type ImportProgress } from '../../src/service/import-stock.ts';
import { stockStatus } from '../../src/service/stock-status.ts';
import { openStore } from '../../src/store/store.ts';
import { fileIn, ndjson, plainRecord, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

function feed(text: string, name = 'feed'): FeedFile {
  return { name, source: Readable.from([Buffer.from(text)]) };
}

test('the report is returned and kept', async () => {
  const folder = temporaryFolder();
  const run = await importStock(folder, [feed(THREE, '/feeds/three.ndjson')], { merge: false });
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

test('the same feed again changes nothing, and is still reported', async () => {
  const folder = temporaryFolder();
  await importStock(folder, [feed(THREE)], { merge: false });
  const run = await importStock(folder, [feed(THREE)], { merge: false });
  expect(run).toMatchObject({ read: 3, added: 0, changed: 0, unchanged: 3, withdrawn: 0 });
  const { sequence, imports } = await stockStatus(folder);
  expect({ sequence, imports: imports.length }).toEqual({ sequence: 1, imports: 2 });
});

test('a dealer may be spread over several files of a run', async () => {
  const folder = temporaryFolder();
  await importStock(folder, [feed(ndjson(plainRecord('A'), plainRecord('B'), plainRecord('C')))], {
    merge: false,
  });
  const run = await importStock(folder, [feed(ndjson(plainRecord('A'))), feed(ndjson(plainRecord('C')))], {
    merge: false,
  });
  expect(run).toMatchObject({ unchanged: 2, withdrawn: 1 });
});

test('a fault in the last feed takes everything back', async () => {
  const folder = temporaryFolder();
  await importStock(folder, [feed(THREE)], { merge: false });
  const spoiled = importStock(folder, [feed(ndjson(plainRecord('N1'))), feed('{"id":', 'broken.ndjson')], {
    merge: false,
  });
  await expect(spoiled).rejects.toMatchObject({ name: 'Problem', code: 'feed_unreadable' });
  await expect(spoiled).rejects.toThrow(/^broken\.ndjson: line 1 is not valid JSON/);
  const status = await stockStatus(folder);
  expect(status).toMatchObject({ listings: 3, sequence: 1, imports: [{ added: 3 }] });
  expect(readdirSync(folder)).not.toContain('writer.lock');
});

test('a stream that fails takes everything back', async () => {
  const folder = temporaryFolder();
  const source = Readable.from(
    (function* () {
      yield Buffer.from(THREE);
      throw Object.assign(new Error('the line went dead'), { code: 'ECONNRESET' });
    })(),
  );
  const run = importStock(folder, [{ name: 'standard input', source }], { merge: false });
  await expect(run).rejects.toMatchObject({ code: 'feed_unreadable' });
  expect(await stockStatus(folder)).toMatchObject({ listings: 0, sequence: 0, imports: [] });
});

test.each([
  ['nothing', '', 'feed_empty'],
  ['only rejections', '{"id":"1"}\n', 'feed_unreadable'],
])('a feed of %s is a problem, and nothing is withdrawn', async (_, text, code) => {
  const folder = temporaryFolder();
  await importStock(folder, [feed(THREE)], { merge: false });
  await expect(importStock(folder, [feed(text)], { merge: false })).rejects.toMatchObject({ code });
  expect(await stockStatus(folder)).toMatchObject({ listings: 3, sequence: 1 });
});

test('a format that is given is not looked for', async () => {
  const folder = temporaryFolder();
  const asArray = importStock(folder, [feed(THREE)], { merge: false, format: 'json' });
  await expect(asArray).rejects.toThrow('line 1 does not open a JSON array');
});

test('progress names the file, its bytes and the records of the whole run', async () => {
  const folder = temporaryFolder();
  const seen: ImportProgress[] = [];
  const path = fileIn(folder, 'one.ndjson', ndjson(plainRecord('N1')));
  await importStock(folder, [{ name: path, source: path }, feed(THREE, 'stream')], {
    merge: true,
    onProgress: (progress) => seen.push(progress),
  });
  const bytes = Buffer.byteLength(ndjson(plainRecord('N1')));
  expect(seen).toEqual([
    { name: path, bytesRead: bytes, bytesTotal: bytes, records: 0 },
    { name: 'stream', bytesRead: Buffer.byteLength(THREE), bytesTotal: undefined, records: 1 },
  ]);
});

test('while one import runs another is refused', async () => {
  const folder = temporaryFolder();
  const store = openStore(folder, { mode: 'write' });
  try {
    const second = importStock(folder, [feed(THREE)], { merge: false });
    await expect(second).rejects.toMatchObject({ code: 'data_locked' });
  } finally {
    await store.close();
  }
  expect(await importStock(folder, [feed(THREE)], { merge: false })).toMatchObject({ added: 3 });
});
