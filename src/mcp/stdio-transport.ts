// MCP over standard input and output, for programs that start the service themselves. Standard output carries only the protocol.
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { buildMcpServer, type McpContext } from './mcp-server.ts';

/** Resolves once the client has closed standard input and all requests are answered. `onError` gets transport errors. */
export function serveStandardInput(context: McpContext, onError: (error: Error) => void): Promise<void> {
  return new Promise((resolve) => {
    const transport = new AnsweringTransport();
    serveStdio(() => buildMcpServer(context), { transport, onerror: onError });
    // The library has set its own handlers, which run first.
    const { onclose, onmessage } = transport;
    transport.onmessage = (message: JSONRPCMessage) => {
      transport.noteReceived(message);
      onmessage?.(message);
    };
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}

/** Waits for unanswered requests: the library's transport closes once its input ends, and aborts them. */
class AnsweringTransport extends StdioServerTransport {
  readonly #unanswered = new Set<unknown>();
  #onAllAnswered = (): void => undefined;

  noteReceived(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if (!('id' in message)) {
      if (message.method === 'notifications/cancelled') this.#settle(message.params?.['requestId']);
      // A subscription is answered only when it ends, so it is not waited for.
    } else if (message.method !== 'subscriptions/listen') this.#unanswered.add(message.id);
  }

  override send(message: JSONRPCMessage): Promise<void> {
    const sent = super.send(message);
    if ('id' in message && !('method' in message)) this.#settle(message.id);
    return sent;
  }

  override async close(): Promise<void> {
    if (this.#unanswered.size > 0) await new Promise<void>((resolve) => (this.#onAllAnswered = resolve));
    await super.close();
  }

  #settle(id: unknown): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#onAllAnswered();
  }
}
