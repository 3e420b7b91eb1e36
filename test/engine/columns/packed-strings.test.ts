import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packStrings, stringAt, unpackStrings } from '../../../src/engine/columns/packed-strings.ts';

/** Any code point but a surrogate, which UTF-8 cannot hold. */
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
  ])('come back as they went in: %j', (strings) => {
    const list = packStrings(strings);
    expect(unpackStrings(list)).toEqual(strings);
    expect(strings.map((_, i) => stringAt(list, i))).toEqual(strings);
  });

  it('take a byte for an ASCII letter and four for each of the offsets', () => {
    const { bytes, offsets } = packStrings(['VW', 'Škoda']);
    expect([...offsets]).toEqual([0, 2, 8]);
    expect([...bytes]).toEqual([86, 87, 0xc5, 0xa0, 107, 111, 100, 97]);
  });

  it('come back as they went in, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyLetter, maxLength: 40 }), { maxLength: 30 }), (strings) => {
        expect(unpackStrings(packStrings(strings))).toEqual(strings);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});
