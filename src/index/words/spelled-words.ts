// Finds the spellings of the trade's terms in the texts of an index, once for both of their uses: the tags of a listing and the
// facts that its description states. A word is looked up when an index first meets it, and each pair of a beginning and the
// next word once; after that a text costs a few looks into arrays. Reading for facts and for tags apart took a seventh more CPU
// time of the index's thread, on 30,000 listings of the benchmarks' corpus.
import { grown } from '../../engine/columns/shared-arrays.ts';
import type { TermNumbers } from '../../engine/schema.ts';
import { oncePerObject } from '../../memo.ts';
import { statedWordsFor } from '../../vehicle/stated-words.ts';
import { Numbering, PairTable } from './numbering.ts';
import { firstLetters, NOWHERE, START, tradeSpellings, type Beginning, type Spellings } from './spellings.ts';

// A unit is a word or a whole spelling: its number and, in the lowest bits, its flags. Meaningless words cost one look. A Map holds
// at most 2^24 texts, so their numbers leave eight bits.
const FLAG_BITS = 8;
export const BETWEEN = 1;
export const ENDS = 2;
const BEGINS_CODE = 4;
const ENDS_CODE = 8;
export const SPELLING = 16;
const BEGINS_SPELLING = 32;
const NUMBER = 64;
const MEASURE = 128;
const UNKNOWN = -2;

const ENDS_TITLE =
  /^(?:in|with|and|this|the|a|an|is|has|for|from|on|of|to|we|our|finished|here|very|great|lovely)$/;
/** Years and sizes between the parts of a name: `Ford Fiesta 2018 1.0 ST-Line`. */
const BETWEEN_NAMES = /^(?:(?:19|20)\d\d|\d+(?:\.\d+)?l|\d+\.\d+)$/;
/** The two parts of a code, which adverts split anywhere in the text: `RAV 4`, `MX 5`. Not `a 3 month warranty`. */
const CODE_LETTERS = /^[a-z]{2,3}$/;
const CODE_DIGITS = /^\d{1,3}$/;
/** A number and its unit, which are also written as one word: `150 PS`. */
const MEASURED = /^\d{1,4}(?:\.\d{1,2})?$/;

/** Whether two units side by side are also written as one word. */
export function areAlsoOne(first: number, second: number): boolean {
  return (
    ((first & BEGINS_CODE) !== 0 && (second & ENDS_CODE) !== 0) ||
    ((first & NUMBER) !== 0 && (second & MEASURE) !== 0)
  );
}

export class SpelledWords {
  readonly spellings: Spellings;
  readonly terms: TermNumbers;
  /** The last description. */
  readonly description = new SpelledText(this);
  readonly #measures: ReadonlySet<string> = new Set(statedWordsFor('unit'));
  /** Words, and spellings of several words. */
  readonly #units = new Numbering();
  /** From the number of a word to its unit. */
  #unitsOfWords = new Int32Array(1024).fill(UNKNOWN);
  /** For the number of a unit: the unit with its flags, the beginning of spellings that it is, and its first letters. */
  #unitAt = new Int32Array(1024);
  #beginnings = new Int32Array(1024).fill(UNKNOWN);
  #letters = new Uint16Array(1024);
  /** From a beginning and the next word's unit to the next beginning. */
  readonly #steps = new PairTable();

  /** `terms` are those of the index whose texts are read. */
  constructor(spellings: Spellings, terms: TermNumbers) {
    this.spellings = spellings;
    this.terms = terms;
  }

  unitOfWord(word: number): number {
    const unit = word < this.#unitsOfWords.length ? this.#unitsOfWords[word] : UNKNOWN;
    if (unit !== UNKNOWN) return unit;
    if (word >= this.#unitsOfWords.length) this.#unitsOfWords = grownUnknown(this.#unitsOfWords, word + 1);
    return (this.#unitsOfWords[word] = this.unitOf(this.terms.textOf(word)));
  }

  unitOf(text: string): number {
    const number = this.#units.of(text);
    if (number >= this.#beginnings.length) {
      this.#beginnings = grownUnknown(this.#beginnings, number + 1);
      this.#unitAt = grown(this.#unitAt, this.#beginnings.length);
      this.#letters = grown(this.#letters, this.#beginnings.length);
    }
    if (this.#beginnings[number] === UNKNOWN) {
      const letters = firstLetters(text);
      const { spellings } = this;
      const beginning = spellings.mayStep(START, letters) ? spellings.step(START, text) : NOWHERE;
      this.#beginnings[number] = beginning;
      this.#letters[number] = letters;
      this.#unitAt[number] =
        (number << FLAG_BITS) |
        (BETWEEN_NAMES.test(text) ? BETWEEN : 0) |
        (ENDS_TITLE.test(text) ? ENDS : 0) |
        (CODE_LETTERS.test(text) ? BEGINS_CODE : 0) |
        (CODE_DIGITS.test(text) ? ENDS_CODE : 0) |
        (MEASURED.test(text) ? NUMBER : 0) |
        (this.#measures.has(text) ? MEASURE : 0) |
        (spellings.wordingAt(beginning) === undefined ? 0 : SPELLING) |
        (beginning === NOWHERE ? 0 : BEGINS_SPELLING);
    }
    return this.#unitAt[number];
  }

  textOf(unit: number): string {
    return this.#units.textOf(unit >>> FLAG_BITS);
  }

  /** The beginning of spellings that a unit is. */
  firstOf(unit: number): Beginning {
    return this.#beginnings[unit >>> FLAG_BITS];
  }

  /** The beginning after another unit. */
  step(from: Beginning, unit: number): Beginning {
    if (!this.spellings.mayStep(from, this.#letters[unit >>> FLAG_BITS])) return NOWHERE;
    const known = this.#steps.find(from, unit);
    if (known !== undefined) return known + NOWHERE;
    const to = this.spellings.step(from, this.textOf(unit));
    // Stored from 0, because a PairTable holds no negative values.
    this.#steps.add(from, unit, to - NOWHERE);
    return to;
  }
}

/** The words of an index, by its terms. */
export const spelledWordsOf = oncePerObject(
  (terms: TermNumbers) => new SpelledWords(tradeSpellings(), terms),
);

/** A text, and every spelling in it, also those within others. */
export class SpelledText {
  readonly words: SpelledWords;
  /** The units of the text. */
  units = new Int32Array(256);
  count = 0;
  /** For each spelling: the positions of its first word and of the one after it, and its beginning. Ordered by both positions. */
  starts = new Uint32Array(64);
  ends = new Uint32Array(64);
  spellings = new Int32Array(64);
  found = 0;
  #numbers = new Uint32Array(0);

  constructor(words: SpelledWords) {
    this.words = words;
  }

  /** Takes words that may be in no text of the index. */
  readWords(texts: readonly string[]): void {
    if (texts.length > this.units.length) this.units = new Int32Array(texts.length * 2);
    for (let i = 0; i < texts.length; i++) this.units[i] = this.words.unitOf(texts[i]);
    this.#scan(texts.length);
  }

  /** Takes the words of a text by their numbers. The same words are not read again. */
  read(numbers: Uint32Array): void {
    const count = numbers.length;
    if (count === this.count && areEqual(numbers, this.#numbers)) return;
    if (count > this.#numbers.length) this.#numbers = new Uint32Array(count * 2);
    this.#numbers.set(numbers);
    if (count > this.units.length) this.units = new Int32Array(count * 2);
    const { words, units } = this;
    for (let i = 0; i < count; i++) units[i] = words.unitOfWord(numbers[i]);
    this.#scan(count);
  }

  textAt(position: number): string {
    return this.words.textOf(this.units[position]);
  }

  #scan(count: number): void {
    const { words, units } = this;
    this.count = count;
    this.found = 0;
    for (let at = 0; at < count; at++) {
      if ((units[at] & BEGINS_SPELLING) === 0) continue;
      let beginning = words.firstOf(units[at]);
      for (let next = at + 1; beginning !== NOWHERE; next++) {
        if (words.spellings.wordingAt(beginning) !== undefined) this.#add(at, next, beginning);
        if (next === count) break;
        beginning = words.step(beginning, units[next]);
      }
    }
  }

  #add(start: number, end: number, spelling: Beginning): void {
    const { found } = this;
    if (found === this.starts.length) {
      this.starts = grown(this.starts, found + 1);
      this.ends = grown(this.ends, found + 1);
      this.spellings = grown(this.spellings, found + 1);
    }
    this.starts[found] = start;
    this.ends[found] = end;
    this.spellings[found] = spelling;
    this.found++;
  }
}

function areEqual(some: Uint32Array, others: Uint32Array): boolean {
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false;
  return true;
}

function grownUnknown(array: Int32Array, need: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(need, array.length * 2)).fill(UNKNOWN);
  larger.set(array);
  return larger;
}
