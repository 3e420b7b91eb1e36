// An index built during an import. Its thread can be started from the built program only.
import { buildSegment } from '../../engine/builders.ts';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { demoStock } from '../../../src/demo/generate.ts';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { loadIndex } from '../../../src/index/build/index-file.ts';
import type { FirstImportIndex as Writer } from '../../../src/index/build/first-import-index.ts';
import { toRow, LISTING_SCHEMA } from '../../../src/index/shared/listing-schema.ts';
import type { Listing } from '../../../src/listing/listing.ts';

const built = new URL('../../../dist/index/build/first-import-index.js', import.meta.url).href;
const { FirstImportIndex } = (await import(built)) as { readonly FirstImportIndex: typeof Writer };

const WAIT = { timeout: 10_000 };

let folder = '';
let path = '';
let writer: Writer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-writer-'));
  path = join(folder, 'index.seg');
  writer = new FirstImportIndex({
    folder,
    postcodeTablePath: join(folder, 'postcodes.bin'),
    indexPath: path,
  });
});
afterEach(async () => {
  await writer.discard();
  rmSync(folder, { recursive: true, force: true });
});

async function add(listings: readonly Listing[]): Promise<void> {
  for (const listing of listings) writer.added(listing);
  await writer.settled();
}

it('equals a build of the same listings once it is published', async () => {
  const listings = [...demoStock({ count: 2500 })];
  await add(listings);
  expect(await writer.prepare('stock-1', 1)).toBe(true);
  expect(existsSync(path)).toBe(false);
  writer.publish();
  expect(readdirSync(folder)).toEqual(['index.seg']);
  const gazetteer = loadGazetteer();
  const found = await loadIndex(path, 'stock-1', gazetteer.version);
  const rows = listings.map((listing) => toRow(listing, gazetteer));
  expect(found?.sequence).toBe(1);
  expect(found?.parts.length).toBe(1);
  expect(found?.parts[0]).toEqual({ data: buildSegment(LISTING_SCHEMA, rows), liveRows: null });
});

it('is not made if a listing was withdrawn again', async () => {
  await add([...demoStock({ count: 2500 })]);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['index.seg.part']), WAIT);
  writer.withdrawn();
  // The space is free before the import ends.
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), WAIT);
  expect(await writer.prepare('stock-1', 1)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

it('is not made for a small stock', async () => {
  await add([...demoStock({ count: 999 })]);
  expect(await writer.prepare('stock-1', 1)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves nothing of an import that is rolled back, before or after it was prepared', async () => {
  const listings = [...demoStock({ count: 1001 })];
  await add(listings);
  await writer.discard();
  expect(await writer.prepare('stock-1', 1)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
  writer = new FirstImportIndex({
    folder,
    postcodeTablePath: join(folder, 'postcodes.bin'),
    indexPath: path,
  });
  await add(listings);
  expect(await writer.prepare('stock-1', 1)).toBe(true);
  await writer.discard();
  expect(readdirSync(folder)).toEqual([]);
});

it('an import succeeds if its index cannot be written', async () => {
  writer = new FirstImportIndex({
    folder,
    postcodeTablePath: folder,
    indexPath: join(folder, 'none', 'index.seg'),
  });
  await add([...demoStock({ count: 1001 })]);
  expect(await writer.prepare('stock-1', 1)).toBe(false);
  writer.publish();
  expect(readdirSync(folder)).toEqual([]);
});
