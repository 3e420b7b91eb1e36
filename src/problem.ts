// All expected errors, as a closed list. A Problem is not a bug: its message gives the invalid value and the rule.
// api/schemas/problem-schemas.ts maps codes to HTTP statuses, main.ts to exit codes.
import { echoed, quoted } from './quoted-text.ts';

/** Every code, with its title. docs/problems.md explains each. */
export const PROBLEMS = {
  invalid_parameters: 'Invalid query parameters',
  malformed_request: 'Malformed request',
  target_too_long: 'The address is too long',
  not_found: 'Not found',
  advert_withdrawn: 'The advert has been withdrawn',
  cursor_expired: 'The cursor has expired',
  method_not_allowed: 'This method is not allowed here',
  unauthorized: 'Missing or invalid credentials',
  forbidden: 'The token does not permit this',
  too_many_requests: 'Too many requests',
  jwks_unavailable: 'Tokens cannot be checked now',
  not_ready: 'The service is not ready yet',
  overloaded: 'The service is overloaded',
  index_unavailable: 'The listings cannot be searched now',
  internal_error: 'Something went wrong on our side',
  invalid_configuration: 'Invalid configuration',
  feed_unreadable: 'The feed cannot be read',
  feed_empty: 'The feed holds no listing',
  import_blocked: 'The import was blocked',
  feeds_ill: 'Feeds need attention',
  dealer_owned: 'The dealer belongs to a feed',
  data_unusable: 'The data folder cannot be used',
  data_locked: 'Another process is writing to the data folder',
  data_version: 'The data folder was written by another version',
  data_damaged: 'The data folder is damaged',
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** An invalid parameter. `value` is the whole value that was sent; surfaces shorten it before they show it. */
export interface ParameterIssue {
  /** Its name or, if the fault is elsewhere, a part of the request: `path`, `query`, `Host`, `headers`, `request`, `body`. */
  readonly parameter: string;
  readonly code:
    | 'not_in_enum'
    | 'not_an_integer'
    | 'not_a_number'
    | 'out_of_range'
    | 'too_long'
    | 'conflicting_values'
    | 'invalid_location'
    | 'invalid_character'
    | 'wrong_type'
    | 'unknown_parameter'
    | 'missing'
    | 'no_effect'
    | 'reversed_range'
    | 'implausible_value'
    | 'invalid_cursor'
    | 'invalid_encoding'
    | 'malformed';
  readonly value: string;
  /** The rule and the value in one sentence. */
  readonly message: string;
  readonly allowed?: readonly string[];
  /** The value probably meant, ready to send. */
  readonly suggestion?: string;
}

/** The issue of an unknown parameter. `owner` names what lacks it: `search`. The name comes from the client. */
export function unknownParameter(
  name: string,
  value: string,
  owner: 'search' | 'address' | 'tool',
  suggestion: string | undefined,
): ParameterIssue {
  const message = `${quoted(name)} is not a parameter of this ${owner}.`;
  const issue = { parameter: echoed(name), code: 'unknown_parameter', value } as const;
  if (suggestion === undefined) return { ...issue, message };
  return { ...issue, message: `${message} Did you mean ${suggestion}?`, suggestion };
}

/** Problems of a client's request, which always have an issue for each fault. */
const REQUEST_PROBLEMS = [
  'invalid_parameters',
  'malformed_request',
] as const satisfies readonly ProblemCode[];
type RequestProblemCode = (typeof REQUEST_PROBLEMS)[number];

export function hasIssues(code: ProblemCode): code is RequestProblemCode {
  return (REQUEST_PROBLEMS as readonly ProblemCode[]).includes(code);
}

/** Maximum number of issues of a problem: a response must not grow with a hostile request. */
export const MAX_ISSUES = 20;

/** The Problem of at least one issue. The first 20 are listed. */
export function invalidParameters(issues: readonly ParameterIssue[]): Problem {
  return requestProblem('invalid_parameters', issues);
}

/** The Problem of a request that cannot be read, because of these issues. */
export function malformedRequest(...issues: [ParameterIssue, ...ParameterIssue[]]): Problem {
  return requestProblem('malformed_request', issues);
}

function requestProblem(code: RequestProblemCode, issues: readonly ParameterIssue[]): Problem {
  const [first, ...others] = issues.slice(0, MAX_ISSUES);
  if (first === undefined) throw new Error(`a problem ${code} without an issue`);
  const listed = [first, ...others] as const;
  const messages = listed.map(({ message }) => message);
  const more = issues.length - listed.length;
  if (more > 0) messages.push(`And ${more} more.`);
  return new Problem(code, messages.join(' '), listed);
}

interface ProblemOptions extends ErrorOptions {
  /** Seconds until another attempt may succeed, if the code's usual delay is too short. */
  readonly retryAfterSeconds?: number;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly issues: readonly ParameterIssue[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: Exclude<ProblemCode, RequestProblemCode>,
    message: string,
    issues?: readonly [],
    options?: ProblemOptions,
  );
  constructor(
    code: RequestProblemCode,
    message: string,
    issues: readonly [ParameterIssue, ...ParameterIssue[]],
  );
  constructor(
    code: ProblemCode,
    message: string,
    issues: readonly ParameterIssue[] = [],
    options?: ProblemOptions,
  ) {
    super(message, options);
    this.name = 'Problem';
    this.code = code;
    this.issues = issues;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}

/** The Problem of settings, flags or files that an operator must correct. */
export function invalidConfiguration(message: string, cause?: unknown): Problem {
  return new Problem('invalid_configuration', message, [], cause === undefined ? {} : { cause });
}

/** A Problem that lost its class between threads or processes, in which no request is read. */
export function reviveProblem(code: ProblemCode, message: string): Error {
  return hasIssues(code) ? new Error(message) : new Problem(code, message);
}

/** Shown to clients for a damaged data folder: the problem's own sentence names folders, for operators. */
export const DAMAGED_MESSAGE =
  'Part of the stock is damaged, so no reliable response is possible. It has been logged.';

/** A thrown value as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The message of an error, or a thrown value as a string. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
