// The Authorization header of RFC 6750: one scheme, one token.
import { malformedCredentials, unknownScheme } from './auth-problem.ts';

/** Longer ones are not looked at. The head of a request has about as much room. */
const MAX_LENGTH = 8192;

/** The token, as it was sent. Throws a Refusal for anything else; nothing of what was sent is in it. */
export function parseBearer(authorization: string): string {
  const text = authorization.trim();
  if (text.length > MAX_LENGTH) throw malformedCredentials();
  const [scheme] = /^[^ \t,]*/.exec(text) ?? [''];
  if (scheme.toLowerCase() !== 'bearer') throw unknownScheme();
  const [, token] = /^ +([A-Za-z0-9._~+/-]+=*)$/.exec(text.slice(scheme.length)) ?? [];
  if (token === undefined) throw malformedCredentials();
  return token;
}
