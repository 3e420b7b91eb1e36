// GET /api/v1/vehicles/feed.atom: the newest listings of a search as an Atom feed.
import { MAX_FEED_PAGES } from '../../api/change-operations.ts';
import { FEED_PATH } from '../../api/paths.ts';
import { canonicalQuery } from '../../query/canonical-query.ts';
import { getParameter } from '../../query/parameters.ts';
import type { ParsedQuery } from '../../query/parse-query.ts';
import { parseIntegerValue } from '../../query/parse-value.ts';
import { invalidParameters } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { apiRoutes, queryEndpoint } from '../api-endpoint.ts';
import type { Route } from '../exchange.ts';
import type { HttpContext } from '../http-context.ts';
import { ATOM_TYPE, ENTRIES_PER_PAGE, writeAtomFeed } from './atom-feed.ts';

/** Room for hundreds of feeds of a hundred entries. */
const CACHE_BYTES = 32 * 1024 * 1024;

export function feedRoutes(service: SearchService, context: HttpContext): readonly Route[] {
  const endpoint = queryEndpoint(service, context, {
    cacheBytes: CACHE_BYTES,
    contentType: `${ATOM_TYPE}; charset=utf-8`,
    parse: (pairs, options) =>
      withFewPages(service.parse(pairs, { ...options, idle: { names: ['sort'], on: 'a feed' } })),
    canonicalKeyOf: ({ query }) => `feed ${canonicalQuery({ ...query, sort: undefined })}`,
    async respond({ query }, _key, baseUrl) {
      const found = await service.findNewest(query, (query.page - 1) * ENTRIES_PER_PAGE, ENTRIES_PER_PAGE);
      const body = Buffer.from(writeAtomFeed(query, found, baseUrl));
      return { body, corrections: found.corrections };
    },
  });
  return apiRoutes(context, FEED_PATH, 'feed', endpoint);
}

function withFewPages(parsed: ParsedQuery): ParsedQuery {
  const { issue } = parseIntegerValue(
    { ...getParameter('page'), max: MAX_FEED_PAGES },
    String(parsed.query.page),
  );
  if (issue !== undefined) throw invalidParameters([issue]);
  return parsed;
}
