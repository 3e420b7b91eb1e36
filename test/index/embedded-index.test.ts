// The statistics of an index.
import { buildSegment } from '../engine/builders.ts';
import { expect, test } from 'vitest';
import { Segment } from '../../src/engine/segment/segment.ts';
import { Snapshot } from '../../src/engine/segment/snapshot.ts';
import { indexStatsOf } from '../../src/index/stock-stats.ts';
import { LISTING_SCHEMA } from '../../src/index/shared/listing-schema.ts';

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
