// The words of all text fields of a segment: a sorted list of terms, and for each the rows that have it with their
// impact on relevance. Which terms a query's word stands for is word-match.ts's business.
import type { Bits } from '../bits.ts';
import { PostingBitmaps } from '../posting-bitmaps.ts';
import type { TextField } from '../schema.ts';
import { packStrings, unpackStrings, type StringList } from '../strings.ts';
import { findSimilar } from './edit-distance.ts';
import { impactOf, occurrenceWeight } from './relevance.ts';
import { compoundsOf, foldText, wordsOf } from './words.ts';

/** Typed arrays only. */
export interface TextColumnData {
  /** In order of UTF-16 units, each once. */
  readonly terms: StringList;
  /** Postings of term `t` lie from `starts[t]` up to but not including `starts[t + 1]`; rows ascend within a term. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Takes the texts of each row, parallel to `fields`. Reads every text once. */
export function buildTextColumn(
  rows: readonly { readonly texts: readonly (string | null)[] }[],
  fields: readonly TextField[],
): TextColumnData {
  const postings = new PostingsBuilder();
  for (let row = 0; row < rows.length; row++) {
    fields.forEach((field, index) => {
      const text = rows[row].texts[index];
      if (text === null) return;
      const folded = foldText(text);
      const words = wordsOf(folded);
      const weight = occurrenceWeight(field, words.length);
      for (const word of words) postings.add(word, weight);
      for (const compound of compoundsOf(folded)) postings.add(compound, weight);
    });
    postings.endRow(row);
  }
  return postings.build();
}

/** Collects postings row by row, then turns them round: from the terms of each row to the rows of each term. */
class PostingsBuilder {
  readonly #numberOf = new Map<string, number>();
  /** Weight of each term in the current row; the terms that have one are listed in `#touched`. */
  readonly #weights: number[] = [];
  #touched: number[] = [];
  #terms = new Uint32Array(1024);
  #rows = new Uint32Array(1024);
  #impacts = new Uint8Array(1024);
  #count = 0;

  add(word: string, weight: number): void {
    let term = this.#numberOf.get(word);
    if (term === undefined) {
      term = this.#numberOf.size;
      this.#numberOf.set(word, term);
      this.#weights.push(0);
    }
    if (this.#weights[term] === 0) this.#touched.push(term);
    this.#weights[term] += weight;
  }

  endRow(row: number): void {
    if (this.#count + this.#touched.length > this.#terms.length) this.#grow(this.#touched.length);
    for (const term of this.#touched) {
      this.#terms[this.#count] = term;
      this.#rows[this.#count] = row;
      this.#impacts[this.#count++] = impactOf(this.#weights[term]);
      this.#weights[term] = 0;
    }
    this.#touched = [];
  }

  build(): TextColumnData {
    const words = [...this.#numberOf.keys()].sort();
    const sortedNumber = new Uint32Array(words.length);
    words.forEach((word, index) => (sortedNumber[this.#numberOf.get(word)!] = index));
    const starts = new Uint32Array(words.length + 1);
    for (let i = 0; i < this.#count; i++) starts[sortedNumber[this.#terms[i]] + 1]++;
    for (let term = 1; term <= words.length; term++) starts[term] += starts[term - 1];
    const next = starts.slice(0, words.length);
    const rows = new Uint32Array(this.#count);
    const impacts = new Uint8Array(this.#count);
    for (let i = 0; i < this.#count; i++) {
      const at = next[sortedNumber[this.#terms[i]]]++;
      rows[at] = this.#rows[i];
      impacts[at] = this.#impacts[i];
    }
    return { terms: packStrings(words), starts, rows, impacts };
  }

  #grow(need: number): void {
    const size = Math.max(this.#terms.length * 2, this.#count + need);
    const terms = new Uint32Array(size);
    const rows = new Uint32Array(size);
    const impacts = new Uint8Array(size);
    terms.set(this.#terms);
    rows.set(this.#rows);
    impacts.set(this.#impacts);
    this.#terms = terms;
    this.#rows = rows;
    this.#impacts = impacts;
  }
}

export class TextColumn {
  /** Number of rows of the segment. */
  readonly size: number;
  readonly #data: TextColumnData;
  readonly #terms: readonly string[];
  readonly #bitmaps: PostingBitmaps;

  constructor(data: TextColumnData, size: number) {
    this.#data = data;
    this.#terms = unpackStrings(data.terms);
    this.#bitmaps = new PostingBitmaps(size);
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

  /** Terms that differ from `word` by at most `errors` typing errors. */
  findSimilar(word: string, errors: number): number[] {
    return findSimilar(this.#terms, word, errors);
  }

  word(term: number): string {
    return this.#terms[term];
  }

  /** Rows that have the term, ascending. Shared, not a copy. */
  postings(term: number): Uint32Array {
    return this.#data.rows.subarray(this.#data.starts[term], this.#data.starts[term + 1]);
  }

  /** Impact of the term on each of its postings' rows. Shared, not a copy. */
  impacts(term: number): Uint8Array {
    return this.#data.impacts.subarray(this.#data.starts[term], this.#data.starts[term + 1]);
  }

  /** The rows of a term as a bitmap; not to be written to. */
  sharedBits(term: number): Bits {
    return this.#bitmaps.of(term, this.postings(term));
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
