// Summarises a point in time, and counts its map and prices: runs the query with one filter or another removed, as
// index/summarize.ts does, and aggregates each in the cluster. Results are exact: where a cluster would estimate the most
// common values, all are fetched.
import {
  countedColumn,
  filtersOf,
  omit,
  type FilterName,
  DISTRIBUTION_FIELDS,
  FACET_FIELDS,
  MATCHING_FIELDS,
  RANGE_FIELDS,
} from '../listing/filtered-fields.ts';
import { findRelaxations } from '../listing/relaxations.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import {
  excludedFilters,
  excludesUnknown,
  percentileRanks,
  type UnknownExcludingFilter,
  type StockSummary,
  type Distribution,
  type NumberSummary,
  histogramEdges,
  countVariants,
} from '../listing/summary.ts';
import { countedTerms, groupTerms } from '../index/counted-terms.ts';
import { toEngineQuery } from '../index/engine-query.ts';
import { unknownDsl, type QueryDsl } from './query-dsl.ts';
import { matchQuery, type SearchContext } from './search-page.ts';
import { countNumbers, countValues, fetchBuckets } from './composite-buckets.ts';
import type { PointInTime } from './point-in-time.ts';
import { encodeTerm } from './term-encoding.ts';
import { findNumbers, type ClusterOrderStatistics } from './cluster-order-statistics.ts';
import { cellAt } from '../geo/map-grid.ts';
import type { PlaceCounts } from '../listing/stock-map.ts';
import { findStockPrices, type StockPrices } from '../listing/stock-prices.ts';

/** The document field that is missing if a filter's value is unknown. */
function fieldOf(name: UnknownExcludingFilter): string {
  if (name === 'distanceBand') return 'at.x';
  return RANGE_FIELDS.some(({ property }) => property === name) ? name : `${name}.value`;
}

type FacetField = (typeof FACET_FIELDS)[number];
type DistributionField = (typeof DISTRIBUTION_FIELDS)[number];

export async function summarizeCluster(context: SearchContext, query: SearchQuery): Promise<StockSummary> {
  const { pit, words } = context;
  const filters = filtersOf(query);
  const toQueryDsl = async (searchQuery: SearchQuery): Promise<QueryDsl | undefined> => {
    const matched = await words.match(searchQuery.q);
    return matched && matchQuery(toEngineQuery(searchQuery), matched);
  };
  /** Matches without some of the filters; those that are not set are ignored. */
  const matchWithout = async (names: readonly FilterName[]): Promise<QueryDsl> =>
    (await toQueryDsl(
      omit(
        query,
        names.filter((name) => filters.includes(name)),
      ),
    )) ?? NOTHING;
  const count = async (field: FacetField) => {
    const matching = await matchWithout(excludedFilters(field));
    const { property, facet, filter } = field;
    return filter.kind === 'value'
      ? countValues(pit, matching, countedColumn(field), facet.limit)
      : countNumbers(pit, matching, property, facet.limit);
  };
  const distribution = async (field: DistributionField) =>
    distributionOf(
      await findNumbers(pit, await matchWithout(excludedFilters(field)), field.property),
      field.distribution.minBinWidth,
    );
  const excludedUnknown = async (name: UnknownExcludingFilter) => {
    const matching = await matchWithout([name]);
    return pit.count({ bool: { filter: [matching, unknownDsl(fieldOf(name))] } });
  };

  const variants = countVariants(query, {
    baseModels: async () => countValues(pit, await matchWithout([]), 'baseModel', 1),
    async titles(searchQuery) {
      const { buckets } = await fetchBuckets<string>(
        pit,
        (await toQueryDsl(searchQuery)) ?? NOTHING,
        'model.value',
      );
      return new Map(buckets.map(({ value, count }) => [value, count]));
    },
    totals: (queries) =>
      Promise.all(queries.map(async (searchQuery) => pit.count((await toQueryDsl(searchQuery)) ?? NOTHING))),
  });
  const unknownFilters = filters.filter(excludesUnknown);
  const [total, variant, terms, counts, distributions, matching, unknown] = await Promise.all([
    matchWithout([]).then((matching) => pit.count(matching)),
    variants,
    matchWithout([]).then((matching) => countTerms(pit, matching)),
    Promise.all(FACET_FIELDS.map(async (field) => [field.name, await count(field)] as const)),
    Promise.all(DISTRIBUTION_FIELDS.map(async (field) => [field.name, await distribution(field)] as const)),
    Promise.all(
      MATCHING_FIELDS.map(async ({ name, property }) => {
        const numbers = await findNumbers(pit, await matchWithout([]), property);
        return [name, await summarizeNumbers(numbers)] as const;
      }),
    ),
    Promise.all(unknownFilters.map(excludedUnknown)),
  ]);
  return {
    total,
    variant,
    terms,
    facets: Object.fromEntries(counts),
    distributions: Object.fromEntries(distributions),
    matching: Object.fromEntries(matching),
    excludedUnknown: new Map(unknownFilters.map((name, i) => [name, unknown[i]])),
    relaxations: total > 0 ? null : await relaxationsOf(context, query, toQueryDsl),
  };
}

async function countTerms(pit: Pick<PointInTime, 'search'>, query: QueryDsl): Promise<StockSummary['terms']> {
  const terms = countedTerms();
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

/** For a text without words. */
const NOTHING: QueryDsl = { match_none: {} };

async function relaxationsOf(
  { pit }: SearchContext,
  query: SearchQuery,
  toQueryDsl: (searchQuery: SearchQuery) => Promise<QueryDsl | undefined>,
): Promise<StockSummary['relaxations']> {
  return findRelaxations(query, {
    async count(searchQuery) {
      const matching = await toQueryDsl(searchQuery);
      return matching === undefined ? 0 : pit.count(matching);
    },
    async valueRange(searchQuery, field) {
      const matching = await toQueryDsl(searchQuery);
      if (matching === undefined) return undefined;
      const { aggregations } = await pit.search({
        query: matching,
        size: 0,
        aggs: { min: { min: { field } }, max: { max: { field } } },
      });
      const { min, max } = aggregations as Readonly<Record<'min' | 'max', { readonly value: number | null }>>;
      return min.value === null || max.value === null ? undefined : { min: min.value, max: max.value };
    },
  });
}

async function summarizeNumbers(numbers: ClusterOrderStatistics): Promise<NumberSummary> {
  const { known, unknown, min, max } = numbers;
  if (known === 0) return { known, unknown, min: null, max: null, percentiles: [] };
  return { known, unknown, min, max, percentiles: await numbers.valuesAtRanks(percentileRanks(known)) };
}

async function distributionOf(numbers: ClusterOrderStatistics, minWidth: number): Promise<Distribution> {
  const summary = await summarizeNumbers(numbers);
  const { min, percentiles } = summary;
  if (min === null) return { ...summary, histogram: [] };
  const edges = histogramEdges(min, percentiles[percentiles.length - 1], minWidth);
  const counts = await numbers.countsFrom(edges);
  return {
    ...summary,
    histogram: edges
      .map((from, i) => ({ from, below: edges[i + 1] ?? null, count: counts[i] }))
      .filter(({ count }) => count > 0),
  };
}

// Counts matches by cell of the map's grid. Documents have the cell of the finest grid, made by the function that the index in
// this process uses: the cluster's own grids round positions, and would place some listings in the cell beside.

export async function countClusterPlaces(
  { pit, words }: SearchContext,
  query: SearchQuery,
  zoom: number,
): Promise<PlaceCounts> {
  const matched = await words.match(query.q);
  const cells = new Map<number, number>();
  if (matched === undefined) return { total: 0, cells };
  const { buckets, unknown } = await fetchBuckets<number>(
    pit,
    matchQuery(toEngineQuery(query), matched),
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

// The prices of a search's matches by mileage, from the order statistics of the cluster.

export async function clusterPrices({ pit, words }: SearchContext, query: SearchQuery): Promise<StockPrices> {
  const matched = await words.match(query.q);
  if (matched === undefined) return { count: 0, quartiles: null, bands: [] };
  return findStockPrices(query, (searchQuery, field, band) =>
    findNumbers(
      pit,
      matchQuery(toEngineQuery({ ...searchQuery, ...(band && { mileageMiles: band }) }), matched),
      field,
    ),
  );
}
