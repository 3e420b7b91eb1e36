// Signatures of webhooks by the rules of Standard Webhooks: HMAC-SHA-256 over id, time and body, one for each secret, so that a
// receiver can verify with the old secret or the new one while they rotate. node:crypto does all of it; a package would add two more.
import { createHmac } from 'node:crypto';
import { Problem } from '../problem.ts';

const PREFIX = 'whsec_';
/** What the standard allows. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/**
 * Secrets such as `whsec_…`, separated by white space. Blank lines and those that begin with # are skipped. Problem
 * `invalid_configuration`, which quotes no secret.
 */
export function parseSecrets(text: string): readonly Buffer[] {
  const words = text.split('\n').flatMap((line) => (/^\s*#/.test(line) ? [] : line.split(/\s+/)));
  const secrets = words.filter((word) => word !== '').map(parseSecret);
  if (secrets.length > 0) return secrets;
  const advice = `Make one with: echo "${PREFIX}$(openssl rand -base64 32)"`;
  throw new Problem('invalid_configuration', `A webhook needs a secret to sign its messages. ${advice}`);
}

function parseSecret(word: string, index: number): Buffer {
  const base64 = word.startsWith(PREFIX) ? word.slice(PREFIX.length) : '';
  const secret = Buffer.from(base64, 'base64');
  // Decoding skips characters that are not base64.
  const isWhole = unpadded(secret.toString('base64')) === unpadded(base64);
  if (isWhole && secret.length >= MIN_BYTES && secret.length <= MAX_BYTES) return secret;
  const rule = `${PREFIX} and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64`;
  throw new Problem('invalid_configuration', `Webhook secret ${index + 1} must be ${rule}.`);
}

function unpadded(base64: string): string {
  return base64.replace(/(?<!=)=+$/, '');
}

export interface Signed {
  /** Identifies the message; the same whenever it is sent. */
  readonly id: string;
  /** Time of the attempt, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly body: string;
}

/** The headers of one attempt. */
export function signatureHeaders(
  { id, sentAt, body }: Signed,
  secrets: readonly Buffer[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const sign = (secret: Buffer): string =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
