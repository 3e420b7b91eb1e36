// GET /dashboard/ and its two files. The page is rendered per request and never cached. Its policy allows its own style and
// script only, and no text on it can become markup.
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ServerStats } from '../../metrics/server-stats.ts';
import { DASHBOARD_PATH } from '../../api/paths.ts';
import { dashboardPage } from '../../pages/dashboard/dashboard-page.ts';

const ASSETS = new URL('../../../assets/dashboard/', import.meta.url);

const CONFIG = { name: 'operator', permission: 'operate', cost: 'low' } as const;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
};

/** `basePathOf` returns the service's path for a request with these headers, with a final slash. */
export function addDashboardRoutes(
  app: FastifyInstance,
  stats: ServerStats,
  basePathOf: (headers: IncomingHttpHeaders) => string,
): void {
  app.get(DASHBOARD_PATH, { config: CONFIG }, async ({ headers }, reply) => {
    const [samples, status] = await Promise.all([stats.history(), stats.status()]);
    const basePath = `${basePathOf(headers)}${DASHBOARD_PATH.slice(1)}`;
    return reply.headers(HEADERS).send(dashboardPage({ now: Date.now(), samples, status, basePath }));
  });
  app.get(DASHBOARD_PATH.slice(0, -1), { config: CONFIG }, ({ headers }, reply) =>
    reply
      .code(308)
      .header('location', `${basePathOf(headers)}${DASHBOARD_PATH.slice(1)}`)
      .send(),
  );
  addFile(app, 'page.css', 'text/css; charset=utf-8');
  addFile(app, 'page.js', 'text/javascript; charset=utf-8');
}

function addFile(app: FastifyInstance, name: string, type: string): void {
  const body = readFileSync(new URL(name, ASSETS));
  app.get(`${DASHBOARD_PATH}${name}`, { config: CONFIG }, (_request, reply) =>
    reply.header('content-type', type).header('cache-control', 'no-cache').send(body),
  );
}
