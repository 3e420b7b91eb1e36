// Limits on connections: their number, timeouts for sending and reading, pipelined requests, and bytes of unread responses.
// Beyond a limit connections are closed. Each has one request in flight: its next request is dispatched once the kernel has taken
// the whole response to the one before. So at most one response per connection waits for its reader, and one connection cannot
// fill the admission queue.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Timeouts } from '../http-context.ts';
import { hasTooManyHeaders } from '../protocol/request-checks.ts';
import { maxOpenFiles, type ConnectionStats } from '../../metrics/process-metrics.ts';
import { ClientShares } from '../admission/client-shares.ts';
import { peerOf, proxyTest } from '../protocol/client-ip.ts';

export const DEFAULT_TIMEOUTS: Timeouts = {
  requestTimeoutMs: 10_000,
  socketTimeoutMs: 30_000,
  // Longer than load balancers keep idle connections, so that they close first: if the server closed a connection about to be
  // used, a request would be lost.
  keepAliveTimeoutMs: 72_000,
  responseTimeoutMs: 60_000,
};

export interface ConnectionLimits {
  /** Maximum connections. At it, one of the client with the most is closed for a new one. Default: `defaultMaxConnections()`. */
  readonly maxConnections?: number | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  /** Maximum bytes of unread responses over all connections. */
  readonly maxUnreadBytes?: number | undefined;
  readonly responseTimeoutMs: number;
}

const MAX_PIPELINED = 16;
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** File descriptors that a server needs beside connections. */
const RESERVED_FILES = 500;
const MAX_CONNECTIONS = 20_000;

/** At the limit of connections, connections of that client without a byte for this long after opening are closed. */
const FIRST_BYTE_TIMEOUT_MS = 1000;
const EVICTION_INTERVAL_MS = 1000;
const IGNORED_BODY_MS = 1000;

/** The number of connections that each limit has closed. */
const NONE_CLOSED = { too_many_connections: 0, pipelining: 0, slow_reader: 0, unread_bytes: 0 };

type Message = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  readonly openedAt: number;
  isResponding: boolean;
  /** Bytes read when the last response was sent. Undefined before the first response, and while a request is being answered. */
  idleSinceByte: number | undefined;
  readonly pipelined: Message[];
  /** Bytes that the kernel had accepted when a check last found progress, and the time of that check. */
  flushedBytes: number;
  flushedAt: number;
}

export function defaultMaxConnections(): number {
  const files = maxOpenFiles() ?? MAX_CONNECTIONS;
  return Math.min(MAX_CONNECTIONS, Math.max(files - RESERVED_FILES, Math.ceil(files / 2)));
}

/**
 * Enforces limits that Node has no setting for, and returns a function that returns the connections' state. The server must have
 * exactly one listener for `request`, its handler.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): () => ConnectionStats {
  const [handleRequest] = server.listeners('request') as ((...message: Message) => void)[];
  const connections = new Connections(limits, (message) => handleRequest.apply(server, message));
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.removeAllListeners('request');
  server.on('request', (...message: Message) => connections.take(message));
  const { responseTimeoutMs } = limits;
  const timer = setInterval(
    () => connections.closeSlowReaders(responseTimeoutMs),
    responseTimeoutMs / 4,
  ).unref();
  server.once('close', () => clearInterval(timer));
  return () => connections.stats();
}

class Connections {
  readonly #maxConnections: number;
  readonly #maxUnreadBytes: number;
  readonly #isProxy: (ip: string) => boolean;
  readonly #handle: (message: Message) => void;
  readonly #open = new Map<Socket, Connection>();
  readonly #shares = new ClientShares<Socket>();
  /** Sockets with a response that the kernel has not accepted whole, in the order of their responses. */
  readonly #unread = new Set<Socket>();
  readonly #closedByLimit = { ...NONE_CLOSED };
  #evictedAt = -Infinity;

  constructor(limits: ConnectionLimits, handle: (message: Message) => void) {
    this.#maxConnections = limits.maxConnections ?? defaultMaxConnections();
    this.#maxUnreadBytes = limits.maxUnreadBytes ?? MAX_UNREAD_BYTES;
    this.#isProxy = proxyTest(limits.trustedProxies ?? []);
    this.#handle = handle;
  }

  stats(): ConnectionStats {
    return { unreadBytes: this.#unreadBytes(), closedByLimit: this.#closedByLimit };
  }

  add(socket: Socket): void {
    this.#open.set(socket, {
      openedAt: performance.now(),
      isResponding: false,
      idleSinceByte: undefined,
      pipelined: [],
      flushedBytes: 0,
      flushedAt: 0,
    });
    // Trusted proxies are not clients: their connections carry other clients' requests.
    const ip = peerOf({ socket });
    if (!this.#isProxy(ip)) this.#shares.add(ip, socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#shares.delete(socket);
      this.#unread.delete(socket);
    });
    if (this.#open.size <= this.#maxConnections) return;
    const other = this.#shares.toClose(socket, (each) => this.#open.get(each)?.isResponding === true);
    this.#close(other ?? socket, 'too_many_connections');
    if (other === undefined) this.#closeIdle(this.#shares.beside(socket) ?? this.#open.keys());
  }

  /** Dispatches a request once the one before it on the connection was answered. */
  take(message: Message): void {
    const { socket } = message[0];
    const connection = this.#open.get(socket);
    // Requests read in the same packet as one beyond the limit are not dispatched.
    if (connection === undefined || socket.destroyed) return;
    if (!connection.isResponding) this.#dispatch(message, connection);
    else if (connection.pipelined.push(message) > MAX_PIPELINED) this.#close(socket, 'pipelining');
  }

  closeSlowReaders(responseTimeoutMs: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      // A write that the kernel has accepted only in part counts as not accepted.
      const flushedBytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || flushedBytes !== connection.flushedBytes) {
        connection.flushedBytes = flushedBytes;
        connection.flushedAt = now;
      } else if (now - connection.flushedAt >= responseTimeoutMs) this.#close(socket, 'slow_reader');
    }
  }

  #close(socket: Socket, limit: keyof typeof NONE_CLOSED): void {
    this.#closedByLimit[limit] += 1;
    socket.destroy();
  }

  /** When no connection can be closed for a new one, idle connections make room for later ones. */
  #closeIdle(sockets: Iterable<Socket>): void {
    const now = performance.now();
    if (now - this.#evictedAt < EVICTION_INTERVAL_MS) return;
    this.#evictedAt = now;
    for (const socket of sockets) {
      const { openedAt, idleSinceByte } = this.#open.get(socket) ?? {};
      const isSilent = socket.bytesRead === 0 && now - (openedAt ?? now) > FIRST_BYTE_TIMEOUT_MS;
      if (isSilent || socket.bytesRead === idleSinceByte) socket.destroy();
    }
  }

  #dispatch(message: Message, connection: Connection): void {
    const [{ socket }, response] = message;
    connection.isResponding = true;
    connection.idleSinceByte = undefined;
    // At `prefinish`, the socket has the whole response, and the kernel as much of it as it accepts.
    response.once('prefinish', () => {
      if (socket.writableLength === 0) return;
      this.#unread.add(socket);
      this.#limitUnreadBytes(socket);
    });
    response.once('close', () => {
      this.#unread.delete(socket);
      connection.isResponding = false;
      limitIgnoredBody(message[0]);
      const next = socket.writable ? connection.pipelined.shift() : undefined;
      if (next !== undefined) this.#dispatch(next, connection);
      else connection.idleSinceByte = socket.bytesRead;
    });
    this.#handle(message);
  }

  #unreadBytes(): number {
    return [...this.#unread].reduce((sum, { writableLength }) => sum + writableLength, 0);
  }

  /** Closes the connections with the largest unread responses, except the newest: its client had no time to read. */
  #limitUnreadBytes(newest: Socket): void {
    let excess = this.#unreadBytes() - this.#maxUnreadBytes;
    if (excess <= 0) return;
    const others = [...this.#unread].filter((socket) => socket !== newest);
    others.sort((a, b) => b.writableLength - a.writableLength);
    for (const socket of others) {
      if (excess <= 0) return;
      excess -= socket.writableLength;
      this.#close(socket, 'unread_bytes');
    }
  }
}

/** Limits the time for which an answered request's unread body is dropped: clients may send all of it before they read. */
function limitIgnoredBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.socket.destroy(), IGNORED_BODY_MS);
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/**
 * Makes Node send `Connection: close` while `isDraining`, and in response to requests for another protocol (Upgrade). Those
 * requests get an answer in HTTP/1.1, but Node's parser silently drops whatever follows in the same packet, so a pipelined
 * request would wait forever. A request with too many headers may have its Upgrade among those that were not read.
 */
export function sendConnectionClose(server: Server, isDraining: () => boolean): void {
  // Before the request handler, which may respond at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.upgrade !== undefined || hasTooManyHeaders(request) || isDraining())
      response.shouldKeepAlive = false;
  });
}
