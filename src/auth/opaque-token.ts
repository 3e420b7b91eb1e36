// A token of our own making: `fc_`, an id and a secret. The id is public: it is how the token is listed and revoked. The
// secret is 256 random bits, so one round of SHA-256 hides it for good; nothing slower would hide it better. Its prefix
// lets those who search code and logs for leaked secrets find it.
import { createHash, randomBytes } from 'node:crypto';

const ID_BYTES = 6;
const SECRET_BYTES = 32;
const PATTERN = /^fc_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

export interface GeneratedToken {
  readonly id: string;
  /** All of it; to be shown once. */
  readonly token: string;
}

export function generateToken(): GeneratedToken {
  const id = randomBytes(ID_BYTES).toString('hex');
  return { id, token: `fc_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}` };
}

/** Undefined for a text that is no such token. */
export function tokenId(token: string): string | undefined {
  return PATTERN.exec(token)?.[1];
}

/** What is kept of a token: 32 bytes, of all of its characters, so that no other spelling of the secret has the same. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
