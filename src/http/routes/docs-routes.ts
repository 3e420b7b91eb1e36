// GET /docs, its style and its script. Its policy allows nothing else to load, and no text on it can run.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { addStaticResource } from '../static-resource.ts';
import type { HttpContext } from '../http-context.ts';
import { DOCS_PATH } from '../../api/paths.ts';
import { docsPage } from '../../pages/docs-page.ts';

const ASSETS = new URL('../../../assets/docs/', import.meta.url);

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function addDocsRoutes(app: FastifyInstance, context: HttpContext): void {
  addStaticResource(app, context, {
    path: DOCS_PATH,
    name: 'docs',
    type: 'text/html; charset=utf-8',
    headers: () => ({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
    }),
    render: docsPage,
  });
  // The page's links are relative to /docs.
  app.get(`${DOCS_PATH}/`, { config: { name: 'docs', cost: 'low' } }, (_request, reply) =>
    reply.code(308).header('location', `..${DOCS_PATH}`).send(),
  );
  addFile(app, context, 'page.css', 'text/css; charset=utf-8');
  addFile(app, context, 'page.js', 'text/javascript; charset=utf-8');
}

function addFile(app: FastifyInstance, context: HttpContext, name: string, type: string): void {
  const text = readFileSync(new URL(name, ASSETS), 'utf8');
  addStaticResource(app, context, { path: `${DOCS_PATH}/${name}`, name: 'docs', type, render: () => text });
}
