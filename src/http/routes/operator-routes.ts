// Routes for operators on the public port. Pages of other origins cannot read them: they have no CORS, browsers keep them
// from other origins, and a request without a token must name this service, which a page whose name was made to lead here
// does not (DNS rebinding).
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../problem.ts';
import { SAME_ORIGIN_ONLY } from '../default-headers.ts';
import type { HttpContext } from '../http-context.ts';
import { isOwnHost } from '../mcp-origin.ts';
import { ALLOWED_METHODS } from '../problem-response.ts';

/** Adds the routes of `add`, each with an answer to OPTIONS that opens it to nobody. */
export function addOperatorRoutes(
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
    // After the gate: no page knows a token, so a caller who has one may use any name.
    scope.addHook('preHandler', ({ caller, headers }, _reply, next) => {
      const rules = { baseUrl: context.baseUrlOf(headers), trustProxy: context.trustProxy };
      if (caller !== undefined || isOwnHost(headers.host, rules)) return next();
      next(new Problem('not_found', 'This address is for operators, under a name of this service.'));
    });
    add(scope);
    done();
  });
}
