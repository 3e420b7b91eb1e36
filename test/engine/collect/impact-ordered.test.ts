import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iterateByScore, scoreCombinations, scoreRows } from '../../../src/engine/collect/impact-ordered.ts';
import { buildInvertedIndex } from '../../../src/engine/postings/postings-writer.ts';
import { InvertedIndex } from '../../../src/engine/postings/inverted-index.ts';
import type { WordExpansion } from '../../../src/engine/query/word-expansion.ts';
import { bitsOf } from '../query/compiled-filter-contract.ts';
import { schema } from '../sample-rows.ts';

function columnOf(titles: readonly string[]): InvertedIndex {
  const rows = titles.map((title) => ({ texts: [title, title.split(' ').slice(1).join(' ')] }));
  return new InvertedIndex(buildInvertedIndex(rows, schema.texts), titles.length);
}

function wordFor(column: InvertedIndex, idf: number, matchWeight: Record<string, number>): WordExpansion {
  const terms = Object.entries(matchWeight)
    .map(([word, value]) => ({ term: column.find(word), matchWeight: value }))
    .filter(({ term }) => term >= 0);
  return { terms: [terms], idf };
}

function drawn(
  column: InvertedIndex,
  words: WordExpansion[],
  rows: readonly number[],
  limit: number,
): [number, number][] {
  const combinations = scoreCombinations(column, 0, words);
  if (combinations === undefined) throw new Error('too many combinations');
  const iterator = iterateByScore(combinations, bitsOf(Uint32Array.from(rows), column.size), limit);
  const list: [number, number][] = [];
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
    list.push([next.value.row, next.value.score]);
  }
  return list;
}

describe('iterateByScore', () => {
  const column = columnOf(['golf', 'red golf golf', 'red', 'golf red', 'golf']);

  it('come by descending score, equal ones by ascending row, and only those of the bitmap', () => {
    const words = [wordFor(column, 10, { golf: 4 })];
    // In row 1 the word is in the title twice and twice in the body.
    expect(drawn(column, words, [0, 1, 3, 4], 9)).toEqual([
      [1, 560],
      [0, 480],
      [3, 480],
      [4, 480],
    ]);
    expect(drawn(column, words, [3, 4], 9)).toEqual([
      [3, 480],
      [4, 480],
    ]);
  });

  it('are no more than asked for', () => {
    expect(drawn(column, [wordFor(column, 10, { golf: 4 })], [0, 1, 3, 4], 2)).toEqual([
      [1, 560],
      [0, 480],
    ]);
  });

  it('are given up where there is no word, or too many combinations', () => {
    expect(scoreCombinations(column, 0, [])).toBeUndefined();
    const words = Array.from({ length: 12 }, () => wordFor(column, 1, { golf: 4 }));
    expect(scoreCombinations(column, 0, words)).toBeUndefined();
  });

  it('are what sorting the scores of all gives', () => {
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
        fc.array(title, { minLength: 1, maxLength: 60 }),
        fc.array(meaning, { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 1, max: 70 }),
        (titles, meanings, limit) => {
          const own = columnOf(titles);
          const words = meanings.map(([idf, matchWeight]) => wordFor(own, idf, matchWeight));
          const matching = titles
            .map((text, row) => ({ has: new Set(text.split(' ')), row }))
            .filter(({ has }) =>
              meanings.every(([, matchWeight]) => Object.keys(matchWeight).some((word) => has.has(word))),
            )
            .map(({ row }) => row)
            .filter((row) => row % 5 !== 4);
          const scores = scoreRows(own, 0, Uint32Array.from(matching), words);
          const expected = matching
            .map((row, i): [number, number] => [row, scores[i]])
            .sort(([rowA, a], [rowB, b]) => b - a || rowA - rowB)
            .slice(0, limit);
          expect(drawn(own, words, matching, limit)).toEqual(expected);
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });
});
