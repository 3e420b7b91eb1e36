import { buildNumberColumn } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapToRows } from '../../../src/engine/postings/bitmap.ts';
import { NumberColumn } from '../../../src/engine/columns/number-column.ts';
import { expectKeeps } from '../query/compiled-filter-contract.ts';

const columnOf = (numbers: readonly (number | null)[]): NumberColumn =>
  new NumberColumn(buildNumberColumn(numbers));

/** The rows by value, then by row, unknown ones last. */
function plainOrder(numbers: readonly (number | null)[]): number[] {
  const rank = (row: number): number => numbers[row] ?? Infinity;
  return [...numbers.keys()].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a - b));
}

const integer = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -3, max: 12 }) },
  fc.constantFrom(0x7ffffffe, -0x7ffffffe),
);
const decimal = fc.oneof(integer, fc.constantFrom(-0.5, 0.1, 1.5, 1e12, -0, -0x80000000, 0x7fffffff));
const bound = fc.oneof(decimal, fc.constantFrom(-Infinity, Infinity));
const numbersOf = (number: fc.Arbitrary<number>): fc.Arbitrary<(number | null)[]> =>
  fc.array(fc.option(number, { nil: null, freq: 5 }), { maxLength: 200 });
/** Columns of integers, of decimals, and of rows that are in order already. */
const anyNumbers = fc.oneof(
  numbersOf(integer),
  numbersOf(decimal),
  numbersOf(decimal).map((numbers) => plainOrder(numbers).map((row) => numbers[row])),
);

it('rejects NaN', () => {
  expect(() => buildNumberColumn([1, NaN, null])).toThrow('a number column cannot hold NaN');
});

describe('buildNumberColumn', () => {
  it.each([
    [[3, null, -1], Int32Array],
    [[0x7ffffffe, -0x7ffffffe], Int32Array],
    [[], Int32Array],
    [[null], Int32Array],
    [[1, 1.5], Float64Array],
    [[0x7fffffff], Float64Array],
    [[-0x80000000], Float64Array],
    [[1e12], Float64Array],
  ])('stores %j in the smallest type', (numbers, kind) => {
    const { values } = buildNumberColumn(numbers);
    expect(values).toBeInstanceOf(kind);
    const column = columnOf(numbers);
    expect(numbers.map((_, row) => column.valueOr(row, -99))).toEqual(numbers.map((number) => number ?? -99));
  });

  it('stores no order if rows are sorted already', () => {
    expect([...buildNumberColumn([1, 1, 2, null, null]).order]).toEqual([]);
    expect([...buildNumberColumn([1, null, 2]).order]).toEqual([0, 2, 1]);
    expect([...buildNumberColumn([2, 1, null, 1]).order]).toEqual([1, 3, 0, 2]);
  });
});

describe('NumberColumn', () => {
  const column = columnOf([30, 10, null, 20, 10, 20]);

  it('returns rows by position: by value, then by row, unknown last', () => {
    expect([0, 1, 2, 3, 4, 5].map((position) => column.rowAt(position))).toEqual([1, 4, 3, 5, 0, 2]);
    expect([column.known, column.size, column.isSortedByRow]).toEqual([5, 6, false]);
    expect([...column.slice(1, 4)]).toEqual([4, 3, 5]);
    const inOrder = columnOf([1, 2, 2, null]);
    expect([inOrder.known, inOrder.size, inOrder.isSortedByRow]).toEqual([3, 4, true]);
    expect([...inOrder.slice(1, 3)]).toEqual([1, 2]);
  });

  it.each([
    [-Infinity, 0, 0],
    [9, 0, 0],
    [10, 0, 2],
    [10.5, 2, 2],
    [20, 2, 4],
    [30, 4, 5],
    [31, 5, 5],
    [Infinity, 5, 5],
  ])('finds the positions of the bound %d', (requested, atLeast, above) => {
    expect(column.lowerBound(requested)).toBe(atLeast);
    expect(column.upperBound(requested)).toBe(above);
  });

  it.each([
    [10, 10, [1, 4]],
    [11, 19, []],
    [10, 20, [1, 3, 4, 5]],
    [-Infinity, Infinity, [0, 1, 3, 4, 5]],
    [20, Infinity, [0, 3, 5]],
    [-Infinity, 19.99, [1, 4]],
    [20, 10, []],
    [Infinity, -Infinity, []],
  ])('from %d to %d, matches the rows %j', (min, max, rows) => {
    const filter = column.filter(min, max);
    expectKeeps(filter, 6, rows);
    expect(filter.estimate).toBe(rows.length);
  });

  // With these numbers of known rows there is a cumulative bitmap at every 1st, 2nd and 3rd position.
  it.each([0, 1, 63, 64, 65, 128, 129, 140])('returns every slice of %i known values', (known) => {
    const values = Array.from({ length: known }, (_, i) => (i * 37) % 101);
    const all = [null, ...values, null];
    const data = buildNumberColumn(all);
    const before = structuredClone(data);
    const order = plainOrder(all);
    const own = new NumberColumn(data);
    for (let from = 0; from <= known; from++) {
      const slices = Array.from({ length: known - from + 1 }, (_, length) =>
        order.slice(from, from + length),
      );
      expect(slices.map((rows) => [...bitmapToRows(own.sliceBitmap(from, from + rows.length))])).toEqual(
        slices.map((rows) => rows.slice().sort((a, b) => a - b)),
      );
    }
    expect(data).toEqual(before);
  });

  it('returns a slice as a bitmap that is not shared', () => {
    const own = columnOf(Array.from({ length: 200 }, (_, i) => 200 - i));
    const bitmap = own.sliceBitmap(20, 100);
    bitmap.fill(0);
    expect(own.sliceBitmap(20, 100).reduce((any, word) => any || word !== 0, false)).toBe(true);
    expect([...bitmapToRows(own.sliceBitmap(0, 200))]).toHaveLength(200);
  });

  it('agrees with sorting the values', () => {
    fc.assert(
      fc.property(anyNumbers, fc.array(bound, { maxLength: 5 }), (numbers, bounds) => {
        const own = columnOf(numbers);
        const order = plainOrder(numbers);
        expect(order.map((_, position) => own.rowAt(position))).toEqual(order);
        const known = order.map((row) => numbers[row]).filter((number) => number !== null);
        expect(own.known).toBe(known.length);
        for (const requested of bounds) {
          expect(own.lowerBound(requested)).toBe(known.filter((number) => number < requested).length);
          expect(own.upperBound(requested)).toBe(known.filter((number) => number <= requested).length);
        }
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  it('keeps what filtering the values keeps, and never writes to what it shares', () => {
    const ranges = fc.array(fc.tuple(bound, bound), { maxLength: 5 });
    fc.assert(
      fc.property(anyNumbers, ranges, (numbers, requested) => {
        const data = buildNumberColumn(numbers);
        const before = structuredClone(data);
        const own = new NumberColumn(data);
        for (const [min, max] of requested) {
          const expected = [...numbers.keys()].filter((row) => {
            const number = numbers[row];
            return number !== null && number >= min && number <= max;
          });
          expectKeeps(own.filter(min, max), numbers.length, expected);
        }
        expect(data).toEqual(before);
      }),
      { numRuns: 100, seed: 2 },
    );
  });
});
