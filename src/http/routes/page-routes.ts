// GET / and the files of the search page. The page shows what the API's endpoints return: the same parameters, responses and
// problems. Clients that do not accept HTML get the service's URLs as JSON.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INTERPRET_PATH, MAP_PATH, SEARCH_PATH, SUMMARY_PATH } from '../../api/paths.ts';
import { insufficientScope, missingToken } from '../../auth/auth-problem.ts';
import { pageAssets } from '../../pages/assets.ts';
import { searchDocument } from '../../pages/search/html-document.ts';
import { loadPage, withoutResults, type ApiResult } from '../../pages/search/load-page.ts';
import { mapQuery, viewOfSearch } from '../../pages/search/view/map-picture.ts';
import type { PageModel } from '../../pages/search/view/page-model.ts';
import { toSearchState } from '../../pages/search/view/search-state.ts';
import { Problem } from '../../problem.ts';
import type { ApiEndpoint } from '../api-endpoint.ts';
import { basePathOf } from '../base-url.ts';
import { EncodedForms } from '../compression/encoded-forms.ts';
import type { HttpContext } from '../http-context.ts';
import { toProblemResponse } from '../problem-response.ts';
import { parseQueryString } from '../query-string.ts';
import { targetTooLong } from '../request-checks.ts';
import { PRICES_PATH } from './price-route.ts';
import { sendServiceIndex } from './status-routes.ts';

const ASSETS_PATH = 'page/';

/** The endpoints that the page shows. */
export interface PageEndpoints {
  readonly search: ApiEndpoint;
  readonly summary: ApiEndpoint;
  readonly interpret: ApiEndpoint;
  readonly map: ApiEndpoint;
  readonly prices: ApiEndpoint;
}

export function addPageRoutes(app: FastifyInstance, context: HttpContext, endpoints: PageEndpoints): void {
  app.get('/', { config: { name: 'page', cost: 'page' } }, (request, reply) => {
    void reply.header('vary', 'Accept');
    return prefersHtml(request)
      ? sendPage(context, endpoints, request, reply)
      : sendServiceIndex(request, reply, context);
  });
  addPageAssets(app);
}

/** Turns a problem of the search page, from any hook, into a page that says what to do next. */
export function renderProblemPages(app: FastifyInstance, context: HttpContext): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { problemCode, routeOptions } = request;
    const isProblemOfPage = problemCode !== undefined && routeOptions.config.name === 'page';
    if (!isProblemOfPage || typeof payload !== 'string' || !prefersHtml(request)) return done(null, payload);
    const [, query] = (request.raw.url ?? '').split('?', 2);
    const { model } = withoutResults(
      toSearchState(new URLSearchParams(query)),
      pageUrls(context, request),
      toApiResult(reply.statusCode, payload, reply.getHeader('retry-after')),
    );
    void reply.headers({ ...headersOfPage(context, request), 'cache-control': 'no-store' });
    done(null, renderDocument(model));
  });
}

/** Shown instead of results while the page queue is overloaded. The page's script loads the results soon after. */
const OVERLOADED_RESULT: ApiResult = {
  status: 503,
  body: { code: 'overloaded', detail: 'The service is busy.' },
};

function prefersHtml({ headers }: FastifyRequest): boolean {
  return String(headers.accept ?? '').includes('text/html');
}

async function sendPage(
  context: HttpContext,
  endpoints: PageEndpoints,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  checkPermission(context, request);
  const urls = pageUrls(context, request);
  const call = async (endpoint: ApiEndpoint, target: string): Promise<ApiResult> => {
    if (request.isOverloaded) return OVERLOADED_RESULT;
    try {
      const problem = targetTooLong(target);
      if (problem !== undefined) throw problem;
      const { headers } = request;
      const { body, headers: responseHeaders } = await endpoint({
        target,
        strict: false,
        baseUrl: urls.baseUrl,
        nextTurn: request.turns?.next,
        headers,
        isPage: true,
      });
      const ignoredParameters = responseHeaders['ignored-parameters'];
      return { status: 200, body: JSON.parse(String(body)), ignoredParameters };
    } catch (error) {
      const { logError } = context;
      const response = toProblemResponse(error, { requestId: request.id, baseUrl: urls.baseUrl, logError });
      return toApiResult(response.status, response.body, response.headers['retry-after']);
    }
  };
  const { status, model } = await loadPage(parseQueryString(request.raw.url ?? ''), urls, {
    search: (query) => call(endpoints.search, `${SEARCH_PATH}?${query}`),
    summarize: (query) => call(endpoints.summary, `${SUMMARY_PATH}?${query}`),
    interpret: (query) => call(endpoints.interpret, `${INTERPRET_PATH}?${query}`),
    map: (search) => {
      const view = viewOfSearch(search, pageAssets().map.places);
      return call(endpoints.map, `${MAP_PATH}?${mapQuery(search, view)}`);
    },
    prices: (query) => call(endpoints.prices, `${PRICES_PATH}?${query}`),
  });
  return reply
    .code(request.isOverloaded ? 200 : status)
    .headers({
      ...headersOfPage(context, request),
      ...(request.isOverloaded && { 'cache-control': 'no-store' }),
    })
    .send(renderDocument(model));
}

/** The form is public, but results need what the API's routes need. */
function checkPermission({ authenticator }: HttpContext, { caller }: FastifyRequest): void {
  if (authenticator?.isConfigured !== true || !authenticator.isRequired) return;
  if (caller === undefined) throw missingToken();
  if (!caller.permissions.has('search')) throw insufficientScope('search');
}

function toApiResult(status: number, payload: string, retryAfter: unknown): ApiResult {
  const retrySeconds = retryAfter === undefined ? undefined : Number(retryAfter);
  return { status, body: JSON.parse(payload), retrySeconds };
}

function pageUrls(context: HttpContext, { headers }: FastifyRequest) {
  const baseUrl = context.baseUrlOf(headers);
  return { basePath: basePathOf(baseUrl), baseUrl };
}

function renderDocument(model: PageModel): string {
  const { version, style, map } = pageAssets();
  return searchDocument(model, { assetsPath: `${ASSETS_PATH}${version}/`, style, map });
}

function headersOfPage(context: HttpContext, { headers }: FastifyRequest): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(context.baseUrlOf(headers), pageAssets().styleDigest),
    'referrer-policy': 'no-referrer',
  };
}

/**
 * Allows this one style, our own script and no HTML from strings. Pictures of listings are on dealers' hosts, so images may come
 * from any HTTPS origin.
 */
function contentSecurityPolicy(baseUrl: string, styleDigest: string): string {
  const own = URL.canParse(baseUrl) ? ` ${new URL(baseUrl).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${styleDigest}'`,
    "connect-src 'self'",
    `img-src 'self' https:${own}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // JSON for structured data (page/data-element.ts).
    'trusted-types data',
  ].join('; ');
}

function addPageAssets(app: FastifyInstance): void {
  const forms = new Map<string, EncodedForms>();
  const config = { name: 'page_file', cost: 'low' } as const;
  const url = `/${ASSETS_PATH}:version/*`;

  app.get<{ Params: { version: string; '*': string } }>(url, { config }, (request, reply) => {
    const { version, '*': path } = request.params;
    const { files, version: current } = pageAssets();
    const file = files.get(path);
    if (file === undefined) throw new Problem('not_found', 'The search page has no such file.');
    const encodedForms = forms.get(path) ?? new EncodedForms(file.body, 'best');
    forms.set(path, encodedForms);
    request.encodedForms = encodedForms;
    // Pages from before an update get the current files.
    const isCurrent = version === current;
    return reply
      .header('content-type', file.type)
      .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(file.body);
  });
}
