// The routes of the API's operations, the parts of a request that all operations read, and entity tags that are known before the
// response, so a 304 costs no search; pages use these tags too. While the stock stays the same, a search target that was served
// before is served from the response cache, unparsed.
import type { RouteName, QueryClass } from '../metrics/request-metrics.ts';
import { varyByBaseUrl } from './protocol/base-url.ts';
import { requesterOf, type Exchange, type HttpResponse, type Route, type RouteConfig } from './exchange.ts';
import { checkReady, type HttpContext } from './http-context.ts';
import {
  entityTag,
  matchesAnyTag,
  matchesIfNoneMatch,
  prefersStrictHandling,
} from './protocol/negotiation.ts';
import { correctionsHeader } from '../api/corrections.ts';
import { withServiceLinks } from '../api/link-header.ts';
import type { ParsedQuery } from '../query/parse-query.ts';
import type { ParameterPairs } from '../query/read-parameters.ts';
import { filtersOf, type Correction, type SearchQuery } from '../query/search-query.ts';
import type { SearchService } from '../search/search-service.ts';
import { parseQueryString, preferenceHeaders } from './protocol/query-string.ts';
import { ResponseCache, type CachedResponse } from './response-cache.ts';

export interface Asked {
  /** `Prefer: handling=strict`. */
  readonly strict: boolean;
  readonly baseUrl: string;
}

/** Throws, or rejects with, a Problem. Returns no promise if the response is ready. */
export type OperationHandler = (exchange: Exchange, asked: Asked) => HttpResponse | Promise<HttpResponse>;

/** The headers that every response of the API has. Caches revalidate before each use, so an import shows at once. */
export function apiHeaders(context: HttpContext) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: varyByBaseUrl(context, 'Accept', 'Prefer') ?? '',
  };
}

export function apiRoutes(
  context: HttpContext,
  path: string,
  name: RouteName,
  operation: OperationHandler,
  config: Partial<RouteConfig> = {},
): Route[] {
  return routesOf(path, { name, permission: 'search', cost: 'search', ...config }, (exchange) => {
    checkReady(context);
    const { prefer } = exchange.request.headers;
    return operation(exchange, {
      strict: prefersStrictHandling(prefer),
      baseUrl: context.baseUrlOf(exchange.request.headers),
    });
  });
}

export function routesOf(path: string, config: RouteConfig, handle: Route['handle']): Route[] {
  const paths = path.endsWith('/') ? [path, path.slice(0, -1)] : [path];
  return paths.map((each) => ({ path: each, config, handle }));
}

export interface TaggedWork {
  readonly service: { readonly version: string };
  /** What the response depends on besides the stock, `since` and the base URL. */
  readonly key: string;
  /** The day, or the year, from which ages count. */
  readonly since: string | number;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A response with a status gets no tag. */
  readonly respond: () => Promise<HttpResponse>;
}

/**
 * A response with an entity tag that is known before it: a client that has it gets a 304, without the work. For `*` the work is
 * done, because only it shows whether there is anything to match.
 */
export async function respondTagged(
  exchange: Exchange,
  { service, key, since, baseUrl, headers, respond }: TaggedWork,
): Promise<HttpResponse> {
  const { version } = service;
  const etag = entityTag(`${version}.${since}`, key, baseUrl);
  const tagged = { ...headers, etag };
  const ifNoneMatch = exchange.request.headers['if-none-match'];
  const isAny = matchesAnyTag(ifNoneMatch);
  if (!isAny && matchesIfNoneMatch(ifNoneMatch, etag)) return { status: 304, headers: tagged };
  const response = await respond();
  // If the stock changed meanwhile, the version that the response shows is unknown.
  const isKnown = response.status === undefined && service.version === version;
  const all = { ...(isKnown ? tagged : headers), ...response.headers };
  if (!isAny || response.status !== undefined) return { ...response, headers: all };
  // Links belong to the body, as in every other 304.
  delete exchange.headers['link'];
  return { status: 304, headers: all };
}

/** `2026-11-28`, in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

interface QueryEndpoint<Parsed extends ParsedQuery> {
  /** Default: the limit of ResponseCache. */
  readonly cacheBytes?: number;
  /** Default: JSON. */
  readonly contentType?: string;
  /** Problem `invalid_parameters`. */
  readonly parse: (pairs: ParameterPairs, options: { readonly strict: boolean }) => Parsed;
  /** Equal for requests with equal responses; part of the entity tag. */
  readonly canonicalKeyOf: (parsed: Parsed) => string;
  /** `key` is the canonical key; `link` is the operation's own part of the Link header. */
  readonly respond: (
    parsed: Parsed,
    key: string,
    baseUrl: string,
  ) => Promise<{
    readonly link?: string | undefined;
    readonly body: Buffer;
    readonly corrections?: readonly Correction[] | undefined;
    readonly onServed?: CachedResponse['onServed'];
  }>;
}

export function queryEndpoint<Parsed extends ParsedQuery>(
  service: Pick<SearchService, 'version'>,
  context: HttpContext,
  endpoint: QueryEndpoint<Parsed>,
): OperationHandler {
  const { contentType } = endpoint;
  const commonHeaders = { ...apiHeaders(context), ...(contentType && { 'content-type': contentType }) };
  const cache = new ResponseCache(endpoint.cacheBytes);

  async function respondUncached(
    exchange: Exchange,
    { strict, baseUrl }: Asked,
    version: string,
    targetKey: string,
  ): Promise<HttpResponse> {
    const parsed = endpoint.parse(parseQueryString(exchange.target), { strict });
    const { query, ignored, warnings } = parsed;
    // Before the search runs, so that failed searches are counted by class too.
    exchange.queryClass = queryClassOf(query);
    const key = endpoint.canonicalKeyOf(parsed);
    const etag = entityTag(version, key, baseUrl);
    const headers: Record<string, string> = {
      // Each by its name: V8 takes ten times as long for a new property after a spread.
      'content-type': commonHeaders['content-type'],
      'cache-control': commonHeaders['cache-control'],
      vary: commonHeaders.vary,
      etag,
      ...preferenceHeaders(strict, ignored, warnings),
    };
    if (hasTag(exchange, etag)) return { status: 304, headers };

    const { link, body, corrections, onServed } = await endpoint.respond(parsed, key, baseUrl);
    onServed?.(requesterOf(exchange));
    const corrected = correctionsHeader(corrections);
    if (corrected !== undefined) headers['corrections'] = corrected;
    const response = { headers, link: withServiceLinks(link, baseUrl), body, onServed };
    if (service.version === version) return serve(exchange, cache.store(version, targetKey, response));
    // The stock changed meanwhile, so the version that the response shows is unknown: it gets no tag and is not cached.
    delete headers['etag'];
    return serve(exchange, response);
  }

  // Not an async function: a cached response is sent in the same tick.
  return (exchange, asked) => {
    const { version } = service;
    // Equal only for equal responses, and made without parsing: a target contains no space.
    const targetKey = `${asked.strict ? 'strict' : 'lenient'} ${exchange.target} ${asked.baseUrl}`;
    const cached = cache.find(version, targetKey);
    if (cached === undefined) return respondUncached(exchange, asked, version, targetKey);
    exchange.queryClass = 'cached';
    cached.onServed?.(requesterOf(exchange));
    return hasTag(exchange, cached.headers['etag'] ?? '')
      ? { status: 304, headers: cached.headers }
      : serve(exchange, cached);
  };
}

function hasTag({ request }: Exchange, tag: string): boolean {
  return matchesIfNoneMatch(request.headers['if-none-match'], tag);
}

function serve(exchange: Exchange, { headers, link, body, encodedForms }: CachedResponse): HttpResponse {
  exchange.headers['link'] = link;
  return { headers, body, encodedForms };
}

/** The class of a query by what drives its cost: words cost more than filters, and so does distance. */
function queryClassOf(query: SearchQuery): QueryClass {
  if (query.q !== undefined) return query.center === undefined ? 'text' : 'text_geo';
  if (query.center !== undefined) return 'geo';
  return query.cells === undefined && filtersOf(query).length === 0 ? 'unfiltered' : 'filtered';
}
