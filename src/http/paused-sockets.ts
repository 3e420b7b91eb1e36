// Sockets that are not read until the delay of their refusal (Retry-After) is over. A request costs least while it is
// unread, so clients that ask again at once cannot take up all of the time. That begins only with many refusals a second:
// a proxy shares a connection among clients, and those of few are not to wait for what another one asked.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The Retry-After of refusals. */
const PAUSE_MS = 1000;
/** More refusals than this within RETRY_DELAY_MS are a flood. Fewer take a small part of the time. */
const MAX_FREE_REFUSALS = 256;
const POLL_MS = 10;
/** Sockets that are read again at each poll, at most: each brings a request. */
const MAX_RESUMED = 40;

export class PausedSockets {
  /** When each is read again, in that order. */
  readonly #until = new Map<Socket, number>();
  /** Read again in this turn of the event loop. */
  readonly #resumed = new Set<Socket>();
  readonly #isDraining: () => boolean;
  /** In this second and in the two before: a process that is short of time skips some. */
  #refusals = [0, 0, 0];
  #polling: NodeJS.Timeout | undefined;

  /** Sockets are not paused while `isDraining`, and those that are go on. */
  constructor(isDraining: () => boolean) {
    this.#isDraining = isDraining;
  }

  /** To be called for each request that is refused: in a flood, pauses its socket when the request is over. */
  refused(request: IncomingMessage): void {
    const { socket } = request;
    if (this.#refusals.every((count) => count === 0)) setTimeout(this.#endSecond, PAUSE_MS).unref();
    this.#refusals[0] += 1;
    if (!this.#isFlood || this.#isDraining() || this.#until.has(socket)) return;
    // Not before: Node reads a request to its end once it is answered, even if it announced no body.
    request.once('close', () => {
      if (this.#until.has(socket)) socket.pause();
    });
    this.#until.set(socket, performance.now() + PAUSE_MS);
    this.#polling ??= setTimeout(this.#poll, POLL_MS);
  }

  /**
   * True, once, for a request that came while its socket was paused, if the flood goes on: it is older than all that
   * wait, and the oldest is refused first.
   */
  takeLate(socket: Socket): boolean {
    return this.#resumed.size > 0 && this.#resumed.delete(socket) && this.#isFlood;
  }

  get #isFlood(): boolean {
    return Math.max(...this.#refusals) > MAX_FREE_REFUSALS;
  }

  readonly #endSecond = (): void => {
    this.#refusals = [0, ...this.#refusals.slice(0, 2)];
    if (this.#refusals.some((count) => count > 0)) setTimeout(this.#endSecond, PAUSE_MS).unref();
  };

  readonly #poll = (): void => {
    const now = performance.now();
    const isDraining = this.#isDraining();
    for (const [socket, until] of this.#until) {
      if (!isDraining && (until > now || this.#resumed.size >= MAX_RESUMED)) break;
      this.#until.delete(socket);
      if (socket.destroyed) continue;
      this.#resumed.add(socket);
      socket.resume();
    }
    // What was sent meanwhile is read in this turn.
    setImmediate(() => this.#resumed.clear());
    this.#polling = this.#until.size > 0 ? setTimeout(this.#poll, POLL_MS) : undefined;
  };
}
