// What every route declares where it is added, in Fastify's `config`. Metrics, authentication and admission read it from
// there; a route that declares nothing stops the server from being built.
import type { FastifyInstance } from 'fastify';
import type { Permission } from '../auth/caller.ts';
import type { RouteName } from '../metrics/request-metrics.ts';

/**
 * How a request waits. All but probes wait for their client's turn, and take from it the time that they really take.
 *
 * - `search`: is shed when the queue overflows
 * - `page`, `redirect`, `low`: is never shed, and waits for no request of another kind of the same client
 * - `probe`: starts at once, and is neither authenticated nor rate-limited
 */
export type RouteCost = 'search' | 'page' | 'redirect' | 'low' | 'probe';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `route` label of metrics; routes of one kind share it. */
    name?: RouteName;
    /** Needed by callers with a token, and by requests without one where the operator requires tokens. */
    permission?: Permission;
    /** True: a request without a token passes even where tokens are required. */
    isTokenOptional?: boolean;
    cost?: RouteCost;
  }
}

/** Must be called before the first route is added. */
export function requireRouteConfig(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    // The CORS plugin adds this one, for preflights of every path.
    if (route.url === '*' && route.method === 'OPTIONS') {
      route.config = { ...route.config, name: 'preflight', cost: 'low' };
    }
    if (route.config?.name === undefined || route.config.cost === undefined) {
      throw new Error(`the route ${route.url} declares no name or no cost`);
    }
  });
}
