import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fullBitmap,
  clearBit,
  countBits,
  countCommon,
  countCommonSparse,
  difference,
  hasBit,
  emptyBitmap,
  bitmapToRows,
  setBit,
  setBitRange,
  setRows,
  toSparse,
  type Bitmap,
} from '../../../src/engine/postings/bitmap.ts';
import { intersectMasks } from '../../../src/engine/query/masks.ts';

/** One flag a row; sizes around the ends of words come often. */
const flags = fc.array(fc.boolean(), { maxLength: 130 });

function bitsOf(present: readonly boolean[]): Bitmap {
  const bitmap = emptyBitmap(present.length);
  present.forEach((is, row) => {
    if (is) setBit(bitmap, row);
  });
  return bitmap;
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
  ])('hold %i rows in the fewest words, with no bits past the last row', (rows, words) => {
    expect([...fullBitmap(rows)]).toEqual(words);
    expect([...emptyBitmap(rows)]).toEqual(words.map(() => 0));
  });

  it('set, clear and test single rows on both sides of a word’s end', () => {
    const bitmap = emptyBitmap(65);
    for (const row of [0, 31, 32, 64]) setBit(bitmap, row);
    expect([...bitmap]).toEqual([0x80000001, 1, 1]);
    expect([0, 1, 30, 31, 32, 33, 63, 64].filter((row) => hasBit(bitmap, row))).toEqual([0, 31, 32, 64]);
    clearBit(bitmap, 31);
    clearBit(bitmap, 33);
    expect([...bitmap]).toEqual([1, 1, 1]);
  });

  it.each([
    [0, 1, [1, 0, 0]],
    [31, 33, [0x80000000, 1, 0]],
    [32, 64, [0, 0xffffffff, 0]],
    [3, 70, [0xfffffff8, 0xffffffff, 0x3f]],
    [5, 5, [0, 0, 0]],
    [9, 2, [0, 0, 0]],
  ])('set the range [%i, %i)', (from, to, words) => {
    const added = emptyBitmap(70);
    setBitRange(added, from, to);
    expect([...added]).toEqual(words);
  });

  it('set ranges as a list of flags does', () => {
    fc.assert(
      fc.property(flags, fc.nat(130), fc.nat(130), (present, a, b) => {
        const from = Math.min(a, present.length);
        const to = Math.min(b, present.length);
        const added = bitsOf(present);
        setBitRange(added, from, to);
        expect(added).toEqual(bitsOf(present.map((is, row) => is || (row >= from && row < to))));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('list and count the rows present', () => {
    fc.assert(
      fc.property(flags, (present) => {
        const bitmap = bitsOf(present);
        const rows = rowsWhere(present);
        expect([...bitmapToRows(bitmap)]).toEqual(rows);
        expect([...bitmapToRows(bitmap, rows.length)]).toEqual(rows);
        expect(countBits(bitmap)).toBe(rows.length);
        const again = emptyBitmap(present.length);
        setRows(again, Uint32Array.from(rows));
        expect(again).toEqual(bitmap);
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  it('count the ones of any word', () => {
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 5 }), (bitmap) => {
        const ones = [...bitmap].map((word) => word.toString(2).replaceAll('0', '').length);
        expect(countBits(bitmap)).toBe(ones.reduce((sum, n) => sum + n, 0));
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('are subtracted, giving a new bitmap', () => {
    const a = bitsOf([true, true, false, false]);
    const b = bitsOf([true, false, true, false]);
    expect([...bitmapToRows(difference(a, b))]).toEqual([1]);
    expect([...bitmapToRows(a)]).toEqual([0, 1]);
  });

  it('are intersected and counted, without being modified', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.nat(63), { maxLength: 130 }),
        (count, drawn) => {
          // Bit m of a drawn number says whether map m holds the row.
          const maps = Array.from({ length: count }, (_, m) =>
            bitsOf(drawn.map((n) => (n & (1 << m)) !== 0)),
          );
          const before = maps.map((map) => map.slice());
          const all = (1 << count) - 1;
          const common = rowsWhere(drawn.map((n) => (n & all) === all));
          const bitmap = emptyBitmap(drawn.length);
          const masks = maps.map((include) => ({ include, falsePositives: [] }));
          const found = intersectMasks(masks, { from: 0, to: drawn.length }, bitmap);
          expect([...bitmapToRows(bitmap)]).toEqual(common);
          expect(found).toBe(common.length);
          if (count === 2) {
            expect(countCommon(maps[0], maps[1])).toBe(common.length);
            expect(countCommonSparse(toSparse(maps[0]), maps[1])).toBe(common.length);
          }
          expect(maps).toEqual(before);
        },
      ),
      { numRuns: 400, seed: 4 },
    );
  });
});
