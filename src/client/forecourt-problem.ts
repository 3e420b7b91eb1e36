// A failed call as an error for programs: a problem of the service, a response of something else, or no response.
import type { ParameterIssue, ProblemCode } from '../api/openapi-types.ts';

interface ProblemFields {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly title?: string;
  readonly type?: string;
  readonly errors?: readonly ParameterIssue[];
  readonly requestId?: string;
  readonly retryAfterMs?: number | undefined;
}

/** Its `message` is the problem's `detail`. */
export class ForecourtProblem extends Error {
  /** Status of the response; 0 without one. */
  readonly status: number;
  /**
   * Identifies the problem: a code of docs/problems.md, or one of the client's own. `unreachable`: there was no response.
   * `unexpected_answer`: the response is not from this service, for example from a proxy in front of it. `incomplete`: an export
   * ended without its last line.
   */
  readonly code:
    ProblemCode | 'unreachable' | 'unexpected_answer' | 'incomplete' | (string & Record<never, never>);
  readonly title: string;
  /** URL of a page about the code; empty if there is none. */
  readonly type: string;
  /** The invalid parameters, or parts of the request, of a `400`; else empty. */
  readonly errors: readonly ParameterIssue[];
  /** Id of the request in the log of the service; empty if there is none. */
  readonly requestId: string;
  /** From Retry-After; undefined without it. */
  readonly retryAfterMs: number | undefined;

  constructor(fields: ProblemFields, options?: ErrorOptions) {
    super(fields.detail, options);
    this.name = 'ForecourtProblem';
    this.status = fields.status;
    this.code = fields.code;
    this.title = fields.title ?? '';
    this.type = fields.type ?? '';
    this.errors = fields.errors ?? [];
    this.requestId = fields.requestId ?? '';
    this.retryAfterMs = fields.retryAfterMs;
  }
}

/** The changes since a cursor are unknown: it is too old, or of another stock. Export the search again. */
export class CursorExpiredProblem extends ForecourtProblem {
  /** URL of an export of the same search. */
  readonly exportUrl: string;

  constructor(fields: ProblemFields, exportUrl: string) {
    super(fields);
    this.name = 'CursorExpiredProblem';
    this.exportUrl = exportUrl;
  }
}

/** The problem of a response with the body `text`, which may be of any kind. */
export function problemFromResponse(
  status: number,
  text: string,
  retryAfterMs: number | undefined,
): ForecourtProblem {
  const body = tryParseObject(text);
  if (body === undefined || typeof body['code'] !== 'string') {
    return unexpectedResponse(status, retryAfterMs);
  }
  const stringMember = (name: string): string => (typeof body[name] === 'string' ? body[name] : '');
  const fields = {
    status,
    code: body['code'],
    detail: stringMember('detail'),
    title: stringMember('title'),
    type: stringMember('type'),
    errors: Array.isArray(body['errors']) ? (body['errors'] as ParameterIssue[]) : [],
    requestId: stringMember('request_id'),
    retryAfterMs,
  };
  if (fields.code === 'cursor_expired') return new CursorExpiredProblem(fields, stringMember('export'));
  return new ForecourtProblem(fields);
}

export function unreachable(url: string, cause: unknown): ForecourtProblem {
  const detail = `There was no response from ${url}.`;
  return new ForecourtProblem({ status: 0, code: 'unreachable', detail }, { cause });
}

export function unexpectedResponse(status: number, retryAfterMs?: number): ForecourtProblem {
  const detail = `The response, with status ${status}, is not from Forecourt.`;
  return new ForecourtProblem({ status, code: 'unexpected_answer', detail, retryAfterMs });
}

/** The JSON object in a text; undefined for anything else. */
export function tryParseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
