// What the words of a search stand for, by the same rules for every engine: all words must match; a word matches by itself, by
// an alias or, if it is the last, as a prefix; and by similar words if nothing else matches it.
import { maxEdits, findFuzzy } from '../../src/engine/postings/edit-distance.ts';
import { MATCH_WEIGHTS } from '../../src/engine/query/bm25f.ts';
import { foldText, onlyExact, tokenize } from '../../src/engine/postings/tokenizer.ts';
import { SEARCH_SYNONYMS } from '../../src/index/synonyms.ts';

export interface QueryWord {
  readonly word: string;
  /** The word itself and its aliases. */
  readonly spellings: readonly string[];
  /** Whether every longer word that begins with it matches too. */
  readonly completed: boolean;
  /** Whether it may stand for similar words, if nothing matches it as it is. */
  readonly correctable: boolean;
}

/** Each word once. None: the text holds no word, and nothing matches. */
export function queryWords(text: string): QueryWord[] {
  const words = tokenize(foldText(text));
  const last = words.at(-1);
  return [...new Set(words)].map((word) => ({
    word,
    spellings: [word, ...(SEARCH_SYNONYMS.get(word) ?? [])],
    completed: word === last && !onlyExact(word),
    correctable: !onlyExact(word),
  }));
}

/** The words of a sorted list that a mistyped word may stand for. */
export function similarWords(words: readonly string[], mistyped: string): string[] {
  return findFuzzy(words, mistyped, maxEdits(mistyped))
    .map((index) => words[index])
    .filter((word) => !onlyExact(word));
}

export interface VocabularyTerm {
  /** From 1, in the order of the words. */
  readonly number: number;
  readonly word: string;
  readonly closeness: number;
}

/** The sorted words of a stock, as an application caches them for engines without such a list. */
export class Vocabulary {
  readonly #words: readonly string[];

  /** In order of UTF-16 units. */
  constructor(words: Iterable<string> = []) {
    this.#words = [...words].sort();
  }

  /** Whether the stock has the word as it is, so that it is no typing error. */
  has(asked: QueryWord): boolean {
    return this.#literalTerms(asked).length > 0;
  }

  /** Each once. None: nothing in the stock is meant. */
  termsOf(asked: QueryWord): VocabularyTerm[] {
    const literal = this.#literalTerms(asked);
    if (literal.length > 0 || !asked.correctable) return literal;
    return similarWords(this.#words, asked.word).map((word) => this.#term(word, MATCH_WEIGHTS.fuzzy));
  }

  #literalTerms({ word, spellings, completed }: QueryWord): VocabularyTerm[] {
    const found = new Map<string, number>();
    for (let at = this.#lowerBound(word); completed && this.#words[at]?.startsWith(word); at++) {
      found.set(this.#words[at], MATCH_WEIGHTS.prefix);
    }
    for (const spelling of spellings) {
      if (this.#words[this.#lowerBound(spelling)] === spelling) found.set(spelling, MATCH_WEIGHTS.exact);
    }
    return Array.from(found, ([term, closeness]) => this.#term(term, closeness));
  }

  #term(word: string, closeness: number): VocabularyTerm {
    return { word, number: this.#lowerBound(word) + 1, closeness };
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
