import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyBitmap, bitmapToRows, setRows, type Bitmap } from '../../../src/engine/postings/bitmap.ts';
import { intersectMasks, type SupersetMask, Arena } from '../../../src/engine/query/masks.ts';

const SIZE = 150;
const someRows = fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: SIZE });
const bitsOf = (rows: readonly number[]): Bitmap => {
  const bitmap = emptyBitmap(SIZE);
  setRows(bitmap, Uint32Array.from(rows));
  return bitmap;
};

describe('the intersection of masks', () => {
  it('has the rows of the range that pass every mask, without false positives, and their number', () => {
    const anyMask = fc.record({
      within: someRows,
      without: fc.option(someRows, { nil: undefined }),
      spare: fc.array(fc.array(fc.nat(SIZE - 1), { maxLength: 8 }), { maxLength: 2 }),
    });
    const masks = fc.array(anyMask, { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(masks, fc.nat(SIZE), fc.nat(SIZE), (requested, from, to) => {
        const bitmap = emptyBitmap(SIZE);
        const rounded = requested.map(({ within, without, spare }): SupersetMask => ({
          include: bitsOf(within),
          exclude: without && bitsOf(without),
          falsePositives: spare.map((rows) => Uint32Array.from(rows)),
        }));
        const count = intersectMasks(rounded, { from, to }, bitmap);
        const expected = Array.from({ length: SIZE }, (_, row) => row).filter(
          (row) =>
            row >= from &&
            row < to &&
            requested.every(
              ({ within, without, spare }) =>
                within.includes(row) &&
                without?.includes(row) !== true &&
                !spare.some((rows) => rows.includes(row)),
            ),
        );
        expect([...bitmapToRows(bitmap)]).toEqual(expected);
        expect(count).toBe(expected.length);
      }),
      { numRuns: 400, seed: 1 },
    );
  });
});

describe('Arena', () => {
  it('allocates zeros, whatever was written before, and nothing twice', () => {
    const arena = new Arena();
    for (const words of [3, 5, 2]) {
      arena.reset();
      const first = arena.alloc(words);
      const second = arena.alloc(4);
      expect([...first, ...second]).toEqual(new Array<number>(words + 4).fill(0));
      first.fill(1);
      second.fill(2);
      expect([...first]).toEqual(new Array<number>(words).fill(1));
    }
  });
});
