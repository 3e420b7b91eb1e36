// Reports every request to metrics and access log: route, query class, status, duration and problem.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { QueryClass, RouteName } from '../metrics/request-metrics.ts';
import type { ProblemCode } from '../problem.ts';
import { clientIpSource } from './client-ip.ts';
import type { HttpOptions } from './http-context.ts';
import type { ProblemResponse } from './problem-response.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** By `performance.now()`. */
    startedAt: number;
    /** Set once the query is parsed. */
    queryClass: QueryClass;
    /** The problem that was sent. */
    problem: ProblemResponse | undefined;
  }
}

/** A response that is about to be sent. */
interface ObservedResponse {
  readonly request: IncomingMessage;
  readonly requestId: () => string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly route: RouteName;
  readonly queryClass: QueryClass;
  readonly status: number;
  readonly problem: ProblemCode | undefined;
  /** Size of the body; undefined: streamed. */
  readonly bytes: number | undefined;
  /** Name of the caller's token. */
  readonly token: string | undefined;
}

/** Must be called before the response is sent: the client's reading speed is not part of the duration. */
export type Observer = (response: ObservedResponse) => void;

/** Undefined: requests are neither counted nor logged. */
export function createObserver(options: HttpOptions): Observer | undefined {
  const { requestMetrics, logAccess, trustedProxies = [] } = options;
  if (requestMetrics === undefined && logAccess === undefined) return undefined;
  const ipOf = clientIpSource(trustedProxies);
  return ({ request, requestId, startedAt, route, queryClass, status, problem, bytes, token }) => {
    const ms = performance.now() - startedAt;
    requestMetrics?.observe({ route, queryClass, status, ms, problem });
    logAccess?.({
      requestId: requestId(),
      method: request.method ?? '',
      target: request.url ?? '',
      status,
      ms,
      bytes: request.method === 'HEAD' ? 0 : bytes,
      address: ipOf(request),
      token,
      userAgent: request.headers['user-agent'],
      problem,
    });
  };
}

/** Reports requests with and without a route. Must be called before other hooks, except for those that change the body sent. */
export function observeRequests(app: FastifyInstance, observe: Observer | undefined): void {
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('queryClass', 'other');
  app.decorateRequest('problem', undefined);
  if (observe === undefined) return;

  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now();
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { startedAt, queryClass, problem, caller } = request;
    observe({
      request: request.raw,
      requestId: () => request.id,
      startedAt,
      route: request.routeOptions.config.name ?? 'none',
      queryClass,
      status: reply.statusCode,
      problem: problem?.code,
      bytes: bytesOf(payload),
      token: caller?.name,
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
