// GET /api/v1/vehicles/, /api/v1/vehicles/summary/ and /api/v1/vehicles/map/.
import { pageLinks } from '../../api/link-header.ts';
import { writeSearchResponse } from '../../api/search-response.ts';
import { toSummaryResponse, writeMapResponse } from '../../api/summary-response.ts';
import { canonicalQuery } from '../../listing/canonical-query.ts';
import { canonicalMapView, parseMapQuery } from '../../listing/parse-map-query.ts';
import type { SearchService } from '../../search/search-service.ts';
import type { ApiEndpoint } from '../api-endpoint.ts';
import type { HttpContext } from '../http-context.ts';
import { emptySearchCounter } from '../empty-search-counter.ts';
import { queryEndpoint } from '../query-endpoint.ts';

/** Four thousand summaries. One takes a hundred times as long to make as a page of results. */
const SUMMARY_CACHE_BYTES = 32 * 1024 * 1024;
/** Thousands of maps of dealers, or a few of a million places. */
const MAP_CACHE_BYTES = 32 * 1024 * 1024;

/** One page of the search's results. */
export function searchEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  const counter = emptySearchCounter(service, context.emptySearches);
  return queryEndpoint(service, context, {
    parse: (pairs, options) => service.parse(pairs, options),
    canonicalKeyOf: ({ query }) => canonicalQuery(query),
    async respond({ query }, key, baseUrl) {
      const result = await service.search(query);
      return {
        link: pageLinks(key, query.page, result.total, baseUrl),
        body: writeSearchResponse(query, result, baseUrl),
        corrections: result.corrections,
        ...(result.total === 0 && { onServed: counter.ofQuery(query) }),
      };
    },
  });
}

/** A summary of the search's matches. `page` has no effect and is reported as ignored; `sort` appears in relaxations' URLs. */
export function summaryEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  return queryEndpoint(service, context, {
    cacheBytes: SUMMARY_CACHE_BYTES,
    parse: (pairs, options) =>
      service.parse(pairs, { ...options, idle: { names: ['page'], on: 'a summary' } }),
    canonicalKeyOf: ({ query }) => `summary ${canonicalQuery({ ...query, page: 1 })}`,
    async respond({ query }, _key, baseUrl) {
      const summary = await service.summarize(query);
      const body = Buffer.from(JSON.stringify(toSummaryResponse(summary, baseUrl)));
      return { link: undefined, body, corrections: summary.corrections };
    },
  });
}

/** Where the search's matches are. `sort` and `page` have no effect and are reported as ignored. */
export function mapEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  return queryEndpoint(service, context, {
    cacheBytes: MAP_CACHE_BYTES,
    parse: (pairs, options) =>
      parseMapQuery(
        pairs,
        (rest) => service.parse(rest, { ...options, idle: { names: ['sort', 'page'], on: 'a map' } }),
        options,
      ),
    canonicalKeyOf: ({ query, view }) =>
      `map ${canonicalMapView(view)} ${canonicalQuery({ ...query, sort: undefined, page: 1 })}`,
    async respond({ query, view }) {
      const map = await service.map(query, view);
      return { link: undefined, body: writeMapResponse(map), corrections: map.corrections };
    },
  });
}
