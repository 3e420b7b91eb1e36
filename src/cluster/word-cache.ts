// The words of queries, matched against one view of the stock. Whether a word is taken for a typing error, and how much it
// counts, hangs on all listings of the view: so each word is asked about once, and what came of it is kept.
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
  /** Weight of the word, by how few listings have it. */
  readonly idf: number;
}

/** Words that are kept; then it is forgotten from the beginning. */
const MAX_CACHED_WORDS = 20_000;

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
    if (this.#known.size >= MAX_CACHED_WORDS) this.#known.clear();
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

type Searched = Pick<PointInTime, 'search'>;

/** With so many, not all may have come back. */
const MAX_SUGGESTIONS = 5000;

interface Suggestions {
  readonly fuzzy: readonly { readonly options: readonly { readonly text: string }[] }[];
}

export class FuzzyTermLookup {
  readonly #pit: Searched;
  #longWords: Promise<readonly string[]> | undefined;

  constructor(pit: Searched) {
    this.#pit = pit;
  }

  /** All of them, and perhaps some that no listing has any more; undefined if there are very many. */
  async find(word: string): Promise<readonly string[] | undefined> {
    const candidates = isLongWord(word) ? await this.#long() : await this.#suggested(word);
    if (candidates.length >= MAX_SUGGESTIONS && !isLongWord(word)) return undefined;
    // What is similar is said here, so that nothing hangs on how a cluster counts errors.
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
            // The mark: only words are similar to words.
            prefix_length: 1,
            min_word_length: 1,
            accuracy: 0,
            // Listings that are gone count for a while.
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

  /** All long words of the view: few listings have any. */
  #long(): Promise<readonly string[]> {
    this.#longWords ??= fetchBuckets<string>(this.#pit, HAS_LONG_WORDS, 'longWords').then(({ buckets }) =>
      buckets.map(({ value }) => value),
    );
    this.#longWords.catch(() => (this.#longWords = undefined));
    return this.#longWords;
  }
}

const HAS_LONG_WORDS = { exists: { field: 'longWords' } };
