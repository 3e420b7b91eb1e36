// The tools as an MCP server, for any transport and every revision that the library speaks. A server keeps nothing: one
// is made for each request over HTTP, and for each connection of standard input.
import { readFileSync } from 'node:fs';
import { ProtocolError, ProtocolErrorCode, Server, type ListToolsResult } from '@modelcontextprotocol/server';
import { quoted } from '../problem.ts';
import { TOOLS } from './all-tools.ts';
import { problemResult } from './problem-result.ts';
import { UNTRUSTED_CONTENT_NOTICE, type ToolContext } from './tool.ts';

export interface McpContext extends ToolContext {
  /** Told of every bug, with the id that the client was given. */
  readonly logError: (error: unknown, requestId: string) => void;
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const INSTRUCTIONS =
  'Forecourt searches used-vehicle listings of dealers in the United Kingdom. It only reads. To find vehicles call ' +
  'search_vehicles with exact arguments; interpret_request turns a phrase into them. ' +
  'Only vehicles in an answer exist, and null means not known: make nothing up. Show the url of a vehicle, unchanged, as the ' +
  `link to it. An error names every bad argument, with a suggestion where there is one: correct it and call again. ${UNTRUSTED_CONTENT_NOTICE}`;

/** No tool changes anything, and all that they know is the stock of this service. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const TOOL_LIST = {
  tools: TOOLS.map(({ name, title, description, inputSchema, outputSchema }) => {
    return { name, title, description, inputSchema, outputSchema, annotations: { title, ...ANNOTATIONS } };
  }),
  // A schema is made of what JSON can say, which its type, having names, does not show.
} as unknown as ListToolsResult;

const AN_HOUR = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

export function buildMcpServer(context: McpContext): Server {
  const server = new Server(
    { name: 'forecourt', title: 'Forecourt', version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': AN_HOUR, 'server/discover': AN_HOUR },
    },
  );
  server.setRequestHandler('tools/list', () => TOOL_LIST);
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownToolMessage(params.name));
    try {
      const { structuredContent, text } = await tool.call(params.arguments ?? {}, context);
      return { content: [{ type: 'text', text }], structuredContent: { ...structuredContent } };
    } catch (error) {
      return problemResult(error, context.baseUrl, context.logError);
    }
  });
  return server;
}

function unknownToolMessage(name: string): string {
  return `There is no tool ${quoted(name)}. The tools are ${TOOLS.map((tool) => tool.name).join(', ')}.`;
}
