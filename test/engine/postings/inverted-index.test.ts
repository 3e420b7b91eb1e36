import { buildInvertedIndex } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapToRows } from '../../../src/engine/postings/bitmap.ts';
import { InvertedIndex } from '../../../src/engine/postings/inverted-index.ts';
import { sampleWords, schema, textRow, untagged } from '../sample-rows.ts';

type Texts = readonly (string | null)[];

const columnOf = (...texts: Texts[]): InvertedIndex =>
  new InvertedIndex(
    buildInvertedIndex(
      texts.map(([title, body]) => textRow(title, body)),
      untagged,
    ),
    texts.length,
  );

/** Every term of the column, in order. */
function termsOf(column: InvertedIndex): string[] {
  const [first, end] = column.findPrefix('');
  return Array.from({ length: end - first }, (_, i) => column.word(first + i));
}

function postingsOf(column: InvertedIndex, word: string): [row: number, impact: number][] {
  return column
    .impactLists(column.find(word))
    .flatMap(({ impact, rows }) => [...rows].map((row): [number, number] => [row, impact]))
    .sort(([a], [b]) => a - b);
}

function rowsOfWord(column: InvertedIndex, word: string): number[] {
  return postingsOf(column, word).map(([row]) => row);
}

describe('InvertedIndex', () => {
  it('holds each folded word once, in order of UTF-16 units', () => {
    const column = columnOf(['Škoda, golf', 'Golf 2.0'], [null, 'škoda Étoile 🚗 zebra'], ['', null]);
    expect(termsOf(column)).toEqual(['2.0', 'etoile', 'golf', 'skoda', 'zebra']);
    expect(column.size).toBe(3);
    expect(column.find('golf')).toBe(2);
    expect(['Golf', 'gol', 'golfs', '', 'zzz', '\uffff'].filter((word) => column.find(word) !== -1)).toEqual(
      [],
    );
  });

  it('weighs occurrences by field and length, and sums them before saturation', () => {
    const column = columnOf(
      ['golf', null],
      ['golf golf', null],
      [null, 'golf'],
      [null, 'golf red red red red red'],
      ['golf', 'golf'],
    );
    // Weights 4, 8, 8/3, 1 and 4 + 8/3 through 15 w / (1.2 + w).
    expect(postingsOf(column, 'golf')).toEqual([
      [0, 12],
      [1, 13],
      [2, 10],
      [3, 7],
      [4, 13],
    ]);
    expect(postingsOf(column, 'red')).toEqual([[3, 12]]);
  });

  it('indexes hyphenated words in parts and as one, with the length of the parts', () => {
    const column = columnOf([null, 'c-hr'], [null, 'chr red']);
    expect(termsOf(column)).toEqual(['c', 'chr', 'hr', 'red']);
    // Two words in either row: a weight of 2.
    expect(postingsOf(column, 'chr')).toEqual([
      [0, 9],
      [1, 9],
    ]);
    expect(postingsOf(column, 'hr')).toEqual([[0, 9]]);
  });

  it('holds the tags of rows, which neither lengthen texts nor count more than once', () => {
    const rows = [
      { values: [null, null], texts: ['red golf red golf', 'automatic auto'] },
      { values: ['blue', null], texts: ['red', 'golf'] },
      { values: ['red', null], texts: [null, null] },
    ];
    const column = new InvertedIndex(buildInvertedIndex(rows, schema), 3);
    expect(termsOf(column)).toEqual(
      ['+golfred', '+redgolf', '=auto', '@red', 'auto', 'automatic', 'golf', 'red', '~fglo'], // prettier-ignore
    );
    // A tag weighs 2, whatever texts say.
    expect(postingsOf(column, '+redgolf')).toEqual([[0, 9]]);
    expect(postingsOf(column, '=auto')).toEqual([[0, 9]]);
    expect(postingsOf(column, '@red')).toEqual([
      [0, 9],
      [2, 9],
    ]);
    // Weights 8 in the title, 8/3 in the body of one word, as without tags.
    expect(postingsOf(column, 'golf')).toEqual([
      [0, 13],
      [1, 10],
    ]);
  });

  it('numbers more tags than it starts with room for', () => {
    const rows = Array.from({ length: 3000 }, (_, row) => textRow(`a${row} b${row % 1500}`));
    const column = new InvertedIndex(buildInvertedIndex(rows, schema), 3000);
    expect(rowsOfWord(column, '+a2999b1499')).toEqual([2999]);
    expect(rowsOfWord(column, '+a0b0')).toEqual([0]);
    expect(rowsOfWord(column, 'b1499')).toEqual([1499, 2999]);
    expect(termsOf(column)).toHaveLength(3000 + 1500 + 3000);
  });

  it('returns nothing for unknown terms', () => {
    expect(termsOf(columnOf())).toEqual([]);
    expect(columnOf().find('golf')).toBe(-1);
    expect(termsOf(columnOf([null, null], ['', '!']))).toEqual([]);
  });

  it('finds the terms that begin with a prefix, up to the very last letters of Unicode', () => {
    const column = columnOf(['gol golf golfs golf𐐨 gola gom golf\uffdc go', null]);
    const words = (prefix: string): string[] => {
      const [first, end] = column.findPrefix(prefix);
      return Array.from({ length: end - first }, (_, i) => column.word(first + i));
    };
    expect(words('golf')).toEqual(['golf', 'golfs', 'golfᅵ', 'golf𐐨']);
    expect(words('gol')).toHaveLength(6);
    expect(words('gom')).toEqual(['gom']);
    expect(words('golfx')).toEqual([]);
    expect(words('zz')).toEqual([]);
  });

  it('finds fuzzy matches', () => {
    const column = columnOf(['gold golf gulf goal wolf', null]);
    expect(column.findFuzzy('golf', 1).map((term) => column.word(term))).toEqual([
      'gold',
      'golf',
      'gulf',
      'wolf',
    ]);
  });

  it('holds more postings than it starts with room for', () => {
    const texts: Texts[] = Array.from({ length: 300 }, (_, row) => [
      `all w${row} x${row % 7} y${row % 11}`,
      'a b c d',
    ]);
    const column = columnOf(...texts);
    expect(rowsOfWord(column, 'all')).toEqual(Array.from({ length: 300 }, (_, row) => row));
    expect(rowsOfWord(column, 'w299')).toEqual([299]);
    expect(rowsOfWord(column, 'x3')).toHaveLength(43);
    const wide = columnOf([Array.from({ length: 5000 }, (_, i) => `w${i}`).join(' '), null]);
    expect(termsOf(wide)).toHaveLength(5000);
    expect(rowsOfWord(wide, 'w4999')).toEqual([0]);
  });

  it('has for each word its rows, and does not modify shared arrays', () => {
    const plainWords = sampleWords.filter((word) => word !== 'c-hr');
    const text = fc.option(fc.array(fc.constantFrom(...plainWords), { maxLength: 5 }), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 40 }), (rows) => {
        const texts = rows.map((fields) => fields.map((words) => words?.join(' ') ?? null));
        const data = buildInvertedIndex(
          texts.map(([title, body]) => textRow(title, body)),
          untagged,
        );
        const before = structuredClone(data);
        const column = new InvertedIndex(data, rows.length);
        for (const word of plainWords) {
          const expected = [...rows.keys()].filter((row) => rows[row].some((words) => words?.includes(word)));
          const term = column.find(word === 'Škoda' ? 'skoda' : word);
          if (term < 0) {
            expect(expected).toEqual([]);
            continue;
          }
          expect([...column.unsortedPostings(term)].sort((a, b) => a - b)).toEqual(expected);
          expect(column.rowCount(term)).toBe(expected.length);
          const lists = column.impactLists(term);
          expect(lists.flatMap((list) => [...list.rows]).sort((a, b) => a - b)).toEqual(expected);
          for (const list of lists) expect([...list.rows]).toEqual([...list.rows].sort((a, b) => a - b));
          const impacts = lists.map(({ impact }) => impact);
          expect(impacts).toEqual([...new Set(impacts)].sort((a, b) => b - a));
          expect([...bitmapToRows(column.cachedBitmap(term))]).toEqual(expected);
        }
        expect(data).toEqual(before);
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});
