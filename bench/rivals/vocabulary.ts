// The words of a stock in order, as an application keeps them at hand: which terms a word of a question stands for, by the
// same rules as our own. For engines that have no such list themselves.
import { allowedErrors, findSimilar } from '../../src/engine/text/edit-distance.ts';
import { CLOSENESS } from '../../src/engine/text/relevance.ts';
import { onlyExact } from '../../src/engine/text/words.ts';
import type { AskedWord } from './asked-words.ts';

export interface VocabularyTerm {
  readonly word: string;
  /** From 1, in order. */
  readonly number: number;
  readonly closeness: number;
}

export class Vocabulary {
  readonly #words: readonly string[];

  /** In order of UTF-16 units. */
  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** Whether the stock has the word as it is asked, so that it is not taken for a typing error. */
  has(asked: AskedWord): boolean {
    return this.#literalTerms(asked).length > 0;
  }

  /** Each once. None: nothing in the stock is meant. */
  termsOf(asked: AskedWord): VocabularyTerm[] {
    const literal = this.#literalTerms(asked);
    if (literal.length > 0 || !asked.correctable) return literal;
    return findSimilar(this.#words, asked.word, allowedErrors(asked.word))
      .filter((index) => !onlyExact(this.#words[index]))
      .map((index) => this.#term(index, CLOSENESS.typo));
  }

  #literalTerms({ word, spellings, completed }: AskedWord): VocabularyTerm[] {
    const indexes = new Map<number, number>();
    if (completed) {
      for (let index = this.#lowerBound(word); this.#words[index]?.startsWith(word); index++) {
        indexes.set(index, CLOSENESS.prefix);
      }
    }
    for (const spelling of spellings) {
      const index = this.#lowerBound(spelling);
      if (this.#words[index] === spelling) indexes.set(index, CLOSENESS.exact);
    }
    return [...indexes].map(([index, closeness]) => this.#term(index, closeness));
  }

  #term(index: number, closeness: number): VocabularyTerm {
    return { word: this.#words[index], number: index + 1, closeness };
  }

  #lowerBound(word: string): number {
    let low = 0;
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#words[middle] < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
