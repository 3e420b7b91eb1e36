// The inverted index of all text fields of a segment: sorted terms, and for each term the rows that contain it, by impact on
// relevance. word-expansion.ts decides which terms a query's word means.
import { partitionPoint } from '../../binary-search.ts';
import { type Bitmap, BitmapCache } from './bitmap.ts';
import { unpackInSteps, type PackedStrings } from '../columns/packed-strings.ts';
import { LazyValue, STEP_ITEMS, type Steps } from '../time-slices.ts';
import { Memo } from '../../memo.ts';
import { FuzzyTerms } from './edit-distance.ts';
import { TermsByRow } from './terms-by-row.ts';
import { onlyExact } from './tokenizer.ts';

/** Typed arrays only. The rows of a term are in lists of equal impact, the highest first. */
export interface InvertedIndexData {
  /** In order of UTF-16 units, without duplicates. */
  readonly terms: PackedStrings;
  /** Term `t` has the lists [`firstLists[t]`, `firstLists[t + 1]`). */
  readonly firstLists: Uint32Array;
  /** The impact of each list. */
  readonly impacts: Uint8Array;
  /** The rows of list `l`, ascending, are `rows[starts[l]] … rows[starts[l + 1] - 1]`. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** Rows in which a term has the same impact. */
export interface ImpactList {
  readonly impact: number;
  /** Ascending. Shared, not a copy. */
  readonly rows: Uint32Array;
  /** The list's number among the lists of all terms. */
  readonly list: number;
}

/** Half of the maximum of words whose terms are cached, and of misspelt words. */
const MAX_WORDS = 4096;
const MAX_TYPOS = 2048;

const NO_ROWS = new Uint32Array(0);

export class InvertedIndex {
  /** Number of rows of the segment. */
  readonly size: number;
  readonly #data: InvertedIndexData;
  readonly #terms: LazyValue<readonly string[]>;
  readonly #misspellable = new LazyValue(() => this.#buildMisspellable());
  readonly #bitmaps: BitmapCache;
  readonly #listBitmaps: BitmapCache;
  readonly #found = new WeakMap<readonly string[], Int32Array>();
  readonly #byRow = new WeakMap<readonly string[], LazyValue<TermsByRow>>();
  readonly #numbers = new Memo(MAX_WORDS, (word) => {
    const at = this.#lowerBound(word);
    return this.#terms.value[at] === word ? at : -1;
  });
  /** One cache per number of edits. */
  readonly #fuzzy: Memo<readonly number[]>[] = [];

  constructor(data: InvertedIndexData, size: number) {
    this.#data = data;
    this.#terms = new LazyValue(() => unpackInSteps(data.terms));
    this.#bitmaps = new BitmapCache(size);
    this.#listBitmaps = new BitmapCache(size);
    this.size = size;
  }

  /** The number of a term, or -1. */
  find(word: string): number {
    return this.#numbers.get(word);
  }

  /** The numbers of terms, as from `find`. Looked up once per list object. */
  findAll(words: readonly string[]): Int32Array {
    let terms = this.#found.get(words);
    if (terms === undefined)
      this.#found.set(words, (terms = Int32Array.from(words, (word) => this.find(word))));
    return terms;
  }

  /** Terms by row. Made once per list object. */
  termsByRow(words: readonly string[]): LazyValue<TermsByRow> {
    let byRow = this.#byRow.get(words);
    if (byRow === undefined) {
      const postings = Array.from(this.findAll(words), (term) =>
        term < 0 ? NO_ROWS : this.unsortedPostings(term),
      );
      byRow = new LazyValue(() => TermsByRow.build(postings, this.size));
      this.#byRow.set(words, byRow);
    }
    return byRow;
  }

  /** The terms that begin with `prefix`: the number of the first, and the number after the last. */
  findPrefix(prefix: string): [first: number, end: number] {
    // U+FFFF is not a letter, so no term contains it, and it sorts after every continuation of the prefix.
    return [this.#lowerBound(prefix), this.#lowerBound(`${prefix}\uffff`)];
  }

  /** Terms at most `edits` away from `word`, ascending, without those that match only themselves. */
  findFuzzy(word: string, edits: number): readonly number[] {
    this.#fuzzy[edits] ??= new Memo(MAX_TYPOS, (typo) => {
      const { terms, words } = this.#misspellable.value;
      return words.find(typo, edits).map((index) => terms[index]);
    });
    return this.#fuzzy[edits].get(word);
  }

  /** Precomputes what the first searches by text would build lazily. */
  *warm(): Steps<void> {
    yield* this.#terms.warm();
    yield* this.#misspellable.warm();
  }

  *#buildMisspellable(): Steps<{ readonly terms: readonly number[]; readonly words: FuzzyTerms }> {
    const all = this.#terms.value;
    const terms: number[] = [];
    const words: string[] = [];
    for (let term = 0; term < all.length; term++) {
      if (term % (STEP_ITEMS / 4) === 0) yield;
      if (onlyExact(all[term])) continue;
      terms.push(term);
      words.push(all[term]);
    }
    return { terms, words: yield* FuzzyTerms.build(words) };
  }

  word(term: number): string {
    return this.#terms.value[term];
  }

  /** Number of rows with the term. */
  rowCount(term: number): number {
    return this.#startOf(term + 1) - this.#startOf(term);
  }

  /** Whether enough rows have the term for its bitmap to be cached. */
  hasBitmap(term: number): boolean {
    return this.rowCount(term) * 32 > this.size;
  }

  /** The rows with the term, sorted only within impact lists. Shared, not a copy. */
  unsortedPostings(term: number): Uint32Array {
    return this.#data.rows.subarray(this.#startOf(term), this.#startOf(term + 1));
  }

  /** The rows with the term, in lists of equal impact, the highest first. */
  impactLists(term: number): ImpactList[] {
    const { firstLists, impacts, starts, rows } = this.#data;
    const lists: ImpactList[] = [];
    for (let list = firstLists[term]; list < firstLists[term + 1]; list++) {
      lists.push({ impact: impacts[list], rows: rows.subarray(starts[list], starts[list + 1]), list });
    }
    return lists;
  }

  /** The rows of a term as a bitmap; not to be modified. */
  cachedBitmap(term: number): Bitmap {
    return this.#bitmaps.of(term, this.unsortedPostings(term));
  }

  /** The rows of a list as a bitmap, not to be modified; undefined if there are too few rows for a cached bitmap. */
  listBitmap({ list, rows }: ImpactList): Bitmap | undefined {
    return rows.length * 32 > this.size ? this.#listBitmaps.of(list, rows) : undefined;
  }

  #startOf(term: number): number {
    return this.#data.starts[this.#data.firstLists[term]];
  }

  #lowerBound(word: string): number {
    const terms = this.#terms.value;
    return partitionPoint(0, terms.length, (at) => terms[at] >= word);
  }
}
