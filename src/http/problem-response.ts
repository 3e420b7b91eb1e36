// A Problem as an HTTP response (RFC 9457): status, headers and body. Its members have the contract's order. A bug becomes an
// internal_error that shows only the request id. An expired cursor is answered with the URL of an export.
import type { IncomingMessage } from 'node:http';
import { AuthProblem } from '../auth/auth-problem.ts';
import { DAMAGED_MESSAGE, Problem, type ProblemCode } from '../problem.ts';
import { prefersPlainJson } from './protocol/negotiation.ts';
import type { HttpContext } from './http-context.ts';
import { EXPORT_PATH } from '../api/paths.ts';
import { problemJson } from '../api/problem-json.ts';
import { PROBLEM_STATUSES } from '../api/schemas/problem-schemas.ts';
import { withServiceLinks } from '../api/link-header.ts';
import { canonicalQueryWithoutPage } from '../query/canonical-query.ts';
import type { SearchQuery } from '../query/search-query.ts';

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

const PROBLEM_HEADERS: Partial<Record<ProblemCode, Readonly<Record<string, string>>>> = {
  method_not_allowed: { allow: ALLOWED_METHODS },
  not_ready: { 'retry-after': '1' },
  overloaded: { 'retry-after': '1' },
  index_unavailable: { 'retry-after': '5' },
  jwks_unavailable: { 'retry-after': '10' },
};

export interface ProblemResponse {
  readonly code: ProblemCode;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly members: ReturnType<typeof problemJson>;
  readonly body: string;
}

/** The parts of an exchange that the response needs. */
interface Answered {
  readonly request: IncomingMessage;
  readonly id: string;
  problem: ProblemResponse | undefined;
}

export interface ProblemContext {
  readonly requestId: string;
  readonly baseUrl: string;
  readonly accept?: string | undefined;
  /** Instead of the code's usual status. */
  readonly status?: number | undefined;
  /** URL of a search for vehicles similar to a withdrawn one. */
  readonly similar?: string | undefined;
  /** URL of a new export, if a cursor has expired. */
  readonly export?: string | undefined;
  readonly logError: (error: unknown, requestId: string) => void;
}

export function toProblemResponse(error: unknown, context: ProblemContext): ProblemResponse {
  const { requestId } = context;
  if (error instanceof Problem && error.code !== 'data_damaged') {
    const status = context.status ?? PROBLEM_STATUSES[error.code];
    if (status !== undefined) return problemResponse(error, status, context);
  }
  context.logError(error, requestId);
  if (error instanceof Problem && error.code === 'data_damaged') {
    return problemResponse(new Problem('data_damaged', DAMAGED_MESSAGE), 500, context);
  }
  const unknown = new Problem('internal_error', 'Something went wrong on our side. It has been logged.');
  return problemResponse(unknown, 500, context);
}

export function respondProblem(
  error: unknown,
  exchange: Answered,
  context: Pick<HttpContext, 'baseUrlOf' | 'logError'>,
  more: Pick<ProblemContext, 'similar' | 'export' | 'status'> = {},
): ProblemResponse {
  const { headers } = exchange.request;
  const problem = toProblemResponse(error, {
    requestId: exchange.id,
    baseUrl: context.baseUrlOf(headers),
    accept: headers.accept,
    ...more,
    logError: context.logError,
  });
  exchange.problem = problem;
  return problem;
}

function problemResponse(
  problem: Problem,
  status: number,
  { requestId, baseUrl, accept, similar, export: exportUrl }: ProblemContext,
): ProblemResponse {
  const members = {
    status,
    ...problemJson(problem, baseUrl),
    ...(similar !== undefined && { similar }),
    ...(exportUrl !== undefined && { export: exportUrl }),
    request_id: requestId,
  };
  return {
    code: problem.code,
    status,
    headers: {
      'content-type': prefersPlainJson(accept)
        ? 'application/json; charset=utf-8'
        : 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept, Prefer',
      'x-request-id': requestId,
      ...PROBLEM_HEADERS[problem.code],
      ...(problem.retryAfterSeconds !== undefined && { 'retry-after': String(problem.retryAfterSeconds) }),
      ...(problem instanceof AuthProblem && { 'www-authenticate': problem.challenge }),
      link: withServiceLinks(similar === undefined ? undefined : `<${similar}>; rel="related"`, baseUrl),
    },
    members,
    body: JSON.stringify(members),
  };
}

/** The result of `work`, or the response to an expired cursor, which names an export in place of the forgotten changes. */
export async function orExpired<T extends object>(
  exchange: Answered,
  context: HttpContext,
  query: SearchQuery,
  work: () => Promise<T>,
): Promise<T | ProblemResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'cursor_expired') throw error;
    const parameters = canonicalQueryWithoutPage(query);
    const url = `${context.baseUrlOf(exchange.request.headers)}${EXPORT_PATH}${parameters && `?${parameters}`}`;
    return respondProblem(error, exchange, context, { export: url });
  }
}
