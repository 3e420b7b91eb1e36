// The door: what an Authorization header is worth. Opaque tokens are looked up in the list of the data folder, signed ones
// (JWT) are verified with the keys of their issuer. Where neither was ever set up there is no door, and any header passes
// unread. What callers may reach with their permissions is not known here.
import { Problem } from '../problem.ts';
import { parseBearer } from './bearer.ts';
import type { Caller } from './caller.ts';
import type { WatchContext } from './watched-file.ts';
import { openJwks } from './jwks.ts';
import { JwtVerifier } from './jwt-verifier.ts';
import { TokenLookup } from './token-lookup.ts';
import { invalidToken } from './auth-problem.ts';

export interface Authenticator {
  /** Whether a token must be sent where the public could ask otherwise. */
  readonly isRequired: boolean;
  /** Whether credentials are read at all. It may become true while the server runs, with the first token. */
  readonly isConfigured: boolean;
  /**
   * The caller of a request with this header; undefined for the public: no header, or nothing configured. Throws a
   * Refusal `unauthorized` for credentials that are not good, and a Problem `jwks_unavailable` where that cannot be told.
   */
  authenticate(authorization: string | undefined): Caller | undefined | Promise<Caller>;
}

/** The settings of the same names. */
export interface AuthSettings {
  readonly data: string;
  readonly requireToken: boolean;
  readonly jwtIssuer: string | undefined;
  readonly jwtAudience: string | undefined;
  readonly jwtKeys: string | undefined;
  readonly jwtAlgorithms: readonly string[];
}

/**
 * Follows the list of tokens from now on. Throws Problems: `data_damaged`, `data_version` or `data_unusable` for the list,
 * `invalid_configuration` for settings that do not go together.
 */
export function openAuthenticator(
  settings: AuthSettings,
  { warn, now = Date.now }: { readonly warn: (text: string) => void; readonly now?: () => number },
): Authenticator {
  const context = { warn, now };
  const tokens = new TokenLookup(settings.data, context);
  const jwts = openJwts(settings, context);
  if (settings.requireToken && jwts === undefined && !tokens.isConfigured)
    warn('Nobody can ask yet: a token is required, and there is none. forecourt token create makes one.');
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

function openJwts(settings: AuthSettings, context: WatchContext): JwtVerifier | undefined {
  const { jwtIssuer: issuer, jwtAudience: audience, jwtKeys: keys, jwtAlgorithms: algorithms } = settings;
  if (issuer === undefined && audience === undefined && keys === undefined) return undefined;
  if (issuer === undefined || audience === undefined || keys === undefined)
    throw new Problem(
      'invalid_configuration',
      'jwt-issuer, jwt-audience and jwt-keys must be set together: each without the others would accept too much.',
    );
  return new JwtVerifier({ issuer, audience, algorithms }, openJwks(keys, context), context);
}
