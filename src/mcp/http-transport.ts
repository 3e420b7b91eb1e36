// MCP over streamable HTTP without sessions: each message is answered by a server of its own, whatever revision it is
// of. Who may call, and how bodies are read, is http/'s business. This file and what it imports take a tenth of a second
// to load, so it is loaded when it is first asked for.
import { createMcpHandler } from '@modelcontextprotocol/server';
import { buildMcpServer, type McpContext } from './mcp-server.ts';

export interface McpHandler {
  /** `body` is the parsed body; that of `request` is not read. */
  handle(request: Request, body: unknown): Promise<Response>;
  /** Ends the streams that are open. Afterwards nothing may be asked. */
  close(): Promise<void>;
}

export function mcpHandler(contextOf: (headers: Headers) => McpContext): McpHandler {
  const handler = createMcpHandler(({ requestInfo }) => {
    if (requestInfo === undefined) throw new Error('a message came without its request');
    return buildMcpServer(contextOf(requestInfo.headers));
  });
  return {
    handle: (request, body) => handler.fetch(request, { parsedBody: body }),
    close: () => handler.close(),
  };
}
