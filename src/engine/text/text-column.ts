// The words of all text fields of a segment: a sorted list of terms, and for each the rows that have it with their
// impact on relevance. Which terms a query's word stands for is word-match.ts's business.
import type { Bits } from '../bits.ts';
import { PostingBitmaps } from '../posting-bitmaps.ts';
import type { TextField } from '../schema.ts';
import { sharedUint32s, sharedUint32sOf, sharedUint8s } from '../shared-arrays.ts';
import { packStrings, unpackStrings, type StringList } from '../strings.ts';
import { SimilarWords } from './edit-distance.ts';
import { HIGHEST_IMPACT, impactOf, occurrenceWeight } from './relevance.ts';
import { grown, TermTable } from './term-table.ts';
import { compoundsOf, foldText, forEachWord } from './words.ts';

/** Typed arrays only. The rows of a term lie in lists of equal impact, the highest first. */
export interface TextColumnData {
  /** In order of UTF-16 units, each once. */
  readonly terms: StringList;
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

/** Takes the texts of each row, parallel to `fields`. Reads every text once. */
export function buildTextColumn(
  rows: readonly { readonly texts: readonly (string | null)[] }[],
  fields: readonly TextField[],
): TextColumnData {
  const postings = new PostingsBuilder();
  for (let row = 0; row < rows.length; row++) {
    for (let i = 0; i < fields.length; i++) {
      const text = rows[row].texts[i];
      if (text !== null) postings.add(fields[i], foldText(text));
    }
    postings.endRow(row);
  }
  return postings.build();
}

/** Collects postings row by row, then turns them round: from the terms of each row to the rows of each term. */
class PostingsBuilder {
  readonly #table = new TermTable();
  /** Weight of each term in the current row; the terms that have one are listed in `#touched`. */
  readonly #weights: number[] = [];
  readonly #touched: number[] = [];
  /** Terms of the text that is being added. */
  readonly #found: number[] = [];
  readonly #take = (text: string, start: number, end: number): void => {
    this.#found.push(this.#table.numberOf(text, start, end));
  };
  #terms = new Uint32Array(1024);
  #rows = new Uint32Array(1024);
  #impacts = new Uint8Array(1024);
  #count = 0;

  add(field: TextField, folded: string): void {
    this.#found.length = 0;
    forEachWord(folded, this.#take);
    // A compound is a second way to write words that are counted already: it makes a text no longer.
    const weight = occurrenceWeight(field, this.#found.length);
    for (const compound of compoundsOf(folded)) this.#take(compound, 0, compound.length);
    for (const term of this.#found) {
      if (term === this.#weights.length) this.#weights.push(0);
      if (this.#weights[term] === 0) this.#touched.push(term);
      this.#weights[term] += weight;
    }
  }

  endRow(row: number): void {
    if (this.#count + this.#touched.length > this.#terms.length) this.#grow(this.#touched.length);
    for (const term of this.#touched) {
      this.#terms[this.#count] = term;
      this.#rows[this.#count] = row;
      this.#impacts[this.#count++] = impactOf(this.#weights[term]);
      this.#weights[term] = 0;
    }
    this.#touched.length = 0;
  }

  build(): TextColumnData {
    const byNumber = this.#table.words().map((word, number) => ({ word, number }));
    const sorted = byNumber.sort((a, b) => (a.word < b.word ? -1 : 1));
    const words = sorted.map(({ word }) => word);
    const sortedNumber = new Uint32Array(words.length);
    sorted.forEach(({ number }, index) => (sortedNumber[number] = index));
    // One slot for each term and impact, the highest impact first; then a counting sort of the postings into slots.
    const slotOf = (i: number): number =>
      sortedNumber[this.#terms[i]] * HIGHEST_IMPACT + HIGHEST_IMPACT - this.#impacts[i];
    const ends = new Uint32Array(words.length * HIGHEST_IMPACT + 1);
    for (let i = 0; i < this.#count; i++) ends[slotOf(i) + 1]++;
    for (let slot = 1; slot < ends.length; slot++) ends[slot] += ends[slot - 1];
    const slotStarts = ends.slice();
    const rows = sharedUint32s(this.#count);
    for (let i = 0; i < this.#count; i++) rows[ends[slotOf(i)]++] = this.#rows[i];
    return { terms: packStrings(words), ...withoutEmptySlots(slotStarts, words.length), rows };
  }

  #grow(need: number): void {
    this.#terms = grown(this.#terms, this.#count + need);
    this.#rows = grown(this.#rows, this.#count + need);
    this.#impacts = grown(this.#impacts, this.#count + need);
  }
}

/** The slots that hold rows, as lists. */
function withoutEmptySlots(slotStarts: Uint32Array, terms: number) {
  const firstLists = sharedUint32s(terms + 1);
  const impacts: number[] = [];
  const starts: number[] = [];
  for (let term = 0; term < terms; term++) {
    for (let impact = HIGHEST_IMPACT; impact >= 1; impact--) {
      const slot = term * HIGHEST_IMPACT + HIGHEST_IMPACT - impact;
      if (slotStarts[slot] === slotStarts[slot + 1]) continue;
      impacts.push(impact);
      starts.push(slotStarts[slot]);
    }
    firstLists[term + 1] = impacts.length;
  }
  starts.push(slotStarts[slotStarts.length - 1]);
  const impactOfLists = sharedUint8s(impacts.length);
  impactOfLists.set(impacts);
  return { firstLists, impacts: impactOfLists, starts: sharedUint32sOf(starts) };
}

export class TextColumn {
  /** Number of rows of the segment. */
  readonly size: number;
  readonly #data: TextColumnData;
  readonly #terms: readonly string[];
  #similar: SimilarWords | undefined;
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
    return this.#similarWords().find(word, errors);
  }

  /** Makes ahead what the first typing error would wait for. */
  prepare(): void {
    this.#similarWords();
  }

  #similarWords(): SimilarWords {
    return (this.#similar ??= new SimilarWords(this.#terms));
  }

  word(term: number): string {
    return this.#terms[term];
  }

  /** Number of rows that have the term. */
  frequency(term: number): number {
    return this.#startOf(term + 1) - this.#startOf(term);
  }

  /** Whether so many rows have the term that its bitmap is kept. */
  isCommon(term: number): boolean {
    return this.frequency(term) * 32 > this.size;
  }

  /** Rows that have the term, in no order. Shared, not a copy. */
  anyOrder(term: number): Uint32Array {
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
  sharedBits(term: number): Bits {
    return this.#bitmaps.of(term, this.anyOrder(term));
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
