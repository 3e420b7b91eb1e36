// The HTTP server: its routes, the rules for all of them, and the limits on clients. It does not listen. Only /mcp reads request
// bodies, and no default response of the framework is used. Most requests of the API never reach the framework (direct-routes.ts).
//
// Order of the hooks before the route: measurement, default headers, CORS, request checks, authentication, admission. Whatever refuses a request comes
// after CORS, so that pages of other origins can read the problem. After it: problem pages, compression, measurement of the bytes
// sent, release of the admission queue, so that a request is in flight while its response is compressed.
import type { IncomingHttpHeaders } from 'node:http';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  INTERPRET_PATH,
  LOOKUP_PATH,
  MAP_PATH,
  MAX_TARGET_BYTES,
  SEARCH_PATH,
  SUMMARY_PATH,
} from '../api/paths.ts';
import type { SearchService } from '../search/search-service.ts';
import { addAdmission, Admission } from './admission.ts';
import { addApiRoute, stockRoute } from './api-endpoint.ts';
import { addAuthentication } from './authentication.ts';
import { baseUrlSource, basePathOf } from './base-url.ts';
import {
  handleClientError,
  MAX_HEADER_BYTES,
  rejectConnect,
  trackLastRequests,
} from './connections/client-error.ts';
import { DEFAULT_TIMEOUTS, limitConnections, sendConnectionClose } from './connections/connections.ts';
import { addCompression, Compressor } from './compression/compression.ts';
import { CORS_OPTIONS, DEFAULT_HEADERS, NOSNIFF } from './default-headers.ts';
import { addDirectRoutes } from './direct-routes.ts';
import type { HttpContext, HttpOptions } from './http-context.ts';
import { NO_SCHEMAS } from './no-schemas.ts';
import { addPrivateResponses } from './private-responses.ts';
import { ALLOWED_METHODS, sendProblem } from './problem-response.ts';
import {
  findRequestProblem,
  hasTooManyHeaders,
  MAX_HEADERS,
  notFound,
  targetTooLong,
  tooManyHeaders,
  unreadablePath,
} from './request-checks.ts';
import { createObserver, observeRejected, observeRequests, requestIdSource } from './request-observer.ts';
import { requireRouteConfig } from './route-config.ts';
import { addDescriptionRoutes } from './routes/description-routes.ts';
import { interpretEndpoint } from './routes/interpret-route.ts';
import { lookupEndpoint } from './routes/lookup-route.ts';
import { addMcpRoute } from './routes/mcp-route.ts';
import {
  addDashboardRoutes,
  addMetricsRoute,
  addProtectedRoutes,
  isOperatorOnPublicPort,
} from './routes/operator-routes.ts';
import { addPageRoutes, renderProblemPages } from './routes/page-routes.ts';
import { addFaviconRoute, addPictureRoute } from './routes/picture-routes.ts';
import { PRICES_PATH, priceEndpoint } from './routes/price-route.ts';
import { addProblemPages } from './routes/problem-pages.ts';
import { addRedirectRoute } from './routes/redirect-route.ts';
import { addSuggestionRoute } from './routes/suggestion-route.ts';
import { mapEndpoint, searchEndpoint, summaryEndpoint } from './routes/search-routes.ts';
import { addOwnHealthRoutes, addOwnStatusRoute } from './routes/status-routes.ts';

/** The server, ready to listen. It does not query `service` until `options.isReady()` is true. */
export function buildHttpServer(service: SearchService, options: HttpOptions): FastifyInstance {
  const context: HttpContext = { ...options, baseUrlOf: baseUrlSource(options) };
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const app = Fastify({
    schemaController: NO_SCHEMAS,
    // While the server drains, requests are still answered, each as the last of its connection.
    return503OnClosing: false,
    requestTimeout: timeouts.requestTimeoutMs,
    connectionTimeout: timeouts.socketTimeoutMs,
    keepAliveTimeout: timeouts.keepAliveTimeoutMs,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: timeouts.requestTimeoutMs,
      connectionsCheckingInterval: timeouts.requestTimeoutMs / 5,
      // Rejected by findRequestProblem instead.
      requireHostHeader: false,
    },
    // Routes parse the query string themselves, and only the whole target has a maximum length.
    routerOptions: { querystringParser: () => ({}), maxParamLength: MAX_TARGET_BYTES },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, context),
    genReqId: requestIdSource(options),
    frameworkErrors: (_error, request, reply) => respondUnroutable(request, reply, context),
  });
  const admission = new Admission(app.server, context);
  const compressor = context.isCompressed === false ? undefined : new Compressor(context);
  const observe = createObserver(context);
  const endpoints = {
    search: searchEndpoint(service, context),
    summary: summaryEndpoint(service, context),
    interpret: interpretEndpoint(service, context),
    map: mapEndpoint(service, context),
    prices: priceEndpoint(service, context),
  };
  const apiRoutes = [
    stockRoute(SEARCH_PATH, 'search', endpoints.search),
    stockRoute(SUMMARY_PATH, 'summary', endpoints.summary),
    stockRoute(MAP_PATH, 'map', endpoints.map),
    stockRoute(LOOKUP_PATH, 'lookup', lookupEndpoint(service, context)),
    stockRoute(INTERPRET_PATH, 'interpret', endpoints.interpret),
  ];
  addDirectRoutes(app, { ...context, admission, compressor, observe }, apiRoutes);
  const connections = limitConnections(app.server, { ...options, ...timeouts });
  context.onConnections?.(connections);
  app.server.maxHeadersCount = MAX_HEADERS + 1;
  sendConnectionClose(app.server, () => context.isDraining?.() === true);
  trackLastRequests(app.server);
  app.server.on('connect', (_request, socket) => rejectConnect(socket, context));
  // Node would respond to unknown expectations with an empty 417; RFC 9110 allows a server to ignore them.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.removeAllContentTypeParsers();

  requireRouteConfig(app);
  renderProblemPages(app, context);
  addCompression(app, compressor);
  observeRequests(app, observe);
  addPrivateResponses(app);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(NOSNIFF);
    if (request.method === 'OPTIONS') void reply.header('allow', ALLOWED_METHODS);
    done();
  });
  void app.register(cors, CORS_OPTIONS);
  // The plugin adds its hook once it is loaded; this one must come after it.
  app.after(() => {
    app.addHook('onRequest', (request, reply, done) => {
      if (!hasTooManyHeaders(request.raw)) return done(findRequestProblem(app, request));
      sendProblem(tooManyHeaders(), request, reply, context, { status: 431 });
    });
  });

  addAuthentication(app, context);
  const admitUnrouted = addAdmission(app, context, admission);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, context));
  app.setNotFoundHandler({ preHandler: admitUnrouted }, () => {
    throw notFound();
  });
  for (const route of apiRoutes) addApiRoute(app, context, route);
  addRedirectRoute(app, service, context);
  addPictureRoute(app, context);
  addProblemPages(app);
  addPageRoutes(app, service, context);
  addSuggestionRoute(app, service, context);
  addApiRoute(app, context, stockRoute(PRICES_PATH, 'summary', endpoints.prices));
  addFaviconRoute(app);
  addOwnHealthRoutes(app, service, context);
  addDescriptionRoutes(app, context);
  addMcpRoute(app, service, context);
  addProtectedRoutes(app, context, (scope) => {
    if (context.hasOperatorPort !== true) addOwnStatusRoute(scope, service, context);
    if (context.stats === undefined) return;
    addMetricsRoute(scope, context.stats);
    const rootOf = (headers: IncomingHttpHeaders): string => basePathOf(context.baseUrlOf(headers));
    addDashboardRoutes(scope, context.stats, {
      basePathOf: rootOf,
      siteUrlOf: rootOf,
      isOperator: (request) => isOperatorOnPublicPort(request, context),
    });
  });
  return app;
}

/** Responds to a path that the router cannot decode. No hook runs for these requests. */
function respondUnroutable(request: FastifyRequest, reply: FastifyReply, context: HttpContext): void {
  void reply.headers(DEFAULT_HEADERS);
  const problem = targetTooLong(request.raw.url) ?? unreadablePath(request.raw.url);
  sendProblem(problem, request, reply, context);
  observeRejected(context, reply.statusCode, request.problem?.code ?? problem.code);
}
