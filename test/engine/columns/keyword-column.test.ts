import { buildKeywordColumn } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapToRows } from '../../../src/engine/postings/bitmap.ts';
import { KeywordColumn } from '../../../src/engine/columns/keyword-column.ts';
import type { TermRequest } from '../../../src/engine/schema.ts';
import { KeywordExclusion } from '../../../src/engine/query/keyword-exclusion.ts';
import { expectKeeps } from '../query/compiled-filter-contract.ts';

/** The terms of a value are itself and its first letter. */
const keysOf = (value: string): string[] => [value, value.slice(0, 1)];
const columnOf = (values: readonly (string | null)[]): KeywordColumn =>
  new KeywordColumn(buildKeywordColumn(values), keysOf);

describe('KeywordColumn', () => {
  const column = columnOf(['audi', null, 'bmw', 'audi', 'alfa', null]);

  it('numbers values from 1 in order of appearance, and unknown ones 0', () => {
    expect([...column.ordinals]).toEqual([1, 0, 2, 1, 3, 0]);
    expect(column.distinct).toBe(4);
    expect(column.size).toBe(6);
    expect([0, 1, 2, 3].map((ordinal) => [...column.postings(ordinal)])).toEqual([[1, 5], [0, 3], [2], [4]]);
    expect([...bitmapToRows(column.cachedBitmap(1))]).toEqual([0, 3]);
  });

  it.each([
    [['audi'], [0, 3]],
    [['bmw'], [2]],
    [['a'], [0, 3, 4]],
    [
      ['a', 'audi', 'bmw'],
      [0, 2, 3, 4],
    ],
    [
      ['audi', 'audi'],
      [0, 3],
    ],
    [['AUDI', 'none'], []],
    [['none', 'bmw'], [2]],
    [[''], []],
    [[], []],
  ])('finds for the terms %j the rows %j', (keys, rows) => {
    expectKeeps(column.filter(keys), 6, rows);
  });

  it('finds for terms that are joined by "and" and "or" the rows whose values have them', () => {
    const { request } = fc.letrec<{ request: TermRequest }>((tie) => {
      const parts = fc.array(tie('request'), { minLength: 1, maxLength: 4 });
      return {
        request: fc.oneof(
          { maxDepth: 3 },
          fc.constantFrom('a', 'audi', 'b', 'bmw', 'none'),
          parts.map((all) => ({ all })),
          parts.map((any) => ({ any })),
        ),
      };
    });
    const has = (value: string, one: TermRequest): boolean => {
      if (typeof one === 'string') return keysOf(value).includes(one);
      return 'all' in one
        ? one.all.every((part) => has(value, part))
        : one.any.some((part) => has(value, part));
    };
    const values = ['audi', null, 'bmw', 'audi', 'alfa', null];
    fc.assert(
      fc.property(request, (one) => {
        const rows = values.flatMap((value, row) => (value !== null && has(value, one) ? [row] : []));
        expect([...column.filter([one]).rows()]).toEqual(rows);
      }),
      { seed: 20260314, numRuns: 500 },
    );
  });

  it('finds a part that the names of several makes share once', () => {
    let found = 0;
    const shared = {
      get all() {
        found += 1;
        return ['a', 'audi'];
      },
    };
    const any = Array.from({ length: 50 }, () => ({ all: ['a', { any: ['none', shared] }] }));
    expect([...column.filter([{ any }]).rows()]).toEqual([0, 3]);
    expect(found).toBe(1);
  });

  it.each([
    [['audi'], [2, 4]],
    [['a'], [2]],
    [['bmw', 'audi'], [4]],
    [['none'], [0, 2, 3, 4]],
    [[], [0, 2, 3, 4]],
    [['a', 'b'], []],
  ])('finds without the terms %j the rows %j, none of them unknown', (keys, rows) => {
    expectKeeps(new KeywordExclusion(column, keys), 6, rows);
  });

  it.each([
    [['a'], ['audi'], [4]],
    [['audi', 'bmw'], ['b'], [0, 3]],
    [['audi'], ['audi'], []],
    [['audi'], ['none'], [0, 3]],
  ])('finds for the terms %j without %j the rows %j', (keys, excluded, rows) => {
    expectKeeps(column.filter(keys, excluded), 6, rows);
  });

  it('excludes common values by their bitmaps and rare ones by their rows', () => {
    const common = columnOf(Array.from({ length: 640 }, (_, row) => (row % 64 === 9 ? 'rare' : row % 3 === 0 ? 'red' : row % 3 === 1 ? 'blue' : null))); // prettier-ignore
    const isIn = (passes: (row: number) => boolean) =>
      Array.from({ length: 640 }, (_, row) => row).filter((row) => passes(row));
    const isRare = (row: number): boolean => row % 64 === 9;
    expectKeeps(new KeywordExclusion(common, ['red']), 640, isIn((row) => isRare(row) || row % 3 === 1)); // prettier-ignore
    expectKeeps(new KeywordExclusion(common, ['rare']), 640, isIn((row) => !isRare(row) && row % 3 < 2)); // prettier-ignore
    expectKeeps(new KeywordExclusion(common, ['red', 'rare']), 640, isIn((row) => !isRare(row) && row % 3 === 1)); // prettier-ignore
    expectKeeps(new KeywordExclusion(common, ['red', 'blue']), 640, isIn(isRare));
    expectKeeps(new KeywordExclusion(common, ['red', 'blue', 'rare']), 640, []);
  });

  it('estimates the number of rows exactly', () => {
    expect(
      [['audi'], ['a'], ['a', 'audi'], ['none'], []].map((keys) => column.filter(keys).estimate),
    ).toEqual([2, 3, 3, 0, 0]);
  });

  it('knows which filters of another column it implies', () => {
    const models = columnOf(['golf', 'polo', 'golf', 'gta', null]);
    const makes = columnOf(['vw', 'vw', 'vw', 'opel', 'vw']);
    const implied = (model: string, make: string): boolean =>
      makes.filter([make]).isImpliedBy(models.filter([model]));
    // Twice, because the first result is cached.
    for (let time = 0; time < 2; time++) {
      expect([implied('golf', 'vw'), implied('polo', 'vw'), implied('gta', 'opel')]).toEqual([
        true,
        true,
        true,
      ]);
      expect([implied('golf', 'opel'), implied('g', 'vw'), implied('gta', 'vw')]).toEqual([
        false,
        false,
        false,
      ]);
    }
    expect(makes.filter(['vw', 'opel']).isImpliedBy(models.filter(['g']))).toBe(true);
    expect(new KeywordExclusion(makes, ['opel']).isImpliedBy(models.filter(['golf']))).toBe(true);
    expect(new KeywordExclusion(makes, ['vw']).isImpliedBy(models.filter(['golf']))).toBe(false);
    expect(new KeywordExclusion(makes, ['bmw']).isImpliedBy(models.filter(['g']))).toBe(true);
    // Some have no value.
    expect(new KeywordExclusion(models, ['gta']).isImpliedBy(makes.filter(['vw']))).toBe(false);
    expect(models.filter(['golf']).isImpliedBy(makes.filter(['vw']))).toBe(false);
  });

  it('merges long lists of several values like short ones, also from its cache', () => {
    const long = columnOf(Array.from({ length: 5000 }, (_, row) => ['x1', 'x2', 'y', null][row % 4]));
    const rows = (...remainders: number[]): number[] =>
      Array.from({ length: 5000 }, (_, row) => row).filter((row) => remainders.includes(row % 4));
    expectKeeps(long.filter(['x']), 5000, rows(0, 1));
    expectKeeps(long.filter(['x2', 'y']), 5000, rows(1, 2));
    expectKeeps(long.filter(['y']), 5000, rows(2));
  });

  it('finds neither unknown values nor values without terms', () => {
    const mute = new KeywordColumn(buildKeywordColumn([null, 'x', 'y']), (value) =>
      value === 'x' ? [] : ['y', 'y'],
    );
    expectKeeps(mute.filter(['x', 'null', '']), 3, []);
    expectKeeps(mute.filter(['y']), 3, [2]);
  });

  it('filters many rows by a rare value', () => {
    const rare = columnOf(
      Array.from({ length: 200 }, (_, row) => ([3, 100, 151].includes(row) ? 'rare' : 'usual')),
    );
    const even = Uint32Array.from({ length: 100 }, (_, i) => 2 * i);
    expect([...rare.filter(['rare']).filterRows(even)]).toEqual([100]);
    expectKeeps(rare.filter(['rare']), 200, [3, 100, 151]);
  });

  it('keeps what filtering the values keeps, and never writes to what it shares', () => {
    const value = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('aa', 'b', 'ca', 'cb', null) },
      { weight: 1, arbitrary: fc.constantFrom('ab', 'cc') },
    );
    const keys = fc.array(fc.constantFrom<string[]>('a', 'b', 'c', 'aa', 'cc', 'none'), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 150 }),
        fc.array(keys, { maxLength: 4 }),
        (values, queries) => {
          const data = buildKeywordColumn(values);
          const before = structuredClone(data);
          const own = new KeywordColumn(data, keysOf);
          for (const requested of queries) {
            const expected = [...values.keys()].filter((row) => {
              const stored = values[row];
              return stored !== null && keysOf(stored).some((key) => requested.includes(key));
            });
            expectKeeps(own.filter(requested), values.length, expected);
          }
          expect(data).toEqual(before);
        },
      ),
      { numRuns: 100, seed: 1 },
    );
  });
});
