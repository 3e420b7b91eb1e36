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
      for (const { impact, rows: having } of column.impactLists(term)) {
        raiseBest(best, rows, having, closeness * impact);
      }
    }
    for (let i = 0; i < rows.length; i++) scores[i] += word.rarity * best[i];
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
