// GET endpoints of the API: a function from a request's target to a JSON response, which knows no socket. Routes send what it
// returns.
import type { IncomingHttpHeaders } from 'node:http';
import type { QueryClass, RouteName } from '../metrics/request-metrics.ts';
import { varyByBaseUrl } from './base-url.ts';
import type { EncodedForms } from './compression/encoded-forms.ts';
import type { Exchange, HttpResponse, Route } from './exchange.ts';
import type { HttpContext } from './http-context.ts';
import { prefersStrictHandling } from './negotiation.ts';

/** Everything that a response depends on, except the stock. */
export interface ApiRequest {
  /** Path and query string, as sent. */
  readonly target: string;
  /** `Prefer: handling=strict`. */
  readonly strict: boolean;
  readonly baseUrl: string;
  readonly ifNoneMatch?: string | undefined;
  /** Called before the search runs, so that failed searches are counted by class too. */
  readonly onQueryClass?: (queryClass: QueryClass) => void;
  /** Waits for the client's next turn, for work that can be divided. */
  readonly nextTurn?: (() => Promise<void>) | undefined;
  /** The headers of the request. Responses depend on them only through the members above. */
  readonly headers?: IncomingHttpHeaders;
}

export interface ApiResponse {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The Link header. A 304 has none. */
  readonly link: string;
  /** Undefined: `304 Not Modified`. */
  readonly body: Buffer | string | undefined;
  /** The encoded forms of a cached body. */
  readonly encodedForms?: EncodedForms | undefined;
}

/** Throws, or rejects with, a Problem. Returns no promise if the response is at hand. */
export type ApiEndpoint = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

/** The headers that every response of the API has. Caches revalidate before each use, so an import shows at once. */
export function apiHeaders(context: HttpContext) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: varyByBaseUrl(context, 'Accept', 'Prefer') ?? '',
  };
}

/** The routes of an endpoint that reads listings. Requests may leave out a slash at the end of `path`. */
export function apiRoutes(
  path: string,
  name: RouteName,
  endpoint: ApiEndpoint,
  context: HttpContext,
): readonly Route[] {
  // Not an async function: a cached response is sent in the same tick.
  function handle(exchange: Exchange): HttpResponse | Promise<HttpResponse> {
    const { request, target, turns } = exchange;
    const response = endpoint({
      target,
      strict: prefersStrictHandling(request.headers.prefer),
      baseUrl: context.baseUrlOf(request.headers),
      ifNoneMatch: request.headers['if-none-match'],
      onQueryClass: (queryClass) => (exchange.queryClass = queryClass),
      nextTurn: turns?.next,
      headers: request.headers,
    });
    return response instanceof Promise
      ? response.then((settled) => toHttpResponse(settled, exchange))
      : toHttpResponse(response, exchange);
  }

  const config = { name, permission: 'search', cost: 'search' } as const;
  const paths = path.endsWith('/') ? [path, path.slice(0, -1)] : [path];
  return paths.map((each) => ({ path: each, config, handle }));
}

function toHttpResponse(
  { headers, link, body, encodedForms }: ApiResponse,
  exchange: Exchange,
): HttpResponse {
  if (body === undefined) return { status: 304, headers };
  exchange.headers['link'] = link;
  return { headers, body, encodedForms };
}
