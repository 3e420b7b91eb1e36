// The port that a search goes through. Two promises bind every implementation: totals are exact, and pages
// partition the result (no listing twice, none skipped) while the version stays the same.
import type { SearchQuery, SearchResult } from './search-query.ts';
import type { StockSummary } from './summary.ts';

export interface ListingIndex {
  /** Answers from one consistent state of the stock. */
  search(query: SearchQuery): Promise<SearchResult>;
  /** What there is of what the query asks for, from one consistent state too. Its order and page make no difference. */
  summarize(query: SearchQuery): Promise<StockSummary>;
  /** Changes whenever an answer could; equal versions give equal answers. */
  readonly version: string;
  /** Number of live listings. */
  readonly size: number;
}
