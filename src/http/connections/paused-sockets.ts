// In a flood, sockets of shed requests are not read until their Retry-After is over. Unread requests cost least, so clients that
// retry at once cannot use up the processor.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const RETRY_DELAY_MS = 1000;
/** More shed requests than this within RETRY_DELAY_MS are a flood. */
const FLOOD_THRESHOLD = 256;
const POLL_INTERVAL_MS = 10;
/** Maximum sockets resumed per poll: each brings a request. */
const MAX_RESUMED = 40;

export class PausedSockets {
  readonly #resumeAt = new Map<Socket, number>();
  readonly #resumed = new Set<Socket>();
  readonly #isDraining: () => boolean;
  /** In this second and the two before: a busy process skips some. */
  #shedCounts = [0, 0, 0];
  #polling: NodeJS.Timeout | undefined;

  /** While `isDraining`, no socket is paused, and paused ones are resumed. */
  constructor(isDraining: () => boolean) {
    this.#isDraining = isDraining;
  }

  /** Must be called for each shed request. In a flood, pauses its socket once the request has ended. */
  pauseInFlood(request: IncomingMessage): void {
    const { socket } = request;
    if (this.#shedCounts.every((count) => count === 0))
      setTimeout(this.#rotateCounts, RETRY_DELAY_MS).unref();
    this.#shedCounts[0] += 1;
    if (!this.#isFlood || this.#isDraining() || this.#resumeAt.has(socket)) return;
    // Pausing earlier has no effect: Node reads an answered request to its end, even if it announced no body.
    request.once('close', () => {
      if (this.#resumeAt.has(socket)) socket.pause();
    });
    this.#resumeAt.set(socket, performance.now() + RETRY_DELAY_MS);
    this.#polling ??= setTimeout(this.#poll, POLL_INTERVAL_MS);
  }

  /**
   * True, once, for a request that arrived while its socket was paused, if the flood continues. Such a request is older than all
   * queued ones, and the oldest is shed first.
   */
  consumeStale(socket: Socket): boolean {
    return this.#resumed.size > 0 && this.#resumed.delete(socket) && this.#isFlood;
  }

  get #isFlood(): boolean {
    return Math.max(...this.#shedCounts) > FLOOD_THRESHOLD;
  }

  readonly #rotateCounts = (): void => {
    this.#shedCounts = [0, ...this.#shedCounts.slice(0, 2)];
    if (this.#shedCounts.some((count) => count > 0)) setTimeout(this.#rotateCounts, RETRY_DELAY_MS).unref();
  };

  readonly #poll = (): void => {
    const now = performance.now();
    const isDraining = this.#isDraining();
    for (const [socket, resumeAt] of this.#resumeAt) {
      if (!isDraining && (resumeAt > now || this.#resumed.size >= MAX_RESUMED)) break;
      this.#resumeAt.delete(socket);
      if (socket.destroyed) continue;
      this.#resumed.add(socket);
      socket.resume();
    }
    // Requests that arrived meanwhile are read in this tick.
    setImmediate(() => this.#resumed.clear());
    this.#polling = this.#resumeAt.size > 0 ? setTimeout(this.#poll, POLL_INTERVAL_MS) : undefined;
  };
}
