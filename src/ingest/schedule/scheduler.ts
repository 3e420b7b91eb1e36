// Starts feeds when they are due, the longest overdue first, with bounded concurrency. Imports take turns at writing: a queue
// in this process, and withWriterLock while another one holds the writer's lock.
import type { FeedConfig } from './feeds-file.ts';
import { retryWhileLocked } from '../../files/lock-file.ts';

/** Maximum concurrent runs. Most of a run is waiting for its server; imports are serialized. */
const CONCURRENCY = 8;
/** Maximum timer, so that changes of the system clock are noticed. */
const MAX_TIMER_MS = 60_000;

export class FeedScheduler {
  readonly #run: (feed: FeedConfig) => Promise<number | undefined>;
  readonly #dueAt = new Map<FeedConfig, number>();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #lastNow = -Infinity;
  #stopped = false;

  /** `run` must not reject; it returns when the feed is due again, undefined for never. */
  constructor(run: (feed: FeedConfig) => Promise<number | undefined>) {
    this.#run = run;
  }

  add(feed: FeedConfig, dueAt: number): void {
    this.#followClock();
    this.#dueAt.set(feed, dueAt);
    this.#startDue();
  }

  /** Starts no further run, and waits for those in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running);
  }

  #startDue(): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    const now = this.#followClock();
    const waiting = [...this.#dueAt].sort(([, a], [, b]) => a - b);
    for (const [feed, dueAt] of waiting) {
      if (this.#running.size >= CONCURRENCY) return;
      if (dueAt > now) {
        this.#timer = setTimeout(() => this.#startDue(), Math.min(dueAt - now, MAX_TIMER_MS));
        return;
      }
      this.#start(feed);
    }
  }

  /** The time. After the clock is set back, feeds that are due by the earlier one would wait until it catches up. */
  #followClock(): number {
    const now = Date.now();
    if (now < this.#lastNow)
      for (const [feed, dueAt] of this.#dueAt) this.#dueAt.set(feed, dueAt + now - this.#lastNow);
    this.#lastNow = now;
    return now;
  }

  #start(feed: FeedConfig): void {
    this.#dueAt.delete(feed);
    const running = this.#run(feed).then((dueAt) => {
      this.#running.delete(running);
      this.#followClock();
      if (dueAt !== undefined) this.#dueAt.set(feed, dueAt);
      this.#startDue();
    });
    this.#running.add(running);
  }
}

export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** The result of `work`, which starts when all earlier work has settled. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** A manual import may take a while. */
const LOCK_TIMEOUT_MS = 30 * 60_000;

/** The result of `work`, retried while it fails with `data_locked`. */
export function withWriterLock<T>(
  { queue, signal }: { readonly queue: SerialQueue; readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  return queue.run(() => retryWhileLocked(work, LOCK_TIMEOUT_MS, signal));
}
