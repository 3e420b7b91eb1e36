// POST /mcp, the only route that reads a body. It validates the Origin, has its own CORS, parses and bounds the body; mcp/ handles
// the messages. Errors of the endpoint itself are JSON-RPC errors.
import { isUtf8 } from 'node:buffer';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { McpHandler } from '../../mcp/mcp-server.ts';
import type { SearchQuery } from '../../listing/search-query.ts';
import { Problem } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { acceptsAnyJson } from '../negotiation.ts';
import { chargeSource } from '../authentication.ts';
import { emptySearchCounter } from '../empty-search-counter.ts';
import type { HttpContext } from '../http-context.ts';
import { MCP_PATH } from '../../api/paths.ts';
import { checkMcpOrigin } from '../mcp-origin.ts';
import { sendProblem } from '../problem-response.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Clients of the revision of March 2025 may send batches. Each message may cost a search, and counts as a request. */
const MAX_BATCH_SIZE = 20;

const MCP_METHODS = 'POST, OPTIONS';
const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** Headers that pages may send: those of all revisions of the protocol. */
const REQUEST_HEADERS =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id';

const RPC_ERRORS = {
  parse: -32700,
  invalid: -32600,
  internal: -32603,
  rejected: -32000,
  headerMismatch: -32020,
} as const;

export function addMcpRoute(app: FastifyInstance, service: SearchService, context: HttpContext): void {
  let loading: Promise<McpHandler> | undefined;
  let closing = false;
  const pending = new Set<Promise<Response>>();
  const charge = chargeSource(context);
  const counter = emptySearchCounter(service, context.emptySearches);

  const checkReady = async (): Promise<void> => {
    if (!context.isReady())
      throw new Problem('not_ready', 'The listings are still being read. Try again in a second.');
  };

  async function load(): Promise<McpHandler> {
    const { mcpHandler } = await import('../../mcp/mcp-server.ts');
    return mcpHandler((headers, nextTurn) => {
      const baseUrl = context.baseUrlOf(Object.fromEntries(headers));
      const { logError, pictureOrigins, drawPicture } = context;
      const onEmptySearch = (query: SearchQuery): void => counter.ofQuery(query)({ headers: {}, nextTurn });
      const ready = checkReady;
      return { service, baseUrl, ready, nextTurn, onEmptySearch, logError, pictureOrigins, drawPicture };
    });
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = request.body;
    // The library rejects other content types without reading the body.
    const message = isJson(request.headers['content-type']) ? parseBody(body) : undefined;
    if (message?.error !== undefined) return sendError(reply, 400, message.error.code, message.error.message);
    if (Array.isArray(message?.value) && message.value.length > 1)
      await charge(request, reply, message.value.length - 1);
    const handler = await (loading ??= load());
    if (closing)
      return sendError(
        reply.header('retry-after', '1'),
        503,
        RPC_ERRORS.internal,
        'The service is being stopped.',
      );
    const abortController = new AbortController();
    reply.raw.once('close', () => abortController.abort());
    const asked = webRequest(request, abortController.signal);
    const pendingResponse = handler.handle(asked, message?.value, request.turns?.next);
    pending.add(pendingResponse);
    try {
      const response = await pendingResponse;
      // Set by the server, which may have to close the connection.
      response.headers.delete('connection');
      void reply.header('cache-control', 'no-store');
      if (!isJson(response.headers.get('content-type'))) return await reply.send(response);
      // Whole, so that it has a length and can be compressed.
      const json = Buffer.from(await response.arrayBuffer());
      if (response.status === 400) response.headers.delete('content-length');
      return await reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(response.status === 400 ? withErrors(json) : json);
    } finally {
      pending.delete(pendingResponse);
    }
  }

  void app.register((scope, _options, done) => {
    scope.addHook('onRequest', (request, reply, next) => {
      const { host, origin } = request.headers;
      const rules = {
        baseUrl: context.baseUrlOf(request.headers),
        trustProxy: context.trustProxy,
        origins: context.mcpOrigins ?? [],
      };
      const reason = checkMcpOrigin({ host, origin }, rules);
      if (reason !== undefined) return void sendError(reply, 403, RPC_ERRORS.rejected, reason);
      void reply.header('vary', 'Origin');
      if (origin !== undefined) void reply.headers(corsHeaders(origin));
      next();
    });
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const { statusCode: status = 500 } = error;
      if (error instanceof Problem) return sendProblem(error, request, reply, context);
      if (status === 413)
        return sendError(
          reply,
          413,
          RPC_ERRORS.rejected,
          `A message may have at most ${MAX_BODY_BYTES} bytes.`,
        );
      if (status < 500) return sendError(reply, status, RPC_ERRORS.invalid, 'Malformed request.');
      context.logError(error, request.id);
      return sendError(
        reply,
        500,
        RPC_ERRORS.internal,
        'Something went wrong on our side. It has been logged.',
      );
    });
    scope.addHook('preClose', async () => {
      closing = true;
      await Promise.allSettled(pending);
      await (await loading)?.close();
    });
    // Without the CORS of reads: corsHeaders are its own.
    for (const url of [MCP_PATH, `${MCP_PATH}/`]) {
      const config = { name: 'mcp', permission: 'search', cost: 'low', cors: false } as const;
      scope.route({ method: 'POST', url, config: { ...config, cost: 'search' }, handler: handle });
      scope.route({
        method: 'OPTIONS',
        url,
        config,
        handler: (_request, reply) => reply.header('allow', MCP_METHODS).code(204).send(),
      });
      scope.route({
        method: OTHER_METHODS,
        url,
        config,
        handler: (_request, reply) =>
          sendError(
            reply.header('allow', MCP_METHODS),
            405,
            RPC_ERRORS.rejected,
            'This address speaks MCP: send its messages with POST.',
          ),
      });
    }
    done();
  });
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
  try {
    const value = JSON.parse(body.toString()) as unknown;
    if (Array.isArray(value) && value.length > MAX_BATCH_SIZE)
      return error(RPC_ERRORS.invalid, `At most ${MAX_BATCH_SIZE} messages may be sent at once.`);
    return { value };
  } catch {
    return error(RPC_ERRORS.parse, 'The body is not valid JSON.');
  }
}

/** The request without its body. */
function webRequest({ raw }: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  }
  // The library requires both types by name, and would reject clients that accept any.
  if (acceptsAnyJson(raw.headers.accept)) headers.set('accept', 'application/json, text/event-stream');
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers, signal });
}

/** The library's response to a request that it rejects, with the `errors` that every 400 has. */
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

/** Like a problem's: either headers of the protocol are wrong, or the message is. */
function errorsOf(code: number) {
  const parameter = code === RPC_ERRORS.rejected || code === RPC_ERRORS.headerMismatch ? 'headers' : 'body';
  return { errors: [{ parameter, code: 'malformed', value: '' }] };
}

function sendError(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  const body = {
    jsonrpc: '2.0',
    error: { code, message, ...(status === 400 && { data: errorsOf(code) }) },
    id: null,
  };
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}
