// Answers on connections where Node could not make a request of what came: bytes that are no HTTP, heads that are
// too large, clients that are too slow. They get a problem like everyone else, and then the connection is closed.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Problem } from '../../problem.ts';
import { DEFAULT_HEADERS } from '../default-headers.ts';
import type { HttpContext } from '../http-context.ts';
import { onResponseEnd, responseState } from './pending-response.ts';
import { toProblemResponse } from '../problem-response.ts';
import { methodNotAllowed } from '../request-checks.ts';
import { observeRejected } from '../request-observer.ts';

/** Path, query string and headers of a request may have this many bytes together. */
export const MAX_HEADER_BYTES = 128 * 1024;

/** How long the rest of what a client sends is read and dropped, so that it can still see the answer. */
const LINGER_MS = 1000;

/** What Node says of bytes that are no request. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The packet that was being read. */
  readonly rawPacket?: unknown;
  /** How much of it was good. */
  readonly bytesParsed?: number;
}

/** Tells the client of an error of Node's parser (`clientError`) what was wrong. */
export function handleClientError(error: ParserError, socket: Duplex, context: HttpContext): void {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE' || isIdleDisconnect(error, socket)) {
    socket.destroy();
    return;
  }
  // The parser reports again for every packet that follows the broken one.
  if (closing.has(socket)) return;
  closing.add(socket);
  const [status, problem] = toProblem(error);
  switch (responseState(socket)) {
    case 'idle':
      return sendAndClose(socket, problem, context, status);
    case 'pending':
      // Earlier requests, in the same packet perhaps, have their answers first.
      return onResponseEnd(socket, () => sendAndClose(socket, problem, context, status));
    case 'body-unread':
      return onResponseEnd(socket, () => close(socket));
  }
}

const closing = new WeakSet<Duplex>();

/** There is no question to answer. Where thousands of connections are opened for nothing, words for each would cost the others. */
function isIdleDisconnect({ code }: ParserError, socket: Duplex): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket instanceof Socket && socket.bytesRead === 0;
}

/** Refuses a CONNECT, which Node does not treat as a request. */
export function rejectConnect(socket: Duplex, context: HttpContext): void {
  sendAndClose(socket, methodNotAllowed(), context);
}

// A problem, and the status for it where that is not the usual one.
function toProblem({
  code,
  rawPacket,
  bytesParsed = 0,
}: ParserError): [status: number | undefined, problem: Problem] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `Address and headers must not exceed ${MAX_HEADER_BYTES} bytes together.`;
    return [431, new Problem('malformed_request', message)];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return [408, new Problem('malformed_request', 'The request did not arrive in time.')];
  }
  if (code === 'HPE_INVALID_URL') {
    const message =
      'The address holds a character that must be percent-encoded, for example a letter with an accent.';
    return [undefined, new Problem('malformed_request', message)];
  }
  // A word that could be a method is one that we do not know; anything else is no HTTP at all. Where good requests came
  // before it in the packet, it is not at its start.
  if (
    code === 'HPE_INVALID_METHOD' &&
    bytesParsed <= 64 &&
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} /.test(firstBytes(rawPacket))
  ) {
    return [undefined, methodNotAllowed()];
  }
  return [undefined, new Problem('malformed_request', 'The request is not valid HTTP/1.1.')];
}

function sendAndClose(socket: Duplex, problem: Problem, context: HttpContext, status?: number): void {
  if (!socket.writable) return;
  const { logError } = context;
  const response = toProblemResponse(problem, {
    requestId: randomUUID(),
    baseUrl: context.baseUrlOf({}),
    status,
    logError,
  });
  observeRejected(context, response.status, response.code);
  const lines = Object.entries({
    ...DEFAULT_HEADERS,
    ...response.headers,
    'content-length': Buffer.byteLength(response.body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const statusLine = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`;
  close(socket, `${statusLine}\r\n${lines.join('')}\r\n${response.body}`);
}

function close(socket: Duplex, response = ''): void {
  socket.end(response);
  // Closing while the client still sends would reset the connection, and the answer could be lost on its way.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function firstBytes(packet: unknown): string {
  return Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 80) : '';
}
