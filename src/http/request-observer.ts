// What is noted of every request for those who watch the service: when it came, what kind of question it was and what
// became of it. Nothing of it is kept here.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { QueryClass } from '../metrics/request-metrics.ts';
import type { ProblemCode } from '../problem.ts';
import { clientIpSource } from './client-ip.ts';
import type { HttpOptions } from './http-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** On the clock of `performance`. */
    startedAt: number;
    /** What was asked for, once that is known. */
    queryClass: QueryClass;
    /** What was wrong, if anything was. */
    problemCode: ProblemCode | undefined;
  }
}

/** Tells of every request that has a route and of those that have none. To be called before any other hook is added. */
export function observeRequests(app: FastifyInstance, options: HttpOptions): void {
  const { requestMetrics, logAccess, trustedProxies = [] } = options;
  const ipOf = clientIpSource(trustedProxies);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('queryClass', 'other');
  app.decorateRequest('problemCode', undefined);
  if (requestMetrics === undefined && logAccess === undefined) return;

  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now();
    done();
  });
  // Before the answer is sent, not after: how slowly a client takes it says nothing about us.
  app.addHook('onSend', (request, reply, payload, done) => {
    const ms = performance.now() - request.startedAt;
    const status = reply.statusCode;
    const { queryClass, problemCode: problem } = request;
    if (requestMetrics !== undefined) {
      const { name: route = 'none' } = request.routeOptions.config;
      requestMetrics.observe({ route, queryClass, status, ms, problem });
    }
    logAccess?.({
      requestId: request.id,
      method: request.method,
      target: request.raw.url ?? '',
      status,
      ms,
      bytes: bytesOf(payload),
      address: ipOf(request.raw),
      token: request.caller?.name,
      userAgent: request.headers['user-agent'],
      problem,
    });
    done(null, payload);
  });
}

/** Tells of what came that was no request, or had a path that no router reads. */
export function observeRejected({ requestMetrics }: HttpOptions, status: number, problem: ProblemCode): void {
  requestMetrics?.observe({ route: 'none', queryClass: 'other', status, ms: 0, problem });
}

/** Undefined: it comes bit by bit. */
function bytesOf(payload: unknown): number | undefined {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (payload instanceof Uint8Array) return payload.length;
  return payload === undefined || payload === null ? 0 : undefined;
}

/** Makes the id of a request. One that came along is taken only from a proxy that is trusted, and only if it is plain. */
export function requestIdSource({
  trustProxy,
}: Pick<HttpOptions, 'trustProxy'>): (raw: IncomingMessage) => string {
  if (!trustProxy) return () => randomUUID();
  return ({ headers }) => {
    const sent = headers['x-request-id'];
    return typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent) ? sent : randomUUID();
  };
}
