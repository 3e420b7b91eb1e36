// Routes for operators, GET /metrics and GET /dashboard/, and the HTTP server of the operator port, which has status and health
// too. The server requires no token, because the port must be reachable for operators only. Pages of other origins cannot read
// it: there is no CORS, and if it listens on a loopback address, requests must name one as their host, which defeats DNS
// rebinding. On the public port the routes have no CORS either, browsers keep them same-origin, and requests without a token must
// name this service as their host.
import type { ServerStats } from '../metrics/server-stats.ts';
import { Problem } from '../problem.ts';
import { App } from './app.ts';
import { handleClientError, MAX_HEADER_BYTES } from './connections/client-error.ts';
import { findHeadProblem, methodNotAllowed, unreadablePath } from './request-checks.ts';
import { NOSNIFF, SAME_ORIGIN_ONLY } from './response-headers.ts';
import type { HttpContext } from './http-context.ts';
import { hostnameOf, isLoopback, isOwnHost } from './request-origin.ts';
import { NO_MARKUP, pagePolicy } from './page-policy.ts';
import { respondProblem } from './problem-response.ts';
import { requestIdSource } from './request-observer.ts';
import { faviconRoute } from './routes/picture-routes.ts';
import { healthRoutes, statusRoute } from './routes/status-routes.ts';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { DASHBOARD_PATH, METRICS_PATH } from '../api/paths.ts';
import { METRICS_TYPE } from '../metrics/aggregate-metrics.ts';
import { MIN_SEARCHES, shownTerms } from '../metrics/empty-searches.ts';
import { dashboardPage } from '../pages/dashboard/dashboard-page.ts';
import { pageStyle } from '../pages/assets.ts';
import type { Exchange, Route } from './exchange.ts';
import { packageFile } from '../package-files.ts';

export interface OperatorOptions extends Pick<HttpContext, 'logError'> {
  readonly stats: ServerStats;
  /** The base URL of the public port, which explains problems. Without a final slash. */
  readonly baseUrl: () => string;
  readonly host: string;
}

export function buildOperatorServer({ stats, baseUrl, host, logError }: OperatorOptions): App {
  const context = { baseUrlOf: baseUrl, logError };
  const app = new App({
    requestTimeout: 10_000,
    socketTimeoutMs: 30_000,
    keepAliveTimeout: 72_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 10_000,
  });
  app.server.on('clientError', (error, socket) => handleClientError(error, socket, context));
  const isLocalOnly = isLoopback(host);
  app.use({
    makeRequestId: requestIdSource({ trustProxy: false }),
    check({ request, headers }) {
      Object.assign(headers, NOSNIFF, SAME_ORIGIN_ONLY);
      if (isLocalOnly && !isLoopback(hostnameOf(`http://${request.headers.host}`) ?? ''))
        throw new Problem('not_found', 'This address is for operators, under the name of this machine.');
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const problem = findHeadProblem(request) ?? (isRead ? undefined : methodNotAllowed());
      if (problem !== undefined) throw problem;
      return undefined;
    },
    onError: (error, exchange) => respondProblem(error, exchange, context),
    onUnreadablePath: (exchange) => respondProblem(unreadablePath(exchange.target), exchange, context),
  });
  const dashboard = { basePathOf: () => '/', siteUrlOf: () => `${baseUrl()}/`, isOperator: () => true };
  app.add(
    faviconRoute(),
    ...healthRoutes(() => stats.status()),
    statusRoute(() => stats.status()),
    metricsRoute(stats),
    ...dashboardRoutes(stats, dashboard),
  );
  return app;
}

const CONFIG = { name: 'operator', permission: 'operate', cost: 'low' } as const;

const SCRIPT = packageFile('assets/dashboard/page.js');

/** The page is never cached. */
const DASHBOARD_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-security-policy': pagePolicy() + NO_MARKUP,
};

/** The routes for the public port. Each responds to OPTIONS without allowing any origin. */
export function protectedRoutes(routes: readonly Route[], context: HttpContext): Route[] {
  return routes.flatMap((route): Route[] => {
    const guarded: Route = {
      ...route,
      config: { ...route.config, cors: false },
      onRequest({ headers }) {
        Object.assign(headers, SAME_ORIGIN_ONLY);
        return undefined;
      },
      // Checked after authentication: pages have no token, so callers with one may use any host name.
      authorize({ caller, request: { headers } }) {
        const rules = { baseUrl: context.baseUrlOf(headers), trustProxy: context.trustProxy };
        if (caller === undefined && !isOwnHost(headers.host, rules))
          throw new Problem('not_found', 'This address is for operators, under a name of this service.');
      },
    };
    const options = {
      methods: ['OPTIONS'],
      handle: () => ({ status: 204 }),
    };
    return [guarded, { ...guarded, ...options }];
  });
}

export function metricsRoute(stats: ServerStats): Route {
  return {
    path: METRICS_PATH,
    config: CONFIG,
    handle: async () => ({
      headers: { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' },
      body: await stats.metrics(),
    }),
  };
}

/**
 * Whether a request on the public port is an operator's: it has a token, or it comes from this machine and the base URL names
 * this machine. A proxy on this machine would make every request look local, but such a proxy needs a base URL of its own.
 */
export function isOperatorOnPublicPort(
  { caller, request: { headers, socket } }: Exchange,
  context: HttpContext,
): boolean {
  if (caller !== undefined) return true;
  if (context.trustProxy || PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const { hostname } = new URL(context.baseUrlOf(headers));
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return (
    isLoopback(hostname) && isLoopback(address) && isLoopback(hostnameOf(`http://${headers.host}`) ?? '')
  );
}

const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

interface DashboardOptions {
  /** The path of this port's root for a request with these headers, with a final slash. */
  readonly basePathOf: (headers: IncomingHttpHeaders) => string;
  /** The URL of the search page, with a final slash. */
  readonly siteUrlOf: (headers: IncomingHttpHeaders) => string;
  /** Whether the request is an operator's, who may see what visitors searched for. */
  readonly isOperator: (exchange: Exchange) => boolean;
}

export function dashboardRoutes(
  stats: ServerStats,
  { basePathOf, siteUrlOf, isOperator }: DashboardOptions,
): Route[] {
  return [
    {
      path: DASHBOARD_PATH,
      config: CONFIG,
      async handle(exchange) {
        const [samples, status, emptySearches] = await Promise.all([
          stats.history(),
          stats.status(),
          stats.emptySearches(),
        ]);
        const { headers } = exchange.request;
        const basePath = `${basePathOf(headers)}${DASHBOARD_PATH.slice(1)}`;
        const siteUrl = siteUrlOf(headers);
        const areTermsShown = isOperator(exchange);
        const now = Date.now();
        const page = { now, samples, status, emptySearches, areTermsShown, basePath, siteUrl };
        return { headers: DASHBOARD_HEADERS, body: dashboardPage(page) };
      },
    },
    {
      path: `${DASHBOARD_PATH}empty-searches.json`,
      config: CONFIG,
      async handle(exchange) {
        const counts = await stats.emptySearches();
        const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
        const terms = isOperator(exchange) ? shownTerms(counts) : null;
        const { searches } = counts;
        return { headers, body: JSON.stringify({ searches, min_searches: MIN_SEARCHES, terms }) };
      },
    },
    {
      path: DASHBOARD_PATH.slice(0, -1),
      config: CONFIG,
      handle: ({ request }) => ({
        status: 308,
        headers: { location: `${basePathOf(request.headers)}${DASHBOARD_PATH.slice(1)}` },
      }),
    },
    fileRoute('page.css', 'text/css; charset=utf-8', pageStyle('dashboard/page.css')),
    fileRoute('page.js', 'text/javascript; charset=utf-8', readFileSync(SCRIPT, 'utf8')),
  ];
}

function fileRoute(name: string, type: string, body: string): Route {
  const headers = { 'content-type': type, 'cache-control': 'no-cache' };
  return { path: `${DASHBOARD_PATH}${name}`, config: CONFIG, handle: () => ({ headers, body }) };
}
