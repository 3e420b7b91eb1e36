// The routes of operators, GET /metrics and GET /dashboard/, for the operator port and the public one. On the public port they
// have no CORS, browsers keep them same-origin, and requests without a token must name this service as their host.
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { METRICS_PATH, DASHBOARD_PATH } from '../../api/paths.ts';
import { METRICS_TYPE } from '../../metrics/aggregate-metrics.ts';
import { shownTerms, MIN_SEARCHES } from '../../metrics/empty-searches.ts';
import type { ServerStats } from '../../metrics/server-stats.ts';
import { packageFile } from '../../package-files.ts';
import { pageStyle } from '../../pages/assets.ts';
import { dashboardPage } from '../../pages/dashboard/dashboard-page.ts';
import { Problem } from '../../problem.ts';
import type { Route, Exchange } from '../exchange.ts';
import type { HttpContext } from '../http-context.ts';
import { pagePolicy, NO_MARKUP } from '../page-policy.ts';
import { peerOf } from '../protocol/client-ip.ts';
import { isOwnHost, isLoopback, hostnameOf } from '../protocol/request-origin.ts';
import { SAME_ORIGIN_ONLY } from '../protocol/response-headers.ts';

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
export function isOperatorOnPublicPort({ caller, request }: Exchange, context: HttpContext): boolean {
  const { headers } = request;
  if (caller !== undefined) return true;
  if (context.trustProxy || PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const { hostname } = new URL(context.baseUrlOf(headers));
  const requested = hostnameOf(`http://${headers.host}`) ?? '';
  return [hostname, peerOf(request), requested].every(isLoopback);
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
