// Compares counts of matches with plain counting of the rows that the model finds.
import { buildSegment, snapshotOf, changed } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Searcher } from '../../../src/engine/collect/match-set.ts';
import type { EngineQuery, Row, Schema } from '../../../src/engine/schema.ts';
import { Segment } from '../../../src/engine/segment/segment.ts';
import { Snapshot } from '../../../src/engine/segment/snapshot.ts';
import { searchModel } from '../engine-model.ts';
import { anyPoint, anyRow, rowOf, sampleRows, schema as plainSchema } from '../sample-rows.ts';

/** Here `aa` and `ab` are spellings of one name, and `grey` is a colour that no query finds. */
const schema: Schema = {
  ...plainSchema,
  values: [
    { name: 'colour', termsOf: (colour) => (colour === 'grey' ? [] : [colour]) },
    { name: 'name', termsOf: (name) => [name.slice(0, 1)] },
  ],
};

const segmentOf = (rows: readonly Row[]): Segment => new Segment(schema, buildSegment(schema, rows));

const EVERYTHING: EngineQuery = {
  values: [],
  ranges: [],
  sortOrder: { by: 'number', field: 'price', direction: 'ascending' },
  offset: 0,
  limit: 0,
};

const anyQuery: fc.Arbitrary<EngineQuery> = fc.record({
  values: fc.oneof(
    fc.constant([]),
    fc.constantFrom('red', 'blue').map((term) => [{ field: 'colour', terms: [term] }]),
    fc.constantFrom('a', 'b').map((term) => [{ field: 'name', terms: [term] }]),
  ),
  ranges: fc.oneof(
    fc.constant([]),
    fc.integer({ min: -1, max: 21 }).map((max) => [{ field: 'price', min: -Infinity, max }]),
    fc.integer({ min: 2014, max: 2019 }).map((min) => [{ field: 'year', min, max: Infinity }]),
  ),
  radius: fc.option(fc.record({ center: anyPoint, km: fc.constantFrom(0, 25, 400) }), {
    nil: undefined,
    freq: 1,
  }),
  text: fc.option(fc.constantFrom('golf', 'red golf', 'foc', '!'), { nil: undefined, freq: 1 }),
  sortOrder: fc.constant(EVERYTHING.sortOrder),
  offset: fc.constant(0),
  limit: fc.constant(0),
});

/** All counts, with at most three values listed. */
function describeMatches(snapshot: Snapshot, query: EngineQuery) {
  const found = new Searcher(schema, snapshot).match(query);
  const numbers = (field: string) => {
    const all = found.numbers(field);
    return {
      inOrder: Array.from({ length: all.known }, (_, place) => all.valueAtRank(place)),
      unknown: all.unknown,
      unknownAlone: found.countMissingNumber(field),
      below: [-1, 0, 7, 7.5, 2017, 1e13].map((bound) => all.countBelow(bound)),
      counts: all.counts(),
    };
  };
  return {
    total: found.total,
    colour: found.countValues('colour', 3),
    colourUnknown: found.countMissingKeyword('colour'),
    name: found.countValues('name', 1),
    numbers: ['price', 'year', 'weight'].map(numbers),
    unplaced: found.countMissingPoint(),
  };
}

function modelTold(rows: readonly Row[], query: EngineQuery): ReturnType<typeof describeMatches> {
  const keys = new Set(searchModel(schema, rows, { ...query, limit: rows.length }).keys);
  const matching = rows.filter(({ key }) => keys.has(key));
  const values = (field: number, keyOf: (value: string) => string, limit: number) => {
    const all = matching.map((row) => row.values[field]).filter((value) => value !== null);
    const groups = [...new Set(all.map(keyOf))].map((key) => {
      const members = all.filter((value) => keyOf(value) === key);
      const often = (value: string): number => members.filter((other) => other === value).length;
      const [value] = members.sort((a, b) => often(b) - often(a) || (a < b ? -1 : a > b ? 1 : 0));
      return { value, count: members.length };
    });
    const inOrder = groups.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    const rest = inOrder.slice(limit);
    const count = rest.reduce((sum, group) => sum + group.count, 0);
    return {
      values: inOrder.slice(0, limit),
      more: { values: rest.length, count },
      unknown: matching.length - all.length,
    };
  };
  const numbers = (_: string, field: number) => {
    const known = matching.map((row) => row.numbers[field]).filter((number) => number !== null);
    const inOrder = known.map((number) => number + 0).sort((a, b) => a - b);
    const unknown = matching.length - known.length;
    return {
      inOrder,
      unknown,
      unknownAlone: unknown,
      below: [-1, 0, 7, 7.5, 2017, 1e13].map((bound) => known.filter((number) => number < bound).length),
      counts: [...new Set(inOrder)].map((value) => ({
        value,
        count: inOrder.filter((other) => other === value).length,
      })),
    };
  };
  const colour = values(0, (value) => value, 3);
  return {
    total: matching.length,
    colour,
    colourUnknown: colour.unknown,
    name: values(1, (value) => value.slice(0, 1), 1),
    numbers: ['price', 'year', 'weight'].map(numbers),
    unplaced: matching.filter(({ point }) => point === null).length,
  };
}

const anyChange = fc.record({
  rows: fc.array(anyRow, { maxLength: 25 }),
  withdrawn: fc.array(fc.constantFrom('k1', 'k2', 'k3', 'k10', 'k20'), { maxLength: 3 }),
});

describe('counts of matches', () => {
  it('agree with the model, over several segments with deleted rows', () => {
    fc.assert(
      fc.property(
        fc.array(anyChange, { minLength: 1, maxLength: 4 }),
        fc.array(anyQuery, { minLength: 3, maxLength: 3 }),
        (changes, queries) => {
          const live = new Map<string, Row>();
          let snapshot = Snapshot.empty;
          for (const { rows, withdrawn } of changes) {
            for (const key of withdrawn) live.delete(key);
            const unique = [...new Map(rows.map((row) => [row.key, row])).values()];
            for (const row of unique) live.set(row.key, row);
            snapshot = changed(snapshot, segmentOf(unique), withdrawn);
          }
          for (const query of queries) {
            expect(describeMatches(snapshot, query)).toEqual(modelTold([...live.values()], query));
          }
        },
      ),
      { numRuns: 200, seed: 20261122 },
    );
  });

  // Large enough for bitmaps, with queries that match nearly all rows.
  it.each([1, 2, 3])('agree with the model, over a large segment and a small one: seed %i', (seed) => {
    const drawn = sampleRows(900, seed);
    const withdrawn = drawn.filter((_, i) => i % 10 < seed - 1).map(({ key }) => key);
    const fresh = sampleRows(30, seed + 100).map((row, i) => ({ ...row, key: `new${i}` }));
    const rows = [...drawn.filter(({ key }) => !withdrawn.includes(key)), ...fresh];
    const snapshot = changed(snapshotOf(segmentOf(drawn)), segmentOf(fresh), withdrawn);
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(describeMatches(snapshot, query)).toEqual(modelTold(rows, query));
      }),
      { numRuns: 40, seed },
    );
  });

  it('return the most common spelling, and count what is not listed', () => {
    const rows = [
      rowOf('1', { name: 'ab' }),
      rowOf('2', { name: 'aa' }),
      rowOf('3', { name: 'b' }),
      rowOf('4', { name: 'aa' }),
      rowOf('5', { name: 'ca' }),
      rowOf('6'),
    ];
    const snapshot = changed(snapshotOf(segmentOf(rows.slice(0, 3))), segmentOf(rows.slice(3)), []);
    const found = new Searcher(schema, snapshot).match(EVERYTHING);
    expect(found.countValues('name', 2)).toEqual({
      values: [
        { value: 'aa', count: 3 },
        { value: 'b', count: 1 },
      ],
      more: { values: 1, count: 1 },
      unknown: 1,
    });
  });

  it('are empty without matches', () => {
    const found = new Searcher(schema, Snapshot.empty).match(EVERYTHING);
    expect(found.total).toBe(0);
    expect(found.countValues('name', 5)).toEqual({ values: [], more: { values: 0, count: 0 }, unknown: 0 });
    expect(found.numbers('price').known).toBe(0);
    expect(found.numbers('price').counts()).toEqual([]);
  });
});
