// Admission: which requests wait in which queue, and what becomes of those that are refused. It comes after a request's
// body was read: a client that is slow to send one holds nobody up.
//
// Searches are refused with 503 when too many are in flight. What people look at is never refused: pages and redirects
// have queues of their own, so they do not wait for searches either; files, pictures, descriptions, health and metrics have
// none. Connections bound those queues: each has one request in flight.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { AdmissionQueue } from './admission-queue.ts';
import type { HttpContext } from './http-context.ts';
import { PausedSockets } from './connections/paused-sockets.ts';
import { sendProblem } from './problem-response.ts';
import type { RouteCost } from './route-config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The queue that it started from and has not left yet. */
    queue: AdmissionQueue | undefined;
    /** So many of its kind are in flight that it should be answered with as little work as possible. */
    isOverloaded: boolean;
  }
}

const DEFAULT_MAX_QUEUE = 256;

/** One for all: most of the cost of an Error is its stack. */
const OVERLOADED = new Problem(
  'overloaded',
  'The service is overloaded: too many requests are waiting. Try again in a second.',
);

/** To be called before routes are added. */
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
