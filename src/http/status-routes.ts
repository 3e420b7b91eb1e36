// What machines and newcomers ask first: does the process live, can it search, what does it hold, and what is this?
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { SearchService } from '../api/search-service.ts';
import type { PublicStatus } from '../ingest/public-status.ts';
import {
  DOCS_PATH,
  LLMS_PATH,
  OPENAPI_PATH,
  PROBLEMS_PATH,
  SEARCH_PATH,
  STATUS_PATH,
  type Site,
} from './http-options.ts';

const DAMAGED =
  'Part of the stock is damaged. The log names what, "forecourt verify" lists all of it; restore a backup and restart.';

/** Undefined: the stock is still being read. */
type Known<Value> = Value | undefined | Promise<Value | undefined>;

/** What can be searched. */
interface Readiness {
  readonly listings: number;
  /** Changes whenever an answer could. Not known to whoever does not search itself. */
  readonly version?: string;
  /** Whether damage was met in the data folder. What is not damaged is still answered. */
  readonly damaged: boolean;
}

export function addOwnHealthRoutes(app: FastifyInstance, service: SearchService, site: Site): void {
  addHealthRoutes(app, () => {
    if (site.draining?.() === true) throw new Problem('not_ready', 'The server is being stopped.');
    const damaged = site.damaged?.() === true;
    return site.ready() ? { listings: service.size, version: service.version, damaged } : undefined;
  });
}

export function addOwnStatusRoute(app: FastifyInstance, service: SearchService, site: Site): void {
  addStatusRoute(app, () => (site.ready() ? service.status() : undefined));
}

/** Does the process live, and can it search? */
export function addHealthRoutes(app: FastifyInstance, readiness: () => Known<Readiness>): void {
  app.get('/healthz', (_request, reply) => sendJson(reply, { status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const known = await readiness();
    if (known === undefined) throw new Problem('not_ready', 'The listings are still being read.');
    const { listings, version, damaged } = known;
    if (damaged) throw new Problem('not_ready', DAMAGED);
    return sendJson(reply, { status: 'ready', listings, version });
  });
}

/** What the stock holds, and what became of imports and feeds. */
export function addStatusRoute(app: FastifyInstance, status: () => Known<PublicStatus>): void {
  let shown: { readonly status: PublicStatus; readonly text: string } | undefined;
  app.get(STATUS_PATH, async (_request, reply) => {
    const known = await status();
    if (known === undefined) throw new Problem('not_ready', 'The listings are still being read.');
    // With hundreds of feeds it is long; most that ask for it see what others have seen.
    if (shown?.status !== known) shown = { status: known, text: textOf(known) };
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
    ...(site.operatorsElsewhere !== true && { status: `${baseUrl}${STATUS_PATH}` }),
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
