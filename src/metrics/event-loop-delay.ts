// How late the event loop runs what is due. It is measured all the time, in windows of some seconds; what is told is
// the worst window of the last minute, so that whoever asks once a minute misses nothing.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Between two looks of the clock. Each costs a microsecond or two. */
const RESOLUTION_MS = 20;
const WINDOW_MS = 5000;
const WINDOWS_IN_A_MINUTE = 12;

export interface LoopDelay {
  /** Seconds. */
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

const NONE: LoopDelay = { median: 0, p99: 0, longest: 0 };

export class EventLoopDelay {
  readonly #monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  /** The oldest first. */
  #windows: readonly LoopDelay[] = [];

  constructor() {
    this.#monitor.enable();
    this.#timer = setInterval(() => this.#endWindow(), WINDOW_MS);
    this.#timer.unref();
  }

  /** Of the worst window of the last minute, the one that is under way included. */
  read(): LoopDelay {
    return [...this.#windows, this.#current()].reduce(
      (worst, { median, p99, longest }) => ({
        median: Math.max(worst.median, median),
        p99: Math.max(worst.p99, p99),
        longest: Math.max(worst.longest, longest),
      }),
      NONE,
    );
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#monitor.disable();
  }

  #endWindow(): void {
    this.#windows = [...this.#windows, this.#current()].slice(-WINDOWS_IN_A_MINUTE);
    this.#monitor.reset();
  }

  #current(): LoopDelay {
    const { count } = this.#monitor;
    if (count === 0) return NONE;
    return {
      median: seconds(this.#monitor.percentile(50)),
      p99: seconds(this.#monitor.percentile(99)),
      longest: seconds(this.#monitor.max),
    };
  }
}

/** The monitor measures, in nanoseconds, the time between two looks: what is more than it should be is delay. */
function seconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS) / 1000;
}
