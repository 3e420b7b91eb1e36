// GET /favicon.ico, which browsers request whatever icon a page links to.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const FAVICON_PATH = '/favicon.ico';

const FILE = new URL('../../../assets/web/favicon.ico', import.meta.url);

export function addFaviconRoute(app: FastifyInstance): void {
  const body = readFileSync(FILE);
  app.get(FAVICON_PATH, { config: { name: 'page_file', cost: 'low' } }, (_request, reply) =>
    reply
      .header('content-type', 'image/vnd.microsoft.icon')
      .header('cache-control', 'public, max-age=604800')
      .send(body),
  );
}
