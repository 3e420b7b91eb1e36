// Scores of the rows that matched, by the formula in bm25f.ts.
import { gallop } from '../postings/row-lists.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { WordExpansion } from '../query/word-expansion.ts';

/** The score of each of `rows` (ascending, of the segment with number `segmentOrd`), a whole number, higher is better. */
export function scoreRows(
  column: InvertedIndex,
  segmentOrd: number,
  rows: Uint32Array,
  words: readonly WordExpansion[],
): Float64Array {
  const scores = new Float64Array(rows.length);
  const best = new Uint16Array(rows.length);
  for (const word of words) {
    best.fill(0);
    for (const { term, matchWeight } of word.terms[segmentOrd]) {
      for (const { impact, rows: having } of column.impactLists(term)) {
        raiseBest(best, rows, having, matchWeight * impact);
      }
    }
    for (let i = 0; i < rows.length; i++) scores[i] += word.idf * best[i];
  }
  return scores;
}

/** Raises `best[i]` to `value` where `rows[i]` is one of `having`. Gallops through whichever list is behind. */
function raiseBest(best: Uint16Array, rows: Uint32Array, having: Uint32Array, value: number): void {
  let i = 0;
  let j = 0;
  while (i < rows.length && j < having.length) {
    if (rows[i] === having[j]) {
      if (best[i] < value) best[i] = value;
      i++;
      j++;
    } else if (rows[i] < having[j]) {
      i = gallop(rows, having[j], i);
    } else {
      j = gallop(having, rows[i], j);
    }
  }
}
