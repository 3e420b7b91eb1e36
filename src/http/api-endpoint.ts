// The routes of the API's operations, what all of them read of a request, and entity tags that are known before the response, which
// pages have too.
import type { RouteName } from '../metrics/request-metrics.ts';
import { varyByBaseUrl } from './base-url.ts';
import type { Exchange, HttpResponse, Route, RouteConfig } from './exchange.ts';
import { checkReady, type HttpContext } from './http-context.ts';
import { entityTag, matchesIfNoneMatch, prefersStrictHandling } from './negotiation.ts';

export interface Asked {
  /** `Prefer: handling=strict`. */
  readonly strict: boolean;
  readonly baseUrl: string;
}

/** Throws, or rejects with, a Problem. Returns no promise if the response is at hand. */
export type Operation = (exchange: Exchange, asked: Asked) => HttpResponse | Promise<HttpResponse>;

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
  operation: Operation,
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

/** A response with an entity tag that is known before it: a client that has it gets a 304, without the work. */
export async function respondTagged(
  { request }: Exchange,
  { service, key, since, baseUrl, headers, respond }: TaggedWork,
): Promise<HttpResponse> {
  const { version } = service;
  const etag = entityTag(`${version}.${since}`, key, baseUrl);
  const tagged = { ...headers, etag };
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return { status: 304, headers: tagged };
  const response = await respond();
  // If the stock changed meanwhile, the version that the response shows is unknown.
  const isKnown = response.status === undefined && service.version === version;
  return { ...response, headers: { ...(isKnown ? tagged : headers), ...response.headers } };
}

/** `2026-11-28`, in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 'yyyy-mm-dd'.length);
}
