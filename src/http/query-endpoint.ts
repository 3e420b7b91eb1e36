// Endpoints that answer the parameters of a search. A target that was served before is served from the response cache, unparsed,
// while the stock stays the same. The entity tag is known before the search, so a 304 costs no search.
import { correctionsHeader } from '../api/ignored-parameters.ts';
import { withServiceLinks } from '../api/link-header.ts';
import type { ParameterPairs, ParsedQuery } from '../listing/parse-query.ts';
import type { Correction, SearchQuery } from '../listing/search-query.ts';
import type { QueryClass } from '../metrics/request-metrics.ts';
import type { SearchService } from '../search/search-service.ts';
import { apiHeaders, type ApiEndpoint, type ApiRequest, type ApiResponse } from './api-endpoint.ts';
import { checkReady, type HttpContext } from './http-context.ts';
import { entityTag, matchesIfNoneMatch } from './negotiation.ts';
import { parseQueryString, preferenceHeaders } from './query-string.ts';
import { ResponseCache, type CachedResponse } from './response-cache.ts';

export interface QueryEndpoint<Parsed extends ParsedQuery> {
  /** Default: the limit of ResponseCache. */
  readonly cacheBytes?: number;
  /** Default: JSON. */
  readonly contentType?: string;
  /** Problem `invalid_parameters`. */
  readonly parse: (pairs: ParameterPairs, options: { readonly strict: boolean }) => Parsed;
  /** Equal for requests with equal responses; part of the entity tag. */
  readonly canonicalKeyOf: (parsed: Parsed) => string;
  /** `key` is the canonical key; `link` is the endpoint's own part of the Link header. */
  readonly respond: (
    parsed: Parsed,
    key: string,
    baseUrl: string,
  ) => Promise<{
    readonly link: string | undefined;
    readonly body: Buffer;
    readonly corrections?: readonly Correction[] | undefined;
    readonly onServed?: CachedResponse['onServed'];
  }>;
}

/** An endpoint whose response depends on the parameters of a search and on the stock. */
export function queryEndpoint<Parsed extends ParsedQuery>(
  service: Pick<SearchService, 'version'>,
  context: HttpContext,
  endpoint: QueryEndpoint<Parsed>,
): ApiEndpoint {
  const { contentType } = endpoint;
  const commonHeaders = { ...apiHeaders(context), ...(contentType && { 'content-type': contentType }) };
  const cache = new ResponseCache(endpoint.cacheBytes);

  async function respondUncached(
    request: ApiRequest,
    version: string,
    targetKey: string,
  ): Promise<ApiResponse> {
    const { target, strict, baseUrl, ifNoneMatch } = request;
    const parsed = endpoint.parse(parseQueryString(target), { strict });
    const { query, ignored, warnings } = parsed;
    request.onQueryClass?.(queryClassOf(query));
    const key = endpoint.canonicalKeyOf(parsed);
    const tag = entityTag(version, key, baseUrl);
    const headers: Record<string, string> = {
      ...commonHeaders,
      ...preferenceHeaders(strict, ignored, warnings),
    };
    const tagged: Record<string, string> = { ...headers, etag: tag };
    if (matchesIfNoneMatch(ifNoneMatch, tag)) return { headers: tagged, link: '', body: undefined };

    const { link: ownLink, body, corrections, onServed } = await endpoint.respond(parsed, key, baseUrl);
    onServed?.(request);
    const corrected = correctionsHeader(corrections);
    if (corrected !== undefined) {
      headers['corrections'] = corrected;
      tagged['corrections'] = corrected;
    }
    const link = withServiceLinks(ownLink, baseUrl);
    // If the stock changed meanwhile, the version that the response shows is unknown: it gets no tag and is not cached.
    if (service.version !== version) return { headers, link, body };
    return cache.store(version, targetKey, { headers: tagged, link, body, onServed });
  }

  return (request) => {
    checkReady(context);
    const { version } = service;
    const targetKey = targetKeyOf(request);
    const cached = cache.find(version, targetKey);
    if (cached === undefined) return respondUncached(request, version, targetKey);
    request.onQueryClass?.('cached');
    cached.onServed?.(request);
    return matchesIfNoneMatch(request.ifNoneMatch, cached.headers['etag'] ?? '')
      ? { ...cached, body: undefined }
      : cached;
  };
}

/** The response cache's key, which needs no parsing. Equal only for equal responses: a target contains no space. */
function targetKeyOf({ target, strict, baseUrl }: ApiRequest): string {
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
