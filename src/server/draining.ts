// The end of an HTTP server without a lost request. What it cannot see is a request that is still on the network. So it
// asks clients to leave before it shuts anyone out: every answer from now on is the last of its connection, and a kept
// connection on which nothing comes is closed only after a while.
//
//   SIGTERM          queue empty                 the while is over          the last answer is sent
//      |---- accepts ----|------ answers what comes ------|------ answers ------|
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';

/**
 * Kept connections may be silent for so long. Whoever asks more often is moved to another server unharmed; for others the
 * chance to ask in the very moment in which their connection is closed is small.
 */
const GRACE_MS = 1000;
/** After the while: how often is looked for connections that are silent. */
const POLL_INTERVAL_MS = 100;
/** Accepting goes on for so long at most, if new connections keep coming. */
const MAX_ACCEPTING_MS = 3000;

export interface Draining {
  /** True from the moment on in which answers should be the last of their connections. */
  readonly isDraining: boolean;
  /** Fulfilled when the last connection is closed. Once. */
  drain(): Promise<void>;
}

/**
 * To be called before the server listens. `flushAccepts` is over when every connection has come that the system had when it began:
 * a tick of the event loop, where this process takes connections from the system itself.
 */
export function drainable(server: Server, flushAccepts: () => Promise<void> = nextTick): Draining {
  const openedAt = new Map<Socket, number>();
  let accepted = 0;
  let isDraining = false;
  server.on('connection', (socket) => {
    accepted++;
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });

  // A connection is there for its client as soon as the system has it, and would be reset if we stopped listening before
  // we took it. A tick that brings none has found the system's queue empty.
  async function waitForEmptyQueue(): Promise<void> {
    const end = performance.now() + MAX_ACCEPTING_MS;
    // From here on every tick of the event loop begins with a look at the sockets.
    await nextTick();
    for (let before = -1; before !== accepted && performance.now() < end;) {
      before = accepted;
      await flushAccepts();
    }
  }

  // In the tick after a look at all sockets: on one that still is silent, nothing has come.
  async function closeIdle(): Promise<void> {
    await nextTick();
    server.closeIdleConnections();
    // Browsers open connections that they may never use. Node takes them for busy.
    const cutoff = performance.now() - GRACE_MS;
    for (const [socket, since] of openedAt) if (since < cutoff && socket.bytesRead === 0) socket.destroy();
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
      // HTTP's own `close` would close all silent connections at once.
      await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      clearTimeout(timer);
    },
  };
}
