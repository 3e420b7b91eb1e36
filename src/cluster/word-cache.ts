// Resolves query words at one point in time. Whether a word is a typo, and its weight, depends on all listings, so
// each word is queried once and cached.
import { idfOf } from '../engine/query/bm25f.ts';
import { foldText, onlyExact, tokenize } from '../engine/postings/tokenizer.ts';
import { SEARCH_SYNONYMS } from '../index/synonyms.ts';
import type { PointInTime } from './point-in-time.ts';
import { exactWordQuery, fuzzyWordQuery, termsWordQuery, type WordQueryDsl } from './word-query-dsl.ts';
import { maxEdits, findFuzzy } from '../engine/postings/edit-distance.ts';
import { isLongWord, encodeTerm, wordOfToken } from './term-encoding.ts';
import { fetchBuckets } from './composite-buckets.ts';

export interface ClusterWord {
  readonly query: WordQueryDsl;
  /** Inverse document frequency of the word. */
  readonly idf: number;
}

/** At this size the cache is cleared. */
const MAX_CACHED_WORDS = 20_000;

export class WordCache {
  readonly #pit: Pick<PointInTime, 'search' | 'count'>;
  readonly #listings: number;
  readonly #fuzzyTerms: FuzzyTermLookup;
  readonly #known = new Map<string, Promise<ClusterWord>>();

  /** `listings` is the number of all listings. */
  constructor(pit: Pick<PointInTime, 'search' | 'count'>, listings: number) {
    this.#pit = pit;
    this.#fuzzyTerms = new FuzzyTermLookup(pit);
    this.#listings = listings;
  }

  /** The distinct words of a text, resolved. Empty if it has none. */
  match(text: string): Promise<readonly ClusterWord[]> {
    const words = tokenize(foldText(text));
    const last = words.at(-1);
    return Promise.all([...new Set(words)].map((word) => this.#matchOnce(word, word === last)));
  }

  #matchOnce(word: string, isLast: boolean): Promise<ClusterWord> {
    const name = `${isLast ? 'last' : 'inner'} ${word}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_CACHED_WORDS) this.#known.clear();
    const match = this.#match(word, isLast);
    this.#known.set(name, match);
    match.catch(() => this.#known.delete(name));
    return match;
  }

  async #match(word: string, isLast: boolean): Promise<ClusterWord> {
    const exact = exactWordQuery(word, isLast, SEARCH_SYNONYMS.get(word) ?? []);
    const matching = await this.#pit.count(exact.filter);
    if (matching > 0 || onlyExact(word)) return this.#clusterWord(exact, matching);
    const fuzzy = await this.#fuzzyTerms.find(word);
    const fuzzyQuery = fuzzy === undefined ? fuzzyWordQuery(word) : termsWordQuery(fuzzy);
    return this.#clusterWord(fuzzyQuery, await this.#pit.count(fuzzyQuery.filter));
  }

  #clusterWord(query: WordQueryDsl, matching: number): ClusterWord {
    return { query, idf: idfOf(matching, this.#listings) };
  }
}

type Searched = Pick<PointInTime, 'search'>;

/** With this many suggestions, some may be missing. */
const MAX_SUGGESTIONS = 5000;

interface Suggestions {
  readonly fuzzy: readonly { readonly options: readonly { readonly text: string }[] }[];
}

/**
 * Finds the words that a typo may stand for. Querying these as plain terms takes a fifth of the time of a fuzzy query for
 * every impact.
 */
export class FuzzyTermLookup {
  readonly #pit: Searched;
  #longWords: Promise<readonly string[]> | undefined;

  constructor(pit: Searched) {
    this.#pit = pit;
  }

  /**
   * The words that `word` may be a typo of, perhaps including some that no listing has any more; undefined if there
   * are very many.
   */
  async find(word: string): Promise<readonly string[] | undefined> {
    const candidates = isLongWord(word) ? await this.#long() : await this.#suggested(word);
    if (candidates.length >= MAX_SUGGESTIONS && !isLongWord(word)) return undefined;
    // Edits are counted here, because clusters count them differently.
    const target = wordOfToken(encodeTerm(word));
    return findFuzzy(candidates, target, maxEdits(word)).map((i) => candidates[i]);
  }

  async #suggested(word: string): Promise<string[]> {
    const { suggest } = await this.#pit.search({
      size: 0,
      track_total_hits: false,
      suggest: {
        text: encodeTerm(word),
        fuzzy: {
          term: {
            field: 'terms',
            suggest_mode: 'always',
            max_edits: maxEdits(word),
            // The prefix must match, so only words are suggested for words.
            prefix_length: 1,
            min_word_length: 1,
            accuracy: 0,
            // Deleted listings count for a while.
            max_term_freq: 1e9,
            size: MAX_SUGGESTIONS,
            shard_size: MAX_SUGGESTIONS,
            max_inspections: 1000,
          },
        },
      },
    });
    const { fuzzy } = suggest as Suggestions;
    return fuzzy.flatMap(({ options }) => options.map(({ text }) => wordOfToken(text)));
  }

  /** All long words at this point in time; few listings have any. */
  #long(): Promise<readonly string[]> {
    this.#longWords ??= fetchBuckets<string>(this.#pit, HAS_LONG_WORDS, 'longWords').then(({ buckets }) =>
      buckets.map(({ value }) => value),
    );
    this.#longWords.catch(() => (this.#longWords = undefined));
    return this.#longWords;
  }
}

const HAS_LONG_WORDS = { exists: { field: 'longWords' } };
