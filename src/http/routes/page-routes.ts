// GET / and the files of the search page. The page shows what the API's operations return: the same results and problems. Clients
// that prefer JSON get the service's URLs. Also completions of phrases.
import { insufficientScope, missingToken } from '../../auth/auth-problem.ts';
import { MAX_TARGET_BYTES } from '../../api/paths.ts';
import { pageAssets } from '../../pages/assets.ts';
import { addressOf, loadPage, withoutResults, type PageProblem } from '../../pages/search/load-page.ts';
import { renderHtmlTo } from '../../pages/render-html.ts';
import { DOCTYPE, type PageUrls } from '../../pages/site-frame.ts';
import { searchDocument } from '../../pages/search/search-document.ts';
import type { PageState } from '../../pages/search/view/page-model.ts';
import { toSearchState, PHRASE_NAME } from '../../pages/view/search-state.ts';
import { Problem } from '../../problem.ts';
import type { ParameterPairs } from '../../query/read-parameters.ts';
import type { SearchService } from '../../search/search-service.ts';
import { dayOf, respondTagged } from '../api-endpoint.ts';
import { basePathOf } from '../protocol/base-url.ts';
import { EncodedForms } from '../compression/encoded-forms.ts';
import { emptySearchCounter, type EmptySearchCounter } from '../empty-search-counter.ts';
import { encodePieces } from '../encode-text.ts';
import type { Exchange, HttpResponse, Route } from '../exchange.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { pageApi } from '../page-api.ts';
import { NO_MARKUP, pagePolicy } from '../page-policy.ts';
import { toProblemResponse, type ProblemResponse } from '../problem-response.ts';
import { prefersHtml } from '../protocol/negotiation.ts';
import { parseQueryString, queryOf } from '../protocol/query-string.ts';
import { serviceIndex } from './status-routes.ts';
import { Suggester } from '../../search/suggestions.ts';

export const ASSETS_PATH = 'page/';

export function pageRoutes(service: SearchService, context: HttpContext): Route[] {
  const parts: PageParts = { service, context, counter: emptySearchCounter(service, context.emptySearches) };
  return [
    {
      path: '/',
      config: { name: 'page', cost: 'page' },
      handle(exchange) {
        exchange.headers['vary'] = 'Accept';
        return prefersHtml(exchange.request.headers.accept)
          ? respondPage(parts, exchange)
          : serviceIndex(exchange, context);
      },
    },
    stateRoute(parts),
    assetsRoute(),
  ];
}

/** Turns a problem of the search page, from any step, into a page that suggests what to do next, for clients that name HTML. */
export function renderProblemPage(
  exchange: Exchange,
  response: HttpResponse,
  context: HttpContext,
): HttpResponse {
  const { problem, request, route, headers } = exchange;
  const isPage = route?.config.name === 'page' && String(request.headers.accept).includes('text/html');
  if (problem === undefined || !isPage) return response;
  const pairs = shortPairsIn(exchange.target);
  const { state } = withoutResults(
    toSearchState(pairs),
    toPageProblem(problem, response.headers?.['retry-after'] ?? headers['retry-after']),
  );
  return {
    status: problem.status,
    headers: { ...response.headers, ...headersOfPage(context, exchange), 'cache-control': 'no-store' },
    body: renderDocument(pageUrls(context, exchange), { ...state, asked: addressOf(pairs) }),
  };
}

/** Maximum length of the URL of a search: all links of its page repeat it, and the service must take those that add to it. */
const MAX_ADDRESS_LENGTH = MAX_TARGET_BYTES / 2;

/** What a request asks for, however it is encoded; nothing if that is too long for a page. */
function shortPairsIn(target: string): ParameterPairs {
  const pairs = target.length > MAX_TARGET_BYTES ? [] : [...new URLSearchParams(queryOf(target))];
  return addressOf(pairs).length > MAX_ADDRESS_LENGTH ? [] : pairs;
}

interface PageParts {
  readonly service: SearchService;
  readonly counter: EmptySearchCounter;
  readonly context: HttpContext;
}

async function respondPage(parts: PageParts, exchange: Exchange): Promise<HttpResponse> {
  const { context, service } = parts;
  checkPermission(context, exchange);
  const { isOverloaded, target } = exchange;
  const urls = pageUrls(context, exchange);
  const headers = headersOfPage(context, exchange);
  const respond = async (): Promise<HttpResponse> => {
    const { status, state } = await loadState(parts, exchange);
    const isWhole = state.phase === 'loaded' && state.summary !== null;
    return { ...(!isWhole && { status }), body: renderDocument(urls, state) };
  };
  if (isOverloaded)
    return { headers: { ...headers, 'cache-control': 'no-store' }, body: (await respond()).body };
  if (!context.isReady()) return { headers, ...(await respond()) };
  const { styleDigest, version: assets } = pageAssets();
  return respondTagged(exchange, {
    service,
    key: `page ${JSON.stringify([styleDigest, assets, target])}`,
    since: dayOf(new Date()),
    baseUrl: urls.baseUrl,
    headers,
    respond,
  });
}

function loadState({ service, counter, context }: PageParts, exchange: Exchange) {
  const { request, isOverloaded, target, turns, id } = exchange;
  const { headers } = request;
  const { baseUrl } = pageUrls(context, exchange);
  const api = pageApi(service, counter, {
    headers,
    baseUrl,
    nextTurn: turns?.next,
    places: () => pageAssets().map.places,
    check() {
      // Results are left out while the page queue is overloaded. The page's script loads them soon after.
      if (isOverloaded) throw new Problem('overloaded', 'The service is busy.');
      checkReady(context);
    },
    toProblem(error) {
      const { logError } = context;
      const problem = toProblemResponse(error, { requestId: id, baseUrl, logError });
      return toPageProblem(problem, problem.headers['retry-after']);
    },
  });
  const pairs = parseQueryString(target);
  const address = addressOf(pairs);
  if (address.length > MAX_ADDRESS_LENGTH)
    throw new Problem('target_too_long', 'This search is too long for a page. Ask for less at once.');
  return loadPage(pairs, api, address);
}

/** The state of the page as JSON, for the page's script; it includes the errors of a search. */
function stateRoute(parts: PageParts): Route {
  return {
    path: '/page/state',
    config: { name: 'page_state', permission: 'search', cost: 'search' },
    async handle(exchange) {
      checkReady(parts.context);
      const { status, state } = await loadState(parts, exchange);
      const retryAfter = state.phase === 'retrying' && { 'retry-after': String(state.retrySeconds) };
      return {
        status: state.phase === 'invalid' ? 200 : status,
        headers: {
          'cache-control': 'no-cache',
          'content-type': 'application/json; charset=utf-8',
          ...retryAfter,
        },
        body: JSON.stringify(state.problem === null || state.phase === 'invalid' ? state : state.problem),
      };
    },
  };
}

/** The forms are public; results need the permissions that the API's routes need. */
export function checkPermission({ authenticator }: HttpContext, { caller }: Exchange): void {
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

export function pageUrls(context: HttpContext, { request: { headers } }: Exchange) {
  const baseUrl = context.baseUrlOf(headers);
  return { basePath: basePathOf(baseUrl), baseUrl };
}

function renderDocument(urls: PageUrls, state: PageState): Buffer {
  const { version, style, map } = pageAssets();
  const root = searchDocument(urls, state, { assetsPath: `${ASSETS_PATH}${version}/`, style, map });
  return encodePieces((write) => {
    write(DOCTYPE);
    renderHtmlTo(write, root);
  });
}

export function headersOfPage(
  context: HttpContext,
  { request: { headers } }: Exchange,
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(context.baseUrlOf(headers), pageAssets().styleDigest),
    'referrer-policy': 'no-referrer',
  };
}

/** Allows this style, our scripts and no HTML from strings. Images may be from any HTTPS origin: dealers' hosts have them. */
function contentSecurityPolicy(baseUrl: string, styleDigest: string): string {
  const own = URL.canParse(baseUrl) ? ` ${new URL(baseUrl).origin}` : '';
  const images = `'self' https:${own}`;
  return pagePolicy({ style: `'${styleDigest}'`, images, forms: "'self'" }) + NO_MARKUP;
}

function assetsRoute(): Route {
  const forms = new Map<string, EncodedForms>();
  return {
    path: `/${ASSETS_PATH}:version/*`,
    config: { name: 'page_file', cost: 'low' },
    handle({ params: { version, '*': path = '' } }) {
      const { files, version: current } = pageAssets();
      const file = files.get(path);
      if (file === undefined) throw new Problem('not_found', 'The search page has no such file.');
      const encodedForms = forms.get(path) ?? new EncodedForms(file.body, 'best');
      forms.set(path, encodedForms);
      // Pages loaded before an update get the current files, uncached.
      const cacheControl = version === current ? 'public, max-age=31536000, immutable' : 'no-cache';
      return {
        headers: { 'content-type': file.type, 'cache-control': cacheControl },
        body: file.body,
        encodedForms,
      };
    },
  };
}

const MAX_PHRASE_LENGTH = 512;

/** GET /page/suggestions?text=: completions of a phrase being typed into the search page. Not part of the public API. */
export function suggestionRoute(service: SearchService, context: HttpContext): Route {
  const suggester = new Suggester(service);
  return {
    path: '/page/suggestions',
    config: { name: 'interpret', permission: 'search', cost: 'search' },
    async handle({ target }) {
      checkReady(context);
      const text = parseQueryString(target).find(([name]) => name === PHRASE_NAME)?.[1] ?? '';
      const isPhrase = text.length <= MAX_PHRASE_LENGTH;
      const suggestions = isPhrase ? await suggester.suggest(text, new Date().getUTCFullYear()) : [];
      const headers = { 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' };
      return { headers, body: JSON.stringify({ suggestions }) };
    },
  };
}
