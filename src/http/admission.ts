// Admission: all requests but probes wait in one queue, in which clients take turns; a client is an IP address, as rate limits count them.
// Searches beyond the queue's length are shed with 503. All others are never shed; the number of connections bounds them, because each has
// one request in flight. Requests join after their body was read, so slow senders do not delay others. In a flood, sockets of shed requests
// are not read until their Retry-After is over: an unread request costs least, so clients that retry at once cannot use up the processor.
// With few shed requests sockets stay open, because a proxy shares them among clients.
import type { IncomingMessage, Server } from 'node:http';
import { clientNetwork } from '../auth/client-network.ts';
import { Problem } from '../problem.ts';
import { AdmissionQueue } from './admission-queue.ts';
import { peerOf } from './client-ip.ts';
import type { HttpContext } from './http-context.ts';
import type { Lane } from './fair-queue.ts';
import type { Socket } from 'node:net';

const DEFAULT_MAX_QUEUE = 256;

/** Shared, because capturing a stack is most of an Error's cost. */
const OVERLOADED = new Problem(
  'overloaded',
  'The service is overloaded: too many requests are waiting. Try again in a second.',
);

interface WaitingRequest {
  /** Called when its turn comes. The request must end `turns` once its response is ready to be sent. */
  start(isOverloaded: boolean, turns: Turns): void;
  /** Called with the Problem to respond with, instead of `start`. */
  reject(problem: Problem): void;
  /** True once the client has disconnected, or has its response. */
  isGone(): boolean;
}

/** The queue of one server: a function that calls `start` or `reject`, unless the client has disconnected by then. */
export function createAdmission(
  server: Server,
  {
    maxQueue = DEFAULT_MAX_QUEUE,
    ipOf,
    isDraining,
    onQueue,
  }: Pick<HttpContext, 'maxQueue' | 'ipOf' | 'isDraining' | 'onQueue'>,
): Admission {
  const queue = new AdmissionQueue({ maxQueue });
  const paused = new PausedSockets(() => isDraining?.() === true);
  const alone = new Map<string, Promise<void>>();
  server.on('connection', () => queue.onConnection());
  onQueue?.(() => ({ inFlight: queue.inFlight, queued: queue.queued, limit: maxQueue }));
  return (lane, request, waiting) => {
    if (lane === 'search' && paused.consumeStale(request.socket)) return waiting.reject(OVERLOADED);
    const client = clientNetwork(ipOf(request));
    const turns = new Turns(queue, client, alone);
    queue.enqueue(client, lane, {
      start: (isOverloaded) => waiting.start(isOverloaded, turns),
      reject() {
        // The connection of a proxy is not paused, because it brings the requests of others too.
        if (ipOf(request) === peerOf(request)) paused.pauseInFlood(request);
        waiting.reject(OVERLOADED);
      },
      isGone: () => waiting.isGone(),
    });
  };
}

export type Admission = (lane: Lane, request: IncomingMessage, waiting: WaitingRequest) => void;

// The turns of one request. Work that can be divided, such as several adverts to look up or the messages of a batch, waits for the
// client's next turn in between: no request keeps others waiting for all that it asks for, and all of it is charged to its client.

export class Turns {
  readonly #queue: Pick<AdmissionQueue, 'enqueue' | 'release'>;
  readonly #client: string;
  /** Of each client, what settles with the last work that it runs alone. */
  readonly #alone: Map<string, Promise<void>>;
  /** Whether the request counts as in flight. */
  #isInFlight = true;
  #hasEnded = false;
  /** Work that is divided in several ways at once has one turn after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    queue: Pick<AdmissionQueue, 'enqueue' | 'release'>,
    client: string,
    alone = new Map<string, Promise<void>>(),
  ) {
    this.#queue = queue;
    this.#client = client;
    this.#alone = alone;
  }

  /** Resolves at the client's next turn, also after the response has begun. Until then the request is not in flight. */
  readonly next = (): Promise<void> => (this.#last = this.#last.then(this.#wait));

  /**
   * The result of work of which each client has one at a time, because it is long and waits for that of others. Meanwhile the request is
   * not in flight: a client with many of them fills neither the queue nor the line in which its work waits.
   */
  readonly alone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const before = this.#alone.get(this.#client);
    let settle = (): void => undefined;
    const own = new Promise<void>((resolve) => (settle = resolve));
    this.#alone.set(this.#client, own);
    try {
      if (before !== undefined) {
        this.#leave();
        await before;
        await this.next();
      }
      const result = work();
      this.#leave();
      return await result;
    } finally {
      settle();
      if (this.#alone.get(this.#client) === own) this.#alone.delete(this.#client);
      await this.next();
    }
  };

  /** Must be called once the response is ready to be sent. */
  end(): void {
    this.#hasEnded = true;
    this.#leave();
  }

  readonly #wait = (): Promise<void> => {
    this.#leave();
    return new Promise((resolve) => {
      this.#queue.enqueue(this.#client, 'begun', {
        start: () => {
          this.#isInFlight = true;
          if (this.#hasEnded) this.#leave();
          resolve();
        },
        // Only searches are shed.
        reject: resolve,
        // Otherwise the caller would wait forever.
        isGone: () => false,
      });
    });
  };

  #leave(): void {
    if (this.#isInFlight) this.#queue.release();
    this.#isInFlight = false;
  }
}

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
    // Not before: Node reads an answered request to its end, even if it announced no body.
    request.once('close', () => {
      if (this.#resumeAt.has(socket)) socket.pause();
    });
    this.#resumeAt.set(socket, performance.now() + RETRY_DELAY_MS);
    this.#polling ??= setTimeout(this.#poll, POLL_INTERVAL_MS);
  }

  /**
   * True, once, for a request that arrived while its socket was paused, if the flood continues: it is older than all queued
   * requests, and the oldest is shed first.
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
