// Reports every request to metrics and access log: route, query class, status, duration and problem.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { QueryClass } from '../metrics/request-metrics.ts';
import type { ProblemCode } from '../problem.ts';
import { clientIpSource } from './client-ip.ts';
import type { HttpOptions } from './http-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** By `performance.now()`. */
    startedAt: number;
    /** Set once the query is parsed. */
    queryClass: QueryClass;
    /** The code of the problem that was sent. */
    problemCode: ProblemCode | undefined;
  }
}

/** Reports requests with and without a route. Must be called before other hooks, except for those that change the body sent. */
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
  // Before the response is sent: the client's reading speed is not part of the duration.
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
      bytes: request.method === 'HEAD' ? 0 : bytesOf(payload),
      address: ipOf(request.raw),
      token: request.caller?.name,
      userAgent: request.headers['user-agent'],
      problem,
    });
    done(null, payload);
  });
}

/** Counts invalid HTTP and undecodable paths, for which no hook runs. */
export function observeRejected({ requestMetrics }: HttpOptions, status: number, problem: ProblemCode): void {
  requestMetrics?.observe({ route: 'none', queryClass: 'other', status, ms: 0, problem });
}

/** Undefined for streams. */
function bytesOf(payload: unknown): number | undefined {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (payload instanceof Uint8Array) return payload.length;
  return payload === undefined || payload === null ? 0 : undefined;
}

/** A function that makes request ids. A trusted proxy's own X-Request-Id is taken if it is short and plain. */
export function requestIdSource({
  trustProxy,
}: Pick<HttpOptions, 'trustProxy'>): (raw: IncomingMessage) => string {
  if (!trustProxy) return () => randomUUID();
  return ({ headers }) => {
    const sent = headers['x-request-id'];
    return typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent) ? sent : randomUUID();
  };
}
