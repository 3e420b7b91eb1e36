// Summarises a snapshot, and lists its prices: runs the query with one filter or another removed, and counts each result in the
// engine.
import { Searcher, type MatchSet } from '../engine/collect/match-set.ts';
import type { OrderStatistics } from '../engine/collect/segment-matches.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import {
  DISTRIBUTION_FIELDS,
  FACET_FIELDS,
  MATCHING_FIELDS,
  RANGE_FIELDS,
  countedColumn,
  filtersOf,
  omit,
  type FilterName,
} from '../listing/filtered-fields.ts';
import {
  histogramEdges,
  excludedFilters,
  excludesUnknown,
  percentileRanks,
  type UnknownExcludingFilter,
  type Distribution,
  type NumberSummary,
  type StockSummary,
  type ValueCounts,
  countVariants,
} from '../listing/summary.ts';
import { findRelaxations } from '../listing/relaxations.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import { countedTags, countedTerms, groupTerms } from './counted-terms.ts';
import { toEngineQuery } from './engine-query.ts';
import { LISTING_SCHEMA } from './listing-schema.ts';
import { findStockPrices, type StockPrices } from '../listing/stock-prices.ts';

type FacetField = (typeof FACET_FIELDS)[number];
type DistributionField = (typeof DISTRIBUTION_FIELDS)[number];

export async function summarizeSnapshot(snapshot: Snapshot, query: SearchQuery): Promise<StockSummary> {
  const searcher = new Searcher(LISTING_SCHEMA, snapshot);
  const match = (searchQuery: SearchQuery): MatchSet => searcher.match(toEngineQuery(searchQuery));
  const filters = filtersOf(query);
  const known = new Map<string, MatchSet>();

  /** Matches without some of the filters; those that are not set are ignored. */
  const matchWithout = (names: readonly FilterName[]): MatchSet => {
    const dropped = names.filter((name) => filters.includes(name));
    const key = dropped.join();
    const found = known.get(key) ?? match(omit(query, dropped));
    known.set(key, found);
    return found;
  };
  const count = (field: FacetField): ValueCounts => {
    const matches = matchWithout(excludedFilters(field));
    return field.filter.kind === 'value'
      ? matches.countValues(countedColumn(field), field.facet.limit)
      : countNumbers(matches.numbers(field.property), field.facet.limit);
  };
  const distribution = (field: DistributionField): Distribution =>
    distributionOf(
      matchWithout(excludedFilters(field)).numbers(field.property),
      field.distribution.minBinWidth,
    );

  const matches = matchWithout([]);
  const { total } = matches;
  return {
    total,
    variant: await countVariants(query, {
      baseModels: () => matches.countValues('baseModel', 1),
      titles: (searchQuery) => match(searchQuery).countEach('model'),
      totals: (queries) => queries.map((searchQuery) => match(searchQuery).total),
    }),
    terms: groupTerms(countedTerms(), matches.countTags(countedTags())),
    facets: Object.fromEntries(FACET_FIELDS.map((field) => [field.name, count(field)])),
    distributions: Object.fromEntries(DISTRIBUTION_FIELDS.map((field) => [field.name, distribution(field)])),
    matching: Object.fromEntries(
      MATCHING_FIELDS.map(({ name, property }) => [name, summarizeNumbers(matches.numbers(property))]),
    ),
    excludedUnknown: new Map(
      filters.filter(excludesUnknown).map((name) => [name, countUnknown(matchWithout([name]), name)]),
    ),
    relaxations:
      total > 0
        ? null
        : await findRelaxations(query, {
            count: (searchQuery) => match(searchQuery).total,
            valueRange: (searchQuery, field) => {
              const numbers = match(searchQuery).numbers(field);
              if (numbers.known === 0) return undefined;
              return { min: numbers.valueAtRank(0), max: numbers.valueAtRank(numbers.known - 1) };
            },
          }),
  };
}

function countUnknown(matches: MatchSet, name: UnknownExcludingFilter): number {
  if (name === 'distanceBand') return matches.countMissingPoint();
  const isRange = RANGE_FIELDS.some(({ property }) => property === name);
  return isRange ? matches.countMissingNumber(name) : matches.countMissingKeyword(name);
}

/** The highest first, as for years. */
function countNumbers(numbers: OrderStatistics, limit: number): ValueCounts {
  const highestFirst = numbers.counts().reverse();
  const rest = highestFirst.slice(limit);
  return {
    values: highestFirst.slice(0, limit).map(({ value, count }) => ({ value: String(value), count })),
    more: { values: rest.length, count: rest.reduce((sum, { count }) => sum + count, 0) },
    unknown: numbers.unknown,
  };
}

function summarizeNumbers(numbers: OrderStatistics): NumberSummary {
  const { known, unknown } = numbers;
  if (known === 0) return { known, unknown, min: null, max: null, percentiles: [] };
  return {
    known,
    unknown,
    min: numbers.valueAtRank(0),
    max: numbers.valueAtRank(known - 1),
    percentiles: percentileRanks(known).map((rank) => numbers.valueAtRank(rank)),
  };
}

function distributionOf(numbers: OrderStatistics, minWidth: number): Distribution {
  const summary = summarizeNumbers(numbers);
  const { known, min, percentiles } = summary;
  if (min === null) return { ...summary, histogram: [] };
  const edges = histogramEdges(min, percentiles[percentiles.length - 1], minWidth);
  const below = [...edges.slice(1).map((edge) => numbers.countBelow(edge)), known];
  return {
    ...summary,
    histogram: edges
      .map((from, i) => ({ from, below: edges[i + 1] ?? null, count: below[i] - (below[i - 1] ?? 0) }))
      .filter(({ count }) => count > 0),
  };
}

// The prices of a search's matches by mileage, from the order statistics of the engine.

export function pricesInSnapshot(snapshot: Snapshot, query: SearchQuery): Promise<StockPrices> {
  const searcher = new Searcher(LISTING_SCHEMA, snapshot);
  let all: MatchSet | undefined;
  return findStockPrices(query, async (priced, field, band) => {
    // The one search of all.
    all ??= searcher.match(toEngineQuery(priced));
    const { min = -Infinity, max = Infinity } = band ?? {};
    const numbers = (band === undefined ? all : all.within('mileageMiles', min, max)).numbers(field);
    return {
      known: numbers.known,
      valuesAtRanks: async (ranks) => ranks.map((rank) => numbers.valueAtRank(rank)),
      async countsFrom(edges) {
        const below = [...edges.slice(1).map((edge) => numbers.countBelow(edge)), numbers.known];
        return below.map((count, i) => count - (below[i - 1] ?? 0));
      },
    };
  });
}
