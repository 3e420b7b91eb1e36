// The door: what an Authorization header is worth. Opaque tokens are looked up in the list of the data folder, signed ones
// (JWT) are verified with the keys of their issuer. Where neither was ever set up there is no door, and any header passes
// unread. What callers may reach with their permissions is not known here.
import { Problem } from '../problem.ts';
import { parseBearer } from './bearer.ts';
import type { Caller } from './caller.ts';
import type { Following } from './followed-file.ts';
import { openIssuerKeys } from './issuer-keys.ts';
import { JwtVerifier } from './jwt-verifier.ts';
import { KnownTokens } from './known-tokens.ts';
import { badToken } from './refusal.ts';

export interface Access {
  /** Whether a token must be sent where the public could ask otherwise. */
  readonly required: boolean;
  /** Whether credentials are read at all. It may become true while the server runs, with the first token. */
  readonly configured: boolean;
  /**
   * The caller of a request with this header; undefined for the public: no header, or nothing configured. Throws a
   * Refusal `unauthorized` for credentials that are not good, and a Problem `keys_unavailable` where that cannot be told.
   */
  authorize(authorization: string | undefined): Caller | undefined | Promise<Caller>;
}

/** The settings of the same names. */
export interface AccessSettings {
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
export function openAccess(
  settings: AccessSettings,
  { note, now = Date.now }: { readonly note: (text: string) => void; readonly now?: () => number },
): Access {
  const following = { note, now };
  const tokens = new KnownTokens(settings.data, following);
  const jwts = openJwts(settings, following);
  if (settings.requireToken && jwts === undefined && !tokens.configured)
    note('Nobody can ask yet: a token is required, and there is none. forecourt token create makes one.');
  const isConfigured = (): boolean => settings.requireToken || jwts !== undefined || tokens.configured;
  return {
    required: settings.requireToken,
    get configured() {
      return isConfigured();
    },
    authorize(authorization) {
      if (authorization === undefined || !isConfigured()) return undefined;
      const token = parseBearer(authorization);
      const caller = tokens.find(token);
      if (caller !== undefined) return caller;
      if (jwts === undefined || !token.includes('.')) throw badToken('The token is not known here.');
      return jwts.verify(token);
    },
  };
}

function openJwts(settings: AccessSettings, following: Following): JwtVerifier | undefined {
  const { jwtIssuer: issuer, jwtAudience: audience, jwtKeys: keys, jwtAlgorithms: algorithms } = settings;
  if (issuer === undefined && audience === undefined && keys === undefined) return undefined;
  if (issuer === undefined || audience === undefined || keys === undefined)
    throw new Problem(
      'invalid_configuration',
      'jwt-issuer, jwt-audience and jwt-keys must be set together: each without the others would accept too much.',
    );
  return new JwtVerifier({ issuer, audience, algorithms }, openIssuerKeys(keys, following), following);
}
