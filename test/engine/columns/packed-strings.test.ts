import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  packStrings,
  stringAt,
  unpackStrings,
  compareStrings,
  concatStrings,
  takeStrings,
} from '../../../src/engine/columns/packed-strings.ts';

/** Any code point but surrogates, which UTF-8 cannot encode. */
const anyLetter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

describe('packed strings', () => {
  it.each([
    [[]],
    [['']],
    [['', 'a', '', 'b', '']],
    [['Škoda', '日本', '🚗🚙', 'a\u0000b', ' ']],
    [['\ufeffa', 'b\ufeff']],
    [['日'.repeat(40)]],
    [['x'.repeat(1000), 'é'.repeat(500), '日'.repeat(500), 'y']],
  ])('are unpacked as they were packed: %j', (strings) => {
    const list = packStrings(strings);
    expect(unpackStrings(list)).toEqual(strings);
    expect(strings.map((_, i) => stringAt(list, i))).toEqual(strings);
  });

  it('take a byte for each ASCII letter and four for each offset', () => {
    const { bytes, offsets } = packStrings(['VW', 'Škoda']);
    expect([...offsets]).toEqual([0, 2, 8]);
    expect([...bytes]).toEqual([86, 87, 0xc5, 0xa0, 107, 111, 100, 97]);
  });

  it('are unpacked as they were packed, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyLetter, maxLength: 40 }), { maxLength: 30 }), (strings) => {
        expect(unpackStrings(packStrings(strings))).toEqual(strings);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uff5e', '🚗', '😀'), maxLength: 4 }),
);

describe('compareStrings', () => {
  it('orders by UTF-16 units, as strings do', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const order = a < b ? -1 : a > b ? 1 : 0;
        expect(Math.sign(compareStrings(packStrings([a, b]), 0, 1))).toBe(order);
      }),
      { numRuns: 2000, seed: 7 },
    );
  });

  it('orders a surrogate pair before U+E000, unlike UTF-8', () => {
    const list = packStrings(['x🚗', 'x\ue000', 'x\ud7ff', 'x']);
    expect(compareStrings(list, 0, 1)).toBeLessThan(0);
    expect(compareStrings(list, 2, 0)).toBeLessThan(0);
    expect(compareStrings(list, 3, 0)).toBeLessThan(0);
    expect(compareStrings(list, 1, 1)).toBe(0);
  });
});

describe('packed lists', () => {
  it('are concatenated and selected from', () => {
    const { joined, firsts } = concatStrings([['a', 'é'], [], ['', '🚗']].map(packStrings));
    expect(unpackStrings(joined)).toEqual(['a', 'é', '', '🚗']);
    expect(firsts).toEqual([0, 2, 2]);
    expect(unpackStrings(takeStrings(joined, Uint32Array.of(3, 1, 1)))).toEqual(['🚗', 'é', 'é']);
    expect(unpackStrings(takeStrings(joined, new Uint32Array(0)))).toEqual([]);
    expect(unpackStrings(concatStrings([]).joined)).toEqual([]);
  });
});
