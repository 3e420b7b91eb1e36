// The freshness of the stock, from two numbers, and the memory of its index.
import { expect, onTestFinished, test } from 'vitest';
import { Segment } from '../../src/engine/segment/segment.ts';
import { Snapshot } from '../../src/engine/segment/snapshot.ts';
import { LISTING_SCHEMA } from '../../src/index/shared/listing-schema.ts';
import { FreshnessTracker, indexStatsOf } from '../../src/index/stock-stats.ts';
import { plainRecord } from '../cli/feeds.ts';
import { DataFolder } from '../support/data-folder.ts';
import { buildSegment } from '../engine/builders.ts';

test('a start counts as a change that took as long as the start', () => {
  const freshness = new FreshnessTracker();
  freshness.update(7, undefined, 1000);
  expect(freshness.read(1400)).toEqual({ changedAt: 0, lagMs: 400, updateMs: 0 });
  freshness.update(7, 7, 1900);
  expect(freshness.read(5000)).toEqual({ changedAt: 1900, lagMs: 0, updateMs: 900 });
});

test('searches lag from the poll that sees a change until they show it', () => {
  const freshness = new FreshnessTracker();
  freshness.update(7, 7, 1000);
  freshness.update(8, 7, 2000);
  freshness.update(9, 7, 2100);
  expect(freshness.read(2500)).toEqual({ changedAt: 1000, lagMs: 500, updateMs: 0 });
  freshness.update(9, 8, 2600);
  expect(freshness.read(2700)).toEqual({ changedAt: 2600, lagMs: 100, updateMs: 600 });
  freshness.update(9, 9, 2900);
  expect(freshness.read(9000)).toEqual({ changedAt: 2900, lagMs: 0, updateMs: 300 });
});

test('a clock that is set back causes no negative lag', () => {
  const freshness = new FreshnessTracker();
  freshness.update(8, 7, 2000);
  expect(freshness.read(1000).lagMs).toBe(0);
});

test('the stats of a folder describe what is searchable, not what was imported', async () => {
  const folder = new DataFolder();
  onTestFinished(() => folder.remove());
  const search = await folder.open();
  expect(search.stats()).toMatchObject({ isReady: false, listings: 0, segments: 0, bytes: 0, sequence: 0 });
  await folder.import(
    [plainRecord('A1'), plainRecord('A2')].map((record) => JSON.stringify(record)),
    { merge: false },
  );
  await search.catchUp();
  expect(search.stats()).toMatchObject({ isReady: true, listings: 2, segments: 1, sequence: 1, lagMs: 0 });
  const { bytes, changedAt } = search.stats();
  expect(bytes).toBeGreaterThan(100);
  expect(Date.now() - changedAt).toBeLessThan(60_000);
  await folder.import([JSON.stringify(plainRecord('B1', 'late.example'))], { merge: false });
  expect(search.stats()).toMatchObject({ listings: 2, sequence: 1 });
  await search.catchUp();
  expect(search.stats()).toMatchObject({ listings: 3, segments: 2, sequence: 2 });
});

test('the bytes of an index are those of the arrays of its segments, and of the rows that are left', () => {
  const columns = {
    ids: new Uint8Array(3),
    prices: { values: new Uint32Array(2), unit: 'pounds', scale: null },
  };
  const snapshot = {
    segments: [
      { segment: { data: columns }, liveRows: new Uint8Array(5) },
      { segment: { data: { ids: new Uint8Array(100) } }, liveRows: null },
    ],
  } as unknown as Snapshot;
  expect(indexStatsOf(snapshot)).toEqual({ segments: 2, bytes: 116 });
});

test('an empty index takes no memory', () => {
  expect(indexStatsOf(Snapshot.empty)).toEqual({ segments: 0, bytes: 0 });
});

test('the memory of equal segments adds up', () => {
  const segment = new Segment(LISTING_SCHEMA, buildSegment(LISTING_SCHEMA, []));
  const parts = [{ segment, liveRows: null }];
  const { bytes } = indexStatsOf(Snapshot.fromSegments(parts));
  expect(bytes).toBeGreaterThan(0);
  expect(indexStatsOf(Snapshot.fromSegments([...parts, ...parts]))).toEqual({
    segments: 2,
    bytes: 2 * bytes,
  });
});
