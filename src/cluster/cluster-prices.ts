// The prices of a search's matches by mileage, from the order statistics of the cluster.
import { toEngineQuery } from '../index/engine-query.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import { findStockPrices, type StockPrices } from '../listing/stock-prices.ts';
import { findNumbers } from './cluster-order-statistics.ts';
import { matchQuery, type SearchContext } from './search-page.ts';

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
