// Admission: requests wait in the queue of their route's cost. Searches beyond its length are shed with 503. Pages and redirects are
// never shed, and have their own queues so that they do not wait for searches; the number of connections bounds those queues,
// because each has one request in flight. Requests join after their body was read, so slow senders delay nobody.
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { AdmissionQueue } from './admission-queue.ts';
import type { HttpContext } from './http-context.ts';
import { PausedSockets } from './connections/paused-sockets.ts';
import { sendProblem } from './problem-response.ts';
import type { RouteCost } from './route-config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The queue that the request must be released from. */
    queue: AdmissionQueue | undefined;
    /** True if its queue is over capacity, so that the response should cost as little as possible. */
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
  /** Called when its turn comes. Its queue must be released once the response is ready to be sent. */
  start(isOverloaded: boolean): void;
  /** Called with the Problem to respond with, instead of `start`. */
  reject(problem: Problem): void;
}

/** The queues of one server. */
export class Admission {
  readonly #queueByCost: Partial<Record<RouteCost, AdmissionQueue>>;
  readonly #paused: PausedSockets;

  constructor(
    server: Server,
    {
      maxQueue = DEFAULT_MAX_QUEUE,
      isDraining,
      onQueue,
    }: Pick<HttpContext, 'maxQueue' | 'isDraining' | 'onQueue'>,
  ) {
    this.#queueByCost = {
      search: new AdmissionQueue(maxQueue),
      page: new AdmissionQueue(Infinity),
      redirect: new AdmissionQueue(Infinity),
    };
    const queues = Object.values(this.#queueByCost);
    server.on('connection', () => {
      for (const queue of queues) queue.onConnection();
    });
    this.#paused = new PausedSockets(() => isDraining?.() === true);
    onQueue?.(() => ({
      inFlight: queues.reduce((sum, { inFlight }) => sum + inFlight, 0),
      queued: queues.reduce((sum, { queued }) => sum + queued, 0),
      limit: maxQueue,
    }));
  }

  /** Undefined: requests of this cost start at once. */
  queueOf(cost: RouteCost = 'low'): AdmissionQueue | undefined {
    return this.#queueByCost[cost];
  }

  /** Calls `start` or `reject`, unless the client has disconnected by then. */
  enqueue(queue: AdmissionQueue, request: IncomingMessage, waiting: WaitingRequest): void {
    const { socket } = request;
    if (this.#paused.consumeStale(socket)) return waiting.reject(OVERLOADED);
    queue.enqueue({
      start: () => waiting.start(queue.excess > 0),
      reject: () => {
        this.#paused.pauseInFlood(request);
        waiting.reject(OVERLOADED);
      },
      isGone: () => socket.destroyed,
    });
  }
}

/** Must be called before routes are added. */
export function addAdmission(app: FastifyInstance, context: HttpContext, admission: Admission): void {
  const admitTo =
    (queue: AdmissionQueue) => (request: FastifyRequest, reply: FastifyReply, done: () => void) =>
      admission.enqueue(queue, request.raw, {
        start(isOverloaded) {
          request.queue = queue;
          request.isOverloaded = isOverloaded;
          done();
        },
        reject: (problem) => void sendProblem(problem, request, reply, context),
      });

  function release(request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: Done): void {
    request.queue?.release();
    request.queue = undefined;
    done(null, payload);
  }

  app.decorateRequest('queue', undefined);
  app.decorateRequest('isOverloaded', false);
  app.addHook('onRoute', (route) => {
    const queue = admission.queueOf(route.config?.cost);
    if (queue === undefined) return;
    route.preHandler = [admitTo(queue), ...listOf(route.preHandler)];
    route.onSend = [release, ...listOf(route.onSend)];
  });
}

type Done = (error: null, payload: unknown) => void;

function listOf<Value>(values: Value | Value[] | undefined): Value[] {
  if (values === undefined) return [];
  return Array.isArray(values) ? values : [values];
}
