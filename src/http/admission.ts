// Admission: all requests but probes wait in one queue, in which clients take turns; a client is an IP address, as rate limits count
// them. Searches beyond the queue's length are shed with 503. All others are never shed; the number of connections bounds them,
// because each has one request in flight. Requests join after their body was read, so slow senders delay nobody.
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { clientNetwork } from '../auth/client-network.ts';
import { Problem } from '../problem.ts';
import { AdmissionQueue, type QueuedRequest } from './admission-queue.ts';
import { clientIpSource } from './client-ip.ts';
import type { HttpContext } from './http-context.ts';
import { PausedSockets } from './connections/paused-sockets.ts';
import type { Lane } from './fair-queue.ts';
import { sendProblem } from './problem-response.ts';
import { Turns } from './turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined before its first turn. */
    turns: Turns | undefined;
    /** True if the response should cost as little as possible. */
    isOverloaded: boolean;
  }
}

const DEFAULT_MAX_QUEUE = 256;

/** Shared, because capturing a stack is most of an Error's cost. */
const OVERLOADED = new Problem(
  'overloaded',
  'The service is overloaded: too many requests are waiting. Try again in a second.',
);

interface WaitingRequest {
  /** Called when its turn comes. The turns must be ended once the response is ready to be sent. */
  start(isOverloaded: boolean, turns: Turns): void;
  /** Called with the Problem to respond with, instead of `start`. */
  reject(problem: Problem): void;
}

/** The queue of one server. */
export class Admission {
  readonly #queue: AdmissionQueue;
  readonly #paused: PausedSockets;
  readonly #ipOf: ReturnType<typeof clientIpSource>;

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
    const turns = new Turns(this.#queue, client);
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
    return this.#request.socket.destroyed;
  }
}

/**
 * Adds admission to all routes but probes, and returns the hook for requests without a route. Must be called before routes are added,
 * and after all other hooks `onSend`.
 */
export function addAdmission(
  app: FastifyInstance,
  context: HttpContext,
  admission: Admission,
): preHandlerHookHandler {
  const admitTo =
    (lane: Lane): preHandlerHookHandler =>
    (request: FastifyRequest, reply: FastifyReply, done: () => void) =>
      admission.enqueue(lane, request.raw, {
        start(isOverloaded, turns) {
          request.turns = turns;
          request.isOverloaded = isOverloaded;
          done();
        },
        reject: (problem) => void sendProblem(problem, request, reply, context),
      });

  app.decorateRequest('turns', undefined);
  app.decorateRequest('isOverloaded', false);
  app.addHook('onRoute', (route) => {
    const { cost = 'low' } = route.config ?? {};
    if (cost === 'probe') return;
    route.preHandler = [admitTo(cost), ...listOf(route.preHandler)];
  });
  // After all other hooks of this kind: a request is in flight until its body is ready.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.turns?.end();
    done(null, payload);
  });
  return admitTo('low');
}

function listOf<Value>(values: Value | Value[] | undefined): Value[] {
  if (values === undefined) return [];
  return Array.isArray(values) ? values : [values];
}
