// Authentication: which caller an Authorization header identifies. Opaque tokens are looked up in the data folder's list, JWTs
// are verified with their issuer's keys. If neither was ever configured, headers are ignored. Permissions are checked elsewhere.
import { Problem } from '../problem.ts';
import { type Caller } from './caller.ts';
import { invalidToken, malformedCredentials, unknownScheme } from './auth-problem.ts';
import { openJwks } from './jwks.ts';
import { JwtVerifier } from './jwt-verifier.ts';
import { type WatchContext } from './watched-file.ts';
import { TokenLookup } from './token-lookup.ts';

export interface Authenticator {
  /** Whether the API requires a token. */
  readonly isRequired: boolean;
  /** Whether credentials are checked at all. The first token makes it true, even while the server runs. */
  readonly isConfigured: boolean;
  /**
   * The caller of a request with this header; undefined for the public: without a header, or if nothing is configured. Throws an
   * AuthProblem `unauthorized` for invalid credentials, and a Problem `jwks_unavailable` if they cannot be checked now.
   */
  authenticate(authorization: string | undefined): Caller | undefined | Promise<Caller>;
}

export interface AuthSettings {
  readonly data: string;
  readonly requireToken: boolean;
  readonly jwtIssuer: string | undefined;
  readonly jwtAudience: string | undefined;
  readonly jwtKeys: string | undefined;
  readonly jwtAlgorithms: readonly string[];
}

/** Maximum length of the header, about the limit for a request's head. */
const MAX_HEADER_LENGTH = 8192;

/**
 * Watches the list of tokens from now on. Throws a Problem `data_damaged`, `data_version` or `data_unusable` for the list, or
 * `invalid_configuration` for an incomplete set of JWT settings.
 */
export function openAuthenticator(
  settings: AuthSettings,
  { warn, now = Date.now }: { readonly warn: (text: string) => void; readonly now?: () => number },
): Authenticator {
  const context = { warn, now };
  const tokens = new TokenLookup(settings.data, context);
  const jwts = openJwts(settings, context);
  if (settings.requireToken && jwts === undefined && !tokens.isConfigured)
    warn(
      'All requests will be refused: a token is required, and there is none. Create one with forecourt token create.',
    );
  const isConfigured = (): boolean => settings.requireToken || jwts !== undefined || tokens.isConfigured;
  return {
    isRequired: settings.requireToken,
    get isConfigured() {
      return isConfigured();
    },
    authenticate(authorization) {
      if (authorization === undefined || !isConfigured()) return undefined;
      const token = parseBearer(authorization);
      const caller = tokens.find(token);
      if (caller !== undefined) return caller;
      if (jwts === undefined || !token.includes('.')) throw invalidToken('The token is not known here.');
      return jwts.verify(token);
    },
  };
}

/** The token of an Authorization header (RFC 6750), as sent. Throws an AuthProblem `unauthorized` for any other header. */
export function parseBearer(authorization: string): string {
  const text = authorization.trim();
  if (text.length > MAX_HEADER_LENGTH) throw malformedCredentials();
  const [scheme] = /^[^ \t,]*/.exec(text) ?? [''];
  if (scheme.toLowerCase() !== 'bearer') throw unknownScheme();
  const [, token] = /^ +([A-Za-z0-9._~+/-]+=*)$/.exec(text.slice(scheme.length)) ?? [];
  if (token === undefined) throw malformedCredentials();
  return token;
}

function openJwts(settings: AuthSettings, context: WatchContext): JwtVerifier | undefined {
  const { jwtIssuer: issuer, jwtAudience: audience, jwtKeys: keys, jwtAlgorithms: algorithms } = settings;
  if (issuer === undefined && audience === undefined && keys === undefined) return undefined;
  if (issuer === undefined || audience === undefined || keys === undefined)
    throw new Problem(
      'invalid_configuration',
      'jwt-issuer, jwt-audience and jwt-keys must be set together: without any of them, too many tokens would be valid.',
    );
  return new JwtVerifier({ issuer, audience, algorithms }, openJwks(keys, context), context);
}
