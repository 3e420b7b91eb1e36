// Looks phrases of one or more words up at a position in a text; the longest wins. Tables are lists of phrases separated by
// commas, parsed once.
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { nameKey } from '../listing/name-key.ts';

export interface PhraseMatch<Meaning> {
  readonly meaning: Meaning;
  /** In words. */
  readonly length: number;
}

export class PhraseMatcher<Meaning> {
  readonly #meanings = new Map<string, Meaning>();
  #maxLength = 0;

  constructor(rows: readonly (readonly [meaning: Meaning, phrases: string])[]) {
    for (const [meaning, phrases] of rows) {
      for (const phrase of phrases.split(',')) {
        const words = phrase.trim().split(/\s+/).map(nameKey);
        const key = words.join(' ');
        if (this.#meanings.has(key)) throw new Error(`The phrase '${key}' is listed twice`);
        this.#meanings.set(key, meaning);
        this.#maxLength = Math.max(this.#maxLength, words.length);
      }
    }
  }

  /** The longest phrase that begins at word `at`. A phrase does not cross punctuation that ends a clause. */
  find({ words }: TokenizedPhrase, at: number): PhraseMatch<Meaning> | undefined {
    let found: PhraseMatch<Meaning> | undefined;
    let key = '';
    for (let length = 1; length <= this.#maxLength && at + length <= words.length; length++) {
      const word = words[at + length - 1];
      if (length > 1 && !word.flows) break;
      key = length === 1 ? word.key : `${key} ${word.key}`;
      const meaning = this.#meanings.get(key);
      if (meaning !== undefined) found = { meaning, length };
    }
    return found;
  }

  /** The meaning of a whole phrase, given as its key. */
  get(key: string): Meaning | undefined {
    return this.#meanings.get(key);
  }
}
