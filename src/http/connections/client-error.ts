// Responses to bytes that Node's parser rejects: invalid HTTP, heads that are too large, clients that are too slow. They get a
// problem, and then the connection is closed. A problem never precedes the response to an earlier request: a client, or a proxy
// that shares the connection, would take it for that response.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { malformedRequest, type Problem } from '../../problem.ts';
import { methodNotAllowed } from '../protocol/request-checks.ts';
import { DEFAULT_HEADERS } from '../protocol/response-headers.ts';
import type { HttpContext } from '../http-context.ts';
import { toProblemResponse } from '../problem-response.ts';
import { observeRejected } from '../request-observer.ts';

/** Maximum bytes of a request's path, query string and headers together. */
export const MAX_HEADER_BYTES = 128 * 1024;

/** How long further input is read and dropped, so that the client can read the response. */
const LINGER_MS = 1000;

export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
  /** Offset of the first invalid byte in it. */
  readonly bytesParsed?: number;
}

type ErrorContext = Pick<HttpContext, 'baseUrlOf' | 'logError' | 'requestMetrics'>;

export function handleClientError(error: ParserError, socket: Duplex, context: ErrorContext): void {
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
      // The error may be in the same packet as an earlier request.
      return onResponseEnd(socket, () => sendAndClose(socket, problem, context, status));
    case 'body-unread':
      return onResponseEnd(socket, () => close(socket));
  }
}

const closing = new WeakSet<Duplex>();

/** True if the client sent nothing. With thousands of idle connections, responding to each would slow down the others. */
function isIdleDisconnect({ code }: ParserError, socket: Duplex): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket instanceof Socket && socket.bytesRead === 0;
}

/** Rejects a CONNECT, which Node does not treat as a request. */
export function rejectConnect(socket: Duplex, context: HttpContext): void {
  sendAndClose(socket, methodNotAllowed(), context);
}

// The status is undefined if it is the problem's usual one.
function toProblem({
  code,
  rawPacket,
  bytesParsed = 0,
}: ParserError): [status: number | undefined, problem: Problem] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `Address and headers must not exceed ${MAX_HEADER_BYTES} bytes together.`;
    return [431, malformedRequest({ parameter: 'headers', code: 'too_long', value: '', message })];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return [408, malformed('request', 'The request did not arrive in time.')];
  }
  if (code === 'HPE_INVALID_URL') {
    const message =
      'The address holds a character that must be percent-encoded, for example a letter with an accent.';
    return [undefined, malformed(partAt(rawPacket, bytesParsed), message)];
  }
  // A token of HTTP is an unknown method; anything else is not HTTP.
  if (code === 'HPE_INVALID_METHOD' && METHOD.test(lineAt(rawPacket, bytesParsed, 80)))
    return [undefined, methodNotAllowed()];
  return [undefined, malformed('request', 'The request is not valid HTTP/1.1.')];
}

const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} /;

/** The line with the byte at this offset, up to `more` bytes after it. The packet may contain earlier requests. */
function lineAt(packet: unknown, offset: number, more = 0): string {
  if (!Buffer.isBuffer(packet)) return '';
  const start = packet.subarray(0, offset).lastIndexOf('\n') + 1;
  return packet.toString('latin1', start, offset + more);
}

/** The parameter whose name or value contains the byte at this offset, or else the part of the request that does. */
function partAt(packet: unknown, offset: number): string {
  const line = lineAt(packet, offset);
  const start = line.indexOf('?');
  if (start === -1) return 'path';
  const [pair = ''] = line
    .slice(start + 1)
    .split('&')
    .slice(-1);
  const [name = ''] = pair.split('=');
  return name === '' ? 'query' : name;
}

function malformed(parameter: string, message: string): Problem {
  return malformedRequest({ parameter, code: 'malformed', value: '', message });
}

function sendAndClose(socket: Duplex, problem: Problem, context: ErrorContext, status?: number): void {
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
  // Closing while the client still sends would reset the connection, and the response could be lost.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

interface LastRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const last = new WeakMap<Duplex, LastRequest>();

/** Must be called before the server listens. */
export function trackLastRequests(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    last.set(request.socket, { request, response });
  });
}

function responseState(socket: Duplex): 'idle' | 'pending' | 'body-unread' {
  const found = last.get(socket);
  if (found === undefined) return 'idle';
  const { request, response } = found;
  if (!request.complete) return response.headersSent ? 'body-unread' : 'idle';
  return response.writableFinished ? 'idle' : 'pending';
}

function onResponseEnd(socket: Duplex, callback: () => void): void {
  const response = last.get(socket)?.response;
  if (response === undefined || response.writableFinished) callback();
  else response.once('close', callback);
}
