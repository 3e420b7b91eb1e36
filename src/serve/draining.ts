// The end of an HTTP server without a lost request. What it cannot see is a request that is still on the network. So it
// asks clients to leave before it shuts anyone out: every answer from now on is the last of its connection, and a kept
// connection on which nothing comes is closed only after a while.
//
//   SIGTERM          queue empty                 the while is over          the last answer is sent
//      |---- accepts ----|------ answers what comes ------|------ answers ------|
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Kept connections may be silent for so long. Whoever asks more often is moved to another server unharmed; for others the
 * chance to ask in the very moment in which their connection is closed is small.
 */
const GRACE_MS = 1000;
/** After the while: how often is looked for connections that are silent. */
const LOOK_MS = 100;
/** Accepting goes on for so long at most, if new connections keep coming. */
const LONGEST_ACCEPTING_MS = 3000;

export interface Draining {
  /** True from the moment on in which answers should be the last of their connections. */
  readonly isDraining: boolean;
  /** Fulfilled when the last connection is closed. Once. */
  drain(): Promise<void>;
}

/**
 * To be called before the server listens. `turn` is over when every connection has come that the system had when it began:
 * a turn of the event loop, where this process takes connections from the system itself.
 */
export function drainable(server: Server, turn: () => Promise<void> = nextTurn): Draining {
  const openedAt = new Map<Socket, number>();
  let accepted = 0;
  let isDraining = false;
  server.on('connection', (socket) => {
    accepted++;
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });

  // A connection is there for its client as soon as the system has it, and would be reset if we stopped listening before
  // we took it. A turn that brings none has found the system's queue empty.
  async function untilQueueIsEmpty(): Promise<void> {
    const end = performance.now() + LONGEST_ACCEPTING_MS;
    // From here on every turn of the event loop begins with a look at the sockets.
    await nextTurn();
    for (let before = -1; before !== accepted && performance.now() < end;) {
      before = accepted;
      await turn();
    }
  }

  // In the turn after a look at all sockets: on one that still is silent, nothing has come.
  async function closeSilent(): Promise<void> {
    await nextTurn();
    server.closeIdleConnections();
    // Browsers open connections that they may never use. Node takes them for busy.
    const soon = performance.now() - GRACE_MS;
    for (const [socket, since] of openedAt) if (since < soon && socket.bytesRead === 0) socket.destroy();
  }

  return {
    get isDraining() {
      return isDraining;
    },
    async drain() {
      isDraining = true;
      if (!server.listening) return;
      await untilQueueIsEmpty();
      let timer: NodeJS.Timeout | undefined;
      const look = (): void => {
        void closeSilent();
        timer = setTimeout(look, LOOK_MS);
      };
      timer = setTimeout(look, GRACE_MS);
      // HTTP's own `close` would close all silent connections at once.
      await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      clearTimeout(timer);
    },
  };
}
