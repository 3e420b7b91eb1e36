// Builds an inverted index row by row. Texts are tokenized when they are added and then dropped: only their terms' numbers are
// stored, until `finish` inverts them.
import type { Row, Schema, Tagger, TextField } from '../schema.ts';
import { sharedUint32s, sharedUint32sOf, sharedUint8s, grown } from '../columns/shared-arrays.ts';
import { packStrings } from '../columns/packed-strings.ts';
import { MAX_IMPACT, impactOf, termFrequency } from '../query/bm25f.ts';
import { wordOrder } from './word-order.ts';
import { TextTerms } from './text-terms.ts';
import type { InvertedIndexData } from './inverted-index.ts';

/** The terms of a text, and the weight of each occurrence in its field. */
interface TokenizedText {
  readonly terms: Uint32Array;
  /** The number of its words, which are the first terms, in order. Compounds follow. */
  readonly words: number;
  /** Weight of each occurrence. */
  readonly weight: number;
}

// Length in characters up to which texts are cached: makes, models and dealers are few, so each is tokenized once.
const SHORT_TEXT_THRESHOLD = 80;
const MAX_KNOWN = 50_000;

/** The part of a schema about texts. */
export type TextSchema = Pick<Schema, 'texts' | 'createTagger' | 'tagWeight'>;

const NO_TAGS = new Uint32Array(0);
const NO_POSTINGS = new Uint32Array(0);

/** A posting is a term and, in its lowest bits, an impact. */
const IMPACT_SHIFT = 4;
const IMPACT_BITS = MAX_IMPACT;

export class PostingsWriter {
  readonly #fields: readonly TextField[];
  readonly #known: readonly Map<string, TokenizedText>[];
  /** Numbers the words of all rows. */
  readonly terms = new TextTerms();
  readonly #dictionary = this.terms.dictionary;
  readonly #tagger: Tagger | undefined;
  /** For each field, whether the tagger needs its words. */
  readonly #isTagged: readonly boolean[];
  readonly #tagImpact: number;
  /** The weight of each term in the current row. `#touched` begins with the terms that have one. */
  #weights = new Float64Array(1024);
  /** For each term, a bit for each impact that it has in any row. */
  #impacts = new Uint16Array(1024);
  #touched = new Uint32Array(1024);
  /** For all rows in the order added: their postings, and the end of each row. */
  #postings = new Uint32Array(1024);
  #count = 0;
  #rowEnds = new Uint32Array(1024);
  #rows = 0;

  constructor({ texts, createTagger, tagWeight }: TextSchema) {
    this.#fields = texts;
    this.#known = texts.map(() => new Map<string, TokenizedText>());
    this.#tagger = createTagger?.(this.#dictionary);
    this.#isTagged = texts.map((_, field) => this.#tagger?.columns.includes(field) === true);
    this.#tagImpact = impactOf(tagWeight);
  }

  /** Adds the texts of the next row, parallel to the fields. */
  add({ texts, values }: Pick<Row, 'texts' | 'values'>): void {
    let touched = 0;
    for (let field = 0; field < this.#fields.length; field++) {
      const text = texts[field];
      if (text === null) continue;
      const { terms, words, weight } = this.#tokenize(text, field);
      if (this.#isTagged[field]) this.#tagger?.read(field, terms.subarray(0, words));
      if (this.#dictionary.size > this.#weights.length) this.#growWeights();
      if (touched + terms.length > this.#touched.length) {
        this.#touched = grown(this.#touched, touched + terms.length);
      }
      touched = addWeights(this.#weights, this.#touched, touched, terms, weight);
    }
    this.#endRow(touched, this.#tagger?.finish(values) ?? NO_TAGS);
  }

  /** The index of all rows in a new order: row `row` is the one added as number `order[row]`, from 0. Call once, at the end. */
  finish(order: Uint32Array): InvertedIndexData {
    const words = this.#dictionary.words();
    const sorted = wordOrder(words);
    const { firstLists, firstListOf, impacts } = this.#listsOf(sorted);
    // The postings are counting-sorted into lists.
    const postings = this.#postings.subarray(0, this.#count);
    const next = new Uint32Array(impacts.length + 1);
    const impactsOf = this.#impacts;
    for (let i = 0; i < postings.length; i++) {
      const impact = postings[i] & IMPACT_BITS;
      const term = postings[i] >>> IMPACT_SHIFT;
      const list = firstListOf[term] + bitCount(impactsOf[term] >>> (impact + 1));
      postings[i] = list;
      next[list + 1]++;
    }
    for (let list = 1; list < next.length; list++) next[list] += next[list - 1];
    const starts = sharedUint32sOf(next);
    const rows = sharedUint32s(this.#count);
    for (let row = 0; row < order.length; row++) {
      const end = this.#rowEnds[order[row]];
      const start = order[row] === 0 ? 0 : this.#rowEnds[order[row] - 1];
      for (let i = start; i < end; i++) rows[next[postings[i]]++] = row;
    }
    // A gigabyte of four million listings, which the columns that are made next can use.
    this.#postings = NO_POSTINGS;
    return {
      terms: packStrings(Array.from(sorted, (term) => words[term])),
      firstLists,
      impacts,
      starts,
      rows,
    };
  }

  /** For each term, a list for each of its impacts, the highest first. `sorted` has the terms in the order of their words. */
  #listsOf(sorted: Uint32Array) {
    const firstLists = sharedUint32s(sorted.length + 1);
    const firstListOf = new Uint32Array(sorted.length);
    const impacts: number[] = [];
    for (let i = 0; i < sorted.length; i++) {
      firstListOf[sorted[i]] = impacts.length;
      for (let impact = MAX_IMPACT; impact >= 1; impact--)
        if ((this.#impacts[sorted[i]] & (1 << impact)) !== 0) impacts.push(impact);
      firstLists[i + 1] = impacts.length;
    }
    const impactOfLists = sharedUint8s(impacts.length);
    impactOfLists.set(impacts);
    return { firstLists, firstListOf, impacts: impactOfLists };
  }

  #tokenize(text: string, field: number): TokenizedText {
    const known = this.#known[field];
    const isShort = text.length <= SHORT_TEXT_THRESHOLD;
    const before = isShort ? known.get(text) : undefined;
    if (before !== undefined) return before;
    // Compounds repeat words that are counted already, so they do not add to the length.
    const length = this.terms.read(text);
    const found = this.terms.found.subarray(0, this.terms.count);
    const weight = termFrequency(this.#fields[field], length);
    if (!isShort || known.size >= MAX_KNOWN) return { terms: found, words: length, weight };
    const read = { terms: found.slice(), words: length, weight };
    known.set(text, read);
    return read;
  }

  #endRow(touched: number, tags: Uint32Array): void {
    const needed = this.#count + touched + tags.length;
    if (needed > this.#postings.length) this.#postings = grown(this.#postings, needed);
    const postings = this.#postings;
    const weights = this.#weights;
    const found = this.#touched;
    let count = this.#count;
    // Most words of a row occur once, in one text, so they share a weight.
    let lastWeight = 0;
    let lastImpact = 0;
    for (let i = 0; i < touched; i++) {
      const term = found[i];
      if (weights[term] !== lastWeight) {
        lastWeight = weights[term];
        lastImpact = impactOf(lastWeight);
      }
      weights[term] = 0;
      postings[count++] = (term << IMPACT_SHIFT) | lastImpact;
    }
    for (let i = 0; i < tags.length; i++) postings[count++] = (tags[i] << IMPACT_SHIFT) | this.#tagImpact;
    if (this.#dictionary.size > this.#impacts.length)
      this.#impacts = grown(this.#impacts, this.#dictionary.size);
    markImpacts(this.#impacts, postings, this.#count, count);
    this.#count = count;
    if (this.#rows === this.#rowEnds.length) this.#rowEnds = grown(this.#rowEnds, this.#rows + 1);
    this.#rowEnds[this.#rows++] = count;
  }

  #growWeights(): void {
    const larger = new Float64Array(this.#dictionary.size * 2);
    larger.set(this.#weights);
    this.#weights = larger;
  }
}

/**
 * Adds a text's terms to the weights of a row, which has `touched` terms so far; returns their new number. A function instead of
 * a method, so that its loop works on locals instead of private fields.
 */
function addWeights(
  weights: Float64Array,
  found: Uint32Array,
  touched: number,
  terms: Uint32Array,
  weight: number,
): number {
  let count = touched;
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i];
    const before = weights[term];
    if (before === 0) found[count++] = term;
    weights[term] = before + weight;
  }
  return count;
}

function markImpacts(impacts: Uint16Array, postings: Uint32Array, start: number, end: number): void {
  for (let i = start; i < end; i++) impacts[postings[i] >>> IMPACT_SHIFT] |= 1 << (postings[i] & IMPACT_BITS);
}

/** Number of bits of a number below 2^16. */
function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x5555);
  count = (count & 0x3333) + ((count >>> 2) & 0x3333);
  count = (count + (count >>> 4)) & 0x0f0f;
  return (count + (count >>> 8)) & 0x1f;
}
