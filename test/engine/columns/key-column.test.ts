import { packKeys, rowWithKey } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyColumn, KeyColumnBuilder } from '../../../src/engine/columns/key-column.ts';

describe('KeyColumn', () => {
  it('finds the row of a key, and the key of a row', () => {
    const keys = ['b', 'a', '', 'Škoda-1', '\ufefffoo.example/🚗'];
    const column = new KeyColumn(packKeys(keys));
    expect([0, 1, 2, 3, 4].map((row) => column.keyAt(row))).toEqual(keys);
    expect(keys.map((key) => rowWithKey(column, key))).toEqual([0, 1, 2, 3, 4]);
  });

  it('returns -1 for unknown keys', () => {
    const column = new KeyColumn(packKeys(['b', 'a']));
    expect(['c', 'A', 'ab', ''].map((key) => rowWithKey(column, key))).toEqual([-1, -1, -1, -1]);
    expect(rowWithKey(new KeyColumn(packKeys([])), 'a')).toBe(-1);
  });

  it('distinguishes keys with the same hash', () => {
    const data = packKeys(['k147620', 'other', 'k87022']);
    expect([...data.hashes].filter((hash) => hash === 50878307)).toHaveLength(2);
    const column = new KeyColumn(data);
    expect(rowWithKey(column, 'k147620')).toBe(0);
    expect(rowWithKey(column, 'k87022')).toBe(2);
    expect(rowWithKey(new KeyColumn(packKeys(['k87022'])), 'k147620')).toBe(-1);
  });

  it('finds the rows of many keys, ascending and without duplicates', () => {
    const column = new KeyColumn(packKeys(['k147620', 'Škoda', 'k87022', 'b']));
    expect([...column.findRows(['b', 'none', 'k147620', 'b', 'Škoda'])]).toEqual([0, 1, 3]);
    expect([...column.findRows(['k87022'])]).toEqual([2]);
    expect([...column.findRows([])]).toEqual([]);
  });

  it('rejects more rows than a segment may have', () => {
    expect(() => new KeyColumnBuilder().finish(new Uint32Array(2 ** 24 + 1))).toThrow(
      'a segment holds at most 16777216 rows, not 16777217',
    );
  });

  it('shares no row with a column of other keys with the same hashes', () => {
    const column = new KeyColumn(packKeys(['a', 'k147620']));
    expect([...column.rowsSharedWith(new KeyColumn(packKeys(['k87022', 'b'])))]).toEqual([]);
    expect([...column.rowsSharedWith(new KeyColumn(packKeys(['k87022', 'k147620', 'c'])))]).toEqual([1]);
  });

  it('agrees with a Map', () => {
    const key = fc.string({ unit: 'grapheme', maxLength: 6 });
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 50 }),
        fc.array(key, { maxLength: 10 }),
        (keys, others) => {
          const column = new KeyColumn(packKeys(keys));
          const rows = new Map(keys.map((own, row) => [own, row]));
          for (const requested of [...keys, ...others])
            expect(rowWithKey(column, requested)).toBe(rows.get(requested) ?? -1);
          keys.forEach((own, row) => expect(column.keyAt(row)).toBe(own));
          const shared = keys.flatMap((own, row) => (others.includes(own) ? [row] : []));
          expect([...column.findRows(others)]).toEqual(shared);
          const other = new KeyColumn(packKeys([...new Set(others)]));
          expect([...column.rowsSharedWith(other)]).toEqual(shared);
          expect(other.rowsSharedWith(column)).toHaveLength(shared.length);
        },
      ),
      { numRuns: 100, seed: 1 },
    );
  });
});
