// The HTTP surface, put together: routes, the rules that hold for all of them, and the limits on what a client may
// send. It is built apart from listening. No request body is read but that of /mcp, and no default answer of the
// framework is used.
//
// Order of the hooks: the start of measuring, fixed headers, CORS, what is refused to everybody, the gate (tokens and rates),
// then admission. Whatever refuses comes after CORS, so that pages of other origins can read the refusal.
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { SearchService } from '../api/search-service.ts';
import { addAdmission } from './admission.ts';
import { baseUrlSource, rootOf } from './base-url.ts';
import { answerBrokenConnection, MAX_HEAD_BYTES, refuseConnect } from './broken-connection.ts';
import { CORS_OPTIONS, FIXED_HEADERS, NO_SNIFFING } from './fixed-headers.ts';
import { addFaviconRoute } from './favicon-route.ts';
import { limitConnections, PATIENCE } from './connections.ts';
import { addGate } from './gate.ts';
import type { HttpOptions, Site } from './http-options.ts';
import { addInterpretRoute } from './interpret-route.ts';
import { endConnections } from './last-of-connection.ts';
import { watchLastRequests } from './last-request.ts';
import { addMcpRoute } from './mcp-route.ts';
import { addMetricsRoute } from './metrics-route.ts';
import { addOperatorRoutes } from './operator-routes.ts';
import { addPictureRoute } from './picture-route.ts';
import { addProblemPages } from './problem-pages.ts';
import { ALLOWED_METHODS, sendProblem } from './problem-response.ts';
import { addRedirectRoute } from './redirect-route.ts';
import {
  hasTooManyHeaders,
  MAX_HEADERS,
  MAX_TARGET_BYTES,
  nothingHere,
  refusalOf,
  tooLong,
  tooManyHeaders,
} from './refusals.ts';
import { requestIdSource, watchRefused, watchRequests } from './request-watch.ts';
import { addDashboardRoutes } from './dashboard/dashboard-routes.ts';
import { addDiscoveryRoutes } from './discovery/discovery-routes.ts';
import { addDocsRoutes } from './docs/docs-routes.ts';
import { addOpenApiRoutes } from './openapi/openapi-routes.ts';
import { addPageRoutes } from './page/page-routes.ts';
import { addSearchRoute } from './search-route.ts';
import { addOwnHealthRoutes, addOwnStatusRoute } from './status-routes.ts';
import { addSummaryRoute } from './summary-route.ts';

/** The server, ready to listen. `service` is asked nothing before `options.ready()` is true. */
export function buildHttpServer(service: SearchService, options: HttpOptions): FastifyInstance {
  const site: Site = { ...options, baseUrlOf: baseUrlSource(options) };
  const patience = { ...PATIENCE, ...options.patience };
  const app = Fastify({
    // While the server closes, requests that are on their way are still answered, each as the last of its connection.
    return503OnClosing: false,
    requestTimeout: patience.requestMs,
    connectionTimeout: patience.silentMs,
    keepAliveTimeout: patience.idleMs,
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.requestMs / 5,
      // Refused by us instead, with a problem.
      requireHostHeader: false,
    },
    // The query string is parsed by the routes that have one, and only the whole target has a greatest length.
    routerOptions: { querystringParser: () => ({}), maxParamLength: MAX_TARGET_BYTES },
    clientErrorHandler: (error, socket) => answerBrokenConnection(error, socket, site),
    genReqId: requestIdSource(options),
    frameworkErrors: (_error, request, reply) => answerUnroutable(request, reply, site),
  });
  const connections = limitConnections(app.server, { ...options, ...patience });
  site.watchConnections?.(connections);
  app.server.maxHeadersCount = MAX_HEADERS + 1;
  endConnections(app.server, () => site.draining?.() === true);
  watchLastRequests(app.server);
  app.server.on('connect', (_request, socket) => refuseConnect(socket, site));
  // Node's own answer to an expectation that it does not know would be an empty 417. It may be passed over.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.removeAllContentTypeParsers();

  watchRequests(app, site);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(NO_SNIFFING);
    if (request.method === 'OPTIONS') void reply.header('allow', ALLOWED_METHODS);
    done();
  });
  void app.register(cors, CORS_OPTIONS);
  // The plugin adds its hook when it is loaded. Ours comes after it.
  app.after(() => {
    app.addHook('onRequest', (request, reply, done) => {
      if (!hasTooManyHeaders(request.raw)) return done(refusalOf(app, request));
      sendProblem(tooManyHeaders(), request, reply, site, { status: 431 });
    });
  });

  addGate(app, site);
  addAdmission(app, site);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, site));
  app.setNotFoundHandler(() => {
    throw nothingHere();
  });
  addSearchRoute(app, service, site);
  addSummaryRoute(app, service, site);
  addInterpretRoute(app, service, site);
  addRedirectRoute(app, service, site);
  addPictureRoute(app, site);
  addProblemPages(app);
  addPageRoutes(app, site);
  addFaviconRoute(app);
  addOwnHealthRoutes(app, service, site);
  addOpenApiRoutes(app, site);
  addDocsRoutes(app, site);
  addDiscoveryRoutes(app, site);
  addMcpRoute(app, service, site);
  addOperatorRoutes(app, site, (scope) => {
    if (site.operatorsElsewhere !== true) addOwnStatusRoute(scope, service, site);
    if (site.sight === undefined) return;
    addMetricsRoute(scope, site.sight);
    addDashboardRoutes(scope, site.sight, (headers) => rootOf(site.baseUrlOf(headers)));
  });
  return app;
}

/** Answers where the router cannot take the path apart. No hook runs for these. */
function answerUnroutable(request: FastifyRequest, reply: FastifyReply, site: Site): void {
  void reply.headers(FIXED_HEADERS);
  const problem = new Problem('malformed_request', 'The path is not valid percent-encoded UTF-8.');
  sendProblem(tooLong(request) ?? problem, request, reply, site);
  watchRefused(site, reply.statusCode, request.problemCode ?? problem.code);
}
