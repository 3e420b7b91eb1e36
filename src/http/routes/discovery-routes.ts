// Files at well-known paths for clients and crawlers: /llms.txt, /robots.txt and the API catalogue. There is no security.txt,
// because only an operator has a contact to put into it.
import type { FastifyInstance } from 'fastify';
import { addStaticResource } from '../static-resource.ts';
import type { HttpContext } from '../http-context.ts';
import { LLMS_PATH, REDIRECT_PATH } from '../../api/paths.ts';
import { API_CATALOG_PATH, API_CATALOG_TYPE, apiCatalog } from '../../api/api-catalog.ts';
import { llmsText } from '../../api/llms-text.ts';

export function addDiscoveryRoutes(app: FastifyInstance, context: HttpContext): void {
  addStaticResource(app, context, {
    path: LLMS_PATH,
    name: 'description',
    type: 'text/plain; charset=utf-8',
    render: llmsText,
  });
  addStaticResource(app, context, {
    path: '/robots.txt',
    name: 'description',
    type: 'text/plain; charset=utf-8',
    render: robotsText,
  });
  addStaticResource(app, context, {
    path: API_CATALOG_PATH,
    name: 'description',
    type: API_CATALOG_TYPE,
    // Required by RFC 9727, for HEAD requests.
    headers: (baseUrl) => ({ link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"` }),
    render: (baseUrl) => `${JSON.stringify(apiCatalog(baseUrl), undefined, 2)}\n`,
  });
}

/** Everything but redirects, which lead out of the service to as many pages as there are listings. */
function robotsText(baseUrl: string): string {
  const { pathname } = new URL(`${baseUrl}${REDIRECT_PATH.slice(0, -1)}`);
  return `User-agent: *\nDisallow: ${pathname}\nAllow: /\n`;
}
