// Scores of the rows that matched, by the formula in relevance.ts.
import { gallop } from '../row-lists.ts';
import type { TextColumn } from './text-column.ts';
import type { WordMatch } from './word-match.ts';

/** The score of each of `rows` (ascending, of the segment with number `index`), a whole number, higher is better. */
export function scoresOf(
  column: TextColumn,
  index: number,
  rows: Uint32Array,
  words: readonly WordMatch[],
): Float64Array {
  const scores = new Float64Array(rows.length);
  const best = new Uint16Array(rows.length);
  for (const word of words) {
    best.fill(0);
    for (const { term, closeness } of word.terms[index]) {
      raiseBest(best, rows, column.postings(term), column.impacts(term), closeness);
    }
    for (let i = 0; i < rows.length; i++) scores[i] += word.rarity * best[i];
  }
  return scores;
}

/** Raises `best[i]` to what the term gives `rows[i]`. Walks the shorter list and gallops through the longer. */
function raiseBest(
  best: Uint16Array,
  rows: Uint32Array,
  postings: Uint32Array,
  impacts: Uint8Array,
  closeness: number,
): void {
  let i = 0;
  let j = 0;
  while (i < rows.length && j < postings.length) {
    if (rows[i] === postings[j]) {
      best[i] = Math.max(best[i], closeness * impacts[j]);
      i++;
      j++;
    } else if (rows[i] < postings[j]) {
      i = gallop(rows, postings[j], i);
    } else {
      j = gallop(postings, rows[i], j);
    }
  }
}
