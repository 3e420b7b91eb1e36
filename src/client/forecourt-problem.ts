// What the service refuses or cannot do, as an error that programs can read. It is made of the body of a problem, of an
// answer that is no problem of this service, or of no answer at all.
import type { ParameterIssue, ProblemCode } from './openapi-types.ts';

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

/** Its message is the sentence for people. */
export class ForecourtProblem extends Error {
  /** Of HTTP; 0 where no answer came. */
  readonly status: number;
  /**
   * What a program goes by: a code of docs/problems.md, or one of two that only the client knows. `unreachable`: no answer
   * came. `unexpected_answer`: what came is not of this service, as when a proxy answers in its place.
   */
  readonly code: ProblemCode | 'unreachable' | 'unexpected_answer' | (string & Record<never, never>);
  readonly title: string;
  /** The address of a page about the code; empty where there is none. */
  readonly type: string;
  /** Every bad parameter of an `invalid_parameters`; else empty. */
  readonly errors: readonly ParameterIssue[];
  /** By which the log of the service knows it; empty where there is none. */
  readonly requestId: string;
  /** How long the service asked to wait, where it did. */
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

/** The problem that an answer is. `text` is its body, whatever that holds. */
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
  return new ForecourtProblem({
    status,
    code: body['code'],
    detail: stringMember('detail'),
    title: stringMember('title'),
    type: stringMember('type'),
    errors: Array.isArray(body['errors']) ? (body['errors'] as ParameterIssue[]) : [],
    requestId: stringMember('request_id'),
    retryAfterMs,
  });
}

export function unexpectedResponse(status: number, retryAfterMs?: number): ForecourtProblem {
  const detail = `The answer, with status ${status}, is none of Forecourt's.`;
  return new ForecourtProblem({ status, code: 'unexpected_answer', detail, retryAfterMs });
}

/** The JSON object that a text holds; undefined where it holds none. */
export function tryParseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
