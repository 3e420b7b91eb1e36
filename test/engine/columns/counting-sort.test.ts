import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countingSort, denseRanks } from '../../../src/engine/columns/counting-sort.ts';

describe('countingSort', () => {
  it('groups ascending rows by their ordinal, empty groups included', () => {
    const { rows, starts } = countingSort(Uint32Array.of(2, 0, 2, 3, 0), 5);
    expect([...rows]).toEqual([1, 4, 0, 2, 3]);
    expect([...starts]).toEqual([0, 2, 2, 4, 5, 5]);
  });
});

describe('denseRanks', () => {
  it('ranks each number among the distinct ones, and NaN last', () => {
    const { ranks, distinct } = denseRanks(Float64Array.of(5, NaN, -1.5, 5, 1e12, 0, -0));
    expect([...ranks]).toEqual([2, 4, 0, 2, 3, 1, 1]);
    expect(distinct).toBe(4);
    expect(denseRanks(new Float64Array(0))).toEqual({ ranks: new Uint32Array(0), distinct: 0 });
    expect([...denseRanks(Float64Array.of(NaN, NaN)).ranks]).toEqual([0, 0]);
  });

  it('sorts rows, with countingSort, as a stable sort does', () => {
    const number = fc.option(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
      nil: null,
    });
    fc.assert(
      fc.property(fc.array(number, { maxLength: 60 }), (numbers) => {
        const { ranks, distinct } = denseRanks(Float64Array.from(numbers, (one) => one ?? NaN));
        const expected = [...numbers.keys()].sort((a, b) => {
          const [left, right] = [numbers[a] ?? Infinity, numbers[b] ?? Infinity];
          if (numbers[a] === null || numbers[b] === null)
            return Number(numbers[a] === null) - Number(numbers[b] === null);
          return left < right ? -1 : left > right ? 1 : 0;
        });
        expect([...countingSort(ranks, distinct + 1).rows]).toEqual(expected);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
