// The HTTP surface, put together: routes, the rules that hold for all of them, and the limits on what a client may
// send. It is built apart from listening. No request body is read but that of /mcp, and no default answer of the
// framework is used.
//
// Order of the hooks: the start of measuring, fixed headers, CORS, what is refused to everybody, the gate (tokens and rates),
// then admission. Whatever refuses comes after CORS, so that pages of other origins can read the refusal.
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { SearchService } from '../search/search-service.ts';
import { addAdmission } from './admission.ts';
import { baseUrlSource, basePathOf } from './base-url.ts';
import { handleClientError, MAX_HEADER_BYTES, rejectConnect } from './connections/client-error.ts';
import { CORS_OPTIONS, DEFAULT_HEADERS, NOSNIFF } from './default-headers.ts';
import { addFaviconRoute } from './routes/favicon-route.ts';
import { limitConnections, DEFAULT_TIMEOUTS } from './connections/connections.ts';
import { addAuthentication } from './authentication.ts';
import type { HttpOptions, HttpContext } from './http-context.ts';
import { addInterpretRoute, interpretEndpoint } from './routes/interpret-route.ts';
import { sendConnectionClose } from './connections/send-connection-close.ts';
import { trackLastRequests } from './connections/pending-response.ts';
import { addMcpRoute } from './routes/mcp-route.ts';
import { addMetricsRoute } from './routes/metrics-route.ts';
import { addOperatorRoutes } from './routes/operator-routes.ts';
import { addPictureRoute } from './routes/picture-route.ts';
import { addProblemPages } from './routes/problem-pages.ts';
import { MAX_TARGET_BYTES } from '../api/paths.ts';
import { ALLOWED_METHODS, sendProblem } from './problem-response.ts';
import { addRedirectRoute } from './routes/redirect-route.ts';
import {
  hasTooManyHeaders,
  MAX_HEADERS,
  notFound,
  findRequestProblem,
  targetTooLong,
  tooManyHeaders,
} from './request-checks.ts';
import { requireRouteConfig } from './route-config.ts';
import { requestIdSource, observeRejected, observeRequests } from './request-observer.ts';
import { addDashboardRoutes } from './routes/dashboard-routes.ts';
import { addDiscoveryRoutes } from './routes/discovery-routes.ts';
import { addDocsRoutes } from './routes/docs-routes.ts';
import { addOpenApiRoutes } from './routes/openapi-routes.ts';
import { addPageRoutes } from './routes/page-routes.ts';
import { addSearchRoute, addSummaryRoute, searchEndpoint, summaryEndpoint } from './routes/search-routes.ts';
import { addOwnHealthRoutes, addOwnStatusRoute } from './routes/status-routes.ts';

/** The server, ready to listen. `service` is asked nothing before `options.ready()` is true. */
export function buildHttpServer(service: SearchService, options: HttpOptions): FastifyInstance {
  const context: HttpContext = { ...options, baseUrlOf: baseUrlSource(options) };
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const app = Fastify({
    // While the server closes, requests that are on their way are still answered, each as the last of its connection.
    return503OnClosing: false,
    requestTimeout: timeouts.requestTimeoutMs,
    connectionTimeout: timeouts.socketTimeoutMs,
    keepAliveTimeout: timeouts.keepAliveTimeoutMs,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: timeouts.requestTimeoutMs,
      connectionsCheckingInterval: timeouts.requestTimeoutMs / 5,
      // Refused by us instead, with a problem.
      requireHostHeader: false,
    },
    // The query string is parsed by the routes that have one, and only the whole target has a greatest length.
    routerOptions: { querystringParser: () => ({}), maxParamLength: MAX_TARGET_BYTES },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, context),
    genReqId: requestIdSource(options),
    frameworkErrors: (_error, request, reply) => respondUnroutable(request, reply, context),
  });
  const connections = limitConnections(app.server, { ...options, ...timeouts });
  context.onConnections?.(connections);
  app.server.maxHeadersCount = MAX_HEADERS + 1;
  sendConnectionClose(app.server, () => context.isDraining?.() === true);
  trackLastRequests(app.server);
  app.server.on('connect', (_request, socket) => rejectConnect(socket, context));
  // Node's own answer to an expectation that it does not know would be an empty 417. It may be passed over.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.removeAllContentTypeParsers();

  requireRouteConfig(app);
  observeRequests(app, context);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(NOSNIFF);
    if (request.method === 'OPTIONS') void reply.header('allow', ALLOWED_METHODS);
    done();
  });
  void app.register(cors, CORS_OPTIONS);
  // The plugin adds its hook when it is loaded. Ours comes after it.
  app.after(() => {
    app.addHook('onRequest', (request, reply, done) => {
      if (!hasTooManyHeaders(request.raw)) return done(findRequestProblem(app, request));
      sendProblem(tooManyHeaders(), request, reply, context, { status: 431 });
    });
  });

  addAuthentication(app, context);
  addAdmission(app, context);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, context));
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  const endpoints = {
    search: searchEndpoint(service, context),
    summary: summaryEndpoint(service, context),
    interpret: interpretEndpoint(service, context),
  };
  addSearchRoute(app, context, endpoints.search);
  addSummaryRoute(app, context, endpoints.summary);
  addInterpretRoute(app, context, endpoints.interpret);
  addRedirectRoute(app, service, context);
  addPictureRoute(app, context);
  addProblemPages(app);
  addPageRoutes(app, context, endpoints);
  addFaviconRoute(app);
  addOwnHealthRoutes(app, service, context);
  addOpenApiRoutes(app, context);
  addDocsRoutes(app, context);
  addDiscoveryRoutes(app, context);
  addMcpRoute(app, service, context);
  addOperatorRoutes(app, context, (scope) => {
    if (context.hasOperatorPort !== true) addOwnStatusRoute(scope, service, context);
    if (context.stats === undefined) return;
    addMetricsRoute(scope, context.stats);
    addDashboardRoutes(scope, context.stats, (headers) => basePathOf(context.baseUrlOf(headers)));
  });
  return app;
}

/** Answers where the router cannot take the path apart. No hook runs for these. */
function respondUnroutable(request: FastifyRequest, reply: FastifyReply, context: HttpContext): void {
  void reply.headers(DEFAULT_HEADERS);
  const problem = new Problem('malformed_request', 'The path is not valid percent-encoded UTF-8.');
  sendProblem(targetTooLong(request.raw.url) ?? problem, request, reply, context);
  observeRejected(context, reply.statusCode, request.problemCode ?? problem.code);
}
