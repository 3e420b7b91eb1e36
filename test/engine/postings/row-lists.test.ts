import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  intersectRows,
  gallop,
  filterByBitmap,
  filterByOrdinals,
  sortRowList,
  unionRows,
} from '../../../src/engine/postings/row-lists.ts';
import { bitsOf } from '../query/compiled-filter-contract.ts';

const ascending = (maxLength: number): fc.Arbitrary<Uint32Array> =>
  fc.uniqueArray(fc.nat(200), { maxLength }).map((rows) => Uint32Array.from(rows).sort());

/** The rows, and a promise kept at the end that nobody wrote to them. */
function guarded(rows: Uint32Array): () => void {
  const before = rows.slice();
  return () => expect(rows).toEqual(before);
}

describe('intersectRows', () => {
  it.each([
    [[], [], []],
    [[1], [], []],
    [[0, 5, 9], [5], [5]],
    [
      [0, 5, 9],
      [0, 9, 10, 11],
      [0, 9],
    ],
    [[7], [0, 1, 2, 3, 4, 5, 6, 7], [7]],
  ])('of %j and %j are %j', (a, b, common) => {
    expect([...intersectRows(Uint32Array.from(a), Uint32Array.from(b))]).toEqual(common);
    expect([...intersectRows(Uint32Array.from(b), Uint32Array.from(a))]).toEqual(common);
  });

  it('returns the rows of both lists, however different in length', () => {
    fc.assert(
      fc.property(ascending(200), ascending(8), (long, short) => {
        const unchanged = [guarded(long), guarded(short)];
        const other = new Set(short);
        expect([...intersectRows(long, short)]).toEqual([...long].filter((row) => other.has(row)));
        unchanged.forEach((check) => check());
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

describe('unionRows', () => {
  it('is empty without lists, and a single list itself', () => {
    const only = Uint32Array.of(3, 4);
    expect([...unionRows([], 101)]).toEqual([]);
    expect(unionRows([only], 101)).toBe(only);
  });

  it('has each row once, ascending', () => {
    const lists = [Uint32Array.of(9, 100), Uint32Array.of(), Uint32Array.of(0, 9, 20), Uint32Array.of(9)];
    expect([...unionRows(lists, 101)]).toEqual([0, 9, 20, 100]);
  });

  it('agrees with a Set', () => {
    fc.assert(
      fc.property(fc.array(ascending(40), { maxLength: 6 }), (lists) => {
        const unchanged = lists.map(guarded);
        const all = new Set(lists.flatMap((rows) => [...rows]));
        expect([...unionRows(lists, 201)]).toEqual([...all].sort((a, b) => a - b));
        unchanged.forEach((check) => check());
      }),
      { numRuns: 200, seed: 2 },
    );
  });
});

describe('sortRowList', () => {
  const SIZE = 3001;
  /** Enough lists for rows to be marked, then so few that they are sorted. */
  const unsorted = fc.oneof(
    fc.array(fc.array(fc.nat(SIZE - 1), { minLength: 300, maxLength: 400 }), { minLength: 2, maxLength: 4 }),
    fc.array(fc.array(fc.nat(SIZE - 1), { maxLength: 50 }), { maxLength: 4 }),
  );

  it('has each row of unsorted lists once, ascending, and leaves no row to the next call', () => {
    fc.assert(
      fc.property(unsorted, (lists) => {
        const all = new Set(lists.flat());
        const found = sortRowList(
          lists.map((rows) => Uint32Array.from(rows)),
          SIZE,
        );
        expect([...found]).toEqual([...all].sort((a, b) => a - b));
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  it('has all rows of a stock that is larger than the one before', () => {
    const rows = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, i) => size - 1 - i);
    for (const size of [600, 5000, 700])
      expect([...sortRowList([rows(size)], size)]).toEqual(Array.from({ length: size }, (_, i) => i));
  });
});

describe('filterByBitmap and filterByOrdinals', () => {
  it('return the rows in the bitmap, or with marked ordinals', () => {
    fc.assert(
      fc.property(ascending(80), ascending(80), (rows, wanted) => {
        const bitmap = bitsOf(wanted, 201);
        const unchanged = [guarded(rows), guarded(bitmap)];
        const set = new Set(wanted);
        const expected = [...rows].filter((row) => set.has(row));
        expect([...filterByBitmap(rows, bitmap)]).toEqual(expected);
        const ordinals = Uint32Array.from({ length: 201 }, (_, row) => (set.has(row) ? 1 + (row % 2) : 0));
        expect([...filterByOrdinals(rows, ordinals, Uint8Array.of(0, 1, 1))]).toEqual(expected);
        unchanged.forEach((check) => check());
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});

describe('gallop', () => {
  const rows = Uint32Array.of(2, 4, 6, 8, 10, 12, 14, 16, 18);

  it.each([
    [0, 0, 0],
    [2, 0, 0],
    [3, 0, 1],
    [18, 0, 8],
    [19, 0, 9],
    [2, 5, 5],
    [12, 5, 5],
    [13, 5, 6],
    [5, 9, 9],
  ])('finds row %i from index %i on at %i', (row, from, position) => {
    expect(gallop(rows, row, from)).toBe(position);
  });

  it('finds the first index whose row is at least the given one', () => {
    fc.assert(
      fc.property(ascending(60), fc.nat(201), fc.nat(60), (list, row, start) => {
        const from = Math.min(start, list.length);
        const position = list.findIndex((other, i) => i >= from && other >= row);
        expect(gallop(list, row, from)).toBe(position < 0 ? list.length : position);
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});
