import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allBits,
  clearBit,
  countBits,
  countCommon,
  hasBit,
  keepCommon,
  keepInterval,
  noBits,
  rowsOf,
  setBit,
  setInterval,
  setRows,
  type Bits,
} from '../../src/engine/bits.ts';

/** One flag a row; sizes around the ends of words come often. */
const flags = fc.array(fc.boolean(), { maxLength: 130 });

function bitsOf(present: readonly boolean[]): Bits {
  const bits = noBits(present.length);
  present.forEach((is, row) => {
    if (is) setBit(bits, row);
  });
  return bits;
}

const rowsWhere = (present: readonly boolean[]): number[] =>
  [...present.keys()].filter((row) => present[row]);

describe('bitmaps', () => {
  it.each([
    [0, []],
    [1, [1]],
    [31, [0x7fffffff]],
    [32, [0xffffffff]],
    [33, [0xffffffff, 1]],
    [64, [0xffffffff, 0xffffffff]],
  ])('hold %i rows in as few words as possible, nothing past the last row', (rows, words) => {
    expect([...allBits(rows)]).toEqual(words);
    expect([...noBits(rows)]).toEqual(words.map(() => 0));
  });

  it('set, clear and test single rows on both sides of a word’s end', () => {
    const bits = noBits(65);
    for (const row of [0, 31, 32, 64]) setBit(bits, row);
    expect([...bits]).toEqual([0x80000001, 1, 1]);
    expect([0, 1, 30, 31, 32, 33, 63, 64].filter((row) => hasBit(bits, row))).toEqual([0, 31, 32, 64]);
    clearBit(bits, 31);
    clearBit(bits, 33);
    expect([...bits]).toEqual([1, 1, 1]);
  });

  it.each([
    [0, 1, [1, 0, 0]],
    [31, 33, [0x80000000, 1, 0]],
    [32, 64, [0, 0xffffffff, 0]],
    [3, 70, [0xfffffff8, 0xffffffff, 0x3f]],
    [5, 5, [0, 0, 0]],
    [9, 2, [0, 0, 0]],
  ])('add and keep the interval from %i up to %i', (from, to, words) => {
    const added = noBits(70);
    setInterval(added, from, to);
    expect([...added]).toEqual(words);
    const kept = allBits(70);
    keepInterval(kept, from, to);
    expect([...kept]).toEqual(words);
  });

  it('add and keep intervals as a list of flags does', () => {
    fc.assert(
      fc.property(flags, fc.nat(130), fc.nat(130), (present, a, b) => {
        const from = Math.min(a, present.length);
        const to = Math.min(b, present.length);
        const added = bitsOf(present);
        setInterval(added, from, to);
        expect(added).toEqual(bitsOf(present.map((is, row) => is || (row >= from && row < to))));
        const kept = bitsOf(present);
        keepInterval(kept, from, to);
        expect(kept).toEqual(bitsOf(present.map((is, row) => is && row >= from && row < to)));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('list and count the rows present', () => {
    fc.assert(
      fc.property(flags, (present) => {
        const bits = bitsOf(present);
        const rows = rowsWhere(present);
        expect([...rowsOf(bits)]).toEqual(rows);
        expect([...rowsOf(bits, rows.length)]).toEqual(rows);
        expect(countBits(bits)).toBe(rows.length);
        const again = noBits(present.length);
        setRows(again, Uint32Array.from(rows));
        expect(again).toEqual(bits);
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  it('count the ones of any word', () => {
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 5 }), (bits) => {
        const ones = [...bits].map((word) => word.toString(2).replaceAll('0', '').length);
        expect(countBits(bits)).toBe(ones.reduce((sum, n) => sum + n, 0));
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('keep and count what two have in common, and leave the second as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 130 }), (pairs) => {
        const a = bitsOf(pairs.map(([left]) => left));
        const b = bitsOf(pairs.map(([, right]) => right));
        const before = b.slice();
        const common = rowsWhere(pairs.map(([left, right]) => left && right));
        expect(countCommon(a, b)).toBe(common.length);
        keepCommon(a, b);
        expect([...rowsOf(a)]).toEqual(common);
        expect(b).toEqual(before);
      }),
      { numRuns: 200, seed: 4 },
    );
  });
});
