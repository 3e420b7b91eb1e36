import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestK, SmallestNumbers } from '../../../src/engine/collect/top-k.ts';

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

describe('SmallestNumbers', () => {
  it('keeps the smallest of the numbers that are added, and rejects from its bound on', () => {
    const kept = new SmallestNumbers(3);
    for (const number of [5, 9]) kept.add(number);
    expect(kept.bound).toBe(Infinity);
    for (const number of [7, 9, 8, 2]) kept.add(number);
    expect(kept.bound).toBe(7);
    expect([...kept.sorted()]).toEqual([2, 5, 7]);
  });

  it('agrees with sorting', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(numbers, fc.nat(200), (all, count) => {
        const kept = new SmallestNumbers(count);
        for (const number of all) kept.add(number);
        expect([...kept.sorted()]).toEqual(all.toSorted((a, b) => a - b).slice(0, count));
      }),
      { numRuns: 300, seed: 2 },
    );
  });
});
