// The length that a stock's header asks of its file.
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMetaPages, endWriting, extendToLastPage } from '../../src/store/lmdb-meta-pages.ts';
import { aListing } from '../support/listings.ts';
import { openWriter } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a file is lengthened to what its header says, and never shortened', async () => {
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

test('a short file opens if a writer died between its commit and lengthening it, and is then made whole', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'stock.mdb');
  const writer = openWriter(folder);
  await writer.write((transaction) => transaction.upsert(aListing()));
  await writer.close();
  expect(existsSync(`${file}-writing`)).toBe(false);
  const content = readFileSync(file);

  // LMDB would not have left out this page, but nothing here reads it.
  truncateSync(file, content.length - 8192);
  writeFileSync(`${file}-writing`, '');
  checkMetaPages(folder, file);
  endWriting(folder, file);
  expect(statSync(file).size).toBe(content.length);
  expect(existsSync(`${file}-writing`)).toBe(false);
});
