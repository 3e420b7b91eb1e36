// Reads query texts at one point in time. The meaning and the weight of a unit depend on all listings, so both are cached.
import { BoundedMap, onceUnlessFailed } from '../memo.ts';
import { MATCH_WEIGHTS, idfOf } from '../engine/query/bm25f.ts';
import type { Choice, TextQuery, TextReader, TextUnit } from '../engine/schema.ts';
import { findCorrectedWords, type NameSounds } from '../index/shared/corrected-words.ts';
import { LISTING_SCHEMA } from '../index/shared/listing-schema.ts';
import type { Correction } from '../query/search-query.ts';
import type { Searchable, Countable } from './point-in-time.ts';
import { boolNot, type QueryDsl } from './query-dsl.ts';
import {
  anyWordQuery,
  fuzzyWordQuery,
  prefixWordQuery,
  termsWordQuery,
  type WordQueryDsl,
} from './word-query-dsl.ts';
import { maxEdits, findFuzzy } from '../engine/postings/edit-distance.ts';
import { isLongWord, encodeTerm, wordOfToken } from './term-encoding.ts';
import { fetchBuckets } from './composite-buckets.ts';

/** A unit of a query's text, as a query. */
export interface ClusterWord {
  readonly query: WordQueryDsl;
  /** Number of listings that match it. */
  readonly matching: number;
  /** Inverse document frequency of the unit. */
  readonly idf: number;
  /** Whether listings must match it; otherwise it only raises their scores. */
  readonly isRequired: boolean;
}

/** A query's text, read. */
export interface ClusterText {
  /** Its units and choices, then its preferred tags. */
  readonly words: readonly ClusterWord[];
  /** For each exclusion, a filter for the listings that it leaves. */
  readonly excluding: readonly QueryDsl[];
}

const NO_TEXT: ClusterText = { words: [], excluding: [] };

/** Maximum cached terms or units. */
const MAX_CACHED_WORDS = 20_000;

export class WordCache {
  readonly #pit: Countable;
  readonly #listings: number;
  readonly #nameSounds: () => Promise<NameSounds>;
  readonly #fuzzyTerms: FuzzyTermLookup;
  readonly #known = new BoundedMap<string, Promise<ClusterWord>>(MAX_CACHED_WORDS);
  /** For each term, whether any listing has it. */
  readonly #live = new BoundedMap<string, boolean>(MAX_CACHED_WORDS);

  /** `listings` is the total number of listings. */
  constructor(pit: Countable, listings: number, nameSounds: () => Promise<NameSounds>) {
    this.#nameSounds = nameSounds;
    this.#pit = pit;
    this.#fuzzyTerms = new FuzzyTermLookup(pit);
    this.#listings = listings;
  }

  /** The reading of a text; undefined if it matches nothing. */
  async match(
    text: string | undefined,
    readText = LISTING_SCHEMA.readText,
  ): Promise<ClusterText | undefined> {
    if (text === undefined) return NO_TEXT;
    const { units, choices = [], excluded = [], isOpen, preferred } = await this.#read(text, readText);
    if (units.length + choices.length === 0 && isOpen !== true) return undefined;
    const words = await Promise.all([
      ...units.map((unit) => this.#matchOnce(unit, true)),
      ...choices.map((choice) => this.#matchChoice(choice)),
      ...preferred.map((tag) => this.#matchOnce({ terms: new Map([[tag, MATCH_WEIGHTS.exact]]) }, false)),
    ]);
    const excluding = excluded.map((group) =>
      boolNot(group.map(({ terms }) => termsWordQuery(terms).filter)),
    );
    return { words, excluding };
  }

  /** Corrections for the words of a text that were read as others. */
  async findCorrections(q: string): Promise<Correction[]> {
    return findCorrectedWords(q, await this.#read(q, LISTING_SCHEMA.readText), {
      hasBeginning: async (beginning) => (await this.#pit.count(prefixWordQuery(beginning).filter)) > 0,
      findSimilar: async (word) => (await this.#fuzzyTerms.find(word)) ?? [],
      countEach: (terms) => this.#countEach(terms),
      nameSounds: this.#nameSounds,
    });
  }

  async #matchChoice(choice: Choice): Promise<ClusterWord> {
    const alternatives = await Promise.all(
      choice.map((units) => Promise.all(units.map((unit) => this.#matchOnce(unit, true)))),
    );
    const query = anyWordQuery(alternatives.map((words) => words.map((word) => word.query)));
    const matching = await this.#pit.count(query.filter);
    return { query, matching, idf: idfOf(matching, this.#listings), isRequired: true };
  }

  /** Reads the text again until every term that it needs is cached: usually one or two rounds. */
  async #read(text: string, readText: TextReader): Promise<TextQuery> {
    for (;;) {
      const unknown = new Set<string>();
      const query = readText(text, (term) => {
        const isLive = this.#live.get(term);
        if (isLive === undefined) unknown.add(term);
        return isLive ?? false;
      });
      if (unknown.size === 0) return query;
      for (const [term, isLive] of await this.#findLive([...unknown])) this.#live.set(term, isLive);
    }
  }

  async #findLive(terms: readonly string[]): Promise<[term: string, isLive: boolean][]> {
    const counts = await this.#countEach(terms);
    return terms.map((term, i) => [term, counts[i] > 0]);
  }

  /** The number of listings with each term, parallel to `terms`. */
  async #countEach(terms: readonly string[]): Promise<number[]> {
    if (terms.length === 0) return [];
    const { aggregations } = await this.#pit.search({
      size: 0,
      track_total_hits: false,
      aggs: Object.fromEntries(
        terms.map((term, i) => [`t${i}`, { filter: { term: { terms: encodeTerm(term) } } }]),
      ),
    });
    return terms.map((_, i) => (aggregations?.[`t${i}`] as { readonly doc_count: number }).doc_count);
  }

  #matchOnce(unit: TextUnit, isRequired: boolean): Promise<ClusterWord> {
    const name = JSON.stringify([[...unit.terms], unit.prefix, unit.typo, isRequired]);
    return this.#known.getOrMake(name, () => this.#match(unit, isRequired));
  }

  async #match({ terms, prefix, typo }: TextUnit, isRequired: boolean): Promise<ClusterWord> {
    let query = termsWordQuery(terms);
    let matching = terms.size === 0 ? 0 : await this.#pit.count(query.filter);
    if (matching === 0 && prefix !== undefined) {
      query = prefixWordQuery(prefix);
      matching = await this.#pit.count(query.filter);
    }
    if (matching === 0 && typo !== undefined) {
      query = await this.#correct(typo);
      matching = await this.#pit.count(query.filter);
    }
    return { query, matching, idf: idfOf(matching, this.#listings), isRequired };
  }

  async #correct({ word, tags }: NonNullable<TextUnit['typo']>): Promise<WordQueryDsl> {
    const words = await this.#fuzzyTerms.find(word);
    if (words === undefined) return fuzzyWordQuery(word, tags);
    return termsWordQuery(new Map([...words, ...tags].map((term) => [term, MATCH_WEIGHTS.fuzzy])));
  }
}

/** Maximum suggestions. If there are this many, others may be missing. */
const MAX_SUGGESTIONS = 5000;

interface Suggestions {
  readonly fuzzy: readonly { readonly options: readonly { readonly text: string }[] }[];
}

/** Finds the words that a misspelt word may mean: querying these as terms takes a fifth of the time of fuzzy queries. */
export class FuzzyTermLookup {
  readonly #pit: Searchable;
  /** All long words at this point in time. Few listings have any. */
  readonly #longWords = onceUnlessFailed(async () =>
    (await fetchBuckets<string>(this.#pit, HAS_LONG_WORDS, 'longWords')).buckets.map(({ value }) => value),
  );

  constructor(pit: Searchable) {
    this.#pit = pit;
  }

  /** The words that `word` may misspell, perhaps also some that no listing has any more; undefined if there are too many. */
  async find(word: string): Promise<readonly string[] | undefined> {
    const candidates = isLongWord(word) ? await this.#longWords() : await this.#suggested(word);
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
            // Deleted listings still count for a while.
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
}

const HAS_LONG_WORDS = { exists: { field: 'longWords' } };
