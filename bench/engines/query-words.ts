// The words of a search, by the same rules for every engine: all words must match; a word matches itself, its synonyms
// or, if it is the last, as a prefix; and similar words if nothing else matches.
import { maxEdits, findFuzzy } from '../../src/engine/postings/edit-distance.ts';
import { MATCH_WEIGHTS } from '../../src/engine/query/bm25f.ts';
import { foldText, onlyExact, tokenize } from '../../src/engine/postings/tokenizer.ts';
import { SEARCH_SYNONYMS } from '../../src/index/synonyms.ts';

export interface QueryWord {
  readonly word: string;
  /** The word itself and its aliases. */
  readonly spellings: readonly string[];
  /** Whether every longer word that begins with it matches too. */
  readonly isPrefix: boolean;
  /** Whether it may stand for similar words, if nothing matches it as it is. */
  readonly isFuzzy: boolean;
}

/** Each word once. None: the text holds no word, and nothing matches. */
export function queryWords(text: string): QueryWord[] {
  const words = tokenize(foldText(text));
  const last = words.at(-1);
  return [...new Set(words)].map((word) => ({
    word,
    spellings: [word, ...(SEARCH_SYNONYMS.get(word) ?? [])],
    isPrefix: word === last && !onlyExact(word),
    isFuzzy: !onlyExact(word),
  }));
}

/** The words of a sorted list that a mistyped word may stand for. */
export function fuzzyWords(words: readonly string[], misspelling: string): string[] {
  return findFuzzy(words, misspelling, maxEdits(misspelling))
    .map((index) => words[index])
    .filter((word) => !onlyExact(word));
}

export interface VocabularyTerm {
  /** From 1, in the order of the words. */
  readonly number: number;
  readonly word: string;
  readonly matchWeight: number;
}

/** The sorted words of a stock, as an application caches them for engines without such a list. */
export class Vocabulary {
  readonly #words: readonly string[];

  /** In order of UTF-16 units. */
  constructor(words: Iterable<string> = []) {
    this.#words = [...words].sort();
  }

  /** Whether the stock has the word as it is, so that it is no typing error. */
  has(queryWord: QueryWord): boolean {
    return this.#exactTerms(queryWord).length > 0;
  }

  /** Each once. None: nothing in the stock is meant. */
  termsOf(queryWord: QueryWord): VocabularyTerm[] {
    const exact = this.#exactTerms(queryWord);
    if (exact.length > 0 || !queryWord.isFuzzy) return exact;
    return fuzzyWords(this.#words, queryWord.word).map((word) => this.#term(word, MATCH_WEIGHTS.fuzzy));
  }

  #exactTerms({ word, spellings, isPrefix }: QueryWord): VocabularyTerm[] {
    const weights = new Map<string, number>();
    for (let at = this.#lowerBound(word); isPrefix && this.#words[at]?.startsWith(word); at++) {
      weights.set(this.#words[at], MATCH_WEIGHTS.prefix);
    }
    for (const spelling of spellings) {
      if (this.#words[this.#lowerBound(spelling)] === spelling) weights.set(spelling, MATCH_WEIGHTS.exact);
    }
    return Array.from(weights, ([term, matchWeight]) => this.#term(term, matchWeight));
  }

  #term(word: string, matchWeight: number): VocabularyTerm {
    return { word, number: this.#lowerBound(word) + 1, matchWeight };
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
