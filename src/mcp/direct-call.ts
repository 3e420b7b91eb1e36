// Recognises plain calls of tools of a revision before 2026-07-28, which are answered without the library: a server and a transport for
// each, and the checks of messages that this program wrote, cost as much as two searches. Everything else is left to it: batches,
// handshakes, other methods, later revisions and whatever it rejects.
import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  isInitializeRequest,
  isJsonContentType,
  isJSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  type RequestId,
} from '@modelcontextprotocol/server';

export interface DirectCall {
  readonly id: RequestId;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** `body` if it is such a call, and no header of the protocol has to be rejected. `accept` lists the types that the client takes. */
export function directCallOf(
  accept: string,
  headers: IncomingHttpHeaders,
  body: unknown,
): DirectCall | undefined {
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
  if (kind !== 'legacy' || body.method !== 'tools/call' || body.params === undefined) return undefined;
  const { name, arguments: args = {}, _meta: meta = {}, ...others } = body.params;
  if (typeof name !== 'string' || !isObject(args) || Object.keys(others).length > 0) return undefined;
  return isFreeMeta(meta) ? { id: body.id, name, arguments: args } : undefined;
}

/** Metadata of which the protocol defines nothing. */
function isFreeMeta(meta: unknown): boolean {
  if (!isObject(meta)) return false;
  return !Object.keys(meta).some((key) => key === 'progressToken' || key.includes('modelcontextprotocol'));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
