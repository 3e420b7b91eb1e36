// An authenticated caller and its permissions, and the problems of requests without a valid caller or permission. A caller
// contains no credentials, so it can be logged and counted.
import type { RateLimit } from './rate-limit.ts';
import { Problem } from '../problem.ts';

/** `search`: the API, MCP and the search page. `operate`: metrics, status and the dashboard. */
export const PERMISSIONS = ['search', 'operate'] as const;

export type Permission = (typeof PERMISSIONS)[number];

export interface Caller {
  /** Identifies the caller in all requests: `token:3f9a0c417d2e`, or `jwt:` and the subject. */
  readonly id: string;
  /** For people: at most 64 characters, without control characters. */
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Rate limit that overrides the server's. */
  readonly rate?: RateLimit;
}

// Problems of authentication, each with the challenge of RFC 6750 for the `WWW-Authenticate` header. Neither the message nor
// the challenge quotes the request. A malformed header is 401, not 400, because its sender needs the challenge.

const REALM = 'Bearer realm="forecourt"';

/** A Problem `unauthorized` or `forbidden`. */
export class AuthProblem extends Problem {
  /** The value of the header `WWW-Authenticate`. */
  readonly challenge: string;

  constructor(code: 'unauthorized' | 'forbidden', message: string, challenge: string) {
    super(code, message);
    this.challenge = challenge;
  }
}

/** The problem of a request that lacks a required token. RFC 6750 defines no error code for it. */
export function missingToken(): AuthProblem {
  return new AuthProblem(
    'unauthorized',
    'This request needs a token. Send it in the header Authorization: Bearer TOKEN.',
    REALM,
  );
}

/** The problem of credentials of another scheme than Bearer, also without an error code. */
export function unknownScheme(): AuthProblem {
  return new AuthProblem(
    'unauthorized',
    'Only tokens are accepted as credentials. Send one in the header Authorization: Bearer TOKEN.',
    REALM,
  );
}

export function malformedCredentials(): AuthProblem {
  const message = 'The Authorization header must be the word Bearer, a space and one token.';
  return new AuthProblem('unauthorized', message, challengeOf('invalid_request', message));
}

/** The problem of an invalid token. `message` must be printable ASCII without quotation marks and backslashes. */
export function invalidToken(message: string): AuthProblem {
  return new AuthProblem('unauthorized', message, challengeOf('invalid_token', message));
}

export function insufficientScope(permission: Permission): AuthProblem {
  const message = `The token does not have the permission ${permission}.`;
  return new AuthProblem(
    'forbidden',
    message,
    `${challengeOf('insufficient_scope', message)}, scope="${permission}"`,
  );
}

function challengeOf(error: string, description: string): string {
  return `${REALM}, error="${error}", error_description="${description}"`;
}
