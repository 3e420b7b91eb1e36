// GET /page/suggestions?text=: what completes a phrase that is typed into the search page. Part of the page, not of the public API.
import type { FastifyInstance } from 'fastify';
import { PHRASE } from '../../pages/search/view/search-state.ts';
import type { SearchService } from '../../search/search-service.ts';
import { Suggester } from '../../search/suggestions.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { parseQueryString } from '../query-string.ts';

/** As in the search box. */
const MAX_PHRASE_LENGTH = 512;

export function addSuggestionRoute(app: FastifyInstance, service: SearchService, context: HttpContext): void {
  const suggester = new Suggester(service);
  const config = { name: 'interpret', permission: 'search', cost: 'search' } as const;
  app.get('/page/suggestions', { config }, async (request, reply) => {
    checkReady(context);
    const text = parseQueryString(request.raw.url ?? '').find(([name]) => name === PHRASE)?.[1] ?? '';
    const isPhrase = text.length <= MAX_PHRASE_LENGTH;
    const suggestions = isPhrase ? await suggester.suggest(text, new Date().getUTCFullYear()) : [];
    return reply.header('cache-control', 'no-cache').send({ suggestions });
  });
}
