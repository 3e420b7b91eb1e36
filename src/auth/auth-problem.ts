// Problems of authentication, each with the challenge of RFC 6750 for the `WWW-Authenticate` header. Neither the message nor
// the challenge quotes the request. A malformed header is 401, not 400, because its sender needs the challenge.
import { Problem } from '../problem.ts';
import type { Permission } from './caller.ts';

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
