// The HTTP server of the operator port: metrics, dashboard, status and health. It requires no token, because the port must be
// reachable for operators only. Pages of other origins cannot read it: there is no CORS, and if it listens on a loopback address,
// requests must name one as their host, which defeats DNS rebinding.
import Fastify, { type FastifyInstance } from 'fastify';
import type { ServerStats } from '../metrics/server-stats.ts';
import { Problem } from '../problem.ts';
import { MAX_HEADER_BYTES } from './connections/client-error.ts';
import { NOSNIFF, SAME_ORIGIN_ONLY } from './default-headers.ts';
import type { HttpContext } from './http-context.ts';
import { isLoopback } from './mcp-origin.ts';
import { NO_SCHEMAS } from './no-schemas.ts';
import { addPrivateResponses } from './private-responses.ts';
import { sendProblem } from './problem-response.ts';
import { findHeadProblem, methodNotAllowed, notFound, unreadablePath } from './request-checks.ts';
import { requireRouteConfig } from './route-config.ts';
import { requestIdSource } from './request-observer.ts';
import { addDashboardRoutes, addMetricsRoute } from './routes/operator-routes.ts';
import { addFaviconRoute } from './routes/picture-routes.ts';
import { addHealthRoutes, addStatusRoute } from './routes/status-routes.ts';

export interface OperatorOptions extends Pick<HttpContext, 'logError'> {
  readonly stats: ServerStats;
  /** The base URL of the public port, which explains problems. Without a final slash. */
  readonly baseUrl: () => string;
  /** The address it listens on. */
  readonly host: string;
}

/** The server, ready to listen. */
export function buildOperatorServer({ stats, baseUrl, host, logError }: OperatorOptions): FastifyInstance {
  const context = { baseUrlOf: baseUrl, logError };
  const app = Fastify({
    schemaController: NO_SCHEMAS,
    return503OnClosing: false,
    requestTimeout: 10_000,
    connectionTimeout: 30_000,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 10_000 },
    routerOptions: { querystringParser: () => ({}) },
    genReqId: requestIdSource({ trustProxy: false }),
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(unreadablePath(request.raw.url), request, reply, context),
  });
  app.removeAllContentTypeParsers();
  requireRouteConfig(app);
  addPrivateResponses(app);
  const isLocalOnly = isLoopback(host);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ ...NOSNIFF, ...SAME_ORIGIN_ONLY });
    if (isLocalOnly && !isLoopback(request.hostname)) {
      return done(new Problem('not_found', 'This address is for operators, under the name of this machine.'));
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    done(findHeadProblem(request.raw) ?? (isRead ? undefined : methodNotAllowed()));
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, context));
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  addFaviconRoute(app);
  addHealthRoutes(app, () => stats.status());
  addStatusRoute(app, () => stats.status());
  addMetricsRoute(app, stats);
  addDashboardRoutes(app, stats, {
    basePathOf: () => '/',
    siteUrlOf: () => `${baseUrl()}/`,
    isOperator: () => true,
  });
  return app;
}
