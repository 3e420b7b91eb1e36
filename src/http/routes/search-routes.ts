// GET /api/v1/vehicles/ and /api/v1/vehicles/summary/. A target that was served before is served from the response cache,
// unparsed, while the stock stays the same. The entity tag is known before the search, so a 304 costs no search.
import { ignoredParametersHeader } from '../../api/ignored-parameters.ts';
import { pageLinks, withServiceLinks } from '../../api/link-header.ts';
import { SEARCH_PATH, SUMMARY_PATH } from '../../api/paths.ts';
import { writeSearchResponse } from '../../api/search-response.ts';
import { toSummaryResponse } from '../../api/summary-response.ts';
import { canonicalQuery } from '../../listing/canonical-query.ts';
import type { IgnoredParameter } from '../../listing/parse-query.ts';
import type { SearchQuery } from '../../listing/search-query.ts';
import type { QueryClass } from '../../metrics/request-metrics.ts';
import type { SearchService } from '../../search/search-service.ts';
import {
  apiHeaders,
  PRIVATE_CACHE_CONTROL,
  type ApiEndpoint,
  type ApiRequest,
  type ApiResponse,
  type ApiRoute,
} from '../api-endpoint.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { entityTag, matchesIfNoneMatch, STRICT_HANDLING } from '../negotiation.ts';
import { parseQueryString } from '../query-string.ts';
import { ResponseCache } from '../response-cache.ts';

/** Four thousand summaries, each of which takes a hundred times as long to make as a page of results. */
const SUMMARY_CACHE_BYTES = 32 * 1024 * 1024;

export function searchRoute(endpoint: ApiEndpoint): ApiRoute {
  return {
    path: SEARCH_PATH,
    config: { name: 'search', permission: 'search', cost: 'search' },
    endpoint,
    privateCacheControl: PRIVATE_CACHE_CONTROL,
  };
}

export function summaryRoute(endpoint: ApiEndpoint): ApiRoute {
  return {
    path: SUMMARY_PATH,
    config: { name: 'summary', permission: 'search', cost: 'search' },
    endpoint,
    privateCacheControl: PRIVATE_CACHE_CONTROL,
  };
}

/** One page of the search's results. */
export function searchEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  return queryEndpoint(service, context, {
    cacheKeyOf: canonicalQuery,
    async respond(query, key, baseUrl) {
      const result = await service.search(query);
      return {
        link: pageLinks(key, query.page, result.total, baseUrl),
        body: writeSearchResponse(query, result, baseUrl),
      };
    },
  });
}

/** A summary of the search's matches. `page` has no effect and is reported as ignored; `sort` appears in relaxations' URLs. */
export function summaryEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  return queryEndpoint(service, context, {
    cacheBytes: SUMMARY_CACHE_BYTES,
    cacheKeyOf: (query) => `summary ${canonicalQuery({ ...query, page: 1 })}`,
    ignores: ({ page }) => (page === 1 ? [] : [{ name: 'page' }]),
    async respond(query, _key, baseUrl) {
      const summary = await service.summarize(query);
      return { link: undefined, body: Buffer.from(JSON.stringify(toSummaryResponse(summary, baseUrl))) };
    },
  });
}

interface QueryEndpoint {
  /** Default: that of ResponseCache. */
  readonly cacheBytes?: number;
  /** Equal for queries with equal responses. */
  readonly cacheKeyOf: (query: SearchQuery) => string;
  /** Parameters of the query that have no effect here. */
  readonly ignores?: (query: SearchQuery) => readonly IgnoredParameter[];
  /** `key` is that of `cacheKeyOf`; `link` is the endpoint's own part of the Link header. */
  readonly respond: (
    query: SearchQuery,
    key: string,
    baseUrl: string,
  ) => Promise<{ readonly link: string | undefined; readonly body: Buffer }>;
}

function queryEndpoint(service: SearchService, context: HttpContext, endpoint: QueryEndpoint): ApiEndpoint {
  const commonHeaders = apiHeaders(context);
  const cache = new ResponseCache(endpoint.cacheBytes);

  async function respondUncached(request: ApiRequest): Promise<ApiResponse> {
    const { target, strict, baseUrl, ifNoneMatch } = request;
    const { query, ignored } = service.parse(parseQueryString(target), { strict });
    request.onQueryClass?.(queryClassOf(query));
    const { version } = service;
    const key = endpoint.cacheKeyOf(query);
    const tag = entityTag(version, key, baseUrl);
    const ignoredParameters = ignoredParametersHeader([...ignored, ...(endpoint.ignores?.(query) ?? [])]);
    const headers = {
      ...commonHeaders,
      ...(strict && { 'preference-applied': STRICT_HANDLING }),
      ...(ignoredParameters !== undefined && { 'ignored-parameters': ignoredParameters }),
    };
    const tagged = { ...headers, etag: tag };
    if (matchesIfNoneMatch(ifNoneMatch, tag)) return { headers: tagged, link: '', body: undefined };

    const { link: ownLink, body } = await endpoint.respond(query, key, baseUrl);
    const link = withServiceLinks(ownLink, baseUrl);
    // If the stock changed meanwhile, the version that the response shows is unknown: it gets no tag and is not cached.
    if (service.version !== version) return { headers, link, body };
    return cache.store(version, cacheKeyOf(request), { headers: tagged, link, body });
  }

  return (request) => {
    checkReady(context);
    const cached = cache.find(service.version, cacheKeyOf(request));
    if (cached === undefined) return respondUncached(request);
    request.onQueryClass?.('cached');
    return matchesIfNoneMatch(request.ifNoneMatch, cached.headers['etag'] ?? '')
      ? { ...cached, body: undefined }
      : cached;
  };
}

/** Equal only for equal responses: a target contains no space. */
function cacheKeyOf({ target, strict, baseUrl }: ApiRequest): string {
  return `${strict ? 'strict' : 'lenient'} ${target} ${baseUrl}`;
}

/** The class of a query by what drives its cost: words cost more than filters, and so does distance. */
function queryClassOf(query: SearchQuery): QueryClass {
  if (query.q !== undefined) return query.center === undefined ? 'text' : 'text_geo';
  if (query.center !== undefined) return 'geo';
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && !NON_FILTERS.has(name)) return 'filtered';
  }
  return 'unfiltered';
}

/** Members of a query that exclude no listing; without a place the distance does not either. */
const NON_FILTERS: ReadonlySet<string> = new Set<keyof SearchQuery>(['page', 'sort', 'distanceBand']);
