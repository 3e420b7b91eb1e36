// The words of queries, matched against one view of the stock. Whether a word is taken for a typing error, and how much it
// counts, hangs on all listings of the view: so each word is asked about once, and what came of it is kept.
import { idfOf } from '../engine/query/bm25f.ts';
import { foldText, onlyExact, tokenize } from '../engine/postings/tokenizer.ts';
import { SEARCH_SYNONYMS } from '../index/synonyms.ts';
import type { PointInTime } from './point-in-time.ts';
import { FuzzyTermLookup } from './fuzzy-term-lookup.ts';
import { exactWordQuery, fuzzyWordQuery, termsWordQuery, type WordQueryDsl } from './word-query-dsl.ts';

export interface ClusterWord {
  readonly query: WordQueryDsl;
  /** Weight of the word, by how few listings have it. */
  readonly idf: number;
}

/** Words that are kept; then it is forgotten from the beginning. */
const MAX_WORDS = 20_000;

export class WordCache {
  readonly #pit: Pick<PointInTime, 'search' | 'count'>;
  readonly #listings: number;
  readonly #fuzzyTerms: FuzzyTermLookup;
  readonly #known = new Map<string, Promise<ClusterWord>>();

  /** `listings` is how many there are in all. */
  constructor(pit: Pick<PointInTime, 'search' | 'count'>, listings: number) {
    this.#pit = pit;
    this.#fuzzyTerms = new FuzzyTermLookup(pit);
    this.#listings = listings;
  }

  /** The different words of a text, each matched. None: the text holds no word. */
  match(text: string): Promise<readonly ClusterWord[]> {
    const words = tokenize(foldText(text));
    const last = words.at(-1);
    return Promise.all([...new Set(words)].map((word) => this.#matchOnce(word, word === last)));
  }

  #matchOnce(word: string, isLast: boolean): Promise<ClusterWord> {
    const name = `${isLast ? 'last' : 'inner'} ${word}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_WORDS) this.#known.clear();
    const match = this.#match(word, isLast);
    this.#known.set(name, match);
    match.catch(() => this.#known.delete(name));
    return match;
  }

  async #match(word: string, isLast: boolean): Promise<ClusterWord> {
    const literal = exactWordQuery(word, isLast, SEARCH_SYNONYMS.get(word) ?? []);
    const matching = await this.#pit.count(literal.filter);
    if (matching > 0 || onlyExact(word)) return this.#weighed(literal, matching);
    const fuzzy = await this.#fuzzyTerms.find(word);
    const fuzzyQuery = fuzzy === undefined ? fuzzyWordQuery(word) : termsWordQuery(fuzzy);
    return this.#weighed(fuzzyQuery, await this.#pit.count(fuzzyQuery.filter));
  }

  #weighed(query: WordQueryDsl, matching: number): ClusterWord {
    return { query, idf: idfOf(matching, this.#listings) };
  }
}
