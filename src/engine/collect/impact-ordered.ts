// Finds the rows with the highest scores without scoring all, ties in the order of the shuffle. A row's value for a word is matchWeight × impact of its
// best term, and terms have their rows in lists of equal impact, so the rows of each value are known. Combinations of
// values, one for each word, are tried by descending score until the page is full.
//
//     score = idf(1) × value(1) + idf(2) × value(2) + …
//
// A row is in every combination of values that its terms have, and first met in the highest one, which is its score. A
// word that only raises scores also has the value 0, in every row.
import { hasBit, type Bitmap } from '../postings/bitmap.ts';
import { gallop, unionRows } from '../postings/row-lists.ts';
import type { NumberColumn } from '../columns/number-column.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { smallestK } from './top-k.ts';
import { bitmapOf, type RowSet } from '../query/planner.ts';
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

/** The rows of `rowSet` by descending score, ties in the order of the shuffle. The caller reads at most `limit`. */
export function* iterateByScore(
  combinations: readonly Combination[],
  rowSet: RowSet,
  limit: number,
  shuffle: NumberColumn,
): Iterator<ScoredRow> {
  const ties = new Ties(rowSet, shuffle);
  for (let i = 0, left = limit; i < combinations.length && left > 0;) {
    const { score } = combinations[i];
    const tied: Combination[] = [];
    for (; i < combinations.length && combinations[i].score === score; i++) tied.push(combinations[i]);
    const rows = ties.first(tied, left);
    left -= rows.length;
    for (const row of rows) yield { row, score };
  }
}

/** A heap selects fewer than one row in this many. */
const FEW_SHARE = 8;

/** So many steps of a walk through the shuffle take as long as selecting from one row. */
const STEPS_PER_ROW = 4;

/** Breaks the ties of rows that have a score, from the highest score to the lowest. */
class Ties {
  readonly #rowSet: RowSet;
  readonly #shuffle: NumberColumn;
  readonly #returned = new Set<number>();
  #bitmap: Bitmap | undefined;

  constructor(rowSet: RowSet, shuffle: NumberColumn) {
    this.#rowSet = rowSet;
    this.#shuffle = shuffle;
  }

  /** The first `limit` in the order of the shuffle that are in all lists of one of the combinations and not returned yet. */
  first(combinations: readonly Combination[], limit: number): ArrayLike<number> & Iterable<number> {
    const matches = this.#rowSet.kind === 'list' ? [this.#rowSet.rows] : [];
    const tied = combinations.map(({ lists }) =>
      // The shortest first.
      [...lists.map(({ rows }) => rows), ...matches].sort((a, b) => a.length - b.length),
    );
    const most = Math.min(
      this.#rowSet.total,
      tied.reduce((sum, [shortest]) => sum + shortest.length, 0),
    );
    const steps = STEPS_PER_ROW * (most + limit);
    // Tried if half of these steps would do where all these rows are matches.
    const isTried = 2 * limit * this.#shuffle.size < steps * most;
    const first = (isTried ? this.#walk(tied, limit, steps) : undefined) ?? this.#selectFirst(tied, limit);
    for (const row of first) this.#returned.add(row);
    return first;
  }

  /** Of many rows the first are met soon. Undefined if they are not met in `steps`. */
  #walk(tied: readonly (readonly Uint32Array[])[], limit: number, steps: number): number[] | undefined {
    const bitmap = (this.#bitmap ??= bitmapOf(this.#rowSet, this.#shuffle.size));
    const found: number[] = [];
    const end = Math.min(steps, this.#shuffle.size);
    for (let position = 0; position < end; position++) {
      const row = this.#shuffle.rowAt(position);
      if (!hasBit(bitmap, row) || this.#returned.has(row)) continue;
      if (tied.some((lists) => lists.every((list) => list[gallop(list, row, 0)] === row))) found.push(row);
      if (found.length === limit) return found;
    }
    return end === this.#shuffle.size ? found : undefined;
  }

  #selectFirst(tied: readonly (readonly Uint32Array[])[], limit: number): Uint32Array {
    const rows = unionRows(tied.map((lists) => this.#common(lists)));
    // To order most of them, sorting their positions is faster than a heap.
    if (limit * FEW_SHARE < rows.length)
      return smallestK(this.#shuffle.valuesOf(rows), limit).map((i) => rows[i]);
    return this.#shuffle.inOrder(rows).subarray(0, limit);
  }

  /** The rows in all lists, ascending. */
  #common([shortest, ...others]: readonly Uint32Array[]): Uint32Array {
    const bitmap = this.#rowSet.kind === 'bitmap' ? this.#rowSet.bitmap : undefined;
    const positions = new Uint32Array(others.length);
    const rows = new Uint32Array(shortest.length);
    let found = 0;
    for (let i = 0; i < shortest.length; i++) {
      const row = shortest[i];
      if (bitmap !== undefined && !hasBit(bitmap, row)) continue;
      if (isInAll(others, row, positions) && !this.#returned.has(row)) rows[found++] = row;
    }
    return rows.subarray(0, found);
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
