// Which feeds run when: each feed that is due waits for one of a few places to be fetched in, the longest overdue first.
// A feed has one place at most, so a slow one delays nobody but itself, and none runs twice at a time. What a run does
// is not known here; the clock is handed in.
import type { FeedConfig } from './feeds-file.ts';

/** Feeds that are fetched or imported at a time. Imports go one by one; the others wait for their servers. */
const CONCURRENCY = 8;
/** The longest that a timer is set for: clocks may be set. */
const MAX_TIMER_MS = 60_000;

export interface TimerClock {
  now(): number;
  /** Calls `work` after so many milliseconds, unless what comes back is called before. */
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
  /** When each feed is due that is not running. */
  readonly #dueAt = new Map<FeedConfig, number>();
  readonly #running = new Set<Promise<void>>();
  #cancel: () => void = () => undefined;
  #stopped = false;

  /** `run` never throws; it gives back when the feed is due again. */
  constructor(run: (feed: FeedConfig) => Promise<number | undefined>, clock: TimerClock = SYSTEM_CLOCK) {
    this.#run = run;
    this.#clock = clock;
  }

  /** Runs a feed from that time on. */
  add(feed: FeedConfig, dueAt: number): void {
    this.#dueAt.set(feed, dueAt);
    this.#startDue();
  }

  /** Starts no further run; fulfilled when those under way are over. */
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
