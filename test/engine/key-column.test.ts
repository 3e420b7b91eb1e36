import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyColumn, packKeys } from '../../src/engine/key-column.ts';

describe('KeyColumn', () => {
  it('finds the row of a key, and the key of a row', () => {
    const keys = ['b', 'a', '', 'Škoda-1', '\ufefffoo.example/🚗'];
    const column = new KeyColumn(packKeys(keys));
    expect([0, 1, 2, 3, 4].map((row) => column.keyOf(row))).toEqual(keys);
    expect(keys.map((key) => column.rowOf(key))).toEqual([0, 1, 2, 3, 4]);
  });

  it('has no row for a key that it does not hold', () => {
    const column = new KeyColumn(packKeys(['b', 'a']));
    expect(['c', 'A', 'ab', ''].map((key) => column.rowOf(key))).toEqual([-1, -1, -1, -1]);
    expect(new KeyColumn(packKeys([])).rowOf('a')).toBe(-1);
  });

  it('tells keys with the same hash apart', () => {
    const data = packKeys(['k147620', 'other', 'k87022']);
    expect([...data.hashes].filter((hash) => hash === 50878307)).toHaveLength(2);
    const column = new KeyColumn(data);
    expect(column.rowOf('k147620')).toBe(0);
    expect(column.rowOf('k87022')).toBe(2);
    expect(new KeyColumn(packKeys(['k87022'])).rowOf('k147620')).toBe(-1);
  });

  it('refuses more rows than a segment may have', () => {
    expect(() => packKeys(new Array<string>(2 ** 24 + 1))).toThrow(
      'a segment holds at most 16777216 rows, not 16777217',
    );
  });

  it('finds what a Map finds', () => {
    const key = fc.string({ unit: 'grapheme', maxLength: 6 });
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 50 }),
        fc.array(key, { maxLength: 10 }),
        (keys, others) => {
          const column = new KeyColumn(packKeys(keys));
          const rows = new Map(keys.map((own, row) => [own, row]));
          for (const asked of [...keys, ...others]) expect(column.rowOf(asked)).toBe(rows.get(asked) ?? -1);
          keys.forEach((own, row) => expect(column.keyOf(row)).toBe(own));
        },
      ),
      { numRuns: 100, seed: 1 },
    );
  });
});
