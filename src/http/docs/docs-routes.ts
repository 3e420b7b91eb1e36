// GET /docs and what it needs: the page, its style and its script, all our own and from here. Nothing else may be loaded
// by it, and no text on it can run.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { addFixedPage } from '../fixed-page.ts';
import { DOCS_PATH, type Site } from '../http-options.ts';
import { docsPage } from './docs-page.ts';

const FOLDER = new URL('../../../assets/docs/', import.meta.url);

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

export function addDocsRoutes(app: FastifyInstance, site: Site): void {
  addFixedPage(app, site, {
    path: DOCS_PATH,
    type: 'text/html; charset=utf-8',
    headers: () => ({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
    }),
    render: docsPage,
  });
  // Its links are relative to where it is.
  app.get(`${DOCS_PATH}/`, (_request, reply) => reply.code(308).header('location', `..${DOCS_PATH}`).send());
  addFile(app, site, 'page.css', 'text/css; charset=utf-8');
  addFile(app, site, 'page.js', 'text/javascript; charset=utf-8');
}

function addFile(app: FastifyInstance, site: Site, name: string, type: string): void {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  addFixedPage(app, site, { path: `${DOCS_PATH}/${name}`, type, render: () => text });
}
