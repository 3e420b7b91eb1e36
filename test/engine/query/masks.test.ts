import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyBitmap,
  bitmapToRows,
  hasBit,
  setRows,
  type Bitmap,
} from '../../../src/engine/postings/bitmap.ts';
import {
  intersectMasks,
  PermutedBitmaps,
  type SupersetMask,
  Arena,
} from '../../../src/engine/query/masks.ts';

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

describe('permuted bitmaps', () => {
  const ROWS = 3000;
  const shuffled = fc.shuffledSubarray(
    Array.from({ length: ROWS }, (_, row) => row),
    { minLength: ROWS },
  );
  const someRanges = fc
    .uniqueArray(fc.nat(ROWS), { maxLength: 8 })
    .map((bounds) => bounds.sort((a, b) => a - b).slice(0, bounds.length & ~1));

  it('have the bit of the row at each position of the ranges, whichever ranges were read before', () => {
    fc.assert(
      fc.property(shuffled, fc.array(someRanges, { minLength: 1, maxLength: 4 }), (order, searches) => {
        const permutedBitmaps = new PermutedBitmaps(Uint32Array.from(order));
        const thirds = emptyBitmap(ROWS);
        setRows(
          thirds,
          Uint32Array.from({ length: ROWS / 3 }, (_, i) => 3 * i),
        );
        for (const ranges of [...searches, undefined]) {
          const permuted = permutedBitmaps.permute(thirds, ranges);
          const bounds = ranges ?? [0, ROWS];
          for (let i = 0; i < bounds.length; i += 2)
            for (let position = bounds[i]; position < bounds[i + 1]; position++)
              if (hasBit(permuted, position) !== (order[position] % 3 === 0)) expect.fail(`bit ${position}`);
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});
