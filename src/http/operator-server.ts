// The HTTP surface for operators, on a port of its own: metrics, the page that shows them, status and health. No token is
// asked for, because only those who may see it can reach it. No page of another origin may read it: there is no CORS,
// and on a loopback address a request must name one, which a page whose name was made to lead here does not (DNS
// rebinding).
import { isIP } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ServerStats } from '../metrics/server-stats.ts';
import { Problem } from '../problem.ts';
import { MAX_HEAD_BYTES } from './broken-connection.ts';
import { addDashboardRoutes } from './dashboard/dashboard-routes.ts';
import { addFaviconRoute } from './favicon-route.ts';
import { NO_SNIFFING, SAME_ORIGIN_ONLY } from './fixed-headers.ts';
import type { Site } from './http-options.ts';
import { addMetricsRoute } from './metrics-route.ts';
import { sendProblem } from './problem-response.ts';
import { badHost, methodNotAllowed, tooLong } from './refusals.ts';
import { requestIdSource } from './request-watch.ts';
import { addHealthRoutes, addStatusRoute } from './status-routes.ts';

export interface OperatorOptions extends Pick<Site, 'logError'> {
  readonly sight: ServerStats;
  /** The public one, where problems are explained. Without a slash at its end. */
  readonly baseUrl: () => string;
  /** What it listens on. */
  readonly host: string;
}

/** The server, ready to listen. */
export function buildOperatorServer({ sight, baseUrl, host, logError }: OperatorOptions): FastifyInstance {
  const site = { baseUrlOf: baseUrl, logError };
  const app = Fastify({
    return503OnClosing: false,
    requestTimeout: 10_000,
    connectionTimeout: 30_000,
    http: { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: 10_000 },
    routerOptions: { querystringParser: () => ({}) },
    genReqId: requestIdSource({ trustProxy: false }),
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(new Problem('malformed_request', 'The path cannot be read.'), request, reply, site),
  });
  app.removeAllContentTypeParsers();
  const onlyLocal = isLoopback(host);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ ...NO_SNIFFING, ...SAME_ORIGIN_ONLY });
    if (onlyLocal && !isLoopback(request.hostname)) {
      return done(new Problem('not_found', 'This address is for operators, under the name of this machine.'));
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    done(tooLong(request) ?? badHost(request) ?? (isRead ? undefined : methodNotAllowed()));
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, site));
  app.setNotFoundHandler(() => {
    throw new Problem('not_found', 'There is nothing at this address.');
  });
  addFaviconRoute(app);
  addHealthRoutes(app, () => sight.status());
  addStatusRoute(app, () => sight.status());
  addMetricsRoute(app, sight);
  addDashboardRoutes(app, sight, () => '/');
  return app;
}

/** A name or an address of this machine that no other can have. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
