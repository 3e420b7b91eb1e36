// Stops an HTTP server without losing a request. Requests still on the network are invisible to it, so clients must leave first:
// every response closes its connection, and idle persistent connections are closed only after a grace period.
//
// SIGTERM          queue empty                grace period ends          last response is sent
// |---- accepts ----|------ serves requests ------|------ serves ------|
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import { trackUnused } from '../http/connections/unused-connections.ts';

/**
 * Grace period of idle connections, in milliseconds. A client with frequent requests gets `Connection: close` with its next
 * response; others are unlikely to send a request at the moment of the close.
 */
const GRACE_MS = 1000;
/** Interval at which idle connections are closed after the grace period. */
const POLL_INTERVAL_MS = 100;
/** Maximum time for accepting, if new connections keep coming. */
const MAX_ACCEPTING_MS = 3000;

export interface Draining {
  /** True once responses should close their connections. */
  readonly isDraining: boolean;
  /** Resolves when the last connection is closed. Must be called only once. */
  drain(): Promise<void>;
}

/**
 * Must be called before the server listens. `flushAccepts` resolves when all connections in the system's queue have been
 * accepted; if this process accepts them itself, after one tick of the event loop.
 */
export function drainable(server: Server, flushAccepts: () => Promise<void> = nextTick): Draining {
  const closeUnused = trackUnused(server);
  let accepted = 0;
  let isDraining = false;
  server.on('connection', () => accepted++);

  // A client is connected as soon as the system has its connection. If the server stopped listening before accepting it, the
  // connection would be reset. A tick without new connections means that the system's queue is empty.
  async function waitForEmptyQueue(): Promise<void> {
    const end = performance.now() + MAX_ACCEPTING_MS;
    // From now on every tick of the event loop begins by polling the sockets.
    await nextTick();
    for (let before = -1; before !== accepted && performance.now() < end;) {
      before = accepted;
      await flushAccepts();
    }
  }

  // Called a tick after all sockets were polled, so an idle socket has received nothing.
  async function closeIdle(): Promise<void> {
    await nextTick();
    server.closeIdleConnections();
    closeUnused(GRACE_MS);
  }

  return {
    get isDraining() {
      return isDraining;
    },
    async drain() {
      isDraining = true;
      if (!server.listening) return;
      await waitForEmptyQueue();
      let timer: NodeJS.Timeout | undefined;
      const poll = (): void => {
        void closeIdle();
        timer = setTimeout(poll, POLL_INTERVAL_MS);
      };
      timer = setTimeout(poll, GRACE_MS);
      // `close` of http.Server would close all idle connections at once.
      await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      clearTimeout(timer);
    },
  };
}
