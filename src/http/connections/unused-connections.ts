// Closes connections on which nothing was received. Browsers open some in advance, and Node counts them as busy, so a server would
// wait for them when it closes.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Must be called before the server listens. The returned function closes those that are at least so many milliseconds old. */
export function trackUnused(server: Server): (minAgeMs: number) => void {
  const openedAt = new Map<Socket, number>();
  server.on('connection', (socket) => {
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });
  return (minAgeMs) => {
    const cutoff = performance.now() - minAgeMs;
    for (const [socket, since] of openedAt) if (since <= cutoff && socket.bytesRead === 0) socket.destroy();
  };
}
