// Random changes and merges, as an index makes them: a merge starts from the current segments, changes are applied
// meanwhile, and then it replaces its sources. Searches must always agree with the model.
import { snapshotOf, changed } from '../builders.ts';
import { search } from '../../../src/engine/search.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeSegments } from '../../../src/engine/segment/merge-segments.ts';
import type { EngineQuery, Row } from '../../../src/engine/schema.ts';
import { Segment } from '../../../src/engine/segment/segment.ts';
import { Snapshot, type SegmentReader } from '../../../src/engine/segment/snapshot.ts';
import { searchModel } from '../engine-model.ts';
import { anyRow, rowOf, schema, segmentOf } from '../sample-rows.ts';

const key = fc.nat(59).map((number) => `k${number}`);

const anyStep = fc.oneof(
  fc.record({
    does: fc.constant('change' as const),
    rows: fc.array(anyRow, { maxLength: 20 }),
    withdrawn: fc.array(key, { maxLength: 12 }),
  }),
  fc.record({
    does: fc.constant('change' as const),
    rows: fc.array(anyRow, { maxLength: 3 }),
    withdrawn: fc.array(key, { maxLength: 60 }),
  }),
  fc.record({ does: fc.constant('begin' as const), from: fc.nat(3), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ does: fc.constant('end' as const) }),
);

const everything = { values: [], ranges: [], offset: 0, limit: 100 };
const QUERIES: readonly EngineQuery[] = [
  { ...everything, sortOrder: { by: 'number', field: 'price', direction: 'ascending' } },
  {
    ...everything,
    ranges: [{ field: 'year', min: 2016, max: 2018 }],
    sortOrder: { by: 'number', field: 'year', direction: 'descending' },
  },
  {
    ...everything,
    values: [{ field: 'colour', terms: ['red', 'blue'] }],
    sortOrder: { by: 'distance', from: { lat: 51.5, lng: 0 } },
  },
  { ...everything, text: 'golf tita', sortOrder: { by: 'relevance' } },
  { ...everything, text: 'focsu', sortOrder: { by: 'relevance' } },
];

const ADDRESSES = ['2015', '2016', '2017', '2018', '2019', 'null', 'none'];

/** Its year, which other rows have too. */
function withAddress(row: Row): Row {
  return { ...row, address: String(row.numbers[1]) };
}

interface Merge {
  readonly sources: readonly SegmentReader[];
  readonly merged: Segment;
}

function begin(sources: readonly SegmentReader[]): Merge {
  const parts = sources.map(({ segment, liveRows }) => ({ data: segment.data, liveRows }));
  return { sources, merged: new Segment(schema, mergeSegments(schema, parts)) };
}

it('searches agree with the model, whatever changed while segments were merged', () => {
  let mergesThatMissedADeath = 0;
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 3, maxLength: 14 }), (steps) => {
      const live = new Map<string, Row>();
      let snapshot = Snapshot.empty;
      let merge: Merge | undefined;
      for (const step of steps) {
        if (step.does === 'change') {
          for (const one of step.withdrawn) live.delete(one);
          const unique = [...new Map(step.rows.map((row) => [row.key, withAddress(row)])).values()];
          for (const row of unique) live.set(row.key, row);
          snapshot = changed(snapshot, segmentOf(unique), step.withdrawn);
        } else if (step.does === 'begin') {
          merge ??= begin(snapshot.segments.slice(step.from, step.from + step.count));
        } else if (merge !== undefined) {
          snapshot = snapshot.replaceMerged(merge.sources, merge.merged);
          const kept = snapshot.segments.find(({ segment }) => segment === merge?.merged);
          if (kept !== undefined && kept.liveCount < merge.merged.size) mergesThatMissedADeath++;
          merge = undefined;
        }
        expect(snapshot.liveCount).toBe(live.size);
      }
      for (const address of ADDRESSES) {
        const there = [...live.values()].filter((row) => row.address === address);
        const keys = snapshot.rowsAt(address).map(({ segment, row }) => segment.keys.keyAt(row));
        expect(keys.sort()).toEqual(there.map((row) => row.key).sort());
      }
      for (const query of QUERIES) {
        expect(search(schema, snapshot, query)).toEqual(searchModel(schema, [...live.values()], query));
      }
    }),
    { numRuns: 200, seed: 20261123 },
  );
  expect(mergesThatMissedADeath).toBeGreaterThan(10);
});

it('a merge of deleted segments leaves nothing', () => {
  const before = changed(snapshotOf(segmentOf([rowOf('a'), rowOf('b')])), segmentOf([rowOf('c')]), []);
  const { sources, merged } = begin(before.segments);
  expect(merged.size).toBe(3);
  const other = snapshotOf(segmentOf([rowOf('a')]));
  expect(other.replaceMerged(sources, merged).segments).toEqual(other.segments);
});

it('the merged segment takes the place of its oldest source', () => {
  const parts = ['a', 'b', 'c', 'd'].map((one) => segmentOf([rowOf(one)]));
  const snapshot = parts.reduce((sum, part) => changed(sum, part, []), Snapshot.empty);
  const { sources, merged } = begin(snapshot.segments.slice(1, 3));
  const after = snapshot.replaceMerged(sources, merged);
  expect(after.segments.map(({ segment }) => segment)).toEqual([parts[0], merged, parts[3]]);
  expect(Snapshot.fromSegments(after.segments).liveCount).toBe(4);
});
