// Lets requests that cost something in as far as they can be answered soon, and refuses the others with 503. It comes
// after a request's body was read: a client that is slow to send one holds nobody up. What costs little (files of the
// page, descriptions) or must always answer (/healthz, /readyz, metrics) is not held back.
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Problem } from '../problem.ts';
import { MCP_PATH, type Site } from './http-options.ts';
import { sendProblem } from './problem-response.ts';
import { RestingConnections } from './resting-connections.ts';
import { WaitingLine } from './waiting-line.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** It was let in, and is not answered yet. */
    isUnderWay: boolean;
  }
}

const DEFAULT_MAX_WAIT_MS = 10;

/** Answers that wait for something else than the processor: compression, another server. */
const MOST_UNDER_WAY = 128;

/** One for all: what makes an Error cost is where it was made. */
const OVERLOADED = new Problem(
  'overloaded',
  'More is asked at the moment than can be answered soon. Try again in a second.',
);

/** To be called before routes are added. */
export function addAdmission(app: FastifyInstance, site: Site): void {
  const line = new WaitingLine({
    maxWaitMs: site.maxWaitMs ?? DEFAULT_MAX_WAIT_MS,
    mostUnderWay: MOST_UNDER_WAY,
  });

  site.watchQueue?.(() => ({ running: line.underWay, waiting: line.length }));
  const resting = new RestingConnections(() => site.draining?.() === true);

  function admit(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const { socket } = request.raw;
    // What our own page asks for is a part of its request, which was let in.
    if (!(socket instanceof Socket)) return done();
    // Nobody is there: neither a place in the line nor an answer is worth it.
    if (socket.destroyed) return;
    if (resting.takeStale(socket)) return void sendProblem(OVERLOADED, request, reply, site);
    // One that came behind another of its connection, which is not answered yet, has to wait in any case.
    const isBehind = reply.raw.socket === null;
    if (!isBehind && line.enter()) {
      request.isUnderWay = true;
      return done();
    }
    const joined = line.join({
      start() {
        request.isUnderWay = true;
        done();
      },
      refuse: () => refuse(request, reply),
      // A client that does not take the answer before this one: what it goes on to ask would only fill up memory.
      isGone: () => socket.destroyed || (reply.raw.socket === null && socket.writableLength > 0),
    });
    if (!joined) refuse(request, reply);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply): void {
    if (line.isStrained) resting.rest(request.raw);
    sendProblem(OVERLOADED, request, reply, site);
  }

  function leave(
    request: FastifyRequest,
    _reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void {
    if (request.isUnderWay) {
      request.isUnderWay = false;
      line.leave();
    }
    done(null, payload);
  }

  app.server.on('connection', () => line.connected());
  app.decorateRequest('isUnderWay', false);
  app.addHook('onRoute', (route) => {
    if (!costs(route)) return;
    route.preHandler = [admit, ...listOf(route.preHandler)];
    route.onSend = [leave, ...listOf(route.onSend)];
  });
}

const COSTLY_READS = /^\/(?:api\/|cars\/|pictures\/|$)/;

function costs({ method, url }: RouteOptions): boolean {
  const methods = listOf(method);
  if (methods.includes('GET') || methods.includes('HEAD')) return COSTLY_READS.test(url);
  return methods.includes('POST') && (url === MCP_PATH || url === `${MCP_PATH}/`);
}

function listOf<Value>(values: Value | Value[] | undefined): Value[] {
  if (values === undefined) return [];
  return Array.isArray(values) ? values : [values];
}
