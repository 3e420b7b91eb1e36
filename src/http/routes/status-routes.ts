// Liveness, readiness and status, and the service index: JSON at / for clients that do not accept HTML.
import { Problem } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { withProgram, type ServerStatus } from '../../metrics/server-status.ts';
import type { Exchange, HttpResponse, Route } from '../exchange.ts';
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

/** A value that is undefined until the stock has been read. */
type Known<Value> = Value | undefined | Promise<Value | undefined>;

interface Readiness {
  readonly listings: number;
  /** Changes whenever responses could. Undefined in a primary process, which does not search. */
  readonly version?: string;
  /** True once damage was found in the data folder. Searches that do not need the damaged part still work. */
  readonly damaged: boolean;
}

export function ownHealthRoutes(service: SearchService, context: HttpContext): Route[] {
  return healthRoutes(() => {
    if (context.isDraining?.() === true) throw new Problem('not_ready', 'The server is being stopped.');
    const damaged = context.isDamaged?.() === true;
    if (!context.isReady()) return undefined;
    return { listings: service.index.size, version: service.version, damaged };
  });
}

export function ownStatusRoute(service: SearchService, context: HttpContext): Route {
  return statusRoute(() => (context.isReady() ? withProgram(service.status()) : undefined));
}

export function healthRoutes(readiness: () => Known<Readiness>): Route[] {
  const config = { name: 'health', cost: 'probe' } as const;
  return [
    { path: '/healthz', config, handle: () => jsonResponse({ status: 'ok' }) },
    {
      path: '/readyz',
      config,
      async handle() {
        const known = await readiness();
        if (known === undefined) throw notReady();
        const { listings, version, damaged } = known;
        if (damaged) throw new Problem('not_ready', DAMAGED_MESSAGE);
        return jsonResponse({ status: 'ready', listings, version });
      },
    },
  ];
}

export function statusRoute(status: () => Known<ServerStatus>): Route {
  let cached: { readonly status: ServerStatus; readonly response: HttpResponse } | undefined;
  return {
    path: STATUS_PATH,
    config: { name: 'operator', cost: 'low' },
    async handle() {
      const known = await status();
      if (known === undefined) throw notReady();
      // Kept because the text is long with hundreds of feeds and rarely changes between requests.
      if (cached?.status !== known) cached = { status: known, response: jsonResponse(known) };
      return cached.response;
    },
  };
}

export function serviceIndex({ request }: Exchange, context: HttpContext): HttpResponse {
  const baseUrl = context.baseUrlOf(request.headers);
  const search = `${baseUrl}${SEARCH_PATH}`;
  return jsonResponse({
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
function jsonResponse(value: object): HttpResponse {
  return {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: `${JSON.stringify(value, undefined, 2)}\n`,
  };
}
