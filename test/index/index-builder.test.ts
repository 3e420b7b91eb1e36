// A stock built in batches or halves equals one built at once.
import { afterEach, describe, expect, it } from 'vitest';
import { demoStock } from '../../src/demo/generate.ts';
import { buildSegment } from '../../src/engine/segment/segment-builder.ts';
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { IndexBuilder } from '../../src/index/index-builder.ts';
import { middleKey } from '../../src/index/parallel-build.ts';
import { toRow, LISTING_SCHEMA } from '../../src/index/listing-schema.ts';
import { openStore } from '../../src/store/store.ts';
import { DataFolder } from '../support/data-folder.ts';
import { STOCK_LINES } from '../support/fixtures.ts';

const gazetteer = loadGazetteer();
const folder = new DataFolder();
afterEach(() => folder.remove());

it('batches are merged into one segment that equals a single build', () => {
  const builder = new IndexBuilder(gazetteer, { batchRows: 70, maxRows: 1000 });
  const listings = [...demoStock({ count: 300 })];
  for (const listing of listings) builder.add(listing);
  const rows = listings.map((listing) => toRow(listing, gazetteer));
  expect(builder.finish()).toEqual([{ data: buildSegment(LISTING_SCHEMA, rows), liveRows: null }]);
});

it('no segment exceeds the maximum', () => {
  const builder = new IndexBuilder(gazetteer, { batchRows: 50, maxRows: 120 });
  for (const listing of demoStock({ count: 270 })) builder.add(listing);
  expect(builder.finish().map(({ data }) => data.size)).toEqual([100, 100, 70]);
  expect(new IndexBuilder(gazetteer).finish()).toEqual([]);
});

describe('the halves of a stock', () => {
  it('meet at the dealer with the middle listing', () => {
    const dealers = new Map([
      ['c.example', 40_000],
      ['a.example', 30_000],
      ['b.example', 50_000],
    ]);
    expect(middleKey(dealers)).toBe('b.example/');
    expect(middleKey(new Map([['a.example', 99_999]]))).toBeUndefined();
  });

  it('together equal the whole, wherever they meet', async () => {
    await folder.import(STOCK_LINES, { merge: false });
    const store = openStore(folder.path, { mode: 'write' });
    const all = [...store.listings()];
    expect(all.length).toBeGreaterThan(40);
    for (const key of ['a/', 'lagan-motors.example/', 'lagan-motors.example/octavia', 'zzz/'] as const) {
      const halves = [...store.listings({ end: key }), ...store.listings({ start: key })];
      expect(halves).toEqual(all);
    }
    await store.close();
  });
});
