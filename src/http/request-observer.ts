// Reports every request to metrics and access log: route, query class, status, duration and problem.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '../problem.ts';
import type { Exchange } from './exchange.ts';
import type { HttpContext, HttpOptions } from './http-context.ts';

/**
 * `bytes` is the size of the body; undefined if it was streamed. Must be called before the response is sent, so that the duration
 * excludes the client's reading speed.
 */
export type Observer = (exchange: Exchange, bytes: number | undefined) => void;

/** A function that reports a request; undefined if requests are neither counted nor logged. */
export function createObserver({ requestMetrics, logAccess, ipOf }: HttpContext): Observer | undefined {
  if (requestMetrics === undefined && logAccess === undefined) return undefined;
  return (exchange, bytes) => {
    const { request, route, queryClass, status, caller } = exchange;
    const ms = performance.now() - exchange.startedAt;
    const problem = exchange.problem?.code;
    const name = route?.config.name ?? 'none';
    requestMetrics?.observe({ route: name, queryClass, status, ms: ms - exchange.waitedMs, problem });
    logAccess?.({
      requestId: exchange.id,
      method: request.method ?? '',
      target: exchange.target,
      status,
      ms,
      bytes: request.method === 'HEAD' ? 0 : bytes,
      address: ipOf(request),
      token: caller?.name,
      userAgent: request.headers['user-agent'],
      problem,
    });
  };
}

/** Counts invalid HTTP and undecodable paths. */
export function observeRejected(
  { requestMetrics }: Pick<HttpOptions, 'requestMetrics'>,
  status: number,
  problem: ProblemCode,
): void {
  requestMetrics?.observe({ route: 'none', queryClass: 'other', status, ms: 0, problem });
}

/** A function that makes request ids. A short, plain X-Request-Id of a trusted proxy is used instead. */
export function requestIdSource({
  trustProxy,
}: Pick<HttpOptions, 'trustProxy'>): (raw: IncomingMessage) => string {
  if (!trustProxy) return () => randomUUID();
  return ({ headers }) => {
    const sent = headers['x-request-id'];
    return typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent) ? sent : randomUUID();
  };
}
