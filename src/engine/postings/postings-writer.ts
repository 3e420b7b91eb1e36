// Builds an inverted index row by row. Texts are tokenized when added and not stored: only the numbers of their terms
// are, until `finish` inverts them.
import type { Row, Schema, Tagger, TextField } from '../schema.ts';
import { sharedUint32s, sharedUint32sOf, sharedUint8s } from '../columns/shared-arrays.ts';
import { packStrings } from '../columns/packed-strings.ts';
import { AsciiTokenizer } from './ascii-tokenizer.ts';
import { MAX_IMPACT, impactOf, termFrequency } from '../query/bm25f.ts';
import { grown, TermDictionary } from './term-dictionary.ts';
import type { InvertedIndexData } from './inverted-index.ts';
import { forEachTermIn } from './tokenizer.ts';

/** The terms of a text, and their weight in its field. */
interface TokenizedText {
  readonly terms: Uint32Array;
  /** How many of the terms are its words, in order. Compounds follow. */
  readonly words: number;
  /** Weight of each occurrence. */
  readonly weight: number;
}

// Makes, models and dealers are few, so each of their texts is tokenized once.
const SHORT_TEXT_THRESHOLD = 80;
const MAX_KNOWN = 50_000;

/** What a schema says of texts. */
export type TextSchema = Pick<Schema, 'texts' | 'createTagger' | 'tagWeight'>;

const NO_TAGS = new Uint32Array(0);

export class PostingsWriter {
  readonly #fields: readonly TextField[];
  readonly #known: readonly Map<string, TokenizedText>[];
  readonly #dictionary = new TermDictionary();
  readonly #ascii = new AsciiTokenizer();
  readonly #tagger: Tagger | undefined;
  /** By field, whether the tagger wants its words. */
  readonly #isTagged: readonly boolean[];
  readonly #tagImpact: number;
  /** By number of a tag, its term. */
  #tagTerms = new Uint32Array(1024);
  #tagCount = 0;
  /** Weight of each term in the current row; the first of `#touched` are the terms that have one. */
  #weights = new Float64Array(1024);
  #touched = new Uint32Array(1024);
  /** Terms of the current text. */
  #found = new Uint32Array(1024);
  #foundCount = 0;
  readonly #take = (text: string, start: number, end: number): void => {
    if (this.#foundCount === this.#found.length) this.#found = grown(this.#found, this.#foundCount + 1);
    this.#found[this.#foundCount++] = this.#dictionary.idOfText(text, start, end);
  };
  /** For all rows, in the order added: the terms, their impacts, and where each row ends. */
  #terms = new Uint32Array(1024);
  #impacts = new Uint8Array(1024);
  #count = 0;
  #rowEnds = new Uint32Array(1024);
  #rows = 0;

  constructor({ texts, createTagger, tagWeight }: TextSchema) {
    this.#fields = texts;
    this.#known = texts.map(() => new Map<string, TokenizedText>());
    this.#tagger = createTagger?.((word) => this.#dictionary.word(word));
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
      for (let i = 0; i < terms.length; i++) {
        const term = terms[i];
        if (this.#weights[term] === 0) this.#touched[touched++] = term;
        this.#weights[term] += weight;
      }
    }
    this.#endRow(touched, this.#tagger?.finish(values) ?? NO_TAGS);
  }

  /** The index of all rows in a new order: row `row` is the one added as number `order[row]`, from 0. */
  finish(order: Uint32Array): InvertedIndexData {
    const byNumber = this.#dictionary.words().map((word, number) => ({ word, number }));
    const sorted = byNumber.sort((a, b) => (a.word < b.word ? -1 : 1));
    const words = sorted.map(({ word }) => word);
    // One slot for each term and impact, the highest impact first; the postings are counting-sorted into slots.
    const firstSlots = new Uint32Array(words.length);
    sorted.forEach(({ number }, index) => (firstSlots[number] = (index + 1) * MAX_IMPACT));
    const slots = new Uint32Array(this.#count);
    const next = new Uint32Array(words.length * MAX_IMPACT + 1);
    for (let i = 0; i < slots.length; i++) {
      slots[i] = firstSlots[this.#terms[i]] - this.#impacts[i];
      next[slots[i] + 1]++;
    }
    for (let slot = 1; slot < next.length; slot++) next[slot] += next[slot - 1];
    const slotStarts = next.slice();
    const rows = sharedUint32s(this.#count);
    for (let row = 0; row < order.length; row++) {
      const end = this.#rowEnds[order[row]];
      const start = order[row] === 0 ? 0 : this.#rowEnds[order[row] - 1];
      for (let i = start; i < end; i++) rows[next[slots[i]]++] = row;
    }
    return { terms: packStrings(words), ...withoutEmptySlots(slotStarts, words.length), rows };
  }

  #tokenize(text: string, field: number): TokenizedText {
    const known = this.#known[field];
    const isShort = text.length <= SHORT_TEXT_THRESHOLD;
    const before = isShort ? known.get(text) : undefined;
    if (before !== undefined) return before;
    // Compounds repeat words that are counted already, so they do not add to the length.
    const length = this.#findTerms(text);
    const found = this.#found.subarray(0, this.#foundCount);
    const weight = termFrequency(this.#fields[field], length);
    if (!isShort || known.size >= MAX_KNOWN) return { terms: found, words: length, weight };
    const read = { terms: found.slice(), words: length, weight };
    known.set(text, read);
    return read;
  }

  /** Puts the terms of the text into `#found`, and returns the number of its words. */
  #findTerms(text: string): number {
    this.#foundCount = 0;
    const ascii = this.#ascii;
    const words = ascii.tokenize(text);
    if (words < 0) return forEachTermIn(text, this.#take);
    if (ascii.count > this.#found.length) this.#found = grown(this.#found, ascii.count);
    const { units, starts, ends, hashes } = ascii;
    for (let i = 0; i < ascii.count; i++) {
      this.#found[i] = this.#dictionary.idOf(units, starts[i], ends[i], hashes[i]);
    }
    this.#foundCount = ascii.count;
    return words;
  }

  #endRow(touched: number, tags: Uint32Array): void {
    const needed = this.#count + touched + tags.length;
    if (needed > this.#terms.length) {
      this.#terms = grown(this.#terms, needed);
      this.#impacts = grown(this.#impacts, needed);
    }
    for (let i = 0; i < touched; i++) {
      const term = this.#touched[i];
      this.#terms[this.#count] = term;
      this.#impacts[this.#count++] = impactOf(this.#weights[term]);
      this.#weights[term] = 0;
    }
    for (let i = 0; i < tags.length; i++) {
      this.#terms[this.#count] = this.#termOfTag(tags[i]);
      this.#impacts[this.#count++] = this.#tagImpact;
    }
    if (this.#rows === this.#rowEnds.length) this.#rowEnds = grown(this.#rowEnds, this.#rows + 1);
    this.#rowEnds[this.#rows++] = this.#count;
  }

  /** Tags are numbered in order of appearance, so a new one is the next. */
  #termOfTag(tag: number): number {
    while (tag >= this.#tagCount) {
      const text = this.#tagger?.tagOf(this.#tagCount) ?? '';
      if (this.#tagCount === this.#tagTerms.length)
        this.#tagTerms = grown(this.#tagTerms, this.#tagCount + 1);
      this.#tagTerms[this.#tagCount++] = this.#dictionary.idOfText(text, 0, text.length);
    }
    return this.#tagTerms[tag];
  }

  #growWeights(): void {
    const larger = new Float64Array(this.#dictionary.size * 2);
    larger.set(this.#weights);
    this.#weights = larger;
  }
}

/** The index of some rows, in their order. */
export function buildInvertedIndex(
  rows: readonly Pick<Row, 'texts' | 'values'>[],
  schema: TextSchema,
): InvertedIndexData {
  const builder = new PostingsWriter(schema);
  for (const row of rows) builder.add(row);
  return builder.finish(Uint32Array.from(rows, (_, row) => row));
}

/** The non-empty slots, as lists. */
function withoutEmptySlots(slotStarts: Uint32Array, terms: number) {
  const firstLists = sharedUint32s(terms + 1);
  const impacts: number[] = [];
  const starts: number[] = [];
  for (let term = 0; term < terms; term++) {
    for (let impact = MAX_IMPACT; impact >= 1; impact--) {
      const slot = term * MAX_IMPACT + MAX_IMPACT - impact;
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
