// Which feeds run when: each feed that is due waits for one of a few places to be fetched in, the longest overdue first.
// A feed has one place at most, so a slow one delays nobody but itself, and none runs twice at a time. What a run does
// is not known here; the clock is handed in.
import type { FeedSettings } from './parse-feeds.ts';

/** Feeds that are fetched or imported at a time. Imports go one by one; the others wait for their servers. */
const PLACES = 8;
/** The longest that a timer is set for: clocks may be set. */
const LONGEST_WAIT_MS = 60_000;

export interface RunClock {
  now(): number;
  /** Calls `work` after so many milliseconds, unless what comes back is called before. */
  after(ms: number, work: () => void): () => void;
}

const SYSTEM_CLOCK: RunClock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export class FeedRuns {
  readonly #run: (feed: FeedSettings) => Promise<number | undefined>;
  readonly #clock: RunClock;
  /** When each feed is due that is not running. */
  readonly #due = new Map<FeedSettings, number>();
  readonly #running = new Set<Promise<void>>();
  #cancel: () => void = () => undefined;
  #stopped = false;

  /** `run` never throws; it gives back when the feed is due again. */
  constructor(run: (feed: FeedSettings) => Promise<number | undefined>, clock: RunClock = SYSTEM_CLOCK) {
    this.#run = run;
    this.#clock = clock;
  }

  /** Runs a feed from that time on. */
  add(feed: FeedSettings, dueAt: number): void {
    this.#due.set(feed, dueAt);
    this.#look();
  }

  /** Starts no further run; fulfilled when those under way are over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await Promise.all(this.#running);
  }

  #look(): void {
    this.#cancel();
    if (this.#stopped) return;
    const now = this.#clock.now();
    const waiting = [...this.#due].sort(([, a], [, b]) => a - b);
    for (const [feed, dueAt] of waiting) {
      if (this.#running.size >= PLACES) return;
      if (dueAt > now) {
        this.#cancel = this.#clock.after(Math.min(dueAt - now, LONGEST_WAIT_MS), () => this.#look());
        return;
      }
      this.#start(feed);
    }
  }

  #start(feed: FeedSettings): void {
    this.#due.delete(feed);
    const running = this.#run(feed).then((dueAt) => {
      this.#running.delete(running);
      if (dueAt !== undefined) this.#due.set(feed, dueAt);
      this.#look();
    });
    this.#running.add(running);
  }
}
