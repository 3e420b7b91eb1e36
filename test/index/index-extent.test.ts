// What an index is made of.
import { expect, test } from 'vitest';
import { buildSegment, Segment } from '../../src/engine/segment/segment.ts';
import { Snapshot } from '../../src/engine/segment/snapshot.ts';
import { extentOf } from '../../src/index/index-extent.ts';
import { STOCK_SCHEMA } from '../../src/index/stock-schema.ts';

test('nothing takes up nothing', () => {
  expect(extentOf(Snapshot.empty)).toEqual({ segments: 0, bytes: 0 });
});

test('more segments take up more, and the same again', () => {
  const segment = new Segment(STOCK_SCHEMA, buildSegment(STOCK_SCHEMA, []));
  const parts = [{ segment, liveRows: null }];
  const { bytes } = extentOf(Snapshot.fromSegments(parts));
  expect(bytes).toBeGreaterThan(0);
  expect(extentOf(Snapshot.fromSegments([...parts, ...parts]))).toEqual({ segments: 2, bytes: 2 * bytes });
});
