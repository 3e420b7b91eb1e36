// Counts requests in another process, with one batch per tick of the event loop. A key that has exhausted its window is not
// counted remotely again before the window ends, so a flood is cheap. While the remote counter does not respond, this process
// counts by itself, because an outage of the counter must not refuse searches.
import { BoundedMap } from '../memo.ts';
import type {
  Clock,
  RateLimitStore,
  RemoteCounter,
  WindowCount,
  WindowIncrement,
} from './rate-limit-store.ts';
import type { RateLimit } from './rate-limit.ts';
import { MemoryStore } from './memory-store.ts';
import { errorMessage } from '../problem.ts';

/** Timeout of a response, which usually takes less than a millisecond on one machine and a few between two. */
const RESPONSE_TIMEOUT_MS = 500;

/** Delay between retries while the counter does not respond. One request makes each retry. */
const RETRY_DELAY_MS = 1000;

/** Maximum increments per call, so that one process does not block the counter for long. */
const BATCH_SIZE = 500;

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
  readonly #exhausted = new BoundedMap<string, ExhaustedWindow>(MAX_EXHAUSTED);
  #pending: PendingIncrement[] = [];
  /** Time of the next retry; undefined while the counter responds. */
  #retryAt: number | undefined;

  /** Calls `warn` when the counter is lost and when it is back. */
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
      // A probe; the request itself is counted locally.
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
    this.#exhausted.set(name, { requests, endsAt: this.#now() + endsInMs });
  }

  #fallBack(error: unknown): void {
    if (this.#retryAt === undefined) {
      this.#warn(
        `The shared request counter cannot be reached (${errorMessage(error)}). This process counts its own requests meanwhile.`,
      );
    }
    this.#retryAt = this.#now() + RETRY_DELAY_MS;
  }

  #recover(): void {
    if (this.#retryAt === undefined) return;
    this.#retryAt = undefined;
    this.#warn('The shared request counter can be reached again.');
  }
}

function withTimeout<T>(response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`no response within ${RESPONSE_TIMEOUT_MS} ms`));
    // A response that arrived while this process was busy is read first.
    timer = setTimeout(() => setImmediate(giveUp), RESPONSE_TIMEOUT_MS);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}
