// Limits on connections: their number, timeouts for sending and reading, pipelined requests, and bytes of unread responses.
// Beyond a limit connections are closed. Each has one request in flight: its next request is dispatched once the kernel has taken
// the whole response to the one before. So at most one response per connection waits for its reader, and one connection cannot
// fill the admission queue.
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Timeouts } from '../http-context.ts';
import { hasTooManyHeaders } from '../request-checks.ts';
import type { ConnectionStats } from '../../metrics/process-metrics.ts';
import { ClientShares } from '../client-shares.ts';
import { peerOf, proxyTest } from '../client-ip.ts';

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
  const files = openFilesLimit() ?? MAX_CONNECTIONS;
  return Math.min(MAX_CONNECTIONS, Math.max(files - RESERVED_FILES, Math.ceil(files / 2)));
}

function openFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/**
 * Enforces limits that Node has no setting for, and returns a function that returns the connections' state. The server must have
 * exactly one listener for `request`, its handler.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): () => ConnectionStats {
  const {
    maxConnections = defaultMaxConnections(),
    trustedProxies = [],
    maxUnreadBytes = MAX_UNREAD_BYTES,
    responseTimeoutMs,
  } = limits;
  const open = new Map<Socket, Connection>();
  const shares = new ClientShares<Socket>();
  const isProxy = proxyTest(trustedProxies);
  /** Sockets with a response that the kernel has not accepted whole, in the order of their responses. */
  const unread = new Set<Socket>();
  const closedByLimit = { too_many_connections: 0, pipelining: 0, slow_reader: 0, unread_bytes: 0 };
  const [handleRequest] = server.listeners('request') as ((...message: Message) => void)[];

  function closeConnection(socket: Socket, limit: keyof typeof closedByLimit): void {
    closedByLimit[limit] += 1;
    socket.destroy();
  }

  server.on('connection', (socket: Socket) => {
    open.set(socket, {
      openedAt: performance.now(),
      isResponding: false,
      idleSinceByte: undefined,
      pipelined: [],
      flushedBytes: 0,
      flushedAt: 0,
    });
    // Trusted proxies are not clients: their connections carry other clients' requests.
    const ip = peerOf({ socket });
    if (!isProxy(ip)) shares.add(ip, socket);
    socket.once('close', () => {
      open.delete(socket);
      shares.delete(socket);
      unread.delete(socket);
    });
    if (open.size <= maxConnections) return;
    const other = shares.toClose(socket, (each) => open.get(each)?.isResponding === true);
    closeConnection(other ?? socket, 'too_many_connections');
    if (other === undefined) closeIdle(shares.beside(socket) ?? open.keys());
  });

  // When no connection can be closed for a new one, idle connections make room for later ones.
  let evictedAt = -Infinity;
  function closeIdle(sockets: Iterable<Socket>): void {
    const now = performance.now();
    if (now - evictedAt < EVICTION_INTERVAL_MS) return;
    evictedAt = now;
    for (const socket of sockets) {
      const { openedAt, idleSinceByte } = open.get(socket) ?? {};
      const isSilent = socket.bytesRead === 0 && now - (openedAt ?? now) > FIRST_BYTE_TIMEOUT_MS;
      if (isSilent || socket.bytesRead === idleSinceByte) socket.destroy();
    }
  }

  server.removeAllListeners('request');
  server.on('request', (...message: Message) => {
    const { socket } = message[0];
    const connection = open.get(socket);
    // Requests read in the same packet as one beyond the limit are not dispatched.
    if (connection === undefined || socket.destroyed) return;
    if (!connection.isResponding) dispatch(message, connection);
    else if (connection.pipelined.push(message) > MAX_PIPELINED) closeConnection(socket, 'pipelining');
  });

  function dispatch(message: Message, connection: Connection): void {
    const [{ socket }, response] = message;
    connection.isResponding = true;
    connection.idleSinceByte = undefined;
    // At `prefinish`, the socket has the whole response, and the kernel as much of it as it accepts.
    response.once('prefinish', () => {
      if (socket.writableLength === 0) return;
      unread.add(socket);
      limitUnreadBytes(socket);
    });
    response.once('close', () => {
      unread.delete(socket);
      connection.isResponding = false;
      limitIgnoredBody(message[0]);
      const next = socket.writable ? connection.pipelined.shift() : undefined;
      if (next !== undefined) dispatch(next, connection);
      else connection.idleSinceByte = socket.bytesRead;
    });
    handleRequest.apply(server, message);
  }

  /** Limits the time for which an answered request's unread body is dropped: clients may send all of it before they read. */
  function limitIgnoredBody(request: IncomingMessage): void {
    if (request.complete || request.destroyed) return;
    const timer = setTimeout(() => request.socket.destroy(), IGNORED_BODY_MS);
    request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  }

  const unreadBytes = (): number => [...unread].reduce((sum, { writableLength }) => sum + writableLength, 0);

  /** Closes the connections with the largest unread responses, except the newest: its client had no time to read. */
  function limitUnreadBytes(newest: Socket): void {
    let excess = unreadBytes() - maxUnreadBytes;
    if (excess <= 0) return;
    const others = [...unread].filter((socket) => socket !== newest);
    others.sort((a, b) => b.writableLength - a.writableLength);
    for (const socket of others) {
      if (excess <= 0) return;
      excess -= socket.writableLength;
      closeConnection(socket, 'unread_bytes');
    }
  }

  const slowReaderTimer = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of open) {
      // A write that the kernel has accepted only in part counts as not accepted.
      const flushedBytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || flushedBytes !== connection.flushedBytes) {
        connection.flushedBytes = flushedBytes;
        connection.flushedAt = now;
      } else if (now - connection.flushedAt >= responseTimeoutMs) closeConnection(socket, 'slow_reader');
    }
  }, responseTimeoutMs / 4).unref();
  server.once('close', () => clearInterval(slowReaderTimer));

  return () => ({ unreadBytes: unreadBytes(), closedByLimit });
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
