// Answers one request of a revision before 2026-07-28. The library's own transport makes a web request, two responses and two streams
// for each, which cost as much as a search; here the server's answer is the one event of the response. Batches, handshakes,
// notifications, later revisions and everything that the transport rejects are left to it.
import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  isInitializeRequest,
  isJsonContentType,
  isJSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';

/** `body` if it is such a request, and no header of the protocol has to be rejected. `accept` lists the types that the client takes. */
export function singleRequestOf(
  accept: string,
  headers: IncomingHttpHeaders,
  body: unknown,
): JSONRPCRequest | undefined {
  if (!isJsonContentType(headers['content-type'])) return undefined;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined;
  if (!isJSONRPCRequest(body) || isInitializeRequest(body)) return undefined;
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) return undefined;
  // Only requests of later revisions have the other headers of the protocol.
  if (headers['mcp-method'] !== undefined || headers['mcp-name'] !== undefined) return undefined;
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(version !== undefined && { protocolVersionHeader: String(version) }),
  });
  return kind === 'legacy' ? body : undefined;
}

/** The response as an event stream; undefined if `whenGone` has called back before. */
export async function answerSingle(
  server: Server,
  request: JSONRPCRequest,
  whenGone: (callback: () => void) => void,
): Promise<string | undefined> {
  const transport = new AnswerTransport();
  await server.connect(transport);
  whenGone(() => {
    if (!transport.isSettled) void server.close();
  });
  transport.onmessage?.(request);
  const answer = await transport.answer;
  return answer === undefined ? undefined : `event: message\ndata: ${JSON.stringify(answer)}\n\n`;
}

class AnswerTransport implements Transport {
  readonly answer: Promise<JSONRPCMessage | undefined>;
  isSettled = false;
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  #settle: (answer: JSONRPCMessage | undefined) => void = () => undefined;

  constructor() {
    this.answer = new Promise((resolve) => {
      this.#settle = (answer) => {
        this.isSettled = true;
        resolve(answer);
      };
    });
  }

  async start(): Promise<void> {
    // There is nothing to open.
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message && !('method' in message)) this.#settle(message);
  }

  async close(): Promise<void> {
    this.#settle(undefined);
    this.onclose?.();
  }
}
