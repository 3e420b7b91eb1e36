// GET /page/prices?…: what the matches of a search cost, by mileage, for the chart of the search page. Part of the page, not of
// the public API. `sort` and `page` have no effect.
import { canonicalQuery } from '../../listing/canonical-query.ts';
import type { SearchService } from '../../search/search-service.ts';
import type { ApiEndpoint } from '../api-endpoint.ts';
import type { HttpContext } from '../http-context.ts';
import { queryEndpoint } from '../query-endpoint.ts';

export const PRICES_PATH = '/page/prices/';

/** Ten thousand charts. */
const CACHE_BYTES = 16 * 1024 * 1024;

export function priceEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  return queryEndpoint(service, context, {
    parse: (pairs, options) => service.parse(pairs, options),
    cacheKeyOf: ({ query }) => `prices ${canonicalQuery({ ...query, sort: undefined, page: 1 })}`,
    cacheBytes: CACHE_BYTES,
    async respond({ query }) {
      const prices = await service.prices(query);
      return { link: undefined, body: Buffer.from(JSON.stringify({ prices })) };
    },
  });
}
