// One page of search results: combines filters, words and sort, and reaches pages of any depth.
import { orderOf } from '../engine/query/word-expansion.ts';
import type { EngineQuery } from '../engine/schema.ts';
import type { Correction } from '../listing/search-query.ts';
import type { StockNames } from '../listing/stock-names.ts';
import { LISTING_SCHEMA } from '../index/listing-schema.ts';
import { boolFilter, filterDsl, sortDsl, type QueryDsl } from './query-dsl.ts';
import type { PointInTime, ClusterHit, ClusterResponse, SortValue } from './point-in-time.ts';
import type { ClusterPage, SourceListing } from './listing-document.ts';
import { searchManyWords, hasManyWords, scoredBool, textFilters } from './many-word-search.ts';
import type { SearchAfterCache } from './search-after.ts';
import type { ClusterText, WordCache } from './word-cache.ts';

/** A point in time with its caches. */
export interface SearchContext {
  readonly pit: Pick<PointInTime, 'search' | 'count' | 'published'>;
  readonly words: WordCache;
  /** The makes and models that listings have. */
  readonly names: () => Promise<StockNames>;
  readonly correctWords: (q: string) => Promise<readonly Correction[]>;
  readonly searchAfter: SearchAfterCache;
}

/** The default of `index.max_result_window`. */
const WINDOW = 10_000;

const NOTHING: ClusterPage = { total: 0, listings: [] };

export async function searchPage(context: SearchContext, query: EngineQuery): Promise<ClusterPage> {
  const text = await context.words.match(query.text);
  if (text === undefined) return NOTHING;
  const { offset, limit } = query;
  const sortOrder = orderOf(query.sortOrder, text);
  if (sortOrder.by === 'relevance' && hasManyWords(text.words)) {
    return searchManyWords(context.pit, filterDsl(query), text, query);
  }
  const clusterQuery = {
    query: sortOrder.by === 'relevance' ? scoredQuery(query, text) : matchQuery(query, text),
    sort: sortDsl({ sortOrder }, LISTING_SCHEMA),
  };
  if (offset + limit <= WINDOW) {
    const response = await context.pit.search<SourceListing>({ ...clusterQuery, from: offset, size: limit });
    return { total: response.hits.total.value, listings: sourceListingsOf(response) };
  }
  return searchDeepPage(context, clusterQuery, query);
}

/** Listings that pass the filters and match the text; not scored. */
export function matchQuery(query: EngineQuery, text: ClusterText): QueryDsl {
  return boolFilter([...filterDsl(query), ...textFilters(text)]);
}

/** The same, scored by the words. */
function scoredQuery(query: EngineQuery, text: ClusterText): QueryDsl {
  return scoredBool([...filterDsl(query), ...textFilters(text)], text.words);
}

interface ClusterQuery {
  readonly query: QueryDsl;
  readonly sort: readonly QueryDsl[];
}

/** One request for each ten thousand listings before the page, unless their starting points are cached. */
async function searchDeepPage(
  { pit, searchAfter }: SearchContext,
  clusterQuery: ClusterQuery,
  { offset, limit }: EngineQuery,
): Promise<ClusterPage> {
  const total = await pit.count(clusterQuery.query);
  if (offset >= total) return { total, listings: [] };
  const name = JSON.stringify(clusterQuery);
  const start = searchAfter.nearest(name, offset);
  let at = start?.offset ?? 0;
  let after = start?.after;
  const step = async (size: number, more: QueryDsl): Promise<ClusterResponse<SourceListing>> => {
    const response = await pit.search<SourceListing>({
      ...clusterQuery,
      ...more,
      size,
      ...(after !== undefined && { search_after: after }),
      // Counted above.
      track_total_hits: false,
    });
    const last = response.hits.hits.at(-1);
    if (last === undefined) throw new Error(`a search for ${total} listings ended at ${at}`);
    after = sortOf(last);
    at += response.hits.hits.length;
    searchAfter.store(name, { offset: at, after });
    return response;
  };
  while (at < offset) await step(Math.min(WINDOW, offset - at), { _source: false });
  return { total, listings: sourceListingsOf(await step(limit, {})) };
}

function sortOf({ _id, sort }: ClusterHit): readonly SortValue[] {
  if (sort === undefined) throw new Error(`the document ${_id} came back without its sort keys`);
  return sort;
}

/** The listings of a response, in its order. */
function sourceListingsOf({ hits }: ClusterResponse<SourceListing>): SourceListing[] {
  return hits.hits.map(({ _id, _source }) => {
    if (_source === undefined) throw new Error(`the document ${_id} came back without its listing`);
    return _source.source;
  });
}
