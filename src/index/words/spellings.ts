// Finds the spellings of the trade's terms in words. A spelling is read with nothing between its words, so `sat nav`, `sat-nav`
// and `satnav` are one. Readers step from word to word along the beginnings of spellings, which are looked up in a sorted list,
// because a tree of letters takes ten times as long to build, in each thread.
import { partitionPoint } from '../../binary-search.ts';
import { beginsName } from '../../vehicle/name-keys.ts';
import { isClass, MAX_TERM_WORDS, wordingKey, type TradeTerm } from '../../vehicle/parse-trade-terms.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';

/** The meaning of a spelling. */
export interface Wording {
  /** Fuels and gearboxes with this spelling. */
  classes: TradeTerm[];
  terms: TradeTerm[];
  /** Fuels, gearboxes and terms that this wording implies. */
  implied: TradeTerm[];
  /** Whether the table itself has this spelling, and not only its plural or singular: `cooper s` is not a plural. */
  isWritten: boolean;
}

/** The number of a beginning of spellings, which is a sequence of words. */
export type Beginning = number;
/** The words begin no spelling. */
export const NOWHERE = -1;
/** The beginning without words. */
export const START: Beginning = 0;

const LETTER_PAIRS = 1024;

/** A number below 1024 for the first two letters of a word; words may share one. */
export function firstLetters(word: string): number {
  const second = word.length > 1 ? (word.charCodeAt(1) & 31) + 1 : 0;
  return ((word.charCodeAt(0) & 31) * 32 + second) % LETTER_PAIRS;
}

export class Spellings {
  readonly #wordings = new Map<string, Wording>();
  /** The keys of `#wordings`, sorted. */
  readonly #sorted: readonly string[];
  /** The beginnings read so far, by number. */
  readonly #beginnings: string[] = [''];
  readonly #numbers = new Map<string, Beginning>([['', START]]);
  readonly #wordingsAt: (Wording | undefined)[] = [undefined];
  /** For each beginning, a bit for `firstLetters` of every word that continues it. */
  readonly #nextLetters: Uint32Array[] = [];

  constructor(terms: readonly TradeTerm[]) {
    for (const term of terms) {
      const written = new Set([...term.spellings, ...term.narrower].map(wordingKey));
      const add = (key: string, kind: 'classes' | 'terms' | 'implied'): void =>
        this.#add(key, kind, term, written.has(key));
      for (const key of term.keys) add(key, isClass(term) ? 'classes' : 'terms');
      for (const key of term.narrowerKeys) add(key, 'implied');
    }
    this.#sorted = [...this.#wordings.keys()].sort();
  }

  /** The beginning after another word; NOWHERE if no spelling begins so. */
  step(from: Beginning, word: string): Beginning {
    const text = this.#beginnings[from] + word;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (!this.mayStep(from, firstLetters(word)) || !this.#isBeginning(text)) return NOWHERE;
    const number = this.#beginnings.length;
    this.#beginnings.push(text);
    this.#wordingsAt.push(this.#wordings.get(text));
    this.#numbers.set(text, number);
    return number;
  }

  /** Whether `step` may succeed: mostly false, and then much cheaper than `step`. `letters` are `firstLetters` of the word. */
  mayStep(from: Beginning, letters: number): boolean {
    const next = (this.#nextLetters[from] ??= this.#lettersAfter(this.#beginnings[from]));
    return (next[letters >>> 5] & (1 << (letters & 31))) !== 0;
  }

  /** The meaning of a beginning that is a whole spelling; undefined otherwise. */
  wordingAt(beginning: Beginning): Wording | undefined {
    return this.#wordingsAt[beginning];
  }

  /** Whether a single word is a fuel, a gearbox or a term. */
  isSpelling(word: string): boolean {
    const { classes = [], terms = [] } = this.wordingAt(this.step(START, word)) ?? {};
    return classes.length + terms.length > 0;
  }

  /** Length in words of the longest spelling from `at` on, live or not; 0 if it has fewer than two words. */
  wordsSpelledFrom(words: readonly string[], at: number): number {
    let longest = 0;
    let beginning = START;
    for (let length = 1; length <= Math.min(MAX_TERM_WORDS, words.length - at); length++) {
      beginning = this.step(beginning, words[at + length - 1]);
      if (beginning === NOWHERE) break;
      const wording = this.wordingAt(beginning);
      if (wording === undefined || length < 2 || beginsName(words, at, length)) continue;
      // `black s line` does not ask for blacks.
      if (words[at + length - 1] === 's' && !wording.isWritten) continue;
      if (wording.terms.length + wording.classes.length > 0) longest = length;
    }
    return longest;
  }

  /** The words of a beginning, with nothing between them. */
  textAt(beginning: Beginning): string {
    return this.#beginnings[beginning];
  }

  #isBeginning(text: string): boolean {
    return this.#sorted.at(this.#firstFrom(text))?.startsWith(text) === true;
  }

  #lettersAfter(text: string): Uint32Array {
    const letters = new Uint32Array(LETTER_PAIRS / 32);
    for (let i = this.#firstFrom(text); this.#sorted.at(i)?.startsWith(text) === true; i++) {
      const rest = this.#sorted[i].slice(text.length);
      if (rest === '') continue;
      for (const pair of [firstLetters(rest), firstLetters(rest[0])]) letters[pair >>> 5] |= 1 << (pair & 31);
    }
    return letters;
  }

  /** The position of the first key that is not less than a text. */
  #firstFrom(text: string): number {
    const sorted = this.#sorted;
    return partitionPoint(0, sorted.length, (at) => sorted[at] >= text);
  }

  #add(key: string, kind: 'classes' | 'terms' | 'implied', term: TradeTerm, isWritten: boolean): void {
    let wording = this.#wordings.get(key);
    if (wording === undefined) {
      wording = { classes: [], terms: [], implied: [], isWritten: false };
      this.#wordings.set(key, wording);
    }
    wording[kind].push(term);
    wording.isWritten ||= isWritten;
  }
}

let known: Spellings | undefined;

/** The spellings of the trade's terms. Made lazily: an operator's terms are known only once the program has started. */
export function tradeSpellings(): Spellings {
  return (known ??= new Spellings(tradeTerms().terms));
}
