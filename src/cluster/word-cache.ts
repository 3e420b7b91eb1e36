// Reads query texts at one point in time. What a unit stands for, and its weight, depends on all listings, so what was
// found out about a term or a unit is cached.
import { BoundedMap } from '../memo.ts';
import { runInSlices } from '../engine/time-slices.ts';
import { MATCH_WEIGHTS, idfOf } from '../engine/query/bm25f.ts';
import type { Choice, TextQuery, TextReader, TextUnit } from '../engine/schema.ts';
import { findCorrectedWords, NameSounds } from '../index/corrected-words.ts';
import { LISTING_SCHEMA } from '../index/listing-schema.ts';
import type { Correction } from '../listing/search-query.ts';
import type { PointInTime } from './point-in-time.ts';
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

/** A unit of a query's text. */
export interface ClusterWord {
  readonly query: WordQueryDsl;
  /** Number of listings that have it. */
  readonly matching: number;
  /** Inverse document frequency of the unit. */
  readonly idf: number;
  /** Whether listings must have it; if not, it only raises their scores. */
  readonly isRequired: boolean;
}

/** A query's text. */
export interface ClusterText {
  /** Its units and choices, then the tags that it prefers. */
  readonly words: readonly ClusterWord[];
  /** Listings that it does not exclude, a filter for each exclusion. */
  readonly excluding: readonly QueryDsl[];
}

const NO_TEXT: ClusterText = { words: [], excluding: [] };

/** At this size a cache is cleared. */
const MAX_CACHED_WORDS = 20_000;

export class WordCache {
  readonly #pit: Pick<PointInTime, 'search' | 'count'>;
  readonly #listings: number;
  readonly #nameSounds: () => Promise<NameSounds>;
  readonly #fuzzyTerms: FuzzyTermLookup;
  readonly #known = new BoundedMap<string, Promise<ClusterWord>>(MAX_CACHED_WORDS);
  /** By term, whether any listing has it. */
  readonly #live = new BoundedMap<string, boolean>(MAX_CACHED_WORDS);

  /** `listings` is the number of all listings. */
  constructor(
    pit: Pick<PointInTime, 'search' | 'count'>,
    listings: number,
    nameSounds: () => Promise<NameSounds> = async () => runInSlices(NameSounds.build([], [])),
  ) {
    this.#nameSounds = nameSounds;
    this.#pit = pit;
    this.#fuzzyTerms = new FuzzyTermLookup(pit);
    this.#listings = listings;
  }

  /** Undefined if the text matches nothing. */
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

  /** The words of a text that were read as others. */
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

  /** How many listings have each term. */
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
