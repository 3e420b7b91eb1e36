// Routes for operators: GET /metrics and GET /dashboard/, and what protects them on the public port. There pages of other origins
// cannot read them: they have no CORS, browsers keep them same-origin, and requests without a token must name this service as their
// host, which defeats DNS rebinding.
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DASHBOARD_PATH, METRICS_PATH } from '../../api/paths.ts';
import { METRICS_TYPE } from '../../metrics/aggregate-metrics.ts';
import { MIN_SEARCHES, shownTerms } from '../../metrics/empty-searches.ts';
import type { ServerStats } from '../../metrics/server-stats.ts';
import { dashboardPage } from '../../pages/dashboard/dashboard-page.ts';
import { pageStyle } from '../../pages/style.ts';
import { Problem } from '../../problem.ts';
import { SAME_ORIGIN_ONLY } from '../default-headers.ts';
import type { HttpContext } from '../http-context.ts';
import { hostnameOf, isLoopback, isOwnHost } from '../mcp-origin.ts';
import { ALLOWED_METHODS } from '../problem-response.ts';
import { packageFile } from '../../package-files.ts';

const CONFIG = { name: 'operator', permission: 'operate', cost: 'low' } as const;

const SCRIPT = packageFile('assets/dashboard/page.js');

/** The page loads its own style and script only, and no text on it can become markup. It is never cached. */
const DASHBOARD_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
};

/** Adds the routes of `add` to the public port. Each responds to OPTIONS without opening itself to any origin. */
export function addProtectedRoutes(
  app: FastifyInstance,
  context: HttpContext,
  add: (scope: FastifyInstance) => void,
): void {
  void app.register((scope, _options, done) => {
    scope.addHook('onRoute', (route) => {
      const config = { ...route.config, cors: false };
      route.config = config;
      if (route.method !== 'GET') return;
      scope.options(route.url, { config }, (_request, reply) =>
        reply.header('allow', ALLOWED_METHODS).code(204).send(),
      );
    });
    scope.addHook('onRequest', (_request, reply, next) => {
      void reply.headers(SAME_ORIGIN_ONLY);
      next();
    });
    // After authentication: pages know no token, so callers with one may use any host name.
    scope.addHook('preHandler', ({ caller, headers }, _reply, next) => {
      const rules = { baseUrl: context.baseUrlOf(headers), trustProxy: context.trustProxy };
      if (caller !== undefined || isOwnHost(headers.host, rules)) return next();
      next(new Problem('not_found', 'This address is for operators, under a name of this service.'));
    });
    add(scope);
    done();
  });
}

export function addMetricsRoute(app: FastifyInstance, stats: ServerStats): void {
  app.get(METRICS_PATH, { config: CONFIG }, async (_request, reply) =>
    reply
      .header('content-type', METRICS_TYPE)
      .header('cache-control', 'no-store')
      .send(await stats.metrics()),
  );
}

/**
 * Whether a request on the public port is an operator's: it has a token, or it comes from this machine to a server that only this
 * machine knows. A proxy on this machine would make everybody's requests look like that, but it needs a base URL.
 */
export function isOperatorOnPublicPort(
  { caller, headers, socket }: FastifyRequest,
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
  readonly isOperator: (request: FastifyRequest) => boolean;
}

export function addDashboardRoutes(
  app: FastifyInstance,
  stats: ServerStats,
  { basePathOf, siteUrlOf, isOperator }: DashboardOptions,
): void {
  app.get(DASHBOARD_PATH, { config: CONFIG }, async (request, reply) => {
    const [samples, status, emptySearches] = await Promise.all([
      stats.history(),
      stats.status(),
      stats.emptySearches(),
    ]);
    const basePath = `${basePathOf(request.headers)}${DASHBOARD_PATH.slice(1)}`;
    const siteUrl = siteUrlOf(request.headers);
    const areTermsShown = isOperator(request);
    const now = Date.now();
    return reply
      .headers(DASHBOARD_HEADERS)
      .send(dashboardPage({ now, samples, status, emptySearches, areTermsShown, basePath, siteUrl }));
  });
  app.get(`${DASHBOARD_PATH}empty-searches.json`, { config: CONFIG }, async (request, reply) => {
    const counts = await stats.emptySearches();
    return reply.header('cache-control', 'no-store').send({
      searches: counts.searches,
      min_searches: MIN_SEARCHES,
      terms: isOperator(request) ? shownTerms(counts) : null,
    });
  });
  app.get(DASHBOARD_PATH.slice(0, -1), { config: CONFIG }, ({ headers }, reply) =>
    reply
      .code(308)
      .header('location', `${basePathOf(headers)}${DASHBOARD_PATH.slice(1)}`)
      .send(),
  );
  addFile(app, 'page.css', 'text/css; charset=utf-8', pageStyle('dashboard/page.css'));
  addFile(app, 'page.js', 'text/javascript; charset=utf-8', readFileSync(SCRIPT, 'utf8'));
}

function addFile(app: FastifyInstance, name: string, type: string, text: string): void {
  app.get(`${DASHBOARD_PATH}${name}`, { config: CONFIG }, (_request, reply) =>
    reply.header('content-type', type).header('cache-control', 'no-cache').send(text),
  );
}
