import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStrings, concatStrings, takeStrings } from '../../../src/engine/columns/packed-order.ts';
import { packStrings, unpackStrings } from '../../../src/engine/columns/packed-strings.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uff5e', '🚗', '😀'), maxLength: 4 }),
);

describe('compareStrings', () => {
  it('orders as strings are ordered, by their UTF-16 units', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const order = a < b ? -1 : a > b ? 1 : 0;
        expect(Math.sign(compareStrings(packStrings([a, b]), 0, 1))).toBe(order);
      }),
      { numRuns: 2000, seed: 7 },
    );
  });

  it('puts a pair of surrogates before U+E000, which is before it in UTF-8', () => {
    const list = packStrings(['x🚗', 'x\ue000', 'x\ud7ff', 'x']);
    expect(compareStrings(list, 0, 1)).toBeLessThan(0);
    expect(compareStrings(list, 2, 0)).toBeLessThan(0);
    expect(compareStrings(list, 3, 0)).toBeLessThan(0);
    expect(compareStrings(list, 1, 1)).toBe(0);
  });
});

describe('packed lists', () => {
  it('are joined, and picked from', () => {
    const { joined, firsts } = concatStrings([['a', 'é'], [], ['', '🚗']].map(packStrings));
    expect(unpackStrings(joined)).toEqual(['a', 'é', '', '🚗']);
    expect(firsts).toEqual([0, 2, 2]);
    expect(unpackStrings(takeStrings(joined, Uint32Array.of(3, 1, 1)))).toEqual(['🚗', 'é', 'é']);
    expect(unpackStrings(takeStrings(joined, new Uint32Array(0)))).toEqual([]);
    expect(unpackStrings(concatStrings([]).joined)).toEqual([]);
  });
});
