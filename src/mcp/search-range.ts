// Results of a search from any position, of which the index knows pages of 20: one page or two of the same stock.
import { PER_PAGE, type SearchQuery, type SearchResult } from '../listing/search-query.ts';
import type { SearchService } from '../search/search-service.ts';

/** At most `limit` hits from position `start`, counted from 0; `limit` is at most PER_PAGE. The page of `query` has no effect. */
export async function searchRange(
  service: SearchService,
  query: SearchQuery,
  start: number,
  limit: number,
): Promise<SearchResult> {
  const page = Math.floor(start / PER_PAGE) + 1;
  const first = start % PER_PAGE;
  for (;;) {
    const { version } = service;
    const { hits, ...rest } = await service.search({ ...query, page });
    const { total } = rest;
    const isOnePage = first + limit <= PER_PAGE || total <= page * PER_PAGE;
    if (isOnePage) return { ...rest, hits: hits.slice(first, first + limit) };
    const next = await service.search({ ...query, page: page + 1 });
    // Between the two an import may have moved listings from one page to the other.
    if (service.version === version)
      return { ...rest, hits: [...hits, ...next.hits].slice(first, first + limit) };
  }
}
