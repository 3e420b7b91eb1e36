// One attempt to deliver a message to a webhook. Redirects are not followed: they could lead a signed message anywhere.
import { retryDelayOf } from '../client/fetch-with-retry.ts';
import { VERSION } from '../package-files.ts';
import { errorMessage } from '../problem.ts';
import type { WebhookMessage } from './outbox.ts';
import { signatureHeaders } from './webhook-signature.ts';

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
