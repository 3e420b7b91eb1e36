// One page of search results. It combines filters, words and sort order, and reaches pages of any depth.
import { orderOf } from '../engine/query/word-expansion.ts';
import type { EngineQuery } from '../engine/schema.ts';
import type { Correction } from '../query/search-query.ts';
import type { StockNames } from '../stock/stock-names.ts';
import { boolFilter, filterDsl, hasManyClauses, sortDsl, type QueryDsl } from './query-dsl.ts';
import type { PointInTime, ClusterHit, ClusterResponse, SortValue } from './point-in-time.ts';
import { sourceOf, type ClusterPage, type SourceListing } from './listing-document.ts';
import {
  hasManyWords,
  listingsOf,
  rankManyWords,
  scoredBool,
  searchManyWords,
  textFilters,
} from './many-word-search.ts';
import type { ClusterText, WordCache } from './word-cache.ts';
import type { SearchAfterCache } from './search-after-cache.ts';

/** A point in time with its caches. */
export interface SearchContext {
  readonly pit: Pick<PointInTime, 'search' | 'count' | 'published' | 'hold'>;
  readonly words: WordCache;
  /** The makes and models of the listings. */
  readonly names: () => Promise<StockNames>;
  readonly correctWords: (q: string) => Promise<readonly Correction[]>;
  readonly searchAfter: SearchAfterCache;
}

/** Maximum hits that a request may skip and return: the default of `index.max_result_window`. */
const WINDOW = 10_000;
/** Listings per batch, about 1.5 MB. Each server runs few exports. */
const BATCH_SIZE = 1000;

const EMPTY_PAGE: ClusterPage = { total: 0, listings: [] };

export async function searchPage(context: SearchContext, query: EngineQuery): Promise<ClusterPage> {
  const text = await context.words.match(query.text);
  if (text === undefined) return EMPTY_PAGE;
  const { offset, limit } = query;
  const filters = await filtersOf(query, context);
  if (isRankedHere(query, text)) return searchManyWords(context.pit, filters, text, query);
  const clusterQuery = clusterQueryOf(query, filters, text);
  if (offset + limit <= WINDOW) {
    const { hits } = await context.pit.search<SourceListing>({ ...clusterQuery, from: offset, size: limit });
    return { total: hits.total.value, listings: hits.hits.map(sourceOf) };
  }
  const total = await context.pit.count(clusterQuery.query);
  if (offset >= total) return { total, listings: [] };
  const reader = new MatchReader(context, clusterQuery, total);
  await reader.skipTo(offset);
  return { total, listings: await reader.read(limit) };
}

/** Reads all matches in their order from the query's offset on, in batches. */
export async function readMatches(
  context: SearchContext,
  query: EngineQuery,
): Promise<{ readonly total: number; readonly batches: AsyncIterator<readonly SourceListing[]> }> {
  const text = await context.words.match(query.text);
  if (text === undefined) return { total: 0, batches: noBatches() };
  const filters = await filtersOf(query, context);
  if (isRankedHere(query, text)) {
    const { total, ids } = await rankManyWords(context.pit, filters, text, Infinity);
    return { total, batches: batchesOfIds(context, ids.slice(query.offset)) };
  }
  const clusterQuery = clusterQueryOf(query, filters, text);
  const total = await context.pit.count(clusterQuery.query);
  const reader = new MatchReader(context, clusterQuery, total);
  return { total, batches: batchesOf(reader, query.offset) };
}

async function* noBatches(): AsyncGenerator<never> {}

async function* batchesOfIds(
  { pit }: SearchContext,
  ids: readonly string[],
): AsyncGenerator<readonly SourceListing[]> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    yield await listingsOf(pit, ids.slice(at, at + BATCH_SIZE));
}

async function* batchesOf(reader: MatchReader, offset: number): AsyncGenerator<readonly SourceListing[]> {
  if (offset >= reader.total) return;
  await reader.skipTo(offset);
  while (reader.position < reader.total) yield await reader.read(BATCH_SIZE);
}

/** Whether the cluster cannot order the matches, so that they are ranked here. */
function isRankedHere(query: EngineQuery, text: ClusterText): boolean {
  return orderOf(query.sortOrder, text).by === 'relevance' && hasManyWords(text.words);
}

function clusterQueryOf(query: EngineQuery, filters: readonly QueryDsl[], text: ClusterText): ClusterQuery {
  const sortOrder = orderOf(query.sortOrder, text);
  const all = [...filters, ...textFilters(text)];
  return {
    query: sortOrder.by === 'relevance' ? scoredBool(all, text.words) : boolFilter(all),
    sort: sortDsl(sortOrder),
  };
}

/** Listings that pass the filters and match the text; not scored. */
export async function matchQuery(
  query: EngineQuery,
  text: ClusterText,
  context: Pick<SearchContext, 'names'>,
): Promise<QueryDsl> {
  return boolFilter([...(await filtersOf(query, context)), ...textFilters(text)]);
}

async function filtersOf(query: EngineQuery, { names }: Pick<SearchContext, 'names'>): Promise<QueryDsl[]> {
  return filterDsl(query, hasManyClauses(query) ? await names() : undefined);
}

interface ClusterQuery {
  readonly query: QueryDsl;
  readonly sort: readonly QueryDsl[];
}

/** Reads matches one after the other. Each ten thousand that it skips take one request, unless a starting point is cached. */
class MatchReader {
  readonly total: number;
  readonly #context: SearchContext;
  readonly #clusterQuery: ClusterQuery;
  readonly #name: string;
  #after: readonly SortValue[] | undefined;
  #position = 0;

  constructor(context: SearchContext, clusterQuery: ClusterQuery, total: number) {
    this.#context = context;
    this.#clusterQuery = clusterQuery;
    this.#name = JSON.stringify(clusterQuery);
    this.total = total;
  }

  /** Position of the next match, from 0. */
  get position(): number {
    return this.#position;
  }

  async skipTo(offset: number): Promise<void> {
    const { searchAfter } = this.#context;
    const start = searchAfter.nearest(this.#name, offset);
    this.#position = start?.offset ?? 0;
    this.#after = start?.after;
    while (this.#position < offset)
      await this.#step(Math.min(WINDOW, offset - this.#position), { _source: false });
  }

  /** The next listings, at most `limit`. There must be at least one. */
  async read(limit: number): Promise<readonly SourceListing[]> {
    const { hits } = await this.#step(limit, {});
    return hits.hits.map(sourceOf);
  }

  async #step(size: number, more: QueryDsl): Promise<ClusterResponse<SourceListing>> {
    const response = await this.#context.pit.search<SourceListing>({
      ...this.#clusterQuery,
      ...more,
      size,
      ...(this.#after !== undefined && { search_after: this.#after }),
      // The total is known from the first request.
      track_total_hits: false,
    });
    const last = response.hits.hits.at(-1);
    if (last === undefined) throw new Error(`a search for ${this.total} listings ended at ${this.#position}`);
    this.#after = sortOf(last);
    this.#position += response.hits.hits.length;
    this.#context.searchAfter.store(this.#name, { offset: this.#position, after: this.#after });
    return response;
  }
}

function sortOf({ _id, sort }: ClusterHit): readonly SortValue[] {
  if (sort === undefined) throw new Error(`the document ${_id} came back without its sort keys`);
  return sort;
}
