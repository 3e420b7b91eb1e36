// The tools as an MCP server, for every revision that the library supports, and the handler for streamable HTTP without sessions.
// A server is stateless: there is one per HTTP request, or one per connection of standard input. The library takes a tenth of a
// second to load, so http/ imports this file at the first request.
import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type JSONRPCRequest,
  type ListToolsResult,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { CARD_DETAILS_KEY } from '../pages/cards/view/car.ts';
import { isObject, parseJson } from '../json.ts';
import { DAMAGED_MESSAGE, MAX_ISSUES, Problem } from '../problem.ts';
import { quoted } from '../quoted-text.ts';
import {
  APP_EXTENSION,
  CARDS_TOOL_META,
  listResources,
  listResourceTemplates,
  readResource,
} from './app-resources.ts';
import { CHANGES_TOOL } from './changes-tool.ts';
import { COMPARE_TOOL } from './compare-tool.ts';
import { CONNECTOR_FETCH_TOOL, CONNECTOR_SEARCH_TOOL } from './connector-tools.ts';
import { GET_TOOL } from './get-tool.ts';
import { INTERPRET_TOOL } from './interpret-tool.ts';
import { SEARCH_TOOL } from './search-tool.ts';
import { directCallOf } from './direct-call.ts';
import { SUMMARY_TOOL } from './summary-tool.ts';
import {
  UNTRUSTED_CONTENT_NOTICE,
  type ClientTurns,
  type Tool,
  type ToolArguments,
  type ToolContext,
} from './tool.ts';
import { VERSION } from '../package-files.ts';
import { randomUUID } from 'node:crypto';
import { problemJson } from '../api/problem-json.ts';

export interface McpContext extends ToolContext {
  /** Resolves once the stock can be searched, or rejects with a Problem `not_ready`. */
  readonly ready: () => Promise<void>;
  /** Called with every bug, and the request id that the client was shown. */
  readonly logError: (error: unknown, requestId: string) => void;
}

const TOOLS: readonly Tool[] = [
  SEARCH_TOOL,
  GET_TOOL,
  COMPARE_TOOL,
  SUMMARY_TOOL,
  CHANGES_TOOL,
  INTERPRET_TOOL,
  CONNECTOR_SEARCH_TOOL,
  CONNECTOR_FETCH_TOOL,
];

const INSTRUCTIONS =
  'Forecourt searches used-vehicle listings of dealers in the United Kingdom. It only reads. To find vehicles call ' +
  'search_vehicles with exact arguments; interpret_request turns a phrase into them. ' +
  'get_vehicles shows a few in full, compare_vehicles side by side, list_changes what is new since a time. ' +
  'Only vehicles in results exist; what is null or absent is not known: never invent values. Show the advert or url of a vehicle, ' +
  `unchanged, as the link to it. An error names every bad argument, with a suggestion where there is one: correct it and call again. ${UNTRUSTED_CONTENT_NOTICE}`;

/** Tools are read-only, and know only this service's stock. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export const TOOL_LIST = {
  tools: TOOLS.map(({ name, title, description, inputSchema, outputSchema, hasCards }) => {
    const annotations = { title, ...ANNOTATIONS };
    const tool = { name, title, description, inputSchema, outputSchema, annotations };
    return hasCards ? { ...tool, _meta: CARDS_TOOL_META } : tool;
  }),
  // Schemas are JSON, but an interface type has no index signature.
} as unknown as ListToolsResult;

const AN_HOUR = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** A server that hides bugs: the library would send any error to the client with its text. */
class StockServer extends Server {
  logError: McpContext['logError'] | undefined;

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (...args) => {
      try {
        return await wrapped(...args);
      } catch (error) {
        throw error instanceof ProtocolError ? error : (invalidParams(error) ?? this.#internalError(error));
      }
    };
  }

  #internalError(error: unknown): ProtocolError {
    const requestId = randomUUID();
    this.logError?.(error, requestId);
    return new ProtocolError(ProtocolErrorCode.InternalError, loggedAs(requestId));
  }
}

interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}

/** A message's first missing or invalid parts, which the library's schemas throw as a JSON list; undefined for any other error. */
function invalidParams(error: unknown): ProtocolError | undefined {
  const faults = parseJson(error instanceof Error ? error.message : '');
  if (!Array.isArray(faults) || !faults.every(isFault)) return undefined;
  const listed = faults.slice(0, MAX_ISSUES).map(({ path, message }) => `${path.join('.')}: ${message}.`);
  if (faults.length > MAX_ISSUES) listed.push(`And ${faults.length - MAX_ISSUES} more.`);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid request: ${listed.join(' ')}`);
}

function isFault(value: unknown): value is Fault {
  return isObject(value) && Array.isArray(value['path']) && typeof value['message'] === 'string';
}

function loggedAs(requestId: string): string {
  return `Something went wrong on our side. It has been logged as ${requestId}.`;
}

export function buildMcpServer(context: McpContext): Server {
  const server = new StockServer(
    { name: 'forecourt', title: 'Forecourt', version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, extensions: APP_EXTENSION },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'tools/list': AN_HOUR,
        'resources/list': AN_HOUR,
        'resources/templates/list': AN_HOUR,
        'resources/read': AN_HOUR,
        'server/discover': AN_HOUR,
      },
    },
  );
  server.logError = context.logError;
  let last: ReturnType<typeof callTool> | undefined;
  server.setRequestHandler('tools/list', () => TOOL_LIST);
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownToolMessage(params.name));
    const { turns } = context;
    if (last === undefined || turns === undefined) return (last = callTool(tool, params.arguments, context));
    // The calls of a batch run one after the other; at once, each would add its own slices to a turn.
    return (last = last.then(turns.next).then(() => callTool(tool, params.arguments, context)));
  });
  server.setRequestHandler('resources/list', () => listResources(context));
  server.setRequestHandler('resources/templates/list', () => listResourceTemplates(context));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const result = readResource(uri, context);
    if (result === undefined) throw new ResourceNotFoundError(uri);
    return result;
  });
  return server;
}

async function callTool(tool: Tool, args: ToolArguments = {}, context: McpContext) {
  try {
    await context.ready();
    const { structuredContent, text, cardDetails } = await tool.call(args, context);
    return {
      ...(cardDetails !== undefined && { _meta: { [CARD_DETAILS_KEY]: cardDetails } }),
      content: [{ type: 'text' as const, text }],
      structuredContent: { ...structuredContent },
    };
  } catch (error) {
    return problemResult(error, context.baseUrl, context.logError);
  }
}

function unknownToolMessage(name: string): string {
  return `There is no tool ${quoted(name)}. The tools are ${TOOLS.map((tool) => tool.name).join(', ')}.`;
}

export interface McpHandler {
  /** The event stream that answers a plain call of an earlier revision; undefined if `handle` must answer. */
  callDirectly(
    accept: string,
    headers: IncomingHttpHeaders,
    body: unknown,
    turns: ClientTurns | undefined,
  ): Promise<string> | undefined;
  /** `body` is the parsed body; the body of `request` is not read. */
  handle(request: Request, body: unknown, turns: ClientTurns | undefined): Promise<Response>;
  /** Ends open streams. `handle` must not be called afterwards. */
  close(): Promise<void>;
}

export function mcpHandler(
  contextOf: (headers: IncomingHttpHeaders, turns: ClientTurns | undefined) => McpContext,
): McpHandler {
  const turnsOf = new WeakMap<Request, ClientTurns | undefined>();
  const handler = createMcpHandler(({ requestInfo }) => {
    if (requestInfo === undefined) throw new Error('the library passed a message without its request');
    return buildMcpServer(contextOf(Object.fromEntries(requestInfo.headers), turnsOf.get(requestInfo)));
  });
  return {
    callDirectly: (accept, headers, body, turns) => {
      const call = directCallOf(accept, headers, body);
      const tool = TOOLS.find(({ name }) => name === call?.name);
      if (call === undefined || tool === undefined) return undefined;
      return callTool(tool, call.arguments, contextOf(headers, turns)).then((result) => {
        return `event: message\ndata: ${JSON.stringify({ result, jsonrpc: '2.0', id: call.id })}\n\n`;
      });
    },
    handle: (request, body, turns) => {
      turnsOf.set(request, turns);
      return handler.fetch(request, { parsedBody: body });
    },
    close: () => handler.close(),
  };
}

const MAX_DETAIL_LENGTH = 8000;

/**
 * A problem as a tool's result: a sentence, then the problem as JSON text. It is not structured content, because clients validate
 * that against the tool's output schema even for failed calls.
 */
export interface ProblemResult {
  /** Required by the library's type. */
  readonly [member: string]: unknown;
  readonly isError: true;
  readonly content: { type: 'text'; text: string }[];
}

/** The result for anything thrown. For a bug it shows only the request id under which it is logged. */
function problemResult(
  error: unknown,
  baseUrl: string,
  logError: (error: unknown, requestId: string) => void,
): ProblemResult {
  const isDamage = error instanceof Problem && error.code === 'data_damaged';
  if (error instanceof Problem && !isDamage) return resultOf(error, baseUrl);
  const requestId = randomUUID();
  logError(error, requestId);
  if (isDamage) return resultOf(new Problem('data_damaged', DAMAGED_MESSAGE), baseUrl);
  return resultOf(new Problem('internal_error', loggedAs(requestId)), baseUrl);
}

function resultOf(problem: Problem, baseUrl: string): ProblemResult {
  const json = problemJson(problem, baseUrl);
  const detail = json.detail.slice(0, MAX_DETAIL_LENGTH);
  const texts = [detail, JSON.stringify({ ...json, detail })];
  return { content: texts.map((text) => ({ type: 'text', text })), isError: true };
}
