// Connections that were refused and are not read for a while. Where more comes than can even be refused, a request costs
// the least while nobody reads it: so a client that goes on asking before it was told to hears about it only later. What it
// sent meanwhile has waited nobody knows how long, and is refused as well; what it sends then is a request like any other.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** As long as refusals say. */
const REST_MS = 1000;
/** How often is looked for those that have rested enough, and how many of them may go on then. */
const LOOK_MS = 5;
const MOST_AT_ONCE = 50;

export class RestingConnections {
  /** In the order in which they began. */
  readonly #until = new Map<Socket, number>();
  /** Since the last look. What comes from them in the same turn of the event loop was there before. */
  readonly #resumed = new Set<Socket>();
  readonly #isEnding: () => boolean;
  #looking: NodeJS.Timeout | undefined;

  /** Once `isEnding` says so, none rests any more. */
  constructor(isEnding: () => boolean) {
    this.#isEnding = isEnding;
  }

  /** From the end of this request on. */
  rest(request: IncomingMessage): void {
    const { socket } = request;
    if (this.#isEnding() || this.#until.has(socket)) return;
    // Not before: Node reads a request to its end once it is answered, even where no body was announced.
    request.once('close', () => {
      if (this.#until.has(socket)) socket.pause();
    });
    this.#until.set(socket, performance.now() + REST_MS);
    this.#looking ??= setTimeout(this.#look, LOOK_MS);
  }

  /** True, once, for what came while its connection rested. */
  takeStale(socket: Socket): boolean {
    return this.#resumed.size > 0 && this.#resumed.delete(socket);
  }

  readonly #look = (): void => {
    const now = performance.now();
    const isEnding = this.#isEnding();
    const most = isEnding ? Infinity : MOST_AT_ONCE;
    for (const [socket, until] of this.#until) {
      if (this.#resumed.size >= most || (until > now && !isEnding)) break;
      this.#until.delete(socket);
      if (socket.destroyed) continue;
      this.#resumed.add(socket);
      socket.resume();
    }
    if (this.#resumed.size > 0) setImmediate(() => this.#resumed.clear());
    this.#looking = this.#until.size > 0 ? setTimeout(this.#look, LOOK_MS) : undefined;
  };
}
