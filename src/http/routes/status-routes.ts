// Liveness, readiness and status, and the service index: JSON at / for clients that do not accept HTML.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { withProgram, type ServerStatus } from '../../metrics/server-status.ts';
import { notReady, type HttpContext } from '../http-context.ts';
import {
  DOCS_PATH,
  LLMS_PATH,
  OPENAPI_PATH,
  PROBLEMS_PATH,
  SEARCH_PATH,
  STATUS_PATH,
} from '../../api/paths.ts';

const DAMAGED_MESSAGE =
  'Part of the stock is damaged. The log names what, "forecourt verify" lists all of it; restore a backup and restart.';

/** Undefined until the stock has been read. */
type Known<Value> = Value | undefined | Promise<Value | undefined>;

interface Readiness {
  readonly listings: number;
  /** Changes whenever responses could. Undefined in a primary process, which does not search. */
  readonly version?: string;
  /** True once damage was found in the data folder. Searches that do not need the damaged part still work. */
  readonly damaged: boolean;
}

export function addOwnHealthRoutes(app: FastifyInstance, service: SearchService, context: HttpContext): void {
  addHealthRoutes(app, () => {
    if (context.isDraining?.() === true) throw new Problem('not_ready', 'The server is being stopped.');
    const damaged = context.isDamaged?.() === true;
    return context.isReady()
      ? { listings: service.index.size, version: service.version, damaged }
      : undefined;
  });
}

export function addOwnStatusRoute(app: FastifyInstance, service: SearchService, context: HttpContext): void {
  addStatusRoute(app, () => (context.isReady() ? withProgram(service.status()) : undefined));
}

/** GET /healthz and GET /readyz. */
export function addHealthRoutes(app: FastifyInstance, readiness: () => Known<Readiness>): void {
  const config = { name: 'health', cost: 'probe' } as const;
  app.get('/healthz', { config }, (_request, reply) => sendJson(reply, { status: 'ok' }));

  app.get('/readyz', { config }, async (_request, reply) => {
    const known = await readiness();
    if (known === undefined) throw notReady();
    const { listings, version, damaged } = known;
    if (damaged) throw new Problem('not_ready', DAMAGED_MESSAGE);
    return sendJson(reply, { status: 'ready', listings, version });
  });
}

/** GET /status: the program, the stock, recent imports and feeds. */
export function addStatusRoute(app: FastifyInstance, status: () => Known<ServerStatus>): void {
  let cached: { readonly status: ServerStatus; readonly text: string } | undefined;
  app.get(STATUS_PATH, { config: { name: 'operator', cost: 'low' } }, async (_request, reply) => {
    const known = await status();
    if (known === undefined) throw notReady();
    // Long with hundreds of feeds, and rarely changed between requests.
    if (cached?.status !== known) cached = { status: known, text: formatJson(known) };
    return sendText(reply, cached.text);
  });
}

/** Sends the URLs of the service as JSON. */
export function sendServiceIndex(
  request: FastifyRequest,
  reply: FastifyReply,
  context: HttpContext,
): FastifyReply {
  const baseUrl = context.baseUrlOf(request.headers);
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
    ...(context.hasOperatorPort !== true && { status: `${baseUrl}${STATUS_PATH}` }),
  });
}

// Indented for people with a browser or terminal.
function formatJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return sendText(reply, formatJson(value));
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text);
}
