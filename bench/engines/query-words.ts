// What a search asks for by words, by the same rules for every engine, as far as all of them can: every class, term of the
// trade or word must match. A word matches itself and its other forms; only if the stock has none of these, as the last
// one, its completions; and only then similar words. Listings have tags for what words alone do not say.
import { maxEdits, findFuzzy } from '../../src/engine/postings/edit-distance.ts';
import { MATCH_WEIGHTS } from '../../src/engine/query/bm25f.ts';
import { onlyExact } from '../../src/engine/postings/tokenizer.ts';
import { readQuery, type UnitChoice } from '../../test/support/reference-query.ts';
import { isTag, wordsOf } from '../../test/support/reference-words.ts';
import { soundKey } from '../../src/vehicle/name-key.ts';

/** A word, or several that are one class or term of the trade. */
export interface QueryWord {
  readonly word: string;
  /** The words and tags that it stands for. Classes and terms are tags. */
  readonly spellings: readonly string[];
  /** Whether it stands for every longer word that begins with it, if the stock has no spelling. */
  readonly isPrefix: boolean;
  /** Whether it may stand for similar words, if nothing else matches it. */
  readonly isFuzzy: boolean;
}

/** No engine knows beforehand what a stock has: each class and term is taken to be said by some listing. */
const ANY_STOCK = { has: () => true, words: [] };

const known = new Map<string, readonly QueryWord[]>();

/**
 * Each once. None: the text holds no word, and nothing matches. Remembered, so that an engine's times, which are those of a
 * second run, do not include this plain reading of the text: it takes 20 to 80 µs.
 */
export function queryWords(text: string): readonly QueryWord[] {
  const words = known.get(text) ?? readWords(text);
  known.set(text, words);
  return words;
}

function readWords(text: string): QueryWord[] {
  const last = wordsOf(text).at(-1);
  const { units, choices } = readQuery(text, ANY_STOCK);
  return [
    ...units.map(({ key, terms, readings }) => {
      const isFuzzy = readings.has('word') && !onlyExact(key);
      return { word: key, spellings: [...terms.keys()], isPrefix: isFuzzy && key === last, isFuzzy };
    }),
    ...choices.map(eitherOf),
  ];
}

/** Words of the stock, so none of them is completed or corrected. */
function eitherOf(choice: UnitChoice): QueryWord {
  if (choice.some((units) => units.length > 1)) throw new Error('alternatives of one word only are compared');
  const words = choice.map(([unit]) => unit);
  const spellings = new Set(words.flatMap(({ terms }) => [...terms.keys()]));
  return { word: words[0].key, spellings: [...spellings], isPrefix: false, isFuzzy: false };
}

/** The tag of listings whose make or model sounds like the word. */
export function soundTag(word: string): string {
  return `~${soundKey(word)}`;
}

/** The words of a sorted list that a mistyped word may stand for. */
export function fuzzyWords(words: readonly string[], misspelling: string): string[] {
  return findFuzzy(words, misspelling, maxEdits(misspelling))
    .map((index) => words[index])
    .filter((word) => !onlyExact(word) && !isTag(word));
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

  /** Whether the stock has any spelling. */
  hasSpelling(queryWord: QueryWord): boolean {
    return this.#spelledTerms(queryWord).length > 0;
  }

  /** Whether the stock has the word, whole or as a beginning, so that it is no typing error. */
  has(queryWord: QueryWord): boolean {
    return this.hasSpelling(queryWord) || this.#longerTerms(queryWord).length > 0;
  }

  /** Each once. None: nothing in the stock is meant. */
  termsOf(queryWord: QueryWord): VocabularyTerm[] {
    const { word, isFuzzy } = queryWord;
    const spelled = this.#spelledTerms(queryWord);
    if (spelled.length > 0) return spelled;
    const longer = this.#longerTerms(queryWord);
    if (longer.length > 0 || !isFuzzy) return longer;
    const similar = [
      ...fuzzyWords(this.#words, word),
      ...[soundTag(word)].filter((tag) => this.#includes(tag)),
    ];
    return similar.map((other) => this.#term(other, MATCH_WEIGHTS.fuzzy));
  }

  #spelledTerms({ spellings }: QueryWord): VocabularyTerm[] {
    const live = [...new Set(spellings)].filter((spelling) => this.#includes(spelling));
    return live.map((spelling) => this.#term(spelling, MATCH_WEIGHTS.exact));
  }

  #longerTerms({ word, isPrefix }: QueryWord): VocabularyTerm[] {
    const longer: VocabularyTerm[] = [];
    for (let at = this.#lowerBound(word); isPrefix && this.#words[at]?.startsWith(word); at++) {
      longer.push(this.#term(this.#words[at], MATCH_WEIGHTS.prefix));
    }
    return longer;
  }

  #includes(word: string): boolean {
    return this.#words[this.#lowerBound(word)] === word;
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
