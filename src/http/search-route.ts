// GET /api/v1/vehicles/: the search, one page of it.
import type { FastifyInstance } from 'fastify';
import { canonicalQuery } from '../listing/canonical-query.ts';
import { writeSearchResponse } from '../api/search-response.ts';
import type { SearchService } from '../api/search-service.ts';
import { SEARCH_PATH, type Site } from './http-options.ts';
import { pageLinks } from './links.ts';
import { addQueryRoute } from './query-route.ts';

export function addSearchRoute(app: FastifyInstance, service: SearchService, site: Site): void {
  addQueryRoute(app, service, site, {
    path: SEARCH_PATH,
    nameOf: canonicalQuery,
    async answer(query, canonical, baseUrl) {
      const result = await service.search(query);
      return {
        link: pageLinks(canonical, query.page, result.total, baseUrl),
        body: writeSearchResponse(query, result, baseUrl),
      };
    },
  });
}
