// GET /page/suggestions?text=: what completes a phrase that is typed into the search page. Part of the page, not of the public API.
import { PHRASE } from '../../pages/search/view/search-state.ts';
import type { SearchService } from '../../search/search-service.ts';
import { Suggester } from '../../search/suggestions.ts';
import type { Route } from '../exchange.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { parseQueryString } from '../query-string.ts';

/** As in the search box. */
const MAX_PHRASE_LENGTH = 512;

export function suggestionRoute(service: SearchService, context: HttpContext): Route {
  const suggester = new Suggester(service);
  return {
    path: '/page/suggestions',
    config: { name: 'interpret', permission: 'search', cost: 'search' },
    async handle({ target }) {
      checkReady(context);
      const text = parseQueryString(target).find(([name]) => name === PHRASE)?.[1] ?? '';
      const isPhrase = text.length <= MAX_PHRASE_LENGTH;
      const suggestions = isPhrase ? await suggester.suggest(text, new Date().getUTCFullYear()) : [];
      const headers = { 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' };
      return { headers, body: JSON.stringify({ suggestions }) };
    },
  };
}
