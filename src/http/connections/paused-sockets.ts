// Sockets that are not read until the delay of their refusal (Retry-After) is over. A request costs least while it is
// unread, so clients that ask again at once cannot take up all of the time. That begins only with many refusals a second:
// a proxy shares a connection among clients, and those of few are not to wait for what another one asked.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The Retry-After of refusals. */
const RETRY_DELAY_MS = 1000;
/** More refusals than this within RETRY_DELAY_MS are a flood. Fewer take a small part of the time. */
const FLOOD_THRESHOLD = 256;
const POLL_INTERVAL_MS = 10;
/** Sockets that are read again at each poll, at most: each brings a request. */
const MAX_RESUMED = 40;

export class PausedSockets {
  /** When each is read again, in that order. */
  readonly #resumeAt = new Map<Socket, number>();
  /** Read again in this turn of the event loop. */
  readonly #resumed = new Set<Socket>();
  readonly #isDraining: () => boolean;
  /** In this second and in the two before: a process that is short of time skips some. */
  #shedCounts = [0, 0, 0];
  #polling: NodeJS.Timeout | undefined;

  /** Sockets are not paused while `isDraining`, and those that are go on. */
  constructor(isDraining: () => boolean) {
    this.#isDraining = isDraining;
  }

  /** To be called for each request that is refused: in a flood, pauses its socket when the request is over. */
  pauseInFlood(request: IncomingMessage): void {
    const { socket } = request;
    if (this.#shedCounts.every((count) => count === 0))
      setTimeout(this.#rotateCounts, RETRY_DELAY_MS).unref();
    this.#shedCounts[0] += 1;
    if (!this.#isFlood || this.#isDraining() || this.#resumeAt.has(socket)) return;
    // Not before: Node reads a request to its end once it is answered, even if it announced no body.
    request.once('close', () => {
      if (this.#resumeAt.has(socket)) socket.pause();
    });
    this.#resumeAt.set(socket, performance.now() + RETRY_DELAY_MS);
    this.#polling ??= setTimeout(this.#poll, POLL_INTERVAL_MS);
  }

  /**
   * True, once, for a request that came while its socket was paused, if the flood goes on: it is older than all that
   * wait, and the oldest is refused first.
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
    // What was sent meanwhile is read in this turn.
    setImmediate(() => this.#resumed.clear());
    this.#polling = this.#resumeAt.size > 0 ? setTimeout(this.#poll, POLL_INTERVAL_MS) : undefined;
  };
}
