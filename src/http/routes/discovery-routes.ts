// What clients and crawlers look for at addresses that they know beforehand. A file that nobody reads is not here: there
// is no security.txt without somebody to write to, and no agreed one for the tools of assistants.
import type { FastifyInstance } from 'fastify';
import { addStaticResource } from '../static-resource.ts';
import type { HttpContext } from '../http-context.ts';
import { LLMS_PATH, REDIRECT_PATH } from '../../api/paths.ts';
import { API_CATALOG_PATH, API_CATALOG_TYPE, apiCatalog } from '../../api/api-catalog.ts';
import { llmsText } from '../../api/llms-text.ts';

export function addDiscoveryRoutes(app: FastifyInstance, context: HttpContext): void {
  addStaticResource(app, context, { path: LLMS_PATH, type: 'text/plain; charset=utf-8', render: llmsText });
  addStaticResource(app, context, {
    path: '/robots.txt',
    type: 'text/plain; charset=utf-8',
    render: robotsText,
  });
  addStaticResource(app, context, {
    path: API_CATALOG_PATH,
    type: API_CATALOG_TYPE,
    // RFC 9727 wants it, so that HEAD alone tells what is here.
    headers: (baseUrl) => ({ link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"` }),
    render: (baseUrl) => `${JSON.stringify(apiCatalog(baseUrl), undefined, 2)}\n`,
  });
}

/** Everything may be read. Redirects lead out of the service, to as many pages as there are listings. */
function robotsText(baseUrl: string): string {
  const { pathname } = new URL(`${baseUrl}${REDIRECT_PATH.slice(0, -1)}`);
  return `User-agent: *\nDisallow: ${pathname}\nAllow: /\n`;
}
