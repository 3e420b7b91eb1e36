// A GET that answers what a search asks for: how its parameters are read, its headers and entity tag, and the answers that
// are kept. What was answered before to the same request is sent again without looking into it, as long as the stock is
// the same. The entity tag is known before anything is searched, so a client that already has the answer is told so
// without searching. What the answer is, the route's own file knows.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IgnoredParameter } from '../../listing/parse-query.ts';
import type { SearchQuery } from '../../listing/search-query.ts';
import { Problem } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { ResponseCache, type CachedResponse } from '../response-cache.ts';
import { entityTag, matchesIfNoneMatch } from '../etag.ts';
import type { HttpContext } from '../http-context.ts';
import { ignoredParametersHeader } from '../../api/ignored-parameters.ts';
import { prefersStrictHandling, STRICT_HANDLING } from '../negotiation.ts';
import { withServiceLinks } from '../../api/link-header.ts';
import { parseQueryString } from '../query-string.ts';
import { queryClassOf } from '../route-names.ts';

/** For answers to requests with a token: a cache that many share would give them to who has none. */
const PRIVATE_CACHE_CONTROL = 'private, max-age=0, must-revalidate';

export interface QueryRoute {
  /** With a slash at its end, which requests may leave out. */
  readonly path: string;
  /** Bytes that the answers which are kept may take up, where it is not what the cache takes anyway. */
  readonly cacheBytes?: number;
  /** Equal for queries with equal answers. */
  readonly cacheKeyOf: (query: SearchQuery) => string;
  /** Parameters of the query that make no difference here. */
  readonly ignores?: (query: SearchQuery) => readonly IgnoredParameter[];
  /** `key` is what `cacheKeyOf` gave. `link` is the part of Link that is the route's own. */
  readonly respond: (
    query: SearchQuery,
    key: string,
    baseUrl: string,
  ) => Promise<{ readonly link: string | undefined; readonly body: Buffer }>;
}

export function addQueryRoute(
  app: FastifyInstance,
  service: SearchService,
  context: HttpContext,
  route: QueryRoute,
): void {
  // Stored answers are asked about before each use: an import shows at once. So a cache that many share asks with the
  // credentials of whoever wants one, and they are looked at.
  const commonHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: context.trustProxy ? 'Accept, Prefer, X-Forwarded-Proto, X-Forwarded-Host' : 'Accept, Prefer',
  };

  const cache = new ResponseCache(route.cacheBytes);

  // No async function: an answer that is kept goes out at once.
  function handle(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    if (!context.isReady()) throw new Problem('not_ready', 'The listings are still being read.');
    const { headers } = request;
    const cacheRequest: CacheRequest = {
      target: request.raw.url ?? '',
      strict: prefersStrictHandling(headers.prefer),
      baseUrl: context.baseUrlOf(headers),
      ifNoneMatch: headers['if-none-match'],
      isPrivate: context.authenticator !== undefined && headers.authorization !== undefined,
    };
    const cached = cache.find(service.version, requestKeyOf(cacheRequest));
    if (cached === undefined) return handleUncached(cacheRequest, reply);
    request.queryClass = 'cached';
    return matchesIfNoneMatch(cacheRequest.ifNoneMatch, cached.headers.etag)
      ? sendNotModified(reply, cached.headers, cacheRequest)
      : send(reply, cached, cacheRequest);
  }

  async function handleUncached(cacheRequest: CacheRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { strict, baseUrl } = cacheRequest;
    const { query, ignored } = service.parse(parseQueryString(cacheRequest.target), { strict });
    reply.request.queryClass = queryClassOf(query);
    const { version } = service;
    const key = route.cacheKeyOf(query);
    const tag = entityTag(version, key, baseUrl);
    const ignoredParameters = ignoredParametersHeader([...ignored, ...(route.ignores?.(query) ?? [])]);
    const headers = {
      ...commonHeaders,
      ...(strict && { 'preference-applied': STRICT_HANDLING }),
      ...(ignoredParameters !== undefined && { 'ignored-parameters': ignoredParameters }),
    };
    const tagged = { ...headers, etag: tag };
    if (matchesIfNoneMatch(cacheRequest.ifNoneMatch, tag))
      return sendNotModified(reply, tagged, cacheRequest);

    const { link: routeLink, body } = await route.respond(query, key, baseUrl);
    const link = withServiceLinks(routeLink, baseUrl);
    // If the stock changed while the answer was made, nobody knows which version answered: no tag is given, nothing is kept.
    if (service.version !== version) return send(reply, { headers, link, body }, cacheRequest);
    const response = { headers: tagged, link, body };
    cache.store(version, requestKeyOf(cacheRequest), response);
    return send(reply, response, cacheRequest);
  }

  app.get(route.path, handle);
  app.get(route.path.slice(0, -1), handle);
}

/** All of a request that its answer depends on. */
interface CacheRequest {
  /** As it was sent. */
  readonly target: string;
  readonly strict: boolean;
  readonly baseUrl: string;
  /** If-None-Match. */
  readonly ifNoneMatch: string | undefined;
  /** Whether the answer is for nobody but who asked, although it would be the same for others. */
  readonly isPrivate: boolean;
}

/** Equal only for equal answers: a target holds no space. */
function requestKeyOf({ target, strict, baseUrl }: CacheRequest): string {
  return `${strict ? 'strict' : 'lenient'} ${target} ${baseUrl}`;
}

function send(
  reply: FastifyReply,
  { headers, link, body }: CachedResponse,
  cacheRequest: CacheRequest,
): FastifyReply {
  if (link !== undefined) void reply.header('link', link);
  return withHeaders(reply, headers, cacheRequest).send(body);
}

function sendNotModified(
  reply: FastifyReply,
  headers: CachedResponse['headers'],
  cacheRequest: CacheRequest,
): FastifyReply {
  return withHeaders(reply.code(304), headers, cacheRequest).send();
}

function withHeaders(
  reply: FastifyReply,
  headers: CachedResponse['headers'],
  cacheRequest: CacheRequest,
): FastifyReply {
  void reply.headers(headers);
  return cacheRequest.isPrivate ? reply.header('cache-control', PRIVATE_CACHE_CONTROL) : reply;
}
