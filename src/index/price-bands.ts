// The prices of a search's matches by mileage, from the order statistics of the engine.
import { Searcher, type MatchSet } from '../engine/collect/match-set.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import { findStockPrices, type StockPrices } from '../listing/stock-prices.ts';
import { toEngineQuery } from './engine-query.ts';
import { LISTING_SCHEMA } from './listing-schema.ts';

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
