// GET /api/v1/vehicles/: the search, one page of it.
import type { FastifyInstance } from 'fastify';
import { canonicalQuery } from '../../listing/canonical-query.ts';
import { writeSearchResponse } from '../../api/search-response.ts';
import type { SearchService } from '../../search/search-service.ts';
import type { HttpContext } from '../http-context.ts';
import { SEARCH_PATH } from '../../api/paths.ts';
import { pageLinks } from '../../api/link-header.ts';
import { addQueryRoute } from './query-route.ts';

export function addSearchRoute(app: FastifyInstance, service: SearchService, context: HttpContext): void {
  addQueryRoute(app, service, context, {
    path: SEARCH_PATH,
    cacheKeyOf: canonicalQuery,
    async respond(query, key, baseUrl) {
      const result = await service.search(query);
      return {
        link: pageLinks(key, query.page, result.total, baseUrl),
        body: writeSearchResponse(query, result, baseUrl),
      };
    },
  });
}
