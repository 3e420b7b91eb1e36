// Recognises plain calls of tools of a revision before 2026-07-28, which are answered without the library. A library server and
// transport per call, and its checks of messages that this program wrote, cost as much CPU time as two searches: 15 to 30 times
// that of a direct call. All else is left to the library: batches, handshakes, other methods, later revisions, and all that it
// rejects.
import { isObject } from '../json.ts';
import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  isJsonContentType,
  SUPPORTED_PROTOCOL_VERSIONS,
  type RequestId,
} from '@modelcontextprotocol/server';

export interface DirectCall {
  readonly id: RequestId;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The revisions whose requests may have no metadata. */
const EARLIER_REVISIONS: readonly unknown[] = SUPPORTED_PROTOCOL_VERSIONS.filter((protocolVersionHeader) => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search' } };
  return classifyInboundRequest({ httpMethod: 'POST', body, protocolVersionHeader }).kind === 'legacy';
});

/**
 * `body` as a plain call; undefined if it is not one, or if a header of the protocol must be rejected. `accept` lists the types
 * that the client takes.
 */
export function directCallOf(
  accept: string,
  headers: IncomingHttpHeaders,
  body: unknown,
): DirectCall | undefined {
  if (!isJsonContentType(headers['content-type'])) return undefined;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined;
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && !EARLIER_REVISIONS.includes(version)) return undefined;
  // Only requests of later revisions have these headers.
  if (headers['mcp-method'] !== undefined || headers['mcp-name'] !== undefined) return undefined;
  if (!isObject(body)) return undefined;
  const { jsonrpc, id, method, params, ...unknown } = body;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isObject(params) || !isRequestId(id)) return undefined;
  const { name, arguments: args = {}, _meta: meta = {}, ...others } = params;
  if (typeof name !== 'string' || !isObject(args) || !isEmpty(unknown) || !isEmpty(others)) return undefined;
  return isFreeMeta(meta) ? { id, name, arguments: args } : undefined;
}

/** Whether metadata has no member that the protocol defines. */
function isFreeMeta(meta: unknown): boolean {
  if (!isObject(meta)) return false;
  return !Object.keys(meta).some((key) => key === 'progressToken' || key.includes('modelcontextprotocol'));
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
