import { buildNumberColumn, buildInvertedIndex } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iterateByScore, scoreCombinations, scoreRows } from '../../../src/engine/collect/impact-ordered.ts';
import { NumberColumn } from '../../../src/engine/columns/number-column.ts';
import { InvertedIndex } from '../../../src/engine/postings/inverted-index.ts';
import type { ExpandedWord } from '../../../src/engine/query/word-expansion.ts';
import { bitsOf } from '../query/compiled-filter-contract.ts';
import { textRow, untagged } from '../sample-rows.ts';

function columnOf(titles: readonly string[]): InvertedIndex {
  const rows = titles.map((title) => textRow(title, title.split(' ').slice(1).join(' ')));
  return new InvertedIndex(buildInvertedIndex(rows, untagged), titles.length);
}

function wordFor(column: InvertedIndex, idf: number, matchWeight: Record<string, number>): ExpandedWord {
  const terms = Object.entries(matchWeight)
    .map(([word, value]) => ({ term: column.find(word), matchWeight: value }))
    .filter(({ term }) => term >= 0);
  return { terms: [terms], filters: [], matching: 0, idf, isRequired: true };
}

/** The same word, which rows need not have. */
const preferred = (word: ExpandedWord): ExpandedWord => ({ ...word, isRequired: false });

function drawn(
  column: InvertedIndex,
  words: ExpandedWord[],
  rows: readonly number[],
  limit: number,
  places: readonly number[] = Array.from({ length: column.size }, (_, row) => row),
  { isList = false, skip = 0 } = {},
): [number, number][] {
  const combinations = scoreCombinations(column, 0, words);
  if (combinations === undefined) throw new Error('too many combinations');
  const total = rows.length;
  const listed = Uint32Array.from(rows);
  const rowSet = isList
    ? ({ kind: 'list', total, rows: listed } as const)
    : ({ kind: 'bitmap', total, bitmap: bitsOf(listed, column.size) } as const);
  const shuffle = new NumberColumn(buildNumberColumn(places));
  const iterator = iterateByScore(combinations, rowSet, { skip, limit }, shuffle);
  const list: [number, number][] = [];
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
    list.push([next.value.row, -next.value.sortKey]);
  }
  return list;
}

describe('iterateByScore', () => {
  const column = columnOf(['golf', 'red golf golf', 'red', 'golf red', 'golf']);

  it('returns the rows of the bitmap by descending score, ties in the order of the shuffle', () => {
    const words = [wordFor(column, 10, { golf: 4 })];
    // In row 1 the word is in the title twice and twice in the body.
    expect(drawn(column, words, [0, 1, 3, 4], 9)).toEqual([
      [1, 560],
      [0, 480],
      [3, 480],
      [4, 480],
    ]);
    expect(drawn(column, words, [0, 1, 3, 4], 3, [8, 9, 0, 7, 7])).toEqual([
      [1, 560],
      [3, 480],
      [4, 480],
    ]);
  });

  it('returns at most the limit', () => {
    expect(drawn(column, [wordFor(column, 10, { golf: 4 })], [0, 1, 3, 4], 2)).toEqual([
      [1, 560],
      [0, 480],
    ]);
  });

  it('raises the scores of rows that have a preferred word, and keeps the others', () => {
    const words = [wordFor(column, 10, { golf: 4 }), preferred(wordFor(column, 100, { red: 2 }))];
    expect(drawn(column, words, [0, 1, 2, 3, 4], 9)).toEqual([
      [3, 480 + 2600],
      [1, 560 + 2400],
      [0, 480],
      [4, 480],
    ]);
    expect(drawn(column, [...words, preferred(wordFor(column, 1, { focus: 4 }))], [0, 1], 9)).toEqual([
      [1, 560 + 2400],
      [0, 480],
    ]);
  });

  it('is not used without words or with too many combinations', () => {
    expect(scoreCombinations(column, 0, [])).toBeUndefined();
    const words = Array.from({ length: 12 }, () => wordFor(column, 1, { golf: 4 }));
    expect(scoreCombinations(column, 0, words)).toBeUndefined();
  });

  it('agrees with sorting all scores', () => {
    const vocabulary = ['a', 'b', 'c', 'd'];
    const title = fc
      .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 })
      .map((list) => list.join(' '));
    const meaning = fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.dictionary(fc.constantFrom(...vocabulary), fc.integer({ min: 2, max: 4 }), { minKeys: 1 }),
    );
    fc.assert(
      fc.property(
        fc.array(title, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.array(meaning, { minLength: 1, maxLength: 2 }),
        fc.array(meaning, { maxLength: 2 }),
        fc.integer({ min: 1, max: 70 }),
        fc.array(fc.nat(99), { minLength: 300, maxLength: 300 }),
        fc.boolean(),
        fc.nat(20),
        (titles, meanings, raising, limit, allPlaces, isList, skip) => {
          const own = columnOf(titles);
          const words = [
            ...meanings.map(([idf, matchWeight]) => wordFor(own, idf, matchWeight)),
            ...raising.map(([idf, matchWeight]) => preferred(wordFor(own, idf, matchWeight))),
          ];
          fc.pre(scoreCombinations(own, 0, words) !== undefined);
          const matching = titles
            .map((text, row) => ({ has: new Set(text.split(' ')), row }))
            .filter(({ has }) =>
              meanings.every(([, matchWeight]) => Object.keys(matchWeight).some((word) => has.has(word))),
            )
            .map(({ row }) => row)
            .filter((row) => row % 5 !== 4);
          const places = allPlaces.slice(0, titles.length);
          const scores = scoreRows(own, 0, Uint32Array.from(matching), words);
          const expected = matching
            .map((row, i): [number, number] => [row, scores[i]])
            .sort(([rowA, a], [rowB, b]) => b - a || places[rowA] - places[rowB] || rowA - rowB)
            .slice(skip, limit);
          expect(drawn(own, words, matching, limit, places, { isList, skip })).toEqual(expected);
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });
});

/** The same word, with its terms in the second segment of the snapshot. */
const inSegment1 = (word: ExpandedWord): ExpandedWord => ({ ...word, terms: [[], ...word.terms] });

function titlesOnly(titles: readonly string[]): InvertedIndex {
  const rows = titles.map((title) => textRow(title));
  return new InvertedIndex(buildInvertedIndex(rows, untagged), titles.length);
}

describe('scoreRows', () => {
  // One occurrence in a title has the impact 12, two have 13.
  const column = titlesOnly(['golf', 'golf golf red', 'focus', 'golfs golf', 'red focus']);
  const scores = (rows: number[], ...words: ExpandedWord[]): number[] => [
    ...scoreRows(column, 1, Uint32Array.from(rows), words.map(inSegment1)),
  ];

  it('multiplies idf, match weight and impact', () => {
    expect(scores([0, 1, 3], wordFor(column, 10, { golf: 4 }))).toEqual([480, 520, 480]);
    expect(scores([0, 1, 3], wordFor(column, 1, { golf: 2 }))).toEqual([24, 26, 24]);
  });

  it('uses the best term of a word, in any order of terms', () => {
    expect(scores([0, 3], wordFor(column, 1, { golf: 3, golfs: 4 }))).toEqual([36, 48]);
    expect(scores([0, 3], wordFor(column, 1, { golfs: 4, golf: 3 }))).toEqual([36, 48]);
  });

  it('sums over the words', () => {
    const words = [wordFor(column, 10, { golf: 4 }), wordFor(column, 100, { red: 4 })];
    expect(scores([1], ...words)).toEqual([520 + 4800]);
    expect(scores([1, 4], ...words.map(preferred))).toEqual([520 + 4800, 4800]);
  });

  it('is zero for rows without any of the words, and without words', () => {
    expect(scores([2, 4], preferred(wordFor(column, 10, { golf: 4 })))).toEqual([0, 0]);
    expect(scores([0, 2])).toEqual([0, 0]);
    expect(scores([], wordFor(column, 10, { golf: 4 }))).toEqual([]);
  });

  it('agrees with looking up every term in every row', () => {
    const words = ['a', 'b', 'c', 'd'];
    const title = fc.array(fc.constantFrom(...words), { maxLength: 5 });
    const meaning = fc.record({
      idf: fc.integer({ min: 1, max: 9 }),
      terms: fc.uniqueArray(fc.tuple(fc.constantFrom(...words), fc.integer({ min: 1, max: 4 })), {
        maxLength: 4,
        selector: ([word]) => word,
      }),
    });
    // Weights 4, 8, … through 15 w / (1.2 + w).
    const impacts = [0, 12, 13, 14, 14, 14];
    fc.assert(
      fc.property(
        fc.array(title, { minLength: 1, maxLength: 80 }),
        fc.array(meaning, { maxLength: 3 }),
        fc.nat(7),
        (titles, requested, step) => {
          const own = titlesOnly(['a b c d', ...titles.map((list) => list.join(' '))]);
          const rows = titles.map((_, i) => i + 1).filter((row) => row % (step + 1) === 0);
          const expected = rows.map((row) =>
            requested.reduce((sum, { idf, terms }) => {
              const values = terms.map(([word, matchWeight]) => {
                const occurrences = titles[row - 1].filter((other) => other === word).length;
                return matchWeight * impacts[occurrences];
              });
              return sum + idf * Math.max(0, ...values);
            }, 0),
          );
          const matches = requested.map(({ idf, terms }) =>
            preferred(wordFor(own, idf, Object.fromEntries(terms))),
          );
          expect([...scoreRows(own, 1, Uint32Array.from(rows), matches.map(inSegment1))]).toEqual(expected);
        },
      ),
      { numRuns: 150, seed: 1 },
    );
  });
});
