// A stock built at once equals one built in parts.
import { buildSegment } from '../../engine/builders.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { demoStock } from '../../../src/demo/generate.ts';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { mergeSegments, type MergeSource } from '../../../src/engine/segment/merge-segments.ts';
import { buildIndex, IndexBuilder } from '../../../src/index/build/index-builder.ts';
import { middleKey } from '../../../src/index/build/parallel-build.ts';
import { toRow, LISTING_SCHEMA } from '../../../src/index/shared/listing-schema.ts';
import { openStore } from '../../../src/store/store.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { STOCK_LINES } from '../../support/fixtures.ts';

const gazetteer = loadGazetteer();
const folder = new DataFolder();
afterEach(() => folder.remove());

it('a stock equals its listings built one by one and merged', () => {
  const listings = [...demoStock({ count: 300 })];
  const each = listings.map((listing) => ({
    data: buildSegment(LISTING_SCHEMA, [toRow(listing, gazetteer)]),
    liveRows: null,
  }));
  expect(buildIndex(listings, gazetteer)).toEqual([
    { data: mergeSegments(LISTING_SCHEMA, each), liveRows: null },
  ]);
});

it('a stock that outgrows all that a build starts with equals its parts merged', () => {
  const listings = [...demoStock({ count: 1500 })];
  const parts = [0, 10, 600, 1100].map((start, i, starts) => ({
    data: buildSegment(
      LISTING_SCHEMA,
      listings.slice(start, starts[i + 1]).map((listing) => toRow(listing, gazetteer)),
    ),
    liveRows: null,
  }));
  expect(buildIndex(listings, gazetteer)).toEqual([
    { data: mergeSegments(LISTING_SCHEMA, parts), liveRows: null },
  ]);
});

it('no segment exceeds the maximum', () => {
  const sizes: number[] = [];
  const builder = new IndexBuilder(gazetteer, ({ data }) => sizes.push(data.size), { maxRows: 120 });
  for (const listing of demoStock({ count: 241 })) builder.add(listing);
  // Each segment is handed over as it ends.
  expect(sizes).toEqual([120, 120]);
  builder.finish();
  expect(sizes).toEqual([120, 120, 1]);
  expect(buildIndex([], gazetteer)).toEqual([]);
});

it('a segment that cannot be handed over is not made again', () => {
  const sizes: number[] = [];
  const take = ({ data }: MergeSource): void => {
    if (sizes.push(data.size) === 1) throw new Error('the disk is full');
  };
  const builder = new IndexBuilder(gazetteer, take, { maxRows: 2 });
  const [first, second, third, fourth] = demoStock({ count: 4 });
  builder.add(first);
  builder.add(second);
  expect(() => builder.add(third)).toThrow('the disk is full');
  builder.add(fourth);
  builder.finish();
  expect(sizes).toEqual([2, 1]);
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
