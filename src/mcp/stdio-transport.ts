// MCP over standard input and output, for programs that start the service themselves. Standard output carries the
// protocol and nothing else.
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { buildMcpServer, type McpContext } from './mcp-server.ts';

/** Serves until the client closes standard input. What could not be read or written is told. */
export function serveStandardInput(context: McpContext, onError: (error: Error) => void): Promise<void> {
  return new Promise((resolve) => {
    const transport = new StdioServerTransport();
    serveStdio(() => buildMcpServer(context), { transport, onerror: onError });
    // The library sets this to its own end; ours comes after it.
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}
