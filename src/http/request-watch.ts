// What is noted of every request for those who watch the service: when it came, what kind of question it was and what
// became of it. It is told when the answer has been handed to the system. Nothing of it is kept here.
import { randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestEntry } from '../log/log.ts';
import type { RequestCounts, Shape } from '../metrics/request-counts.ts';
import type { ProblemCode } from '../problem.ts';
import { clientAddressSource } from './client-address.ts';
import type { HttpOptions } from './http-options.ts';
import { routeName } from './route-names.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** On the clock of `performance`. */
    startedAt: number;
    /** What was asked for, once that is known. */
    shape: Shape;
    /** What was wrong, if anything was. */
    problemCode: ProblemCode | undefined;
  }
}

/** Tells of every request that has a route and of those that have none. To be called before any other hook is added. */
export function watchRequests(app: FastifyInstance, options: HttpOptions): void {
  const { counts, logRequest, trustedProxies = [] } = options;
  const addressOf = clientAddressSource(trustedProxies);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('shape', 'other');
  app.decorateRequest('problemCode', undefined);
  if (counts === undefined && logRequest === undefined) return;

  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The first page asks the search in process. That is not another request.
    if (request.raw instanceof IncomingMessage) {
      const ms = performance.now() - request.startedAt;
      if (counts !== undefined) count(counts, request, reply.statusCode, ms);
      logRequest?.({ ...entryOf(request, reply, ms), address: addressOf(request.raw) });
    }
    done();
  });
}

/** Tells of what came that was no request, or had a path that no router reads. */
export function watchRefused({ counts }: HttpOptions, status: number, problem: ProblemCode): void {
  counts?.answered({ route: 'none', shape: 'other', status, ms: 0, problem });
}

function count(counts: RequestCounts, request: FastifyRequest, status: number, ms: number): void {
  const route = routeName(request.routeOptions.url);
  counts.answered({ route, shape: request.shape, status, ms, problem: request.problemCode });
}

function entryOf(request: FastifyRequest, reply: FastifyReply, ms: number): Omit<RequestEntry, 'address'> {
  const length = Number(reply.getHeader('content-length'));
  return {
    requestId: request.id,
    method: request.method,
    target: request.raw.url ?? '',
    status: reply.statusCode,
    ms,
    bytes: Number.isNaN(length) ? undefined : length,
    token: request.caller?.name,
    userAgent: request.headers['user-agent'],
    problem: request.problemCode,
  };
}

/** Makes the id of a request. One that came along is taken only from a proxy that is trusted, and only if it is plain. */
export function requestIdSource({
  trustProxy,
}: Pick<HttpOptions, 'trustProxy'>): (raw: IncomingMessage) => string {
  if (!trustProxy) return () => randomUUID();
  return ({ headers }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  };
}
