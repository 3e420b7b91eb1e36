// GET endpoints of the API: a function from a request's target to a JSON response, which knows no socket. Routes send what it
// returns.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { QueryClass, RouteName } from '../metrics/request-metrics.ts';
import { varyByBaseUrl } from './base-url.ts';
import type { EncodedForms } from './compression/encoded-forms.ts';
import type { HttpContext } from './http-context.ts';
import { prefersStrictHandling } from './negotiation.ts';
import type { Turns } from './turns.ts';

/** All that a response depends on, beside the stock. */
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
  /** Those of the request; no response depends on them but by the members above. */
  readonly headers?: IncomingHttpHeaders;
}

export interface ApiResponse {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The Link header, which a 304 has not. */
  readonly link: string;
  /** Undefined: `304 Not Modified`. */
  readonly body: Buffer | string | undefined;
  /** Of a cached body. */
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

export interface ApiRoute {
  /** Ends with a slash, which requests may leave out. */
  readonly path: string;
  readonly config: FastifyContextConfig;
  readonly endpoint: ApiEndpoint;
}

/** A route of the API that reads listings. */
export function stockRoute(path: string, name: RouteName, endpoint: ApiEndpoint): ApiRoute {
  return { path, config: { name, permission: 'search', cost: 'search' }, endpoint };
}

/** `onQueryClass` is that of ApiRequest. */
export function toApiRequest(
  { url = '', headers }: IncomingMessage,
  context: HttpContext,
  turns: Turns | undefined,
  onQueryClass: ApiRequest['onQueryClass'],
): ApiRequest {
  return {
    target: url,
    strict: prefersStrictHandling(headers.prefer),
    baseUrl: context.baseUrlOf(headers),
    ifNoneMatch: headers['if-none-match'],
    onQueryClass,
    nextTurn: turns?.next,
    headers,
  };
}

export function addApiRoute(app: FastifyInstance, context: HttpContext, route: ApiRoute): void {
  const { path, config, endpoint } = route;

  // Not an async function: a cached response is sent in the same tick.
  function handle(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const response = endpoint(
      toApiRequest(request.raw, context, request.turns, (queryClass) => (request.queryClass = queryClass)),
    );
    return response instanceof Promise ? response.then((known) => send(reply, known)) : send(reply, response);
  }

  function send(reply: FastifyReply, { headers, link, body, encodedForms }: ApiResponse): FastifyReply {
    if (body !== undefined) void reply.header('link', link);
    void reply.headers(headers);
    reply.request.encodedForms = encodedForms;
    return body === undefined ? reply.code(304).send() : reply.send(body);
  }

  app.get(path, { config }, handle);
  app.get(path.slice(0, -1), { config }, handle);
}
