// Admission: all requests but probes wait in one queue, in which clients take turns; a client is an IP address, as rate limits count
// them. Searches beyond the queue's length are shed with 503. All others are never shed; the number of connections bounds them,
// because each has one request in flight. Requests join after their body was read, so slow senders do not delay others.
import type { IncomingMessage, Server } from 'node:http';
import { clientNetwork } from '../auth/rate-limit-store.ts';
import { Problem } from '../problem.ts';
import { AdmissionQueue, type QueuedRequest } from './admission-queue.ts';
import { clientIpSource } from './client-ip.ts';
import type { HttpContext } from './http-context.ts';
import { PausedSockets } from './connections/paused-sockets.ts';
import type { Lane } from './fair-queue.ts';
import { Turns } from './turns.ts';

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

/** The queue of one server. */
export class Admission {
  readonly #queue: AdmissionQueue;
  readonly #paused: PausedSockets;
  readonly #ipOf: ReturnType<typeof clientIpSource>;
  readonly #alone = new Map<string, Promise<void>>();

  constructor(
    server: Server,
    {
      maxQueue = DEFAULT_MAX_QUEUE,
      trustedProxies = [],
      isDraining,
      onQueue,
    }: Pick<HttpContext, 'maxQueue' | 'trustedProxies' | 'isDraining' | 'onQueue'>,
  ) {
    const queue = new AdmissionQueue({ maxQueue });
    this.#queue = queue;
    this.#ipOf = clientIpSource(trustedProxies);
    this.#paused = new PausedSockets(() => isDraining?.() === true);
    server.on('connection', () => queue.onConnection());
    onQueue?.(() => ({ inFlight: queue.inFlight, queued: queue.queued, limit: maxQueue }));
  }

  /** Calls `start` or `reject`, unless the client has disconnected by then. */
  enqueue(lane: Lane, request: IncomingMessage, waiting: WaitingRequest): void {
    if (lane === 'search' && this.#paused.consumeStale(request.socket)) return waiting.reject(OVERLOADED);
    const client = clientNetwork(this.#ipOf(request));
    const turns = new Turns(this.#queue, client, this.#alone);
    this.#queue.enqueue(client, lane, new QueuedExchange(request, waiting, turns, this.#pause));
  }

  /** The connection of a proxy is not paused, because it brings the requests of others too. */
  readonly #pause = (request: IncomingMessage): void => {
    if (this.#ipOf(request) === peerOf(request)) this.#paused.pauseInFlood(request);
  };
}

const peerOf = clientIpSource([]);

class QueuedExchange implements QueuedRequest {
  readonly #request: IncomingMessage;
  readonly #waiting: WaitingRequest;
  readonly #turns: Turns;
  readonly #onReject: (request: IncomingMessage) => void;

  constructor(
    request: IncomingMessage,
    waiting: WaitingRequest,
    turns: Turns,
    onReject: (request: IncomingMessage) => void,
  ) {
    this.#request = request;
    this.#waiting = waiting;
    this.#turns = turns;
    this.#onReject = onReject;
  }

  start(isOverloaded: boolean): void {
    this.#waiting.start(isOverloaded, this.#turns);
  }

  reject(): void {
    this.#onReject(this.#request);
    this.#waiting.reject(OVERLOADED);
  }

  isGone(): boolean {
    return this.#waiting.isGone();
  }
}
