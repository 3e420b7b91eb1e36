// Counters that others count with too: the requests of one turn of the event loop go there together. A key that is known
// to have used up its window is not asked about again before its end, so that a flood costs no questions. Where no answer
// comes, this process counts on its own until one does again: searches are never refused because nobody counts.
import type { RateLimit } from './rate-limit.ts';
import type { WindowIncrement, Clock, WindowCount, RateLimitStore } from './rate-limit-store.ts';
import { MemoryStore } from './memory-store.ts';

/** Where the counting is done. */
export interface RemoteCounter {
  /** Counts in the order of the list, which is not empty. Rejects where it cannot. */
  countRequests(increments: readonly WindowIncrement[]): Promise<readonly WindowCount[]>;
  close?(): Promise<void>;
}

/** A question takes far below a millisecond on one machine, and a few between two. */
const RESPONSE_TIMEOUT_MS = 500;

/** Somebody who did not answer is asked again so often, with one question. */
const RETRY_DELAY_MS = 1000;

/** As a batch, so that nobody who counts is held up for long by one of us. */
const BATCH_SIZE = 500;

/** Keys that are known to have used up their window. Those beyond are asked about again. */
const MAX_EXHAUSTED = 10_000;

interface PendingIncrement extends WindowIncrement {
  readonly resolve: (count: WindowCount) => void;
  readonly reject: (error: unknown) => void;
}

interface ExhaustedWindow {
  readonly requests: number;
  readonly endsAt: number;
}

export class BatchingStore implements RateLimitStore {
  readonly #counter: RemoteCounter;
  readonly #warn: (text: string) => void;
  readonly #now: Clock;
  readonly #local: MemoryStore;
  readonly #exhausted = new Map<string, ExhaustedWindow>();
  #pending: PendingIncrement[] = [];
  /** Set while nobody answers: when they are asked again. */
  #retryAt: number | undefined;

  /** `warn` is told in a sentence when the counter is lost, and when it is back. */
  constructor(counter: RemoteCounter, warn: (text: string) => void, now: Clock = () => performance.now()) {
    this.#counter = counter;
    this.#warn = warn;
    this.#now = now;
    this.#local = new MemoryStore(now);
  }

  count(key: string, rate: RateLimit, cost = 1): WindowCount | Promise<WindowCount> {
    const name = `${rate.seconds}:${key}`;
    const now = this.#now();
    const exhausted = this.#exhausted.get(name);
    if (exhausted !== undefined) {
      if (exhausted.endsAt > now && exhausted.requests >= rate.requests)
        return { requests: exhausted.requests, allowed: false, endsInMs: exhausted.endsAt - now };
      this.#exhausted.delete(name);
    }
    if (this.#retryAt === undefined) return this.#countRemotely(name, key, rate, cost);
    if (now >= this.#retryAt) {
      // Nobody waits for this answer.
      this.#retryAt = now + RETRY_DELAY_MS;
      void this.#countRemotely(name, key, rate, cost);
    }
    return this.#local.count(key, rate, cost);
  }

  async close(): Promise<void> {
    await this.#counter.close?.();
    await this.#local.close();
  }

  async #countRemotely(name: string, key: string, rate: RateLimit, cost: number): Promise<WindowCount> {
    try {
      const count = await new Promise<WindowCount>((resolve, reject) => {
        if (this.#pending.length === 0) setImmediate(() => this.#flush());
        this.#pending.push({ key: name, rate, cost, resolve, reject });
      });
      if (!count.allowed && count.requests >= rate.requests) this.#cacheExhausted(name, count);
      this.#recover();
      return count;
    } catch (error) {
      this.#fallBack(error);
      return this.#local.count(key, rate, cost);
    }
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (let i = 0; i < pending.length; i += BATCH_SIZE) {
      const batch = pending.slice(i, i + BATCH_SIZE);
      withTimeout(
        this.#counter.countRequests(batch.map(({ key, rate, cost }) => ({ key, rate, cost }))),
      ).then(
        (counts) => batch.forEach(({ resolve }, at) => resolve(counts[at])),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
    }
  }

  #cacheExhausted(name: string, { requests, endsInMs }: WindowCount): void {
    if (this.#exhausted.size >= MAX_EXHAUSTED) this.#exhausted.clear();
    this.#exhausted.set(name, { requests, endsAt: this.#now() + endsInMs });
  }

  #fallBack(error: unknown): void {
    if (this.#retryAt === undefined) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#warn(
        `Requests cannot be counted together (${reason}). Until they can, this process counts its own.`,
      );
    }
    this.#retryAt = this.#now() + RETRY_DELAY_MS;
  }

  #recover(): void {
    if (this.#retryAt === undefined) return;
    this.#retryAt = undefined;
    this.#warn('Requests are counted together again.');
  }
}

function withTimeout<T>(response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`no answer within ${RESPONSE_TIMEOUT_MS} ms`));
    // An answer that came while this process was busy is read first.
    timer = setTimeout(() => setImmediate(giveUp), RESPONSE_TIMEOUT_MS);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}
