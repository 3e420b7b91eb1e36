// GET /page/choices/: the terms of the trade that a search of the page can be refined by, with counts. Part of the page, not of the
// public API; it takes the parameters of a search.
import type { SearchService } from '../../search/search-service.ts';
import { TermChooser } from '../../search/term-choices.ts';
import { apiHeaders, type ApiEndpoint, type ApiRoute } from '../api-endpoint.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { parseQueryString } from '../query-string.ts';

export function termChoicesRoute(endpoint: ApiEndpoint): ApiRoute {
  return {
    path: '/page/choices/',
    config: { name: 'summary', permission: 'search', cost: 'search' },
    endpoint,
  };
}

export function termChoicesEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  const chooser = new TermChooser(service);
  const headers = { ...apiHeaders(context), 'cache-control': 'no-cache' };
  return async ({ target, strict }) => {
    checkReady(context);
    const { query } = service.parse(parseQueryString(target), { strict });
    return { headers, link: '', body: JSON.stringify(await chooser.choices(query)) };
  };
}
