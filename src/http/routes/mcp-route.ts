// POST /mcp, the only route that reads a body. It validates the Origin, has its own CORS, and parses the body up to a maximum
// size; mcp/ handles the messages. Errors of the endpoint itself are JSON-RPC errors.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { McpHandler } from '../../mcp/mcp-server.ts';
import type { ClientTurns } from '../../mcp/tool.ts';
import type { SearchQuery } from '../../query/search-query.ts';
import { isObject, parseJson } from '../../json.ts';
import { Problem } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { acceptsAnyJson } from '../protocol/negotiation.ts';
import { chargeSource } from '../authentication.ts';
import { emptySearchCounter } from '../empty-search-counter.ts';
import type { HttpContext } from '../http-context.ts';
import { MCP_PATH } from '../../api/paths.ts';
import { checkMcpOrigin } from '../protocol/request-origin.ts';
import type { App } from '../app.ts';
import type { Exchange, HttpResponse } from '../exchange.ts';
import { respondProblem } from '../problem-response.ts';
import { BodyError } from '../protocol/request-body.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Clients of the revision of March 2025 may send batches. Each message may cost a search, and counts as a request. */
const MAX_BATCH_SIZE = 20;

/** Maximum values in a body, besides the arguments of tools: the library takes long to find what is wrong with each of thousands. */
const MAX_VALUES = 1000;

const MCP_METHODS = 'POST, OPTIONS';
const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** Headers that pages may send: those of all revisions of the protocol. */
const REQUEST_HEADERS =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id';

/** The headers of the library's streams. */
const EVENT_STREAM = {
  'cache-control': 'no-cache, no-transform',
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
};

const RPC_ERRORS = {
  parse: -32700,
  invalid: -32600,
  internal: -32603,
  rejected: -32000,
  headerMismatch: -32020,
} as const;

export function addMcpRoutes(app: App, service: SearchService, context: HttpContext): void {
  const charge = chargeSource(context);
  const counter = emptySearchCounter(service, context.emptySearches);
  /** Work that a server waits for when it shuts down. */
  const pending = new Set<Promise<unknown>>();
  let loading: Promise<McpHandler> | undefined;
  let isClosing = false;

  function untilDone<T>(work: Promise<T>): Promise<T> {
    pending.add(work);
    return work.finally(() => pending.delete(work));
  }

  async function load(): Promise<McpHandler> {
    const { mcpHandler } = await import('../../mcp/mcp-server.ts');
    const { isReady, logError, pictureOrigins, drawPicture } = context;
    const ready = async (): Promise<void> => {
      if (!isReady())
        throw new Problem('not_ready', 'The listings are still being read. Try again in a second.');
    };
    return mcpHandler((headers, turns) => {
      const baseUrl = context.baseUrlOf(headers);
      const onEmptySearch = (query: SearchQuery): void =>
        counter.ofQuery(query)({ headers: {}, nextTurn: turns?.next });
      return { service, baseUrl, ready, turns, onEmptySearch, logError, pictureOrigins, drawPicture };
    });
  }

  async function handle(exchange: Exchange): Promise<HttpResponse> {
    const { request, body } = exchange;
    // The library rejects other content types without reading the body.
    const message = isJson(request.headers['content-type']) ? parseBody(body) : undefined;
    if (message?.error !== undefined) return errorResponse(400, message.error.code, message.error.message);
    if (Array.isArray(message?.value) && message.value.length > 1)
      await charge(exchange, message.value.length - 1);
    const handler = await (loading ??= load());
    if (isClosing) {
      exchange.headers['retry-after'] = '1';
      return errorResponse(503, RPC_ERRORS.internal, 'The service is being stopped.');
    }
    const accept = acceptedTypes(request.headers.accept);
    const turns = turnsOf(exchange);
    if (message !== undefined) {
      const answer = handler.callDirectly(accept, request.headers, message.value, turns);
      // The answer is sent whole and at once, unlike the library's streams.
      if (answer !== undefined) return { headers: EVENT_STREAM, body: await untilDone(answer) };
    }
    return askLibrary(exchange, handler, accept, message?.value, turns);
  }

  async function askLibrary(
    { request, response: raw, headers: own }: Exchange,
    handler: McpHandler,
    accept: string,
    message: unknown,
    turns: ClientTurns | undefined,
  ): Promise<HttpResponse> {
    const abortController = new AbortController();
    raw.once('close', () => abortController.abort());
    const asked = webRequest(request, accept, abortController.signal);
    const response = await untilDone(handler.handle(asked, message, turns));
    // The server sets this header, because it may have to close the connection.
    response.headers.delete('connection');
    own['cache-control'] = 'no-store';
    const { status } = response;
    if (status === 400) response.headers.delete('content-length');
    // Only batches, and later revisions of the protocol, whose requests have this header, get answers in parts. Other answers are
    // sent whole, so they have a length and can be compressed.
    const isInParts = request.headers['mcp-method'] !== undefined || Array.isArray(message);
    const json = isJson(response.headers.get('content-type'));
    const headers = Object.fromEntries(response.headers);
    if (isInParts && !json) return { status, headers, body: response.body ?? undefined };
    const whole = Buffer.from(await untilDone(response.arrayBuffer()));
    return { status, headers, body: json && status === 400 ? withErrors(whole) : whole };
  }

  app.beforeClose(async () => {
    isClosing = true;
    await Promise.allSettled(pending);
    await (await loading)?.close();
  });
  // Without the CORS of reads: corsHeaders are its own.
  const config = { name: 'mcp', permission: 'search', cost: 'low', cors: false } as const;
  for (const path of [MCP_PATH, `${MCP_PATH}/`]) {
    const common = {
      path,
      config,
      onRequest: (exchange: Exchange) => checkOrigin(exchange, context),
      onError: (error: unknown, exchange: Exchange) => responseTo(error, exchange, context),
      maxBodyBytes: MAX_BODY_BYTES,
    };
    app.add(
      { ...common, methods: ['POST'], config: { ...config, cost: 'search' }, handle },
      { ...common, methods: ['OPTIONS'], handle: () => ({ status: 204, headers: { allow: MCP_METHODS } }) },
      { ...common, methods: OTHER_METHODS, handle: refuseMethod },
    );
  }
}

function checkOrigin({ request, headers }: Exchange, context: HttpContext): HttpResponse | undefined {
  const { host, origin } = request.headers;
  const { trustProxy, mcpOrigins: origins = [] } = context;
  const reason = checkMcpOrigin(
    { host, origin },
    { baseUrl: context.baseUrlOf(request.headers), trustProxy, origins },
  );
  if (reason !== undefined) return errorResponse(403, RPC_ERRORS.rejected, reason);
  headers['vary'] = 'Origin';
  if (origin !== undefined) Object.assign(headers, corsHeaders(origin));
  return undefined;
}

function responseTo(error: unknown, exchange: Exchange, context: HttpContext): HttpResponse {
  if (error instanceof Problem) return respondProblem(error, exchange, context);
  if (error instanceof BodyError)
    return error.status === 413
      ? errorResponse(413, RPC_ERRORS.rejected, `A message may have at most ${MAX_BODY_BYTES} bytes.`)
      : errorResponse(error.status, RPC_ERRORS.invalid, 'Malformed request.');
  context.logError(error, exchange.id);
  return errorResponse(500, RPC_ERRORS.internal, 'Something went wrong on our side. It has been logged.');
}

/** Nobody reads it. */
const CLIENT_LEFT = new Problem('overloaded', 'The client has left.');

/** The turns of a request. Once its client has left, nothing more is found in them. */
function turnsOf(exchange: Exchange): ClientTurns | undefined {
  const { turns } = exchange;
  if (turns === undefined) return undefined;
  return {
    next: turns.next,
    alone: (work) => turns.alone(() => (exchange.isGone ? Promise.reject(CLIENT_LEFT) : work())),
  };
}

function refuseMethod({ headers }: Exchange): HttpResponse {
  headers['allow'] = MCP_METHODS;
  return errorResponse(405, RPC_ERRORS.rejected, 'This address speaks MCP: send its messages with POST.');
}

function isJson(contentType: string | null | undefined): boolean {
  return /^application\/json\b/i.test(contentType ?? '');
}

function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': MCP_METHODS,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-expose-headers':
      'Mcp-Session-Id, MCP-Protocol-Version, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate',
    'access-control-max-age': '86400',
  };
}

interface RpcError {
  readonly code: number;
  readonly message: string;
}

function parseBody(body: unknown): { readonly value?: unknown; readonly error?: RpcError } {
  const error = (code: number, message: string): { error: RpcError } => ({ error: { code, message } });
  if (!Buffer.isBuffer(body) || body.length === 0)
    return error(RPC_ERRORS.parse, 'There is no message in the body.');
  if (!isUtf8(body)) return error(RPC_ERRORS.parse, 'The body is not valid UTF-8.');
  const value = parseJson(body.toString());
  if (value === undefined) return error(RPC_ERRORS.parse, 'The body is not valid JSON.');
  if (hasTooManyValues(value))
    return error(RPC_ERRORS.invalid, `At most ${MAX_VALUES} values may be sent beside arguments of tools.`);
  if (!Array.isArray(value)) return { value };
  if (value.length > MAX_BATCH_SIZE)
    return error(RPC_ERRORS.invalid, `At most ${MAX_BATCH_SIZE} messages may be sent at once.`);
  const ids = value.flatMap((message) => (isObject(message) ? (message['id'] ?? []) : []));
  if (new Set(ids).size < ids.length)
    return error(RPC_ERRORS.invalid, 'The requests of a batch must have different ids.');
  const kept = value.filter((message) => !isCancellation(message));
  return { value: kept.length === 0 ? value : kept };
}

/** Whether there are more values than MAX_VALUES, besides the arguments of tools. */
function hasTooManyValues(body: unknown): boolean {
  const unread = [body];
  for (let read = 0; unread.length > 0; read++) {
    const value = unread.pop();
    if (read > MAX_VALUES) return true;
    if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) if (name !== 'arguments') unread.push(member);
  }
  return false;
}

/**
 * True for the cancellation of a request. Without sessions it can only mean a request of its own batch, and the library would
 * never end a response that lacks the cancelled one's.
 */
function isCancellation(message: unknown): boolean {
  return isObject(message) && message['method'] === 'notifications/cancelled';
}

/** Adds both types that the library requires by name: it would reject clients that accept any type. */
function acceptedTypes(accept: string | undefined): string {
  return acceptsAnyJson(accept) ? 'application/json, text/event-stream' : (accept ?? '');
}

function webRequest(raw: IncomingMessage, accept: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  }
  if (accept !== '') headers.set('accept', accept);
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers, signal });
}

/** The library's response to a request that it rejects, with the member `errors` that every 400 has. */
function withErrors(json: Buffer): string {
  const response = JSON.parse(json.toString()) as {
    readonly error: { readonly code: number; readonly data?: unknown };
  };
  const { code, data } = response.error;
  const details = typeof data === 'object' ? data : { reason: data };
  return JSON.stringify({
    ...response,
    error: { ...response.error, data: { ...details, ...errorsOf(code) } },
  });
}

/** The `errors` of a rejected message, like a problem's: either headers of the protocol are invalid, or the message is. */
function errorsOf(code: number) {
  const parameter = code === RPC_ERRORS.rejected || code === RPC_ERRORS.headerMismatch ? 'headers' : 'body';
  return { errors: [{ parameter, code: 'malformed', value: '' }] };
}

function errorResponse(status: number, code: number, message: string): HttpResponse {
  const body = {
    jsonrpc: '2.0',
    error: { code, message, ...(status === 400 && { data: errorsOf(code) }) },
    id: null,
  };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}
