import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DELETED } from '../../../src/engine/segment/row-map.ts';
import { RowSorter } from '../../../src/engine/postings/merge-postings.ts';

it('RowSorter returns the rows of each list ascending, without deleted ones', () => {
  const anyList = fc.uniqueArray(fc.nat(2999), { maxLength: 80 });
  fc.assert(
    fc.property(fc.array(fc.array(anyList, { maxLength: 3 }), { maxLength: 4 }), (terms) => {
      const sorter = new RowSorter(3000);
      const target = Uint32Array.from({ length: 3000 }, (_, row) => (row % 7 === 0 ? DELETED : 2999 - row));
      for (const lists of terms) {
        // No row comes twice.
        const seen = new Set<number>();
        const fresh = lists.map((list) => list.filter((row) => !seen.has(row) && seen.add(row)));
        for (const list of fresh) sorter.add(Uint32Array.from([0, ...list, 0]), 1, list.length + 1, target);
        const expected = [...seen].filter((row) => row % 7 !== 0).map((row) => 2999 - row);
        const out = new Uint32Array(400).fill(5);
        const end = sorter.drain(out, 3);
        expect([...out.subarray(3, end)]).toEqual(expected.sort((a, b) => a - b));
        expect([...out.subarray(0, 3), out[end]]).toEqual([5, 5, 5, 5]);
      }
    }),
    { numRuns: 200, seed: 3 },
  );
});
