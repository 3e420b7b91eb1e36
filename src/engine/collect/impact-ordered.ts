// Finds the rows with the highest scores without scoring all; the shuffle breaks ties. A row's value for a word is matchWeight ×
// impact of its best term. Each term has its rows in lists of equal impact, so the rows with each value are known. Combinations
// of values, one per word, are tried by descending score until the page is full.
//
// score = idf(1) × value(1) + idf(2) × value(2) + …
//
// A row is in every combination of values of its terms, and is met first in the highest one, which gives its score. A word that
// only raises scores also has the value 0, for every row.
import { hasBit, type Bitmap } from '../postings/bitmap.ts';
import { gallop, unionRows } from '../postings/row-lists.ts';
import type { NumberColumn } from '../columns/number-column.ts';
import type { ImpactList, InvertedIndex } from '../postings/inverted-index.ts';
import type { RowSet } from '../query/planner.ts';
import type { ExpandedTerm, ExpandedWord } from '../query/word-expansion.ts';
import type { SortedRow } from '../schema.ts';
import { Ties, type TiedRows } from './ties.ts';

/** The rows with a value for one word. */
class ValueList implements TiedRows {
  readonly value: number;
  readonly #column: InvertedIndex;
  readonly #lists: readonly ImpactList[];
  #rows: Uint32Array | undefined;

  constructor(value: number, column: InvertedIndex, lists: readonly ImpactList[]) {
    this.value = value;
    this.#column = column;
    this.#lists = lists;
  }

  get length(): number {
    return this.#lists.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  /** The rows, ascending. Merged when first read, because a page is often full before the lower values. */
  get rows(): Uint32Array {
    return (this.#rows ??= unionRows(
      this.#lists.map(({ rows }) => rows),
      this.#column.size,
    ));
  }

  get bitmap(): Bitmap | undefined {
    return this.#lists.length === 1 ? this.#column.listBitmap(this.#lists[0]) : undefined;
  }
}

/** One value per word. There is a list for each required word. */
interface Combination {
  readonly score: number;
  readonly lists: readonly ValueList[];
}

/** Maximum combinations. Beyond it, scoring every row is cheaper. */
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

/** The rows [`skip`, `limit`) of `rowSet` by descending score; the shuffle breaks ties. The caller reads no others. */
export function* iterateByScore(
  combinations: readonly Combination[],
  rowSet: RowSet,
  { skip, limit }: { readonly skip: number; readonly limit: number },
  shuffle: NumberColumn,
): Iterator<SortedRow> {
  const ties = new Ties(rowSet, shuffle);
  for (let i = 0, found = 0; i < combinations.length && found < limit;) {
    const { score } = combinations[i];
    const tied: (readonly ValueList[])[] = [];
    for (; i < combinations.length && combinations[i].score === score; i++) tied.push(combinations[i].lists);
    const rows = ties.first(tied, limit - found);
    for (const row of rows.subarray(Math.max(0, skip - found))) yield { row, sortKey: -score };
    found += rows.length;
  }
}

function valueLists(column: InvertedIndex, terms: readonly ExpandedTerm[]): ValueList[] {
  const listsOf = new Map<number, ImpactList[]>();
  for (const { term, matchWeight } of terms) {
    for (const list of column.impactLists(term)) {
      const value = matchWeight * list.impact;
      const lists = listsOf.get(value);
      if (lists === undefined) listsOf.set(value, [list]);
      else lists.push(list);
    }
  }
  return Array.from(listsOf, ([value, lists]) => new ValueList(value, column, lists));
}

/**
 * The score of each of `rows` (ascending, of the segment with index `segmentOrd`): a whole number, higher is better. All must
 * contain the required words.
 */
export function scoreRows(
  column: InvertedIndex,
  segmentOrd: number,
  rows: Uint32Array,
  words: readonly ExpandedWord[],
): Float64Array {
  const scores = new Float64Array(rows.length);
  for (const { terms, idf, isRequired } of words) {
    const lists = terms[segmentOrd].flatMap(({ term, matchWeight }) =>
      column.impactLists(term).map((list) => ({ list, value: idf * matchWeight * list.impact })),
    );
    // A row is in one list of a single term, so a row that is in no other list is in the longest.
    const longest =
      isRequired && terms[segmentOrd].length === 1
        ? lists.reduce((a, b) => (b.list.rows.length > a.list.rows.length ? b : a))
        : undefined;
    const best = new Float64Array(rows.length);
    if (longest !== undefined) best.fill(longest.value);
    else lists.sort((a, b) => a.value - b.value);
    for (const one of lists) if (one !== longest) setValue(best, rows, one.list, one.value, column);
    for (let i = 0; i < rows.length; i++) scores[i] += best[i];
  }
  return scores;
}

/** Sets the value of the rows that are in a list. Without a bitmap, gallops through the list that is behind. */
function setValue(
  values: Float64Array,
  rows: Uint32Array,
  list: ImpactList,
  value: number,
  column: InvertedIndex,
): void {
  const bitmap = column.listBitmap(list);
  if (bitmap !== undefined) {
    for (let i = 0; i < rows.length; i++) if (hasBit(bitmap, rows[i])) values[i] = value;
    return;
  }
  const having = list.rows;
  let i = 0;
  let j = 0;
  while (i < rows.length && j < having.length) {
    if (rows[i] === having[j]) {
      values[i] = value;
      i++;
      j++;
    } else if (rows[i] < having[j]) {
      i = gallop(rows, having[j], i);
    } else {
      j = gallop(having, rows[i], j);
    }
  }
}
