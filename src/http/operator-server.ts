// The HTTP server of the operator port: metrics, dashboard, status and health. It requires no token, because the port must be
// reachable for operators only. Pages of other origins cannot read it: there is no CORS, and if it listens on a loopback address,
// requests must name one as their host, which defeats DNS rebinding.
import type { ServerStats } from '../metrics/server-stats.ts';
import { Problem } from '../problem.ts';
import { App } from './app.ts';
import { handleClientError, MAX_HEADER_BYTES } from './connections/client-error.ts';
import { findHeadProblem, methodNotAllowed, unreadablePath } from './protocol/request-checks.ts';
import { NOSNIFF, SAME_ORIGIN_ONLY } from './protocol/response-headers.ts';
import type { HttpContext } from './http-context.ts';
import { hostnameOf, isLoopback } from './protocol/request-origin.ts';
import { respondProblem } from './problem-response.ts';
import { requestIdSource } from './request-observer.ts';
import { faviconRoute } from './routes/picture-routes.ts';
import { healthRoutes, statusRoute } from './routes/status-routes.ts';
import { metricsRoute, dashboardRoutes } from './routes/operator-routes.ts';

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
