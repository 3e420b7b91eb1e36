// A search for its total alone: it neither ranks listings nor reads any.
import type { SearchQuery } from '../listing/search-query.ts';

/** Members that replace those of a query. */
export const COUNT_ONLY = {
  sort: 'price_asc',
  page: Number.MAX_SAFE_INTEGER,
} as const satisfies Partial<SearchQuery>;
