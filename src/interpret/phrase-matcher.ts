// Phrases of one to several words, looked up at a place in a text. The longest one counts. A table is written as lists
// of phrases separated by commas, and read once.
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

  /** The longest phrase that begins at word `at`. Punctuation that ends a thought ends a phrase. */
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

  /** What a phrase means that is known to be whole. */
  get(key: string): Meaning | undefined {
    return this.#meanings.get(key);
  }
}
