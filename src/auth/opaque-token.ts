// The format of Forecourt's own tokens: `fc_`, a public id that lists and revokes it, and a secret of 256 random bits. With
// that much entropy one round of SHA-256 protects the secret as well as a slow hash would. The prefix lets secret scanners
// find leaked tokens.
import { createHash, randomBytes } from 'node:crypto';

const ID_BYTES = 6;
const SECRET_BYTES = 32;
const PATTERN = /^fc_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

export interface GeneratedToken {
  readonly id: string;
  /** The whole token, to be shown once. */
  readonly token: string;
}

export function generateToken(): GeneratedToken {
  const id = randomBytes(ID_BYTES).toString('hex');
  return { id, token: `fc_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}` };
}

/** The id; undefined if the text does not have the format. */
export function tokenId(token: string): string | undefined {
  return PATTERN.exec(token)?.[1];
}

/** SHA-256 over all characters of the token, 32 bytes: what is stored of it. Another encoding of the secret has another hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
