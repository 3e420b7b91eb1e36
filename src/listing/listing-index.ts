// The interface of search backends. Totals are exact, and while the version stays the same, pages partition the result: no
// listing occurs twice, and none is skipped.
import type { SearchQuery, SearchResult } from './search-query.ts';
import type { StockSummary } from './summary.ts';

export interface ListingIndex {
  /** One page, from one consistent state of the stock. */
  search(query: SearchQuery): Promise<SearchResult>;
  /** The summary of the matches, from one consistent state. Ignores the query's order and page. */
  summarize(query: SearchQuery): Promise<StockSummary>;
  /** Equal versions give equal results. */
  readonly version: string;
  /** Number of live listings. */
  readonly size: number;
}
