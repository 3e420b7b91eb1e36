// Authentication: which caller an Authorization header identifies. Opaque tokens are looked up in the data folder's list, JWTs
// are verified with their issuer's keys. If neither was ever configured, headers are ignored. Permissions are checked elsewhere.
import { Problem } from '../problem.ts';
import { type Caller, invalidToken, malformedCredentials, unknownScheme } from './caller.ts';
import { openJwks } from './jwks.ts';
import { JwtVerifier } from './jwt-verifier.ts';
import { type WatchContext, WatchedFile } from './watched-file.ts';
import { timingSafeEqual } from 'node:crypto';
import { tokensPath } from '../store/paths.ts';
import { parseTokenList, stateOf, type StoredToken, hashToken, tokenId } from './stored-token.ts';

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

// Looks up opaque tokens in the data folder's list, which is watched for changes. Its duration reveals nothing about secrets: it
// finds the public id and compares hashes in constant time, even for unknown ids.

interface LookupEntry {
  readonly record: StoredToken;
  readonly hash: Buffer;
  readonly caller: Caller;
}

/** Compared for an unknown id. No preimage of this hash is known. */
const NO_HASH = Buffer.alloc(32);

class TokenLookup {
  readonly #file: WatchedFile<ReadonlyMap<string, LookupEntry>>;
  readonly #now: () => number;

  /** Throws a Problem `data_damaged`, `data_version` or `data_unusable` for an existing list. */
  constructor(folder: string, context: WatchContext) {
    const path = tokensPath(folder);
    this.#now = context.now;
    this.#file = new WatchedFile(path, (text) => entriesById(parseTokenList(text, path)), context);
  }

  /** Whether a token was ever created, even if it is revoked now. */
  get isConfigured(): boolean {
    return this.#file.wasFound;
  }

  /** The caller of a token; undefined if it is not in the list. Throws an AuthProblem if it is revoked or has expired. */
  find(token: string): Caller | undefined {
    const id = tokenId(token);
    if (id === undefined) return undefined;
    const entry = this.#file.value?.get(id);
    const isSame = timingSafeEqual(hashToken(token), entry?.hash ?? NO_HASH);
    if (entry === undefined || !isSame) return undefined;
    const state = stateOf(entry.record, this.#now());
    if (state === 'revoked') throw invalidToken('The token has been revoked.');
    if (state === 'expired') throw invalidToken('The token has expired.');
    return entry.caller;
  }
}

function entriesById(records: readonly StoredToken[]): ReadonlyMap<string, LookupEntry> {
  return new Map(
    records.map((record) => {
      const { id, name, permissions, rate } = record;
      const caller = {
        id: `token:${id}`,
        name,
        permissions: new Set(permissions),
        ...(rate !== null && { rate }),
      };
      return [id, { record, hash: Buffer.from(record.hash, 'hex'), caller }];
    }),
  );
}
