// What connections may take up: how many there are at a time, how long a client may take to send or to read, and how many
// requests it may send ahead of its answers. Whoever goes beyond is cut off, so that others find a place.
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long clients may take, in milliseconds. */
export interface Patience {
  /** For a request to arrive, whole. */
  readonly requestMs: number;
  /** Without a byte in either direction, while a request or an answer is under way. */
  readonly silentMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** For an answer to be taken, whole. Node sees those who take nothing; here it is those who take next to nothing. */
  readonly readMs: number;
}

export const PATIENCE: Patience = {
  requestMs: 10_000,
  silentMs: 30_000,
  // Longer than load balancers keep idle connections, so that it is never we who close one that is about to be used.
  idleMs: 72_000,
  readMs: 60_000,
};

/** Requests that a client may send while an answer to it is still under way. */
const MOST_AHEAD = 16;

/** Files, the store, threads and what else a server has open beside connections. */
const OTHER_FILES = 500;
const MOST_CONNECTIONS = 20_000;

/** When places have run out, a connection on which nothing came for so long since it was made is closed. */
const SILENT_START_MS = 1000;
const MAKE_ROOM_EVERY_MS = 1000;

/** As many connections as this process may have open, at most 20,000. */
export function mostConnections(): number {
  const files = openFilesLimit() ?? MOST_CONNECTIONS;
  return Math.min(MOST_CONNECTIONS, Math.max(files - OTHER_FILES, Math.ceil(files / 2)));
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
 * Holds the server to what Node has no setting for. `most` connections are open at a time; more are closed as they come.
 * To be called when the listener that answers requests is there, and no other.
 */
export function limitConnections(server: Server, most: number, { readMs }: Patience): void {
  const madeAt = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    madeAt.set(socket, performance.now());
    socket.once('close', () => madeAt.delete(socket));
  });
  turnAway(server, madeAt, most);
  makeRoomAtNeed(server, madeAt);
  cutOffSlowReaders(server, madeAt, readMs);
  cutOffPiles(server);
}

/** Connections beyond `most` are closed as they come. */
function turnAway(server: Server, open: ReadonlyMap<Socket, number>, most: number): void {
  if (!cluster.isWorker) {
    server.maxConnections = most;
    return;
  }
  // Node's own limit would hand them back to the primary, which would hand them to a worker again, and so on.
  server.on('connection', (socket: Socket) => {
    if (open.size <= most) return;
    socket.destroy();
    server.emit('drop');
  });
}

/** When a connection had to be turned away, those that nobody uses are closed. */
function makeRoomAtNeed(server: Server, madeAt: ReadonlyMap<Socket, number>): void {
  let roomMadeAt = -Infinity;
  server.on('drop', () => {
    const now = performance.now();
    if (now - roomMadeAt < MAKE_ROOM_EVERY_MS) return;
    roomMadeAt = now;
    server.closeIdleConnections();
    for (const [socket, at] of madeAt)
      if (socket.bytesRead === 0 && now - at > SILENT_START_MS) socket.destroy();
  });
}

function cutOffSlowReaders(server: Server, sockets: ReadonlyMap<Socket, number>, readMs: number): void {
  const waiting = new WeakMap<Socket, { readonly since: number; readonly taken: number }>();

  function isTooSlow(socket: Socket, now: number): boolean {
    // Of a write that the system has taken in part, nothing is counted.
    const taken = socket.bytesWritten - socket.writableLength;
    const before = waiting.get(socket);
    if (before?.taken === taken) return now - before.since >= readMs;
    waiting.set(socket, { since: now, taken });
    return false;
  }

  const looking = setInterval(() => {
    const now = performance.now();
    for (const socket of sockets.keys()) {
      if (socket.writableLength === 0) waiting.delete(socket);
      else if (isTooSlow(socket, now)) socket.destroy();
    }
  }, readMs / 4).unref();
  server.once('close', () => clearInterval(looking));
}

type Message = [request: IncomingMessage, response: ServerResponse];

/**
 * Closes connections with too many requests ahead of their answers. What was read together with one too many is made
 * requests of all the same: they are shown to nobody, and so cost little.
 */
function cutOffPiles(server: Server): void {
  const ahead = new WeakMap<Socket, number>();

  function isTooFarAhead(...[{ socket }, response]: Message): boolean {
    if (socket.destroyed) return true;
    // Only an answer that has to wait for one before it has no socket yet.
    if (response.socket !== null) return false;
    const count = (ahead.get(socket) ?? 0) + 1;
    if (count > MOST_AHEAD) {
      socket.destroy();
      return true;
    }
    ahead.set(socket, count);
    response.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1));
    return false;
  }

  const [answer] = server.listeners('request') as ((...message: Message) => void)[];
  server.removeAllListeners('request');
  server.on('request', (...message: Message) => {
    if (!isTooFarAhead(...message)) answer.call(server, ...message);
  });
}
