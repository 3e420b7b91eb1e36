// One attempt to deliver a message to a webhook, signed. Redirects are not followed: they could lead a signed message anywhere.
// Signatures are by the rules of Standard Webhooks: HMAC-SHA-256 over id, time and body, one for each secret, so that a receiver
// can verify with the old secret or the new one while they rotate. node:crypto does all of it; a package would add two more.
import { retryDelayOf } from '../client/fetch-with-retry.ts';
import { VERSION } from '../package-files.ts';
import { errorMessage, Problem } from '../problem.ts';
import type { WebhookMessage } from './outbox.ts';
import { createHmac } from 'node:crypto';

/** With the whole response. A receiver should store the message and respond, and do its work later. */
const TIMEOUT_MS = 20_000;

/** No response, or a status of a receiver that cannot take any message now. */
const DOWN: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

export type Outcome =
  | { readonly kind: 'delivered' }
  /** The receiver wants no more messages. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Whether other messages would probably fail too. */
      readonly isDown: boolean;
      readonly retryAfterMs: number | undefined;
    };

export interface Webhook {
  readonly url: string;
  /** The present ones: they may rotate between attempts. */
  readonly secrets: () => readonly Buffer[];
  readonly timeoutMs?: number;
}

/** `signal` ends the attempt, which then counts as failed. */
export async function postMessage(
  message: WebhookMessage,
  webhook: Webhook,
  signal: AbortSignal,
): Promise<Outcome> {
  const { url, secrets, timeoutMs = TIMEOUT_MS } = webhook;
  const { id, body } = message;
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': `forecourt/${VERSION}`,
        ...signatureHeaders({ id, sentAt: Date.now(), body }, secrets()),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    // The status says all.
    await response.body?.cancel();
    return outcomeOf(response);
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    const reason = isTimeout ? `no response within ${timeoutMs / 1000} s` : `no response (${causeOf(error)})`;
    return { kind: 'failed', reason, isDown: true, retryAfterMs: undefined };
  }
}

function outcomeOf({ status, headers }: Response): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  const isRedirect = status >= 300 && status < 400;
  return {
    kind: 'failed',
    reason: `status ${status}${isRedirect ? ': redirects are not followed' : ''}`,
    isDown: DOWN.has(status),
    retryAfterMs: retryDelayOf(headers.get('retry-after'), Date.now()),
  };
}

/** `fetch` hides what happened in the cause of its error. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return errorMessage(cause instanceof Error && cause.message !== '' ? cause : error);
}

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
