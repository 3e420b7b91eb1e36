// The first tied rows are the same whichever way they are found: by walking the shuffle, or by reading the shortest list.
import { buildNumberColumn } from '../builders.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Ties, type TiedRows } from '../../../src/engine/collect/ties.ts';
import { NumberColumn } from '../../../src/engine/columns/number-column.ts';
import { Random } from '../../../src/demo/random.ts';
import { bitsOf } from '../query/compiled-filter-contract.ts';

const SIZE = 6000;

/** Each row with the chance of `share`, in 256ths. */
function drawRows(random: Random, share: number): number[] {
  return Array.from({ length: SIZE }, (_, row) => row).filter(() => random.whole(0, 255) < share);
}

const tiedRows = (rows: readonly number[], hasBitmap: boolean): TiedRows => {
  const listed = Uint32Array.from(rows);
  return { length: rows.length, rows: listed, bitmap: hasBitmap ? bitsOf(listed, SIZE) : undefined };
};

const anyList = fc.record({ share: fc.constantFrom(2, 40, 200, 256), hasBitmap: fc.boolean() });

it('are the first in the order of the shuffle that no higher score has', () => {
  fc.assert(
    fc.property(
      fc.nat(9999),
      fc.constantFrom(3, 60, 250, 256),
      fc.boolean(),
      fc.array(fc.array(fc.array(anyList, { maxLength: 3 }), { minLength: 1, maxLength: 2 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom(1, 20, 700),
      (seed, share, isList, scores, limit) => {
        const random = new Random(seed);
        const places = Array.from({ length: SIZE }, () => random.whole(0, SIZE));
        const shuffle = new NumberColumn(buildNumberColumn(places));
        const matches = drawRows(random, share);
        const rows = Uint32Array.from(matches);
        const total = rows.length;
        const ties = new Ties(
          isList ? { kind: 'list', total, rows } : { kind: 'bitmap', total, bitmap: bitsOf(rows, SIZE) },
          shuffle,
        );
        const returned = new Set<number>();
        for (const combinations of scores) {
          const drawn = combinations.map((lists) =>
            lists.map(({ share, hasBitmap }) => ({ rows: drawRows(random, share), hasBitmap })),
          );
          const sets = drawn.map((lists) => lists.map(({ rows }) => new Set(rows)));
          const expected = matches
            .filter((row) => !returned.has(row) && sets.some((all) => all.every((set) => set.has(row))))
            .sort((a, b) => places[a] - places[b] || a - b)
            .slice(0, limit);
          const tied = drawn.map((lists) => lists.map(({ rows, hasBitmap }) => tiedRows(rows, hasBitmap)));
          expect([...ties.first(tied, limit)]).toEqual(expected);
          for (const row of expected) returned.add(row);
        }
      },
    ),
    { numRuns: 200, seed: 6 },
  );
});
