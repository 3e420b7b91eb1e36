import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyBitmap, hasBit, setRows } from '../../../src/engine/postings/bitmap.ts';
import { PermutedBitmaps } from '../../../src/engine/query/permuted-bitmaps.ts';

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
