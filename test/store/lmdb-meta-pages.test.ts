// The file length that the meta pages require.
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMetaPages, endWriting, extendToLastPage } from '../../src/store/lmdb-meta-pages.ts';
import { aListing } from '../support/listings.ts';
import { openWriter } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a file is extended to the length in its meta pages, and never shortened', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'stock.mdb');
  const writer = openWriter(folder);
  await writer.write((transaction) => transaction.upsert(aListing()));
  await writer.close();
  const content = readFileSync(file);

  truncateSync(file, content.length - 8192);
  expect(() => checkMetaPages(folder, file)).toThrow(`should have ${content.length}`);
  extendToLastPage(folder, file);
  checkMetaPages(folder, file);
  expect(statSync(file).size).toBe(content.length);

  truncateSync(file, content.length + 5);
  extendToLastPage(folder, file);
  checkMetaPages(folder, file);
  expect(statSync(file).size).toBe(content.length + 5);
});

test('a short file opens if a writer died between commit and extension, and is then extended', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'stock.mdb');
  const writer = openWriter(folder);
  await writer.write((transaction) => transaction.upsert(aListing()));
  await writer.close();
  expect(existsSync(`${file}-writing`)).toBe(false);
  const content = readFileSync(file);

  // LMDB would have written this page, but nothing here reads it.
  truncateSync(file, content.length - 8192);
  writeFileSync(`${file}-writing`, '');
  checkMetaPages(folder, file);
  endWriting(folder, file);
  expect(statSync(file).size).toBe(content.length);
  expect(existsSync(`${file}-writing`)).toBe(false);
});

test('a lowered transaction number is damage, not the state before the last commit', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'stock.mdb');
  const writer = openWriter(folder);
  for (let id = 1; id <= 12; id++)
    await writer.write((transaction) => transaction.upsert(aListing({ id: `${id}` })));
  await writer.close();
  checkMetaPages(folder, file);
  const content = readFileSync(file);
  const numbers = [152, 152 + content.readUInt32LE(48)];
  const newest = content.readBigUInt64LE(numbers[0]) > content.readBigUInt64LE(numbers[1]) ? 0 : 1;
  const bit = [4, 8].find((one) => (content[numbers[newest]] & one) !== 0) ?? 0;
  content[numbers[newest]] ^= bit;
  writeFileSync(file, content);
  expect(bit).toBeGreaterThan(0);
  expect(() => checkMetaPages(folder, file)).toThrow('not of commits that follow each other');
});
