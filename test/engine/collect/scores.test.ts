import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreRows } from '../../../src/engine/collect/impact-ordered.ts';
import { buildInvertedIndex } from '../../../src/engine/postings/postings-writer.ts';
import { InvertedIndex } from '../../../src/engine/postings/inverted-index.ts';
import type { WordExpansion } from '../../../src/engine/query/word-expansion.ts';
import { schema } from '../sample-rows.ts';

function columnOf(...titles: string[]): InvertedIndex {
  const rows = titles.map((title) => ({ texts: [title, null] }));
  return new InvertedIndex(buildInvertedIndex(rows, schema.texts), titles.length);
}

/** A word of the query that stands for the given terms, in the segment with number 1. */
function wordFor(column: InvertedIndex, idf: number, matchWeight: Record<string, number>): WordExpansion {
  const terms = Object.entries(matchWeight).map(([word, value]) => ({
    term: column.find(word),
    matchWeight: value,
  }));
  return { terms: [[], terms], idf };
}

describe('scoreRows', () => {
  // One occurrence in a title has the impact 12, two have 13.
  const column = columnOf('golf', 'golf golf red', 'focus', 'golfs golf', 'red focus');
  const scores = (rows: number[], ...words: WordExpansion[]): number[] => [
    ...scoreRows(column, 1, Uint32Array.from(rows), words),
  ];

  it('are rarity times closeness times impact', () => {
    expect(scores([0, 1, 3], wordFor(column, 10, { golf: 4 }))).toEqual([480, 520, 480]);
    expect(scores([0, 1, 3], wordFor(column, 1, { golf: 2 }))).toEqual([24, 26, 24]);
  });

  it('take of the terms of one word the best, in whatever order they come', () => {
    expect(scores([0, 3], wordFor(column, 1, { golf: 3, golfs: 4 }))).toEqual([36, 48]);
    expect(scores([0, 3], wordFor(column, 1, { golfs: 4, golf: 3 }))).toEqual([36, 48]);
  });

  it('add up over the words', () => {
    const words = [wordFor(column, 10, { golf: 4 }), wordFor(column, 100, { red: 4 })];
    expect(scores([1], ...words)).toEqual([520 + 4800]);
    expect(scores([1, 4], ...words)).toEqual([520 + 4800, 4800]);
  });

  it('are zero for rows without any of the words, and for no words', () => {
    expect(scores([2, 4], wordFor(column, 10, { golf: 4 }))).toEqual([0, 0]);
    expect(scores([0, 2])).toEqual([0, 0]);
    expect(scores([], wordFor(column, 10, { golf: 4 }))).toEqual([]);
  });

  it('are what looking up every term in every row gives', () => {
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
          const own = columnOf('a b c d', ...titles.map((list) => list.join(' ')));
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
          const matches = requested.map(({ idf, terms }) => wordFor(own, idf, Object.fromEntries(terms)));
          expect([...scoreRows(own, 1, Uint32Array.from(rows), matches)]).toEqual(expected);
        },
      ),
      { numRuns: 150, seed: 1 },
    );
  });
});
