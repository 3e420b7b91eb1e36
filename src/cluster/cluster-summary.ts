// Counts the matches of a point in time in the cluster, for summaries, maps and the prices of a search. Results are exact: if a
// cluster would only estimate the most common values, all values are fetched.
import { RANGE_FIELDS, type SearchQuery } from '../query/search-query.ts';
import { summarize, type CountedMatches } from '../stock/summarize.ts';
import type { StockSummary, SummaryParts, UnknownExcludingFilter } from '../stock/summary.ts';
import { countedTerms, groupTerms } from '../index/shared/counted-terms.ts';
import { toEngineQuery } from '../index/shared/engine-query.ts';
import { MATCH_NONE, unknownDsl, type QueryDsl } from './query-dsl.ts';
import { matchQuery, type SearchContext } from './result-page.ts';
import { countNumbers, countValues, fetchBuckets } from './composite-buckets.ts';
import type { Searchable } from './point-in-time.ts';
import { encodeTerm } from './term-encoding.ts';
import { findNumbers } from './cluster-order-statistics.ts';
import { cellAt } from '../geo/map-grid.ts';
import type { PlaceCounts } from '../stock/stock-map.ts';
import { findStockPrices, type PriceSource, type StockPrices } from '../stock/stock-prices.ts';

export function summarizeCluster(
  context: SearchContext,
  query: SearchQuery,
  parts: SummaryParts,
): Promise<StockSummary> {
  const { pit, words } = context;
  return summarize(query, parts, async (searchQuery) => {
    const matched = await words.match(searchQuery.q);
    const matching = matched ? await matchQuery(toEngineQuery(searchQuery), matched, context) : MATCH_NONE;
    return countedMatches(pit, matching);
  });
}

function countedMatches(pit: SearchContext['pit'], matching: QueryDsl): CountedMatches {
  return {
    total: () => pit.count(matching),
    countValues: (column, limit) => countValues(pit, matching, column, limit),
    async countEach(column) {
      const { buckets } = await fetchBuckets<string>(pit, matching, `${column}.value`);
      return new Map(buckets.map(({ value, count }) => [value, count]));
    },
    countNumbers: (property, limit) => countNumbers(pit, matching, property, limit),
    numbers: (property) => findNumbers(pit, matching, property),
    terms: (groups) => countTerms(pit, matching, groups),
    countUnknown: (name) => pit.count({ bool: { filter: [matching, unknownDsl(fieldOf(name))] } }),
  };
}

/** The document field that is missing if a filter's value is unknown. */
function fieldOf(name: UnknownExcludingFilter): string {
  if (name === 'distanceBand') return 'at.x';
  return RANGE_FIELDS.some(({ property }) => property === name) ? name : `${name}.value`;
}

async function countTerms(
  pit: Searchable,
  query: QueryDsl,
  groups: SummaryParts['groups'],
): Promise<StockSummary['terms']> {
  const terms = countedTerms(groups);
  if (terms.length === 0) return groupTerms([], []);
  const filters = terms.map(({ tag }) => ({ term: { terms: encodeTerm(tag) } }));
  const { aggregations } = await pit.search({ query, size: 0, aggs: { terms: { filters: { filters } } } });
  const { buckets } = aggregations?.['terms'] as {
    readonly buckets: readonly { readonly doc_count: number }[];
  };
  return groupTerms(
    terms,
    buckets.map(({ doc_count }) => doc_count),
  );
}

/**
 * Counts matches by cell of the map's grid. Each document has its cell of the finest grid, from the function that the index in
 * this process uses. The cluster's own grids round positions, and would place some listings in a neighbouring cell.
 */
export async function countClusterPlaces(
  context: SearchContext,
  query: SearchQuery,
  zoom: number,
): Promise<PlaceCounts> {
  const matched = await context.words.match(query.q);
  const cells = new Map<number, number>();
  if (matched === undefined) return { total: 0, cells };
  const { buckets, unknown } = await fetchBuckets<number>(
    context.pit,
    await matchQuery(toEngineQuery(query), matched, context),
    'cell',
  );
  let total = unknown;
  for (const { value, count } of buckets) {
    const cell = cellAt(value, zoom);
    cells.set(cell, (cells.get(cell) ?? 0) + count);
    total += count;
  }
  return { total, cells };
}

/** The prices of a search's matches by mileage, from the order statistics of the cluster. */
export async function clusterPrices(context: SearchContext, query: SearchQuery): Promise<StockPrices> {
  const matched = await context.words.match(query.q);
  if (matched === undefined) return { count: 0, quartiles: null, bands: [] };
  const numbers: PriceSource['numbers'] = async (searchQuery, field) =>
    findNumbers(context.pit, await matchQuery(toEngineQuery(searchQuery), matched, context), field);
  return findStockPrices(query, {
    numbers,
    pricesWithin: (searchQuery, mileageMiles) => numbers({ ...searchQuery, mileageMiles }, 'priceGbp'),
  });
}
