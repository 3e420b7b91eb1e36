// Starts feeds when they are due, the longest overdue first, with bounded concurrency. A feed never runs twice at once. The
// run itself and the clock are passed in.
import type { FeedConfig } from './feeds-file.ts';

/** Maximum concurrent runs. Most of a run is waiting for its server; imports are serialized. */
const CONCURRENCY = 8;
/** Maximum timer, so that changes of the system clock are noticed. */
const MAX_TIMER_MS = 60_000;

export interface TimerClock {
  now(): number;
  /** Calls `work` after `ms`, unless the returned function cancels it. */
  after(ms: number, work: () => void): () => void;
}

const SYSTEM_CLOCK: TimerClock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export class FeedScheduler {
  readonly #run: (feed: FeedConfig) => Promise<number | undefined>;
  readonly #clock: TimerClock;
  /** Due times of the feeds that are not running. */
  readonly #dueAt = new Map<FeedConfig, number>();
  readonly #running = new Set<Promise<void>>();
  #cancel: () => void = () => undefined;
  #stopped = false;

  /** `run` must not reject; it returns when the feed is due again, undefined for never. */
  constructor(run: (feed: FeedConfig) => Promise<number | undefined>, clock: TimerClock = SYSTEM_CLOCK) {
    this.#run = run;
    this.#clock = clock;
  }

  /** Schedules a feed's next run. */
  add(feed: FeedConfig, dueAt: number): void {
    this.#dueAt.set(feed, dueAt);
    this.#startDue();
  }

  /** Starts no further run, and waits for those in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await Promise.all(this.#running);
  }

  #startDue(): void {
    this.#cancel();
    if (this.#stopped) return;
    const now = this.#clock.now();
    const waiting = [...this.#dueAt].sort(([, a], [, b]) => a - b);
    for (const [feed, dueAt] of waiting) {
      if (this.#running.size >= CONCURRENCY) return;
      if (dueAt > now) {
        this.#cancel = this.#clock.after(Math.min(dueAt - now, MAX_TIMER_MS), () => this.#startDue());
        return;
      }
      this.#start(feed);
    }
  }

  #start(feed: FeedConfig): void {
    this.#dueAt.delete(feed);
    const running = this.#run(feed).then((dueAt) => {
      this.#running.delete(running);
      if (dueAt !== undefined) this.#dueAt.set(feed, dueAt);
      this.#startDue();
    });
    this.#running.add(running);
  }
}
