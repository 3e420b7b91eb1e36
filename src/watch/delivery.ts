// Delivers the messages of an outbox: those of a listing one after the other, others a few at once. A message that fails is
// retried with backoff while others go on, unless the receiver is down: then one message at a time tests it.
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { withoutControls } from '../quoted-text.ts';
import { type Outbox, type PendingMessage, listingOf } from './outbox.ts';
import type { Outcome } from './post-message.ts';

export interface DeliveryTimes {
  readonly backoffMs: number;
  readonly maxBackoffMs: number;
  /** A message that has failed for this long ends the deliveries. */
  readonly giveUpMs: number;
  /** How long running attempts may take after a stop. */
  readonly graceMs: number;
}

const TIMES: DeliveryTimes = {
  backoffMs: 5000,
  maxBackoffMs: HOUR_MS,
  giveUpMs: 72 * HOUR_MS,
  graceMs: 5000,
};
/** A receiver, or a service, that asks for more is asked again earlier. */
export const MAX_RETRY_AFTER_MS = DAY_MS;
const MAX_CONCURRENT = 4;
/** Pages are accepted below this. Later changes of a search cost nothing: they are net. */
const MAX_PENDING = 500;

export interface Attempts {
  readonly post: (message: PendingMessage, signal: AbortSignal) => Promise<Outcome>;
  /** Called for each failed attempt with a sentence. */
  readonly warn: (text: string) => void;
  readonly times?: Partial<DeliveryTimes>;
}

/** `stopped`: by its signal. `gone`: the receiver wants no more. `gave_up`: a message failed for too long. */
export type DeliveryEnd = 'stopped' | 'gone' | 'gave_up';

interface Retry {
  failures: number;
  /** By the clock of `performance`, which cannot be set back. */
  notBefore: number;
}

export class Delivery {
  readonly #outbox: Outbox;
  readonly #attempts: Attempts;
  readonly #times: DeliveryTimes;
  readonly #running = new Map<PendingMessage, Promise<void>>();
  readonly #retries = new WeakMap<PendingMessage, Retry>();
  readonly #receiver: Retry = { failures: 0, notBefore: 0 };
  readonly #abortAttempts = new AbortController();
  #end: DeliveryEnd | undefined;
  #error: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;
  #wakeWaiting: (() => void)[] = [];

  constructor(outbox: Outbox, attempts: Attempts) {
    this.#outbox = outbox;
    this.#attempts = attempts;
    this.#times = { ...TIMES, ...attempts.times };
  }

  /** Delivers until `signal` aborts or the receiver cannot be reached any more. Throws errors of the outbox. */
  async run(signal: AbortSignal): Promise<DeliveryEnd> {
    const stop = (): void => this.#finish('stopped');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      while (this.#end === undefined) {
        this.#startDue();
        if (this.#running.size === 0) this.#outbox.flush();
        await this.#nextEvent();
      }
      const timer = setTimeout(() => this.#abortAttempts.abort(), this.#times.graceMs);
      await Promise.all(this.#running.values());
      clearTimeout(timer);
      if (this.#error !== undefined) throw this.#error.error;
      this.#outbox.flush();
      return this.#end;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** The outbox has more. */
  notify(): void {
    this.#wake();
  }

  /** Resolves when a page may be added, or nothing is pending; at the end at once. */
  async hasRoom(below = MAX_PENDING): Promise<void> {
    while (this.#end === undefined && this.#outbox.pending.size >= below)
      await new Promise<void>((resolve) => this.#wakeWaiting.push(resolve));
  }

  #finish(end: DeliveryEnd): void {
    this.#end ??= end;
    this.#wake();
    this.#wakeWaiters();
  }

  #wakeWaiters(): void {
    for (const resolve of this.#wakeWaiting.splice(0)) resolve();
  }

  /** The oldest message of each listing: the others wait for it. */
  #heads(): readonly PendingMessage[] {
    const byListing = new Map<string, PendingMessage>();
    for (const message of this.#outbox.pending) {
      const listing = listingOf(message);
      if (!byListing.has(listing)) byListing.set(listing, message);
    }
    return [...byListing.values()].filter((message) => !this.#running.has(message));
  }

  #dueAt(message: PendingMessage): number {
    return Math.max(this.#retries.get(message)?.notBefore ?? 0, this.#receiver.notBefore);
  }

  #startDue(): void {
    const now = performance.now();
    const limit = this.#receiver.failures > 0 ? 1 : MAX_CONCURRENT;
    for (const message of this.#heads()) {
      if (this.#running.size >= limit) return;
      if (this.#dueAt(message) <= now) this.#running.set(message, this.#attempt(message));
    }
  }

  async #attempt(message: PendingMessage): Promise<void> {
    try {
      this.#outbox.noteAttempt(message);
      const outcome = await this.#attempts.post(message, this.#abortAttempts.signal);
      this.#running.delete(message);
      if (outcome.kind === 'delivered') {
        this.#receiver.failures = 0;
        this.#outbox.remove(message);
        this.#wakeWaiters();
      } else if (outcome.kind === 'gone') this.#finish('gone');
      else if (!this.#abortAttempts.signal.aborted) this.#postpone(message, outcome);
      this.#wake();
    } catch (error) {
      // The file of the outbox cannot be written, so nothing more may be delivered.
      this.#error ??= { error };
      this.#finish('stopped');
    }
  }

  #postpone(
    message: PendingMessage,
    { reason, isDown, retryAfterMs }: Extract<Outcome, { kind: 'failed' }>,
  ): void {
    const now = performance.now();
    const retry = this.#retries.get(message) ?? { failures: 0, notBefore: 0 };
    this.#retries.set(message, retry);
    const after = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    postpone(retry, Math.max(after, backoffAfter(retry.failures, this.#times)), now);
    if (isDown || after > 0)
      postpone(this.#receiver, Math.max(after, backoffAfter(this.#receiver.failures, this.#times)), now);
    const { change, id } = message;
    const seconds = Math.ceil((Math.max(retry.notBefore, this.#receiver.notBefore) - now) / 1000);
    const failed = `Message ${id} (${change.change} ${change.advert}) was not delivered: ${reason}.`;
    const what = withoutControls(failed);
    if (Date.now() - (message.firstAttemptAt ?? Date.now()) < this.#times.giveUpMs) {
      this.#attempts.warn(`${what} Next attempt in ${seconds} s.`);
      return;
    }
    this.#attempts.warn(what);
    this.#finish('gave_up');
  }

  /** A finished attempt, a new message, the end, or the time of the next attempt. */
  async #nextEvent(): Promise<void> {
    if (this.#end !== undefined) return;
    const waitMs = Math.min(...this.#heads().map((message) => this.#dueAt(message))) - performance.now();
    // What is due now waits for a running attempt.
    const needsTimer = waitMs < Infinity && (waitMs > 0 || this.#running.size === 0);
    await new Promise<void>((resolve) => {
      const timer = needsTimer ? setTimeout(resolve, waitMs) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** In milliseconds. With jitter, so that many watchers do not return together. */
export function backoffAfter(
  failures: number,
  { backoffMs, maxBackoffMs }: Pick<DeliveryTimes, 'backoffMs' | 'maxBackoffMs'>,
): number {
  return Math.min(backoffMs * 2 ** failures, maxBackoffMs) * (0.8 + 0.4 * Math.random());
}

function postpone(retry: Retry, delayMs: number, now: number): void {
  retry.failures += 1;
  retry.notBefore = now + delayMs;
}
