// The words of all text fields of a segment: a sorted list of terms, and for each the rows that have it with their
// impact on relevance. Which terms a query's word stands for is word-expansion.ts's business.
import type { Bitmap } from './bitmap.ts';
import { BitmapCache } from './bitmap-cache.ts';
import { unpackStrings, type PackedStrings } from '../columns/packed-strings.ts';
import { FuzzyTerms } from './edit-distance.ts';

/** Typed arrays only. The rows of a term lie in lists of equal impact, the highest first. */
export interface InvertedIndexData {
  /** In order of UTF-16 units, each once. */
  readonly terms: PackedStrings;
  /** The lists of term `t` are numbered from `firstLists[t]` up to but not including `firstLists[t + 1]`. */
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
}

export class InvertedIndex {
  /** Number of rows of the segment. */
  readonly size: number;
  readonly #data: InvertedIndexData;
  readonly #terms: readonly string[];
  #fuzzyTerms: FuzzyTerms | undefined;
  readonly #bitmaps: BitmapCache;

  constructor(data: InvertedIndexData, size: number) {
    this.#data = data;
    this.#terms = unpackStrings(data.terms);
    this.#bitmaps = new BitmapCache(size);
    this.size = size;
  }

  /** The number of a term, or -1. */
  find(word: string): number {
    const at = this.#lowerBound(word);
    return this.#terms[at] === word ? at : -1;
  }

  /** Terms that begin with `prefix`, as their first number and the one after their last. */
  findPrefix(prefix: string): [first: number, end: number] {
    // No term holds U+FFFF, which is no letter: so it sorts behind every continuation of the prefix.
    return [this.#lowerBound(prefix), this.#lowerBound(`${prefix}\uffff`)];
  }

  /** Terms that differ from `word` by at most `edits` typing errors. */
  findFuzzy(word: string, edits: number): number[] {
    return this.#getFuzzyTerms().find(word, edits);
  }

  /** Makes ahead what the first typing error would wait for. */
  warm(): void {
    this.#getFuzzyTerms();
  }

  #getFuzzyTerms(): FuzzyTerms {
    return (this.#fuzzyTerms ??= new FuzzyTerms(this.#terms));
  }

  word(term: number): string {
    return this.#terms[term];
  }

  /** Number of rows that have the term. */
  rowCount(term: number): number {
    return this.#startOf(term + 1) - this.#startOf(term);
  }

  /** Whether so many rows have the term that its bitmap is kept. */
  hasBitmap(term: number): boolean {
    return this.rowCount(term) * 32 > this.size;
  }

  /** Rows that have the term, in no order. Shared, not a copy. */
  unsortedPostings(term: number): Uint32Array {
    return this.#data.rows.subarray(this.#startOf(term), this.#startOf(term + 1));
  }

  /** Rows that have the term, in lists of equal impact, the highest first. */
  impactLists(term: number): ImpactList[] {
    const { firstLists, impacts, starts, rows } = this.#data;
    const lists: ImpactList[] = [];
    for (let list = firstLists[term]; list < firstLists[term + 1]; list++) {
      lists.push({ impact: impacts[list], rows: rows.subarray(starts[list], starts[list + 1]) });
    }
    return lists;
  }

  /** The rows of a term as a bitmap; not to be written to. */
  cachedBitmap(term: number): Bitmap {
    return this.#bitmaps.of(term, this.unsortedPostings(term));
  }

  #startOf(term: number): number {
    return this.#data.starts[this.#data.firstLists[term]];
  }

  #lowerBound(word: string): number {
    let low = 0;
    let high = this.#terms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#terms[middle] < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
