// Answers on connections where Node could not make a request of what came: bytes that are no HTTP, heads that are
// too large, clients that are too slow. They get a problem like everyone else, and then the connection is closed.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Problem } from '../problem.ts';
import { FIXED_HEADERS } from './fixed-headers.ts';
import type { Site } from './http-options.ts';
import { onceAnswered, stateOf } from './last-request.ts';
import { answerToError } from './problem-response.ts';
import { methodNotAllowed } from './refusals.ts';
import { watchRefused } from './request-watch.ts';

/** Path, query string and headers of a request may have this many bytes together. */
export const MAX_HEAD_BYTES = 128 * 1024;

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
export function answerBrokenConnection(error: ParserError, socket: Duplex, site: Site): void {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE' || neverAsked(error, socket)) {
    socket.destroy();
    return;
  }
  // The parser reports again for every packet that follows the broken one.
  if (ending.has(socket)) return;
  ending.add(socket);
  const [status, problem] = describe(error);
  switch (stateOf(socket)) {
    case 'nothing':
      return answerAndClose(socket, problem, site, status);
    case 'answering':
      // Earlier requests, in the same packet perhaps, have their answers first.
      return onceAnswered(socket, () => answerAndClose(socket, problem, site, status));
    case 'answered, but its body goes on':
      return onceAnswered(socket, () => close(socket));
  }
}

const ending = new WeakSet<Duplex>();

/** There is no question to answer. Where thousands of connections are opened for nothing, words for each would cost the others. */
function neverAsked({ code }: ParserError, socket: Duplex): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket instanceof Socket && socket.bytesRead === 0;
}

/** Refuses a CONNECT, which Node does not treat as a request. */
export function refuseConnect(socket: Duplex, site: Site): void {
  answerAndClose(socket, methodNotAllowed(), site);
}

// A problem, and the status for it where that is not the usual one.
function describe({
  code,
  rawPacket,
  bytesParsed = 0,
}: ParserError): [status: number | undefined, problem: Problem] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const sentence = `Address and headers must not exceed ${MAX_HEAD_BYTES} bytes together.`;
    return [431, new Problem('malformed_request', sentence)];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return [408, new Problem('malformed_request', 'The request did not arrive in time.')];
  }
  if (code === 'HPE_INVALID_URL') {
    const sentence =
      'The address holds a character that must be percent-encoded, for example a letter with an accent.';
    return [undefined, new Problem('malformed_request', sentence)];
  }
  // A word that could be a method is one that we do not know; anything else is no HTTP at all. Where good requests came
  // before it in the packet, it is not at its start.
  if (
    code === 'HPE_INVALID_METHOD' &&
    bytesParsed <= 64 &&
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} /.test(startOf(rawPacket))
  ) {
    return [undefined, methodNotAllowed()];
  }
  return [undefined, new Problem('malformed_request', 'The request is not valid HTTP/1.1.')];
}

function answerAndClose(socket: Duplex, problem: Problem, site: Site, status?: number): void {
  if (!socket.writable) return;
  const { logError } = site;
  const answer = answerToError(problem, {
    requestId: randomUUID(),
    baseUrl: site.baseUrlOf({}),
    status,
    logError,
  });
  watchRefused(site, answer.status, answer.code);
  const lines = Object.entries({
    ...FIXED_HEADERS,
    ...answer.headers,
    'content-length': Buffer.byteLength(answer.body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const statusLine = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`;
  close(socket, `${statusLine}\r\n${lines.join('')}\r\n${answer.body}`);
}

function close(socket: Duplex, lastWords = ''): void {
  socket.end(lastWords);
  // Closing while the client still sends would reset the connection, and the answer could be lost on its way.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function startOf(packet: unknown): string {
  return Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 80) : '';
}
