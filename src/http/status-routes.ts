// What machines and newcomers ask first: does the process live, can it search, and what is this?
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { Service } from '../service/service.ts';
import type { PublicStatus } from '../service/stock-status.ts';
import { DOCS_PATH, LLMS_PATH, OPENAPI_PATH, PROBLEMS_PATH, SEARCH_PATH, type Site } from './http-options.ts';

export function addStatusRoutes(app: FastifyInstance, service: Service, site: Site): void {
  app.get('/healthz', (_request, reply) => sendJson(reply, { status: 'ok' }));

  app.get('/readyz', (_request, reply) => {
    if (!site.ready()) throw new Problem('not_ready', 'The listings are still being read.');
    return sendJson(reply, { status: 'ready', listings: service.size, version: service.version });
  });

  let shown: { readonly status: PublicStatus; readonly text: string } | undefined;
  app.get('/status', (_request, reply) => {
    if (!site.ready()) throw new Problem('not_ready', 'The listings are still being read.');
    const status = service.status();
    // With hundreds of feeds it is long; most that ask for it see what others have seen.
    if (shown?.status !== status) shown = { status, text: textOf(status) };
    return sendText(reply, shown.text);
  });
}

/** What programs get that ask for the first page: where everything is. */
export function sendWelcome(request: FastifyRequest, reply: FastifyReply, site: Site): FastifyReply {
  const baseUrl = site.baseUrlOf(request.headers);
  const search = `${baseUrl}${SEARCH_PATH}`;
  return sendJson(reply, {
    name: 'Forecourt',
    description: 'Search for used-vehicle listings.',
    search,
    example: `${search}?make=Jaguar&price_max=20000&location=SW1A+1AA&sort=price_asc`,
    documentation: `${baseUrl}${DOCS_PATH}`,
    openapi: `${baseUrl}${OPENAPI_PATH}`,
    llms: `${baseUrl}${LLMS_PATH}`,
    problems: `${baseUrl}${PROBLEMS_PATH}`,
    ready: `${baseUrl}/readyz`,
    status: `${baseUrl}/status`,
  });
}

// Indented, because people read these in a browser or a terminal.
function textOf(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return sendText(reply, textOf(value));
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text);
}
