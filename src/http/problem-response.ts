// A Problem as HTTP answers it (RFC 9457): its status, its headers and its body. The members are written in the
// contract's order. A bug becomes an internal_error of which nothing is shown but the request id.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthProblem } from '../auth/auth-problem.ts';
import {
  DAMAGED_SENTENCE,
  echoed,
  PROBLEMS,
  Problem,
  type ParameterIssue,
  type ProblemCode,
} from '../problem.ts';
import { asksForPlainJson } from './accept.ts';
import { PROBLEMS_PATH, type Site } from './http-options.ts';
import { withServiceLinks } from './service-links.ts';

/** The codes that HTTP answers with. All others belong to the command line; here they are bugs. */
export const STATUSES: Partial<Record<ProblemCode, number>> = {
  invalid_parameters: 400,
  malformed_request: 400,
  target_too_long: 414,
  not_found: 404,
  advert_withdrawn: 410,
  method_not_allowed: 405,
  unauthorized: 401,
  forbidden: 403,
  too_many_requests: 429,
  keys_unavailable: 503,
  not_ready: 503,
  overloaded: 503,
  index_unavailable: 503,
  internal_error: 500,
  data_damaged: 500,
};

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

const OWN_HEADERS: Partial<Record<ProblemCode, Readonly<Record<string, string>>>> = {
  method_not_allowed: { allow: ALLOWED_METHODS },
  not_ready: { 'retry-after': '1' },
  overloaded: { 'retry-after': '1' },
  index_unavailable: { 'retry-after': '5' },
  keys_unavailable: { 'retry-after': '10' },
};

export interface ProblemAnswer {
  readonly code: ProblemCode;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProblemContext {
  readonly requestId: string;
  readonly baseUrl: string;
  /** The request's Accept header. */
  readonly accept?: string | undefined;
  /** Instead of the code's usual status. */
  readonly status?: number | undefined;
  /** A search for vehicles like the one that is gone. */
  readonly similar?: string | undefined;
  readonly logError: (error: unknown, requestId: string) => void;
}

/** The answer to anything that was thrown. */
export function answerToError(error: unknown, context: ProblemContext): ProblemAnswer {
  const { requestId } = context;
  if (error instanceof Problem && error.code !== 'data_damaged') {
    const status = context.status ?? STATUSES[error.code];
    if (status !== undefined) return problemAnswer(error, status, context);
  }
  context.logError(error, requestId);
  if (error instanceof Problem && error.code === 'data_damaged') {
    return problemAnswer(new Problem('data_damaged', DAMAGED_SENTENCE), 500, context);
  }
  const unknown = new Problem('internal_error', 'Something went wrong on our side. It has been logged.');
  return problemAnswer(unknown, 500, context);
}

/** Sends the answer to anything that was thrown. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  site: Pick<Site, 'baseUrlOf' | 'logError'>,
  more: Pick<ProblemContext, 'similar' | 'status'> = {},
): FastifyReply {
  const { accept } = request.headers;
  const baseUrl = site.baseUrlOf(request.headers);
  const { code, status, headers, body } = answerToError(error, {
    requestId: request.id,
    baseUrl,
    accept,
    ...more,
    logError: site.logError,
  });
  request.problemCode = code;
  return reply.code(status).headers(headers).send(body);
}

function problemAnswer(
  problem: Problem,
  status: number,
  { requestId, baseUrl, accept, similar }: ProblemContext,
): ProblemAnswer {
  const body = {
    status,
    title: PROBLEMS[problem.code],
    detail: problem.message,
    type: `${baseUrl}${PROBLEMS_PATH}${pageName(problem.code)}`,
    code: problem.code,
    ...(problem.code === 'invalid_parameters' && { errors: problem.issues.map(shown) }),
    ...(similar !== undefined && { similar }),
    request_id: requestId,
  };
  return {
    code: problem.code,
    status,
    headers: {
      'content-type': asksForPlainJson(accept)
        ? 'application/json; charset=utf-8'
        : 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept, Prefer',
      'x-request-id': requestId,
      ...OWN_HEADERS[problem.code],
      ...(problem instanceof AuthProblem && { 'www-authenticate': problem.challenge }),
      link: withServiceLinks(similar === undefined ? undefined : `<${similar}>; rel="related"`, baseUrl),
    },
    body: JSON.stringify(body),
  };
}

/** The last part of a problem's address: `invalid-parameters`. */
export function pageName(code: ProblemCode): string {
  return code.replaceAll('_', '-');
}

// JSON.stringify leaves out what is undefined.
function shown({ parameter, code, value, allowed, suggestion }: ParameterIssue) {
  return { parameter: echoed(parameter), code, value: echoed(value), allowed, suggestion };
}
