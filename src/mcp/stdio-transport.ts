// MCP over standard input and output, for programs that start the service themselves. Standard output carries only the protocol.
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { buildMcpServer, type McpContext } from './mcp-server.ts';

/** Resolves once the client has closed standard input. `onError` is called with transport errors. */
export function serveStandardInput(context: McpContext, onError: (error: Error) => void): Promise<void> {
  return new Promise((resolve) => {
    const transport = new StdioServerTransport();
    serveStdio(() => buildMcpServer(context), { transport, onerror: onError });
    // The library has set its own handler, which runs first.
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}
