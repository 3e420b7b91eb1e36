// GET /api/v1/vehicles/summary/: what there is of what a search asks for. It takes the parameters of the search. The page
// makes no difference and is named as ignored; the order is kept in the addresses of other searches.
import type { FastifyInstance } from 'fastify';
import { canonicalQuery } from '../../listing/canonical-query.ts';
import { toSummaryResponse } from '../../api/summary-response.ts';
import type { SearchService } from '../../search/search-service.ts';
import type { HttpContext } from '../http-context.ts';
import { SUMMARY_PATH } from '../../api/paths.ts';
import { addQueryRoute } from './query-route.ts';

/** Four thousand summaries: each takes a hundred times as long to make as a page. */
const CACHE_BYTES = 32 * 1024 * 1024;

export function addSummaryRoute(app: FastifyInstance, service: SearchService, context: HttpContext): void {
  addQueryRoute(app, service, context, {
    path: SUMMARY_PATH,
    cacheBytes: CACHE_BYTES,
    cacheKeyOf: (query) => `summary ${canonicalQuery({ ...query, page: 1 })}`,
    ignores: ({ page }) => (page === 1 ? [] : [{ name: 'page' }]),
    async respond(query, _key, baseUrl) {
      const summary = await service.summarize(query);
      return { link: undefined, body: Buffer.from(JSON.stringify(toSummaryResponse(summary, baseUrl))) };
    },
  });
}
