// Tokens that somebody else has signed (JWT, RFC 7519 and 8725). What is accepted is pinned by the settings, and nothing of
// it is left to the token: the issuer, the audience, the algorithms and where the keys come from. The signature is checked
// before anything that a token says is looked at, so its holder learns why it is refused and nobody else does.
import {
  errors,
  jwtVerify,
  type CryptoKey,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { echoed, Problem } from '../problem.ts';
import { JwtCache } from './jwt-cache.ts';
import { PERMISSIONS, type Caller, type Permission } from './caller.ts';
import type { WatchContext } from './watched-file.ts';
import type { JwksSource, KeySet } from './jwks.ts';
import { invalidToken } from './auth-problem.ts';

export interface JwtRules {
  readonly issuer: string;
  readonly audience: string;
  /** Asymmetric ones only: with others, whoever knows the public key could sign. */
  readonly algorithms: readonly string[];
}

/** By so much may our clock and the issuer's differ. */
const CLOCK_TOLERANCE_S = 30;
/** A token that does not say which key signed it is tried with so many. */
const MAX_KEYS_TRIED = 5;
const MAX_SUBJECT_LENGTH = 256;

export class JwtVerifier {
  readonly #options: JWTVerifyOptions;
  readonly #keys: JwksSource;
  readonly #context: WatchContext;
  readonly #cache = new JwtCache();
  #lastError: string | undefined;

  constructor(rules: JwtRules, keys: JwksSource, context: WatchContext) {
    this.#options = {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: [...rules.algorithms],
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['exp', 'sub'],
    };
    this.#keys = keys;
    this.#context = context;
  }

  /** Throws a Refusal for a token that is not good, and a Problem `jwks_unavailable` where that cannot be told. */
  async verify(token: string): Promise<Caller> {
    const now = this.#context.now();
    const keys = this.#keys.lastKnown;
    const known = this.#cache.find(token, keys, now);
    // Keys are asked for here too, so that they do not grow old unnoticed.
    if (known !== undefined && (await this.#keys.current()) === keys) return known;
    try {
      const options = { ...this.#options, currentDate: new Date(now) };
      const claims = await verifiedClaims(token, (...args) => this.#findKey(...args), options);
      const caller = callerOf(claims);
      // If the keys have changed meanwhile, it is not known with which ones it was verified.
      if (keys !== undefined && keys === this.#keys.lastKnown)
        this.#cache.add(token, { caller, keys, expiresAt: ((claims.exp ?? 0) + CLOCK_TOLERANCE_S) * 1000 });
      return caller;
    } catch (error) {
      throw this.#problemOf(error);
    }
  }

  /** Keys are asked for only once it is known that the algorithm is one of the pinned ones. */
  async #findKey(...args: Parameters<KeySet>): Promise<CryptoKey> {
    const keys = await this.#keys.current();
    try {
      return await keys(...args);
    } catch (error) {
      const newer =
        error instanceof errors.JWKSNoMatchingKey ? await this.#keys.refreshAfter(keys) : undefined;
      if (newer === undefined) throw error;
      return newer(...args);
    }
  }

  #problemOf(error: unknown): unknown {
    if (error instanceof Problem) return error;
    if (error instanceof errors.JOSEError) return invalidToken(messageOf(error));
    // A key that is in the set and is none, such as one of RSA that is too short. The issuer has to be told.
    const message = error instanceof Error ? error.message : 'an unknown fault';
    if (message !== this.#lastError)
      this.#context.warn(`A key of the issuer of tokens cannot be used: ${message}`);
    this.#lastError = message;
    return invalidToken('The token is signed with a key that cannot be used.');
  }
}

async function verifiedClaims(
  token: string,
  findKey: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, findKey, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let tries = 0;
    for await (const key of error) {
      if (++tries > MAX_KEYS_TRIED) break;
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function callerOf(payload: JWTPayload): Caller {
  const { sub } = payload;
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT_LENGTH)
    throw invalidToken(`The subject of the token must be a text of 1 to ${MAX_SUBJECT_LENGTH} characters.`);
  const granted = [payload.scope, payload.scp, payload.permissions].flatMap(scopesIn);
  const permissions = new Set<Permission>(PERMISSIONS.filter((permission) => granted.includes(permission)));
  return { id: `jwt:${sub}`, name: echoed(sub), permissions };
}

/** Issuers write scopes as one text with spaces, or as a list. */
function scopesIn(claim: unknown): unknown[] {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim : [];
}

function messageOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const claim = CLAIM_MESSAGES.get(error.claim);
    return claim ?? 'The token makes a claim that is not accepted here.';
  }
  return MESSAGES.get(error.code) ?? 'The token is malformed.';
}

const CLAIM_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['iss', 'The token is of another issuer.'],
  ['aud', 'The token is meant for another service.'],
  ['nbf', 'The token is not valid yet.'],
  ['exp', 'The token must say when it expires.'],
  ['sub', 'The token must say who its subject is.'],
]);

const MESSAGES: ReadonlyMap<string, string> = new Map([
  [errors.JOSEAlgNotAllowed.code, 'The token is signed with an algorithm that is not accepted here.'],
  [errors.JWKSNoMatchingKey.code, 'The token is signed with a key that is not known here.'],
  [errors.JWSSignatureVerificationFailed.code, 'The signature of the token is not right.'],
]);
