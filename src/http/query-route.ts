// A GET that answers what a search asks for: how its parameters are read, its headers and entity tag, and the answers that
// are kept. What was answered before to the same request is sent again without looking into it, as long as the stock is
// the same. The entity tag is known before anything is searched, so a client that already has the answer is told so
// without searching. What the answer is, the route's own file knows.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IgnoredParameter } from '../listing/parse-query.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import { Problem } from '../problem.ts';
import type { SearchService } from '../api/search-service.ts';
import { AnswerCache, type Answer } from './answer-cache.ts';
import { entityTag, listsTag } from './etag.ts';
import type { Site } from './http-options.ts';
import { ignoredParametersHeader } from './ignored-parameters.ts';
import { asksForStrictHandling, STRICT_HANDLING } from './prefer.ts';
import { parseQueryString } from './query-string.ts';
import { shapeOf } from './route-names.ts';
import { withServiceLinks } from './service-links.ts';

/** For answers to requests with a token: a cache that many share would give them to who has none. */
const PRIVATE = 'private, max-age=0, must-revalidate';

export interface QueryRoute {
  /** With a slash at its end, which requests may leave out. */
  readonly path: string;
  /** Bytes that the answers which are kept may take up, where it is not what the cache takes anyway. */
  readonly keptBytes?: number;
  /** Equal for queries with equal answers. */
  readonly nameOf: (query: SearchQuery) => string;
  /** Parameters of the query that make no difference here. */
  readonly ignores?: (query: SearchQuery) => readonly IgnoredParameter[];
  /** `name` is what `nameOf` gave. `link` is the part of Link that is the route's own. */
  readonly answer: (
    query: SearchQuery,
    name: string,
    baseUrl: string,
  ) => Promise<{ readonly link: string | undefined; readonly body: Buffer }>;
}

export function addQueryRoute(
  app: FastifyInstance,
  service: SearchService,
  site: Site,
  route: QueryRoute,
): void {
  // Stored answers are asked about before each use: an import shows at once. So a cache that many share asks with the
  // credentials of whoever wants one, and they are looked at.
  const fixed = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: site.trustProxy ? 'Accept, Prefer, X-Forwarded-Proto, X-Forwarded-Host' : 'Accept, Prefer',
  };

  const cache = new AnswerCache(route.keptBytes);

  // No async function: an answer that is kept goes out at once.
  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    if (!site.ready()) throw new Problem('not_ready', 'The listings are still being read.');
    const { headers } = request;
    const asked: Asked = {
      target: request.raw.url ?? '',
      strict: asksForStrictHandling(headers.prefer),
      baseUrl: site.baseUrlOf(headers),
      tags: headers['if-none-match'],
      private: site.authenticator !== undefined && headers.authorization !== undefined,
    };
    const kept = cache.find(service.version, keyOf(asked));
    if (kept === undefined) return find(asked, reply);
    request.shape = 'kept';
    return listsTag(asked.tags, kept.headers.etag)
      ? sendUnchanged(reply, kept.headers, asked)
      : send(reply, kept, asked);
  }

  async function find(asked: Asked, reply: FastifyReply): Promise<FastifyReply> {
    const { strict, baseUrl } = asked;
    const { query, ignored } = service.parse(parseQueryString(asked.target), { strict });
    reply.request.shape = shapeOf(query);
    const { version } = service;
    const name = route.nameOf(query);
    const tag = entityTag(version, name, baseUrl);
    const ignoredParameters = ignoredParametersHeader([...ignored, ...(route.ignores?.(query) ?? [])]);
    const headers = {
      ...fixed,
      ...(strict && { 'preference-applied': STRICT_HANDLING }),
      ...(ignoredParameters !== undefined && { 'ignored-parameters': ignoredParameters }),
    };
    const tagged = { ...headers, etag: tag };
    if (listsTag(asked.tags, tag)) return sendUnchanged(reply, tagged, asked);

    const { link: own, body } = await route.answer(query, name, baseUrl);
    const link = withServiceLinks(own, baseUrl);
    // If the stock changed while the answer was made, nobody knows which version answered: no tag is given, nothing is kept.
    if (service.version !== version) return send(reply, { headers, link, body }, asked);
    const found = { headers: tagged, link, body };
    cache.keep(version, keyOf(asked), found);
    return send(reply, found, asked);
  }

  app.get(route.path, answer);
  app.get(route.path.slice(0, -1), answer);
}

/** All of a request that its answer depends on. */
interface Asked {
  /** As it was sent. */
  readonly target: string;
  readonly strict: boolean;
  readonly baseUrl: string;
  /** If-None-Match. */
  readonly tags: string | undefined;
  /** Whether the answer is for nobody but who asked, although it would be the same for others. */
  readonly private: boolean;
}

/** Equal only for equal answers: a target holds no space. */
function keyOf({ target, strict, baseUrl }: Asked): string {
  return `${strict ? 'strict' : 'lenient'} ${target} ${baseUrl}`;
}

function send(reply: FastifyReply, { headers, link, body }: Answer, asked: Asked): FastifyReply {
  if (link !== undefined) void reply.header('link', link);
  return withHeaders(reply, headers, asked).send(body);
}

function sendUnchanged(reply: FastifyReply, headers: Answer['headers'], asked: Asked): FastifyReply {
  return withHeaders(reply.code(304), headers, asked).send();
}

function withHeaders(reply: FastifyReply, headers: Answer['headers'], asked: Asked): FastifyReply {
  void reply.headers(headers);
  return asked.private ? reply.header('cache-control', PRIVATE) : reply;
}
