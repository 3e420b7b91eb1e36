// The HTTP server: its routes, the rules for all of them, and the limits on clients. It does not listen. app.ts has the order of
// the steps. Only /mcp reads request bodies. Every step that can refuse a request follows the CORS headers, so that pages of
// other origins can read the problem.
import type { IncomingHttpHeaders } from 'node:http';
import type { SearchService } from '../search/search-service.ts';
import { createAdmission } from './admission/admission.ts';
import { App } from './app.ts';
import { authentication } from './authentication.ts';
import { baseUrlSource, basePathOf } from './protocol/base-url.ts';
import { clientIpSource } from './protocol/client-ip.ts';
import {
  handleClientError,
  MAX_HEADER_BYTES,
  rejectConnect,
  trackLastRequests,
} from './connections/client-error.ts';
import { DEFAULT_TIMEOUTS, limitConnections, sendConnectionClose } from './connections/connections.ts';
import { Compressor } from './compression/compression.ts';
import {
  findRequestProblem,
  hasTooManyHeaders,
  MAX_HEADERS,
  targetTooLong,
  tooManyHeaders,
  unreadablePath,
} from './protocol/request-checks.ts';
import { DEFAULT_HEADERS, NOSNIFF, respondPreflight } from './protocol/response-headers.ts';
import type { Exchange, HttpResponse, Route } from './exchange.ts';
import type { HttpContext, HttpOptions } from './http-context.ts';
import { ALLOWED_METHODS, respondProblem } from './problem-response.ts';
import { createObserver, observeRejected, requestIdSource } from './request-observer.ts';
import { descriptionRoutes } from './routes/description-routes.ts';
import { problemPages } from './routes/problem-routes.ts';
import { changesRoutes } from './routes/changes-route.ts';
import { feedRoutes } from './routes/feed-route.ts';
import { exportRoutes } from './routes/export-route.ts';
import { searchRoutes } from './routes/search-routes.ts';
import { addMcpRoutes } from './routes/mcp-route.ts';
import {
  dashboardRoutes,
  isOperatorOnPublicPort,
  metricsRoute,
  protectedRoutes,
} from './routes/operator-routes.ts';
import { carRoutes, redirectRoutes } from './routes/car-routes.ts';
import { pageRoutes, renderProblemPage, suggestionRoute } from './routes/page-routes.ts';
import { faviconRoute, pictureRoute } from './routes/picture-routes.ts';
import { ownHealthRoutes, ownStatusRoute } from './routes/status-routes.ts';

/** The server, ready to listen. It does not query `service` until `options.isReady()` is true. */
export function buildHttpServer(service: SearchService, options: HttpOptions): App {
  const context: HttpContext = {
    ...options,
    baseUrlOf: baseUrlSource(options),
    ipOf: clientIpSource(options.trustedProxies ?? []),
  };
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const app = new App({
    requestTimeout: timeouts.requestTimeoutMs,
    socketTimeoutMs: timeouts.socketTimeoutMs,
    keepAliveTimeout: timeouts.keepAliveTimeoutMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeouts.requestTimeoutMs,
    connectionsCheckingInterval: timeouts.requestTimeoutMs / 5,
    // findRequestProblem rejects requests without a Host instead.
    requireHostHeader: false,
  });
  const { server } = app;
  app.use({
    makeRequestId: requestIdSource(options),
    check: (exchange) => checkRequest(app, exchange, context),
    authenticate: authentication(context),
    admission: createAdmission(server, context),
    onError: (error, exchange) => respondProblem(error, exchange, context),
    onUnreadablePath: (exchange) => respondUnreadable(exchange, context),
    render: (exchange, response) => renderProblemPage(exchange, response, context),
    compressor: context.isCompressed === false ? undefined : new Compressor(context),
    observe: createObserver(context),
  });
  const connections = limitConnections(server, { ...options, ...timeouts });
  context.onStats?.({ connections });
  server.maxHeadersCount = MAX_HEADERS + 1;
  sendConnectionClose(server, () => context.isDraining?.() === true);
  trackLastRequests(server);
  server.on('clientError', (error, socket) => handleClientError(error, socket, context));
  server.on('connect', (_request, socket) => rejectConnect(socket, context));
  // Node would respond to unknown expectations with an empty 417; RFC 9110 allows a server to ignore them.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  app.add(
    ...searchRoutes(service, context),
    ...exportRoutes(service, context),
    ...changesRoutes(service, context),
    ...feedRoutes(service, context),
    ...redirectRoutes(service, context),
    ...carRoutes(service, context),
    pictureRoute(context),
    ...problemPages(),
    ...pageRoutes(service, context),
    suggestionRoute(service, context),
    faviconRoute(),
    ...ownHealthRoutes(service, context),
    ...descriptionRoutes(context),
    {
      methods: ['OPTIONS'],
      path: '*',
      config: { name: 'preflight', cost: 'low' },
      handle: respondPreflight,
    },
  );
  app.beforeClose(async () => service.waiting.end());
  addMcpRoutes(app, service, context);
  app.add(...protectedRoutes(operatorRoutes(service, context), context));
  return app;
}

function operatorRoutes(service: SearchService, context: HttpContext): Route[] {
  const routes = context.hasOperatorPort === true ? [] : [ownStatusRoute(service, context)];
  if (context.stats === undefined) return routes;
  const rootOf = (headers: IncomingHttpHeaders): string => basePathOf(context.baseUrlOf(headers));
  const dashboard = {
    basePathOf: rootOf,
    siteUrlOf: rootOf,
    isOperator: (exchange: Exchange) => isOperatorOnPublicPort(exchange, context),
  };
  return [...routes, metricsRoute(context.stats), ...dashboardRoutes(context.stats, dashboard)];
}

/** Sets the headers of every response and answers preflights, whatever is wrong with them. */
function checkRequest(app: App, exchange: Exchange, context: HttpContext): HttpResponse | undefined {
  const { route, request, headers } = exchange;
  const hasCors = route?.config.cors !== false;
  if (request.method === 'OPTIONS' && hasCors) return respondPreflight(exchange);
  Object.assign(headers, hasCors ? DEFAULT_HEADERS : NOSNIFF);
  if (request.method === 'OPTIONS') headers['allow'] = ALLOWED_METHODS;
  if (hasTooManyHeaders(request)) return respondProblem(tooManyHeaders(), exchange, context, { status: 431 });
  const problem = findRequestProblem(app, exchange);
  if (problem !== undefined) throw problem;
  return undefined;
}

function respondUnreadable(exchange: Exchange, context: HttpContext): HttpResponse {
  Object.assign(exchange.headers, DEFAULT_HEADERS);
  const problem = targetTooLong(exchange.target) ?? unreadablePath(exchange.target);
  const response = respondProblem(problem, exchange, context);
  observeRejected(context, response.status ?? 200, problem.code);
  return response;
}
