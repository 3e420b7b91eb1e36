// GET /api/v1/vehicles/: the search. The entity tag is known before the search runs, so a client that already has
// the answer is told so without searching.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canonicalQuery } from '../listing/canonical-query.ts';
import { Problem } from '../problem.ts';
import { searchResponseJson } from '../listing/vehicle-json.ts';
import type { Service } from '../service/service.ts';
import { entityTag, listsTag } from './etag.ts';
import { SEARCH_PATH, type Site } from './http-options.ts';
import { ignoredParametersHeader } from './ignored-parameters.ts';
import { pageLinks } from './links.ts';
import { asksForStrictHandling, STRICT_HANDLING } from './prefer.ts';
import { parseQueryString } from './query-string.ts';

export function addSearchRoute(app: FastifyInstance, service: Service, site: Site): void {
  // Stored answers are asked about before each use: an import shows at once.
  const fixed = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: site.trustProxy ? 'Accept, Prefer, X-Forwarded-Proto, X-Forwarded-Host' : 'Accept, Prefer',
  };

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!site.ready()) throw new Problem('not_ready', 'The listings are still being read.');
    const { headers } = request;
    const strict = asksForStrictHandling(headers.prefer);
    const { query, ignored } = service.parse(parseQueryString(request.raw.url ?? ''), { strict });

    const { version } = service;
    const canonical = canonicalQuery(query);
    const baseUrl = site.baseUrlOf(headers);
    const tag = entityTag(version, canonical, baseUrl);
    const known = listsTag(headers['if-none-match'], tag);
    const result = known ? undefined : await service.search(query);

    void reply.headers(fixed);
    // If the stock changed while the search ran, nobody knows which version answered, and no tag is given.
    if (service.version === version) void reply.header('etag', tag);
    if (strict) void reply.header('preference-applied', STRICT_HANDLING);
    setIfDefined(reply, 'ignored-parameters', ignoredParametersHeader(ignored));
    if (result === undefined) return reply.code(304).send();

    setIfDefined(reply, 'link', pageLinks(canonical, query.page, result.total, baseUrl));
    return reply.send(searchResponseJson(query, result, baseUrl));
  }

  app.get(SEARCH_PATH, answer);
  app.get(SEARCH_PATH.slice(0, -1), answer);
}

function setIfDefined(reply: FastifyReply, name: string, value: string | undefined): void {
  if (value !== undefined) void reply.header(name, value);
}
