import { snapshotOf } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyBitmap, setBit } from '../../../src/engine/postings/bitmap.ts';
import { sortRows } from '../../../src/engine/collect/sort-rows.ts';
import type { SortedRow, SortOrder } from '../../../src/engine/schema.ts';
import type { RowSet } from '../../../src/engine/query/planner.ts';
import type { Segment } from '../../../src/engine/segment/segment.ts';
import { expandText, type ExpandedWord } from '../../../src/engine/query/word-expansion.ts';
import { distanceKm } from '../../../src/geo/great-circle.ts';
import { anyPoint, rowOf, sampleRows, schema, segmentOf } from '../sample-rows.ts';

const bitmapOf = (segment: Segment, rows: readonly number[]): RowSet => {
  const bitmap = emptyBitmap(segment.size);
  rows.forEach((row) => setBit(bitmap, row));
  return { kind: 'bitmap', total: rows.length, bitmap };
};
const listOf = (rows: readonly number[]): RowSet => ({
  kind: 'list',
  total: rows.length,
  rows: Uint32Array.from(rows),
});

/** All rows in order, which must be the same from a list as from a bitmap. */
function drawn(
  segment: Segment,
  rows: readonly number[],
  sortOrder: SortOrder,
  words: readonly ExpandedWord[] = [],
  limit = rows.length,
  skip = 0,
): SortedRow[] {
  const [fromBitmap, fromList] = [bitmapOf(segment, rows), listOf(rows)].map((rowSet) => {
    const found: SortedRow[] = [];
    const order_ = sortRows({ segment, segmentOrd: 0, rowSet, sortOrder, words, skip, limit });
    for (let next = order_.next(); found.length < limit - skip && next.done !== true; next = order_.next()) {
      found.push({ row: next.value.row, sortKey: next.value.sortKey + 0 });
    }
    return found;
  });
  expect(fromBitmap).toEqual(fromList);
  return fromBitmap;
}

const rowsOnly = (ordered: readonly SortedRow[]): number[] => ordered.map(({ row }) => row);

describe('sorted by a number', () => {
  // In order of the price, the tie-breaker, so row n is the one with the key n.
  const segment = segmentOf([
    rowOf('0', { price: 1, year: 2017, weight: -0.5, rank: 0, shuffle: 2 }),
    rowOf('1', { price: 2, weight: 3, rank: 0, shuffle: 1 }),
    rowOf('2', { price: 2, year: 2019, rank: 1 }),
    rowOf('3', { price: 4, year: 2017, weight: 3, rank: 1, shuffle: 0 }),
    rowOf('4', { year: 2016, weight: 1e9, rank: 0, shuffle: 1 }),
    rowOf('5', {}),
  ]);
  const all = [0, 1, 2, 3, 4, 5];
  const by = (field: string, direction: 'ascending' | 'descending'): SortOrder => ({
    by: 'number',
    field,
    direction,
  });

  it.each([
    [by('price', 'ascending'), [0, 1, 2, 3, 4, 5], [1, 2, 2, 4, Infinity, Infinity]],
    [by('price', 'descending'), [3, 1, 2, 0, 4, 5], [-4, -2, -2, -1, Infinity, Infinity]],
    [by('year', 'ascending'), [4, 0, 3, 2, 1, 5], [2016, 2017, 2017, 2019, Infinity, Infinity]],
    [by('year', 'descending'), [2, 0, 3, 4, 1, 5], [-2019, -2017, -2017, -2016, Infinity, Infinity]],
    [by('rank', 'ascending'), [1, 4, 0, 3, 2, 5], [0, 0, 0, 1, 1, Infinity]],
    [by('rank', 'descending'), [3, 2, 1, 4, 0, 5], [-1, -1, 0, 0, 0, Infinity]],
    [by('weight', 'descending'), [4, 1, 3, 0, 2, 5], [-1e9, -3, -3, 0.5, Infinity, Infinity]],
  ])('by %j: unknown last in both directions, ties by row or the shuffle', (sortOrder, rows, sortKeys) => {
    const ordered = drawn(segment, all, sortOrder);
    expect(rowsOnly(ordered)).toEqual(rows);
    expect(ordered.map(({ sortKey }) => sortKey)).toEqual(sortKeys);
  });

  it('returns only matching rows', () => {
    expect(rowsOnly(drawn(segment, [1, 3, 4], by('year', 'descending')))).toEqual([3, 4, 1]);
    expect(rowsOnly(drawn(segment, [1, 3, 4], by('price', 'ascending')))).toEqual([1, 3, 4]);
    expect(drawn(segment, [], by('year', 'ascending'))).toEqual([]);
  });

  it('may be stopped after a page', () => {
    expect(rowsOnly(drawn(segment, all, by('year', 'ascending'), [], 2))).toEqual([4, 0]);
  });
});

describe('sorted by distance', () => {
  const from = { lat: 51.5, lng: 0 };
  const segment = segmentOf([
    rowOf('0', { price: 0, point: { lat: 51.5, lng: 0.3 } }),
    rowOf('1', { price: 1, point: { lat: 51.5, lng: -0.3 } }),
    rowOf('2', { price: 2 }),
    rowOf('3', { price: 3, point: { lat: 51.5, lng: 0.3 } }),
    rowOf('4', { price: 4, point: { lat: -51.5, lng: 180 } }),
    rowOf('5', { price: 5, point: from }),
    rowOf('6', { price: 6 }),
    rowOf('7', { price: 7, point: { lat: 51.5, lng: -0.3 } }),
  ]);

  it('returns the nearest first, ties by row, unknown positions last', () => {
    const ordered = drawn(segment, [0, 1, 2, 3, 4, 5, 6, 7], { by: 'distance', from });
    expect(rowsOnly(ordered)).toEqual([5, 0, 1, 3, 7, 4, 2, 6]);
    expect(ordered.map(({ sortKey }) => Math.round(sortKey * 1000))).toEqual([
      0,
      20766,
      20766,
      20766,
      20766,
      20015114,
      Infinity,
      Infinity,
    ]);
  });

  it('returns only matching rows', () => {
    expect(rowsOnly(drawn(segment, [1, 3, 6], { by: 'distance', from }))).toEqual([1, 3, 6]);
    expect(rowsOnly(drawn(segment, [2], { by: 'distance', from }))).toEqual([2]);
  });
});

describe('sorted by relevance', () => {
  const segment = segmentOf([
    rowOf('0', { price: 0, shuffle: 1, body: 'golf focus red gold rad titan' }),
    rowOf('1', { price: 1, shuffle: 2, title: 'golf' }),
    rowOf('2', { price: 2, shuffle: 2, title: 'focus' }),
    rowOf('3', { price: 3, shuffle: 0, title: 'golf' }),
    rowOf('4', { price: 4, title: 'golf' }),
    rowOf('5', { price: 5, shuffle: 0, title: 'golf' }),
  ]);
  const { words } = expandText(snapshotOf(segment), 'golf', schema, { forScores: true })!;

  it('returns the highest score first, ties in the order of the shuffle, then by row', () => {
    const ordered = drawn(segment, [0, 1, 3, 4, 5], { by: 'relevance' }, words);
    expect(rowsOnly(ordered)).toEqual([3, 5, 1, 4, 0]);
    expect(ordered[0].sortKey).toBe(ordered[3].sortKey);
    expect(ordered[3].sortKey).toBeLessThan(ordered[4].sortKey);
  });

  it('returns rows in the order of the shuffle without words', () => {
    expect(drawn(segment, [0, 1, 2, 3], { by: 'relevance' })).toEqual([
      { row: 3, sortKey: 0 },
      { row: 0, sortKey: 0 },
      { row: 1, sortKey: 0 },
      { row: 2, sortKey: 0 },
    ]);
  });
});

const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

describe('sorted in any order', () => {
  // More distinct weights than a byte can number.
  const rows = sampleRows(500, 1);
  const segment = segmentOf(rows);
  const byRow = Array.from({ length: 500 }, (_, row) =>
    rows.find(({ key }) => key === segment.keys.keyAt(row))!,
  );
  // Few, or about half of them.
  const matching = fc.oneof(
    fc.uniqueArray(fc.nat(499), { maxLength: 500 }).map((list) => list.sort((a, b) => a - b)),
    fc
      .array(fc.boolean(), { minLength: 500, maxLength: 500 })
      .map((flags) => flags.flatMap((flag, row) => (flag ? [row] : []))),
  );
  const order: fc.Arbitrary<Exclude<SortOrder, { by: 'relevance' }>> = fc.oneof(
    fc.record({
      by: fc.constant('number' as const),
      field: fc.constantFrom('price', 'year', 'weight', 'rank'),
      direction: fc.constantFrom('ascending' as const, 'descending' as const),
    }),
    fc.record({ by: fc.constant('distance' as const), from: anyPoint }),
  );

  it('agrees with a stable sort by the sort key', () => {
    fc.assert(
      fc.property(matching, order, fc.nat(500), fc.nat(500), (matches, requested, limit, before) => {
        const sortKeyOf = (row: number): number => {
          const { numbers, point } = byRow[row];
          if (requested.by === 'distance')
            return point === null ? Infinity : distanceKm(requested.from, point);
          const number = numbers[schema.numbers.indexOf(requested.field)];
          if (number === null) return Infinity;
          return (requested.direction === 'ascending' ? number : -number) + 0;
        };
        const isShuffled = requested.by === 'number' && requested.field === 'rank';
        const placeOf = (row: number): number => (isShuffled ? (byRow[row].numbers[4] ?? Infinity) : 0);
        const expected = matches.map((row) => ({ row, sortKey: sortKeyOf(row) }));
        expected.sort(
          (a, b) => compare(a.sortKey, b.sortKey) || compare(placeOf(a.row), placeOf(b.row)) || a.row - b.row,
        );
        expect(drawn(segment, matches, requested)).toEqual(expected);
        const few = Math.min(limit, matches.length);
        expect(drawn(segment, matches, requested, [], few)).toEqual(expected.slice(0, few));
        const skip = Math.min(before, few);
        expect(drawn(segment, matches, requested, [], few, skip)).toEqual(expected.slice(skip, few));
      }),
      { numRuns: 150, seed: 1 },
    );
  });
});
