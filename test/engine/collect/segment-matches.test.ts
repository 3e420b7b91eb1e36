import { buildInvertedIndex, buildKeywordColumn, buildNumberColumn } from '../builders.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyBitmap, setRows } from '../../../src/engine/postings/bitmap.ts';
import { SegmentMatches } from '../../../src/engine/collect/segment-matches.ts';
import { NumberColumn } from '../../../src/engine/columns/number-column.ts';
import { KeywordColumn } from '../../../src/engine/columns/keyword-column.ts';
import { InvertedIndex } from '../../../src/engine/postings/inverted-index.ts';
import { textRow, untagged } from '../sample-rows.ts';

const anyValue = fc.option(fc.nat(), { nil: null, freq: 5 });

/** The values of rows, and which rows match: few, most or all. */
const anyRows = fc
  .tuple(fc.array(anyValue, { minLength: 1, maxLength: 400 }), fc.constantFrom(1, 2, 300), fc.boolean())
  .chain(([values, distinct, sorted]) => {
    const drawn = values.map((value) => (value === null ? null : value % distinct));
    const inOrder = drawn.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity) || 0);
    const chance = fc.constantFrom(0, 1, 5, 9, 10);
    const dice = fc.array(fc.nat({ max: 9 }), { minLength: values.length, maxLength: values.length });
    return fc.record({
      values: fc.constant(sorted ? inOrder : drawn),
      matching: fc.tuple(chance, dice).map(([chance, dice]) => dice.map((die) => die < chance)),
    });
  });

it.each(['list', 'bitmap'] as const)('counts and sorts matches given as a %s', (kind) => {
  fc.assert(
    fc.property(anyRows, ({ values, matching }) => {
      const rows = Uint32Array.from([...values.keys()].filter((row) => matching[row]));
      const bitmap = emptyBitmap(values.length);
      setRows(bitmap, rows);
      const total = rows.length;
      const matched = new SegmentMatches(
        kind === 'list' ? { kind, total, rows } : { kind, total, bitmap },
        values.length,
      );
      const texts = values.map((value) => (value === null ? null : `v${value}`));
      const found = texts.filter((_, row) => matching[row]);

      const column = new KeywordColumn(buildKeywordColumn(texts), (value) => [value]);
      const counts = matched.countOrdinals(column);
      expect(counts).toHaveLength(new Set(texts).add(null).size);
      expect(counts[0]).toBe(found.filter((text) => text === null).length);
      for (let ordinal = 1; ordinal < counts.length; ordinal++) {
        const value = column.valueOf(ordinal);
        expect(counts[ordinal]).toBe(found.filter((text) => text === value).length);
      }
      expect(matched.countOf(column.postings(0))).toBe(counts[0]);

      const numbers = new NumberColumn(buildNumberColumn(values));
      const sorted = matched.sortedNumbers(numbers);
      expect(Array.from({ length: sorted.length }, (_, index) => sorted.at(index))).toEqual(
        values.filter((value, row) => matching[row] && value !== null).sort((a, b) => a! - b!),
      );
      // By another column: unknown in each seventh row.
      const others = values.map((_, row) => (row % 7 === 0 ? null : (row * 37) % 50));
      const ranges = [
        { min: 1, max: 9 },
        { min: 12, max: 12 },
        { min: 13, max: Infinity },
      ];
      const by = new NumberColumn(buildNumberColumn(others));
      const parts = ranges.map((range) => matched.sortedNumbersWithin(numbers, by, range));
      expect(parts.map((part) => Array.from({ length: part.length }, (_, index) => part.at(index)))).toEqual(
        ranges.map(({ min, max }) =>
          values
            .filter((value, row) => {
              const other = others[row];
              return matching[row] && value !== null && other !== null && other >= min && other <= max;
            })
            .sort((a, b) => a! - b!),
        ),
      );
    }),
    { numRuns: 300, seed: 20261123 },
  );
});

/** Words that are equally rare in texts of one word each, so that each has one impact in all rows. */
const TAGS = ['abs', 'bluetooth', 'cruise', 'dab', 'estate'];

const anyTags = fc.integer({ min: 1, max: 600 }).chain((size) => {
  const perRow = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: size, maxLength: size });
  return fc.record({
    tags: perRow(fc.constantFrom(...TAGS)),
    matching: fc
      .tuple(fc.constantFrom(0, 1, 5, 9, 10), perRow(fc.nat({ max: 9 })))
      .map(([chance, dice]) => dice.map((die) => die < chance)),
    // The last is a tag that no row has.
    counted: fc.uniqueArray(fc.nat({ max: TAGS.length }), { minLength: 1 }),
  });
});

it.each(['list', 'bitmap'] as const)('counts some of a list of tags in matches given as a %s', (kind) => {
  const list = [...TAGS, 'unknown'];
  let byRow = 0;
  let byTag = 0;
  fc.assert(
    fc.property(anyTags, ({ tags, matching, counted }) => {
      const size = tags.length;
      const rows = Uint32Array.from([...tags.keys()].filter((row) => matching[row]));
      const bitmap = emptyBitmap(size);
      setRows(bitmap, rows);
      const total = rows.length;
      const matched = new SegmentMatches(
        kind === 'list' ? { kind, total, rows } : { kind, total, bitmap },
        size,
      );
      const text = new InvertedIndex(
        buildInvertedIndex(
          tags.map((tag) => textRow(tag, null)),
          untagged,
        ),
        size,
      );
      const expected = counted.map(
        (index) => tags.filter((tag, row) => matching[row] && tag === list[index]).length,
      );
      expect(matched.countTags(text, list, counted)).toEqual(expected);
      if (total < counted.length * Math.min(size >>> 5, total)) byRow++;
      else byTag++;
    }),
  );
  expect(byRow).toBeGreaterThan(0);
  expect(byTag).toBeGreaterThan(0);
});
