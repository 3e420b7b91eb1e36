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
import { AcceptedJwts } from './accepted-jwts.ts';
import { PERMISSIONS, type Caller, type Permission } from './caller.ts';
import type { Following } from './followed-file.ts';
import type { IssuerKeys, KeySet } from './issuer-keys.ts';
import { badToken } from './refusal.ts';

export interface JwtRules {
  readonly issuer: string;
  readonly audience: string;
  /** Asymmetric ones only: with others, whoever knows the public key could sign. */
  readonly algorithms: readonly string[];
}

/** By so much may our clock and the issuer's differ. */
const TOLERANCE_S = 30;
/** A token that does not say which key signed it is tried with so many. */
const MOST_TRIES = 5;
const LONGEST_SUBJECT = 256;

export class JwtVerifier {
  readonly #options: JWTVerifyOptions;
  readonly #keys: IssuerKeys;
  readonly #following: Following;
  readonly #accepted = new AcceptedJwts();
  #fault: string | undefined;

  constructor(rules: JwtRules, keys: IssuerKeys, following: Following) {
    this.#options = {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: [...rules.algorithms],
      clockTolerance: TOLERANCE_S,
      requiredClaims: ['exp', 'sub'],
    };
    this.#keys = keys;
    this.#following = following;
  }

  /** Throws a Refusal for a token that is not good, and a Problem `keys_unavailable` where that cannot be told. */
  async verify(token: string): Promise<Caller> {
    const now = this.#following.now();
    const keys = this.#keys.known;
    const known = this.#accepted.find(token, keys, now);
    // Keys are asked for here too, so that they do not grow old unnoticed.
    if (known !== undefined && (await this.#keys.current()) === keys) return known;
    try {
      const options = { ...this.#options, currentDate: new Date(now) };
      const claims = await verifiedClaims(token, (...asked) => this.#findKey(...asked), options);
      const caller = callerOf(claims);
      // If the keys have changed meanwhile, it is not known with which ones it was verified.
      if (keys !== undefined && keys === this.#keys.known)
        this.#accepted.keep(token, { caller, keys, endsAt: ((claims.exp ?? 0) + TOLERANCE_S) * 1000 });
      return caller;
    } catch (error) {
      throw this.#refusalOf(error);
    }
  }

  /** Keys are asked for only once it is known that the algorithm is one of the pinned ones. */
  async #findKey(...asked: Parameters<KeySet>): Promise<CryptoKey> {
    const keys = await this.#keys.current();
    try {
      return await keys(...asked);
    } catch (error) {
      const newer = error instanceof errors.JWKSNoMatchingKey ? await this.#keys.newerThan(keys) : undefined;
      if (newer === undefined) throw error;
      return newer(...asked);
    }
  }

  #refusalOf(error: unknown): unknown {
    if (error instanceof Problem) return error;
    if (error instanceof errors.JOSEError) return badToken(sentenceOf(error));
    // A key that is in the set and is none, such as one of RSA that is too short. The issuer has to be told.
    const fault = error instanceof Error ? error.message : 'an unknown fault';
    if (fault !== this.#fault) this.#following.note(`A key of the issuer of tokens cannot be used: ${fault}`);
    this.#fault = fault;
    return badToken('The token is signed with a key that cannot be used.');
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
      if (++tries > MOST_TRIES) break;
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
  if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT)
    throw badToken(`The subject of the token must be a text of 1 to ${LONGEST_SUBJECT} characters.`);
  const granted = [payload.scope, payload.scp, payload.permissions].flatMap(words);
  const permissions = new Set<Permission>(PERMISSIONS.filter((permission) => granted.includes(permission)));
  return { id: `jwt:${sub}`, name: echoed(sub), permissions };
}

/** Issuers write scopes as one text with spaces, or as a list. */
function words(claim: unknown): unknown[] {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim : [];
}

function sentenceOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const claim = CLAIM_SENTENCES.get(error.claim);
    return claim ?? 'The token makes a claim that is not accepted here.';
  }
  return SENTENCES.get(error.code) ?? 'The token is malformed.';
}

const CLAIM_SENTENCES: ReadonlyMap<string, string> = new Map([
  ['iss', 'The token is of another issuer.'],
  ['aud', 'The token is meant for another service.'],
  ['nbf', 'The token is not valid yet.'],
  ['exp', 'The token must say when it expires.'],
  ['sub', 'The token must say who its subject is.'],
]);

const SENTENCES: ReadonlyMap<string, string> = new Map([
  [errors.JOSEAlgNotAllowed.code, 'The token is signed with an algorithm that is not accepted here.'],
  [errors.JWKSNoMatchingKey.code, 'The token is signed with a key that is not known here.'],
  [errors.JWSSignatureVerificationFailed.code, 'The signature of the token is not right.'],
]);
