// The HTTP surface for operators, on a port of its own: metrics, the page that shows them, status and health. No token is
// asked for, because only those who may see it can reach it. No page of another origin may read it: there is no CORS,
// and on a loopback address a request must name one, which a page whose name was made to lead here does not (DNS
// rebinding).
import { isIP } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ServerStats } from '../metrics/server-stats.ts';
import { Problem } from '../problem.ts';
import { MAX_HEADER_BYTES } from './connections/client-error.ts';
import { addDashboardRoutes } from './routes/dashboard-routes.ts';
import { addFaviconRoute } from './routes/favicon-route.ts';
import { NOSNIFF, SAME_ORIGIN_ONLY } from './default-headers.ts';
import type { HttpContext } from './http-context.ts';
import { addMetricsRoute } from './routes/metrics-route.ts';
import { sendProblem } from './problem-response.ts';
import { invalidHost, methodNotAllowed, targetTooLong } from './request-checks.ts';
import { requireRouteConfig } from './route-config.ts';
import { requestIdSource } from './request-observer.ts';
import { addHealthRoutes, addStatusRoute } from './routes/status-routes.ts';

export interface OperatorOptions extends Pick<HttpContext, 'logError'> {
  readonly stats: ServerStats;
  /** The public one, where problems are explained. Without a slash at its end. */
  readonly baseUrl: () => string;
  /** What it listens on. */
  readonly host: string;
}

/** The server, ready to listen. */
export function buildOperatorServer({ stats, baseUrl, host, logError }: OperatorOptions): FastifyInstance {
  const context = { baseUrlOf: baseUrl, logError };
  const app = Fastify({
    return503OnClosing: false,
    requestTimeout: 10_000,
    connectionTimeout: 30_000,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 10_000 },
    routerOptions: { querystringParser: () => ({}) },
    genReqId: requestIdSource({ trustProxy: false }),
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(new Problem('malformed_request', 'The path cannot be read.'), request, reply, context),
  });
  app.removeAllContentTypeParsers();
  requireRouteConfig(app);
  const onlyLocal = isLoopback(host);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ ...NOSNIFF, ...SAME_ORIGIN_ONLY });
    if (onlyLocal && !isLoopback(request.hostname)) {
      return done(new Problem('not_found', 'This address is for operators, under the name of this machine.'));
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    done(targetTooLong(request.raw.url) ?? invalidHost(request) ?? (isRead ? undefined : methodNotAllowed()));
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, context));
  app.setNotFoundHandler(() => {
    throw new Problem('not_found', 'There is nothing at this address.');
  });
  addFaviconRoute(app);
  addHealthRoutes(app, () => stats.status());
  addStatusRoute(app, () => stats.status());
  addMetricsRoute(app, stats);
  addDashboardRoutes(app, stats, () => '/');
  return app;
}

/** A name or an address of this machine that no other can have. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
