// Counts the matches of a snapshot in the engine, for summaries and for the prices of a search.
import { firstFacets } from '../../engine/collect/facet-counts.ts';
import { Searcher, type MatchSet } from '../../engine/collect/match-set.ts';
import type { OrderStatistics } from '../../engine/collect/order-statistics.ts';
import { runInSlices } from '../../engine/time-slices.ts';
import type { Snapshot } from '../../engine/segment/snapshot.ts';
import { RANGE_FIELDS, type SearchQuery } from '../../query/search-query.ts';
import { findStockPrices, type StockPrices } from '../../stock/stock-prices.ts';
import { summarize, type CountedMatches, type NumberStatistics } from '../../stock/summarize.ts';
import type { StockSummary, SummaryParts, UnknownExcludingFilter, ValueCounts } from '../../stock/summary.ts';
import { countedIndices, countedTags, countedTerms, groupTerms } from '../shared/counted-terms.ts';
import { toEngineQuery } from '../shared/engine-query.ts';
import { LISTING_SCHEMA } from '../shared/listing-schema.ts';

/** Precomputes the parts that only summaries and prices need. */
export async function warmCounts({ segments }: Snapshot): Promise<void> {
  for (const { segment } of segments) {
    await runInSlices(segment.numbers('mileageMiles').warmPositions());
    await runInSlices(segment.text.termsByRow(countedTags()).warm());
  }
}

export function summarizeSnapshot(
  snapshot: Snapshot,
  query: SearchQuery,
  parts: SummaryParts,
): Promise<StockSummary> {
  const searcher = new Searcher(LISTING_SCHEMA, snapshot);
  return summarize(query, parts, (searchQuery) => countedMatches(searcher.match(toEngineQuery(searchQuery))));
}

function countedMatches(matches: MatchSet): CountedMatches {
  return {
    total: () => matches.total,
    countValues: (column, limit) => matches.countValues(column, limit),
    countEach: (column) => matches.countEach(column),
    countNumbers: (property, limit) => countNumbers(matches.numbers(property), limit),
    numbers: (property) => statisticsOf(matches.numbers(property)),
    terms: (groups) =>
      groupTerms(countedTerms(groups), matches.countTags(countedTags(), countedIndices(groups))),
    countUnknown: (name) => countUnknown(matches, name),
  };
}

function countUnknown(matches: MatchSet, name: UnknownExcludingFilter): number {
  if (name === 'distanceBand') return matches.countMissingPoint();
  const isRange = RANGE_FIELDS.some(({ property }) => property === name);
  return isRange ? matches.countMissingNumber(name) : matches.countMissingKeyword(name);
}

function countNumbers(numbers: OrderStatistics, limit: number): ValueCounts {
  const highestFirst = numbers.counts().reverse();
  const texts = highestFirst.map(({ value, count }) => ({ value: String(value), count }));
  return firstFacets(texts, limit, numbers.unknown);
}

function statisticsOf(numbers: OrderStatistics): NumberStatistics {
  const { known, unknown } = numbers;
  return {
    known,
    unknown,
    min: known === 0 ? NaN : numbers.valueAtRank(0),
    max: known === 0 ? NaN : numbers.valueAtRank(known - 1),
    async valuesAtRanks(ranks) {
      const values: number[] = [];
      for (const rank of ranks) values.push(numbers.valueAtRank(rank));
      return values;
    },
    async countsFrom(edges) {
      const counts: number[] = [];
      let below = 0;
      for (let i = 1; i <= edges.length; i++) {
        const upTo = i < edges.length ? numbers.countBelow(edges[i]) : known;
        counts.push(upTo - below);
        below = upTo;
      }
      return counts;
    },
  };
}

/** The prices of a search's matches by mileage. */
export function pricesInSnapshot(snapshot: Snapshot, query: SearchQuery): Promise<StockPrices> {
  const searcher = new Searcher(LISTING_SCHEMA, snapshot);
  let all: MatchSet | undefined;
  // Searches once and shares the matches.
  const match = (priced: SearchQuery): MatchSet => (all ??= searcher.match(toEngineQuery(priced)));
  return findStockPrices(query, {
    numbers: async (priced, field) => statisticsOf(match(priced).numbers(field)),
    pricesWithin: async (priced, { min = -Infinity, max = Infinity }) =>
      statisticsOf(match(priced).numbersWithin('priceGbp', 'mileageMiles', { min, max })),
  });
}
