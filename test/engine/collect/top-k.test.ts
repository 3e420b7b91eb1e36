import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestK } from '../../../src/engine/collect/top-k.ts';

describe('smallestK', () => {
  it.each([
    [[], 3, []],
    [[5], 0, []],
    [[3, 1, 2], 1, [1]],
    [[3, 1, 2], 2, [1, 2]],
    [[3, 1, 2], 9, [1, 2, 0]],
    [[7, 7, 7, 7], 2, [0, 1]],
    [[2, 1, 2, 1, 2], 3, [1, 3, 0]],
    [[Infinity, 4, Infinity, -Infinity, Infinity], 4, [3, 1, 0, 2]],
    [[9, 8, 7, 6, 5, 4, 3, 2, 1, 0], 4, [9, 8, 7, 6]],
  ])('of %j, for k = %i, are at %j', (values, count, indexes) => {
    expect([...smallestK(Float64Array.from(values), count)]).toEqual(indexes);
  });

  it('breaks ties by their number, then by index', () => {
    const values = Float64Array.of(2, 1, 2, 1, 1, 2);
    const ties = Float64Array.of(5, 9, 3, Infinity, 9, 3);
    expect([...smallestK(values, 9, ties)]).toEqual([1, 4, 3, 2, 5, 0]);
    expect([...smallestK(values, 5, ties)]).toEqual([1, 4, 3, 2, 5]);
    expect([...smallestK(values, 1, ties)]).toEqual([1]);
  });

  it('agrees with a stable sort, and does not modify the values', () => {
    const value = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constant(Infinity));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 80 }), fc.nat(90), (numbers, count) => {
        const values = Float64Array.from(numbers);
        const sorted = [...numbers.keys()].sort((a, b) =>
          numbers[a] === numbers[b] ? 0 : numbers[a] - numbers[b],
        );
        expect([...smallestK(values, count)]).toEqual(sorted.slice(0, count));
        expect([...values]).toEqual(numbers);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
