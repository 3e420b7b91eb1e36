// GET / and the files of the search page. The page shows what the API's operations return: the same results and problems. Clients that do not accept HTML get the service's URLs as JSON.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { insufficientScope, missingToken } from '../../auth/auth-problem.ts';
import { pageAssets } from '../../pages/assets.ts';
import { searchDocument } from '../../pages/search/html-document.ts';
import { loadPage, withoutResults, type PageProblem } from '../../pages/search/load-page.ts';
import type { PageModel } from '../../pages/search/view/page-model.ts';
import { toSearchState } from '../../pages/search/view/search-state.ts';
import { Problem } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { basePathOf } from '../base-url.ts';
import { EncodedForms } from '../compression/encoded-forms.ts';
import { emptySearchCounter, type EmptySearchCounter } from '../empty-search-counter.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { pageApi } from '../page-api.ts';
import { toProblemResponse, type ProblemResponse } from '../problem-response.ts';
import { parseQueryString } from '../query-string.ts';
import { sendServiceIndex } from './status-routes.ts';

const ASSETS_PATH = 'page/';

export function addPageRoutes(app: FastifyInstance, service: SearchService, context: HttpContext): void {
  const counter = emptySearchCounter(service, context.emptySearches);
  app.get('/', { config: { name: 'page', cost: 'page' } }, (request, reply) => {
    void reply.header('vary', 'Accept');
    return prefersHtml(request)
      ? sendPage({ service, counter, context }, request, reply)
      : sendServiceIndex(request, reply, context);
  });
  addPageAssets(app);
}

/** Turns a problem of the search page, from any hook, into a page that says what to do next. */
export function renderProblemPages(app: FastifyInstance, context: HttpContext): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { problem, routeOptions } = request;
    if (problem === undefined || routeOptions.config.name !== 'page' || !prefersHtml(request))
      return done(null, payload);
    const [, query] = (request.raw.url ?? '').split('?', 2);
    const { model } = withoutResults(
      toSearchState(new URLSearchParams(query)),
      pageUrls(context, request),
      toPageProblem(problem, reply.getHeader('retry-after')),
    );
    void reply.headers({ ...headersOfPage(context, request), 'cache-control': 'no-store' });
    done(null, renderDocument(model));
  });
}

function prefersHtml({ headers }: FastifyRequest): boolean {
  return String(headers.accept ?? '').includes('text/html');
}

interface PageParts {
  readonly service: SearchService;
  readonly counter: EmptySearchCounter;
  readonly context: HttpContext;
}

async function sendPage(
  { service, counter, context }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  checkPermission(context, request);
  const { headers, isOverloaded } = request;
  const urls = pageUrls(context, request);
  const { baseUrl } = urls;
  const api = pageApi(service, counter, {
    headers,
    baseUrl,
    nextTurn: request.turns?.next,
    places: () => pageAssets().map.places,
    check() {
      // Results are left out while the page queue is overloaded. The page's script loads them soon after.
      if (isOverloaded) throw new Problem('overloaded', 'The service is busy.');
      checkReady(context);
    },
    toProblem(error) {
      const { logError } = context;
      const problem = toProblemResponse(error, { requestId: request.id, baseUrl, logError });
      return toPageProblem(problem, problem.headers['retry-after']);
    },
  });
  const { status, model } = await loadPage(parseQueryString(request.raw.url ?? ''), urls, api);
  return reply
    .code(isOverloaded ? 200 : status)
    .headers({
      ...headersOfPage(context, request),
      ...(isOverloaded && { 'cache-control': 'no-store' }),
    })
    .send(renderDocument(model));
}

/** The form is public, but results need what the API's routes need. */
function checkPermission({ authenticator }: HttpContext, { caller }: FastifyRequest): void {
  if (authenticator?.isConfigured !== true || !authenticator.isRequired) return;
  if (caller === undefined) throw missingToken();
  if (!caller.permissions.has('search')) throw insufficientScope('search');
}

function toPageProblem({ status, members }: ProblemResponse, retryAfter: unknown): PageProblem {
  return {
    status,
    problem: members,
    retrySeconds: retryAfter === undefined ? undefined : Number(retryAfter),
  };
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
