// Limits on connections: how many are open, how long a client may take to send or to read, how many requests it may send
// ahead of its answers, and how many bytes of answers may wait for readers. Beyond a limit connections are closed, so that
// others find a place.
//
// A connection has one request in flight: the next one is shown to the server when the answer before it was handed to
// the system as a whole. So no more than one answer waits for a reader, and nobody fills the admission queue with one
// connection.
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionStats } from '../../metrics/process-metrics.ts';

/** Timeouts for clients, in milliseconds. */
export interface Timeouts {
  /** For a request to arrive, whole. */
  readonly requestTimeoutMs: number;
  /** Without a byte in either direction, while a request or an answer is under way. */
  readonly socketTimeoutMs: number;
  /** Between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** For an answer to be taken, whole. Node sees those who take nothing; here it is those who take next to nothing. */
  readonly responseTimeoutMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  requestTimeoutMs: 10_000,
  socketTimeoutMs: 30_000,
  // Longer than load balancers keep idle connections, so that it is never we who close one that is about to be used.
  keepAliveTimeoutMs: 72_000,
  responseTimeoutMs: 60_000,
};

export interface ConnectionLimits {
  /** Connections that are open at a time; more are closed as they come. Undefined: as many as this process may have. */
  readonly maxConnections?: number | undefined;
  /** Bytes of answers that wait for readers, of all connections together. */
  readonly maxUnreadBytes?: number | undefined;
  readonly responseTimeoutMs: number;
}

/** Requests that a client may send ahead of the answer that it waits for. */
const MAX_PIPELINED = 16;
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** Files, the store, threads and what else a server has open beside connections. */
const RESERVED_FILES = 500;
const MAX_CONNECTIONS = 20_000;

/** When places have run out, a connection on which nothing came for so long since it was made is closed. */
const FIRST_BYTE_TIMEOUT_MS = 1000;
const EVICTION_INTERVAL_MS = 1000;

type Message = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  readonly openedAt: number;
  isResponding: boolean;
  /** Requests that came behind the one that is answered. */
  readonly pipelined: Message[];
  /** Bytes that the system had taken when they were last looked at, and since when it has taken no more. */
  flushedBytes: number;
  flushedAt: number;
}

/** As many connections as this process may have open, at most 20,000. */
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
 * Holds the server to limits that Node has no setting for; gives back how its connections are. To be called when the
 * listener that answers requests is there, and no other.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): () => ConnectionStats {
  const {
    maxConnections = defaultMaxConnections(),
    maxUnreadBytes = MAX_UNREAD_BYTES,
    responseTimeoutMs,
  } = limits;
  const open = new Map<Socket, Connection>();
  /** Those that the system has not taken all of an answer for; the answer that was made first comes first. */
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
      pipelined: [],
      flushedBytes: 0,
      flushedAt: 0,
    });
    socket.once('close', () => {
      open.delete(socket);
      unread.delete(socket);
    });
    // In a worker Node's own limit would hand it back to the primary, which would hand it to a worker again, and so on.
    if (!cluster.isWorker || open.size <= maxConnections) return;
    socket.destroy();
    server.emit('drop');
  });
  if (!cluster.isWorker) server.maxConnections = maxConnections;

  // When a connection had to be closed as it came, those that nobody uses make room.
  let evictedAt = -Infinity;
  server.on('drop', () => {
    closedByLimit.too_many_connections += 1;
    const now = performance.now();
    if (now - evictedAt < EVICTION_INTERVAL_MS) return;
    evictedAt = now;
    server.closeIdleConnections();
    for (const [socket, { openedAt }] of open)
      if (socket.bytesRead === 0 && now - openedAt > FIRST_BYTE_TIMEOUT_MS) socket.destroy();
  });

  server.removeAllListeners('request');
  server.on('request', (...message: Message) => {
    const { socket } = message[0];
    const connection = open.get(socket);
    // What was read together with a request too many is shown to nobody, and so costs little.
    if (connection === undefined || socket.destroyed) return;
    if (!connection.isResponding) dispatch(message, connection);
    else if (connection.pipelined.push(message) > MAX_PIPELINED) closeConnection(socket, 'pipelining');
  });

  function dispatch(message: Message, connection: Connection): void {
    const [{ socket }, response] = message;
    connection.isResponding = true;
    // All of the answer was given to the socket, which has passed on as much as the system takes.
    response.once('prefinish', () => {
      if (socket.writableLength === 0) return;
      unread.add(socket);
      limitUnreadBytes(socket);
    });
    response.once('close', () => {
      unread.delete(socket);
      connection.isResponding = false;
      const next = socket.writable ? connection.pipelined.shift() : undefined;
      if (next !== undefined) dispatch(next, connection);
    });
    handleRequest.apply(server, message);
  }

  const unreadBytes = (): number => [...unread].reduce((sum, { writableLength }) => sum + writableLength, 0);

  /** Closes the connections with the largest answers. Not the newest: its client had no time to read. */
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
      // Of a write that the system has taken in part, nothing is counted.
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
