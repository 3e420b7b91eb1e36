// Admission: requests wait in the queue of their route's cost. Searches beyond its length are shed with 503. Pages and redirects are
// never shed, and have their own queues so that they do not wait for searches; the number of connections bounds those queues,
// because each has one request in flight. Requests join after their body was read, so slow senders delay nobody.
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

/** Must be called before routes are added. */
export function addAdmission(app: FastifyInstance, context: HttpContext): void {
  const queueByCost: Partial<Record<RouteCost, AdmissionQueue>> = {
    search: new AdmissionQueue(context.maxQueue ?? DEFAULT_MAX_QUEUE),
    page: new AdmissionQueue(Infinity),
    redirect: new AdmissionQueue(Infinity),
  };
  const queues = Object.values(queueByCost);
  app.server.on('connection', () => {
    for (const queue of queues) queue.onConnection();
  });
  const paused = new PausedSockets(() => context.isDraining?.() === true);

  context.onQueue?.(() => ({
    inFlight: queues.reduce((sum, { inFlight }) => sum + inFlight, 0),
    queued: queues.reduce((sum, { queued }) => sum + queued, 0),
  }));

  const admitTo =
    (queue: AdmissionQueue) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const { socket } = request.raw;
      if (paused.consumeStale(socket)) return void sendProblem(OVERLOADED, request, reply, context);
      queue.enqueue({
        start() {
          request.queue = queue;
          request.isOverloaded = queue.excess > 0;
          done();
        },
        reject() {
          paused.pauseInFlood(request.raw);
          sendProblem(OVERLOADED, request, reply, context);
        },
        isGone: () => socket.destroyed,
      });
    };

  function release(request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: Done): void {
    request.queue?.release();
    request.queue = undefined;
    done(null, payload);
  }

  app.decorateRequest('queue', undefined);
  app.decorateRequest('isOverloaded', false);
  app.addHook('onRoute', (route) => {
    const queue = queueByCost[route.config?.cost ?? 'low'];
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
