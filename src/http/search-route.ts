// GET /api/v1/vehicles/: the search. What was answered before to the same request is sent again without looking into it,
// as long as the stock is the same. The entity tag is known before the search runs, so a client that already has the
// answer is told so without searching.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canonicalQuery } from '../listing/canonical-query.ts';
import { Problem } from '../problem.ts';
import { searchResponseJson } from '../listing/vehicle-json.ts';
import type { Service } from '../service/service.ts';
import { AnswerCache, type Answer } from './answer-cache.ts';
import { entityTag, listsTag } from './etag.ts';
import { SEARCH_PATH, type Site } from './http-options.ts';
import { ignoredParametersHeader } from './ignored-parameters.ts';
import { pageLinks } from './links.ts';
import { asksForStrictHandling, STRICT_HANDLING } from './prefer.ts';
import { parseQueryString } from './query-string.ts';
import { withServiceLinks } from './service-links.ts';

export function addSearchRoute(app: FastifyInstance, service: Service, site: Site): void {
  // Stored answers are asked about before each use: an import shows at once.
  const fixed = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: site.trustProxy ? 'Accept, Prefer, X-Forwarded-Proto, X-Forwarded-Host' : 'Accept, Prefer',
  };

  const cache = new AnswerCache();

  // No async function: an answer that is kept goes out at once.
  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    if (!site.ready()) throw new Problem('not_ready', 'The listings are still being read.');
    const { headers } = request;
    const asked: Asked = {
      target: request.raw.url ?? '',
      strict: asksForStrictHandling(headers.prefer),
      baseUrl: site.baseUrlOf(headers),
      tags: headers['if-none-match'],
    };
    const kept = cache.find(service.version, keyOf(asked));
    if (kept === undefined) return find(asked, reply);
    return listsTag(asked.tags, kept.headers.etag) ? sendUnchanged(reply, kept.headers) : send(reply, kept);
  }

  async function find(asked: Asked, reply: FastifyReply): Promise<FastifyReply> {
    const { strict, baseUrl } = asked;
    const { query, ignored } = service.parse(parseQueryString(asked.target), { strict });
    const { version } = service;
    const canonical = canonicalQuery(query);
    const tag = entityTag(version, canonical, baseUrl);
    const ignoredParameters = ignoredParametersHeader(ignored);
    const headers = {
      ...fixed,
      ...(strict && { 'preference-applied': STRICT_HANDLING }),
      ...(ignoredParameters !== undefined && { 'ignored-parameters': ignoredParameters }),
    };
    const tagged = { ...headers, etag: tag };
    if (listsTag(asked.tags, tag)) return sendUnchanged(reply, tagged);

    const result = await service.search(query);
    const link = withServiceLinks(pageLinks(canonical, query.page, result.total, baseUrl), baseUrl);
    const body = searchResponseJson(query, result, baseUrl);
    // If the stock changed while the search ran, nobody knows which version answered: no tag is given, nothing is kept.
    if (service.version !== version) return send(reply, { headers, link, body });
    const found = { headers: tagged, link, body };
    cache.keep(version, keyOf(asked), found);
    return send(reply, found);
  }

  app.get(SEARCH_PATH, answer);
  app.get(SEARCH_PATH.slice(0, -1), answer);
}

/** All of a request that its answer depends on. */
interface Asked {
  /** As it was sent. */
  readonly target: string;
  readonly strict: boolean;
  readonly baseUrl: string;
  /** If-None-Match. */
  readonly tags: string | undefined;
}

/** Equal only for equal answers: a target holds no space. */
function keyOf({ target, strict, baseUrl }: Asked): string {
  return `${strict ? 'strict' : 'lenient'} ${target} ${baseUrl}`;
}

function send(reply: FastifyReply, { headers, link, body }: Answer): FastifyReply {
  if (link !== undefined) void reply.header('link', link);
  return reply.headers(headers).send(body);
}

function sendUnchanged(reply: FastifyReply, headers: Answer['headers']): FastifyReply {
  return reply.code(304).headers(headers).send();
}
