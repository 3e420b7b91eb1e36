// Finds the rows with the highest scores without scoring all. A row's value for a word is matchWeight × impact of its
// best term, and terms have their rows in lists of equal impact, so the rows of each value are known. Combinations of
// values, one for each word, are tried by descending score until the page is full.
//
//     score = idf(1) × value(1) + idf(2) × value(2) + …
//
// A row is in every combination of values that its terms have, and first met in the highest one, which is its score. A
// word that only raises scores also has the value 0, in every row.
import { hasBit, type Bitmap } from '../postings/bitmap.ts';
import { gallop, unionRows } from '../postings/row-lists.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { ExpandedTerm, ExpandedWord } from '../query/word-expansion.ts';

export interface ScoredRow {
  readonly row: number;
  readonly score: number;
}

/** The rows with a value for one word. */
class ValueList {
  readonly value: number;
  readonly #lists: readonly Uint32Array[];
  #rows: Uint32Array | undefined;

  constructor(value: number, lists: readonly Uint32Array[]) {
    this.value = value;
    this.#lists = lists;
  }

  /** Ascending. United when first read: a page is often full before the lower values. */
  get rows(): Uint32Array {
    return (this.#rows ??= unionRows(this.#lists));
  }
}

/** One value for each word. There is a list for each word that rows must have. */
interface Combination {
  readonly score: number;
  readonly lists: readonly ValueList[];
}

/** With more combinations than this, scoring every row is cheaper. */
const MAX_COMBINATIONS = 2000;

/**
 * All combinations of the words' values, by descending score; undefined if there are too many, or no words.
 * `segmentOrd` is the segment's index in its snapshot.
 */
export function scoreCombinations(
  column: InvertedIndex,
  segmentOrd: number,
  words: readonly ExpandedWord[],
): Combination[] | undefined {
  if (words.length === 0) return undefined;
  const values = words.map((word) => valueLists(column, word.terms[segmentOrd]));
  const count = words.reduce(
    (product, { isRequired }, i) => product * (values[i].length + (isRequired ? 0 : 1)),
    1,
  );
  if (count > MAX_COMBINATIONS) return undefined;
  let combinations: Combination[] = [{ score: 0, lists: [] }];
  words.forEach(({ idf, isRequired }, i) => {
    const withWord = combinations.flatMap(({ score, lists }) =>
      values[i].map((list) => ({ score: score + idf * list.value, lists: [...lists, list] })),
    );
    combinations = isRequired ? withWord : [...withWord, ...combinations];
  });
  return combinations.sort((a, b) => b.score - a.score);
}

/** The rows of `bitmap` by descending score, then by ascending row. The caller reads at most `limit`. */
export function* iterateByScore(
  combinations: readonly Combination[],
  bitmap: Bitmap,
  limit: number,
): Iterator<ScoredRow> {
  const returned = new Set<number>();
  for (let i = 0; i < combinations.length;) {
    const { score } = combinations[i];
    const found: Uint32Array[] = [];
    // Combinations of equal score are merged into one ascending list.
    for (; i < combinations.length && combinations[i].score === score; i++) {
      const lists = combinations[i].lists.map(({ rows }) => rows);
      found.push(firstCommon(lists, bitmap, returned, limit - returned.size));
    }
    for (const row of unionRows(found)) {
      if (returned.size >= limit) return;
      returned.add(row);
      yield { row, score };
    }
  }
}

function valueLists(column: InvertedIndex, terms: readonly ExpandedTerm[]): ValueList[] {
  const listsOf = new Map<number, Uint32Array[]>();
  for (const { term, matchWeight } of terms) {
    for (const { impact, rows } of column.impactLists(term)) {
      const lists = listsOf.get(matchWeight * impact);
      if (lists === undefined) listsOf.set(matchWeight * impact, [rows]);
      else lists.push(rows);
    }
  }
  return Array.from(listsOf, ([value, lists]) => new ValueList(value, lists));
}

/** The first `limit` rows, ascending, that are in all `lists` and in `bitmap` but not in `returned`. */
function firstCommon(
  lists: Uint32Array[],
  bitmap: Bitmap,
  returned: ReadonlySet<number>,
  limit: number,
): Uint32Array {
  const [shortest, ...others] = lists.sort((a, b) => a.length - b.length);
  const positions = new Uint32Array(others.length);
  const found: number[] = [];
  for (let i = 0; i < shortest.length && found.length < limit; i++) {
    const row = shortest[i];
    if (hasBit(bitmap, row) && isInAll(others, row, positions) && !returned.has(row)) found.push(row);
  }
  return Uint32Array.from(found);
}

/** Advances each position to the row; rows must ascend from call to call. */
function isInAll(lists: readonly Uint32Array[], row: number, positions: Uint32Array): boolean {
  for (let i = 0; i < lists.length; i++) {
    positions[i] = gallop(lists[i], row, positions[i]);
    if (lists[i][positions[i]] !== row) return false;
  }
  return true;
}

/**
 * The score of each of `rows` (ascending, of the segment with index `segmentOrd`): a whole number, higher is better.
 */
export function scoreRows(
  column: InvertedIndex,
  segmentOrd: number,
  rows: Uint32Array,
  words: readonly ExpandedWord[],
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

/** Raises `best[i]` to `value` if `rows[i]` is in `having`. Gallops through whichever list is behind. */
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
