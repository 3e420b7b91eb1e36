// The use cases behind all surfaces: parse, search, summarise, interpret. Joins the query parser, the index and the
// adverts.
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import { loadTowns } from '../geo/towns.ts';
import { indexFormat } from '../index/index-file.ts';
import { interpret, type Interpretation } from '../interpret/interpret.ts';
import { ukVocabulary } from '../interpret/vocabulary.ts';
import type { AdvertLookup, AdvertState, ListingIndex } from '../listing/listing-index.ts';
import { parseQuery, type ParameterPairs, type ParsedQuery } from '../listing/parse-query.ts';
import type { SearchQuery, SearchResult } from '../listing/search-query.ts';
import type { StockSummary } from '../listing/summary.ts';
import type { PublicStatus } from '../ingest/public-status.ts';

/** What a service needs. The gazetteer is a function, because an import may replace it. */
export interface SearchServiceDeps {
  readonly index: ListingIndex;
  readonly adverts: AdvertLookup;
  gazetteer(): Gazetteer;
  status(): PublicStatus;
}

export class SearchService {
  readonly #deps: SearchServiceDeps;
  #format: string | undefined;

  constructor(deps: SearchServiceDeps) {
    this.#deps = deps;
  }

  /** Changes whenever results could: with the stock, the postcode tables, the trade's terms and the format of the index. */
  get version(): string {
    this.#format ??= indexFormat();
    return `${this.#deps.index.version}.${this.#deps.gazetteer().version}.${this.#format}`;
  }

  /** Number of live listings. */
  get size(): number {
    return this.#deps.index.size;
  }

  /** Throws a Problem `invalid_parameters` that lists every bad parameter. */
  parse(pairs: ParameterPairs, options?: { readonly strict?: boolean }): ParsedQuery {
    return parseQuery(pairs, this.#deps.gazetteer(), options);
  }

  search(query: SearchQuery): Promise<SearchResult> {
    return this.#deps.index.search(query);
  }

  summarize(query: SearchQuery): Promise<StockSummary> {
    return this.#deps.index.summarize(query);
  }

  /** The public status: the same object until something changes. */
  status(): PublicStatus {
    return this.#deps.status();
  }

  async findAdvert(advertUrl: string): Promise<AdvertState> {
    return this.#deps.adverts.findAdvert(advertUrl);
  }

  /**
   * The query that a phrase stands for. Words that no listing says are left out of its text. Plates and ages count from
   * `thisYear`. Problem `invalid_parameters`.
   */
  async interpret(text: string, thisYear: number): Promise<Interpretation> {
    const context = {
      vocabulary: ukVocabulary(),
      gazetteer: this.#deps.gazetteer(),
      towns: loadTowns(),
      thisYear,
    };
    const interpretation = interpret(text, context);
    if (interpretation.pieces.length === 0) return interpretation;
    const missing = await this.#deps.index.findMissingWords(interpretation.pieces);
    if (missing.size === 0) return interpretation;
    return interpret(text, { ...context, isInStock: (words) => !missing.has(words) });
  }
}
