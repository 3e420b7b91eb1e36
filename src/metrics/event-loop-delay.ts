// Event loop lag, measured all the time in windows of five seconds. The reported values are the worst of the last minute, so
// that a scrape per minute misses nothing.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Interval of the timer that is measured. It costs a microsecond or two. */
const RESOLUTION_MS = 20;
const WINDOW_MS = 5000;
const WINDOWS_IN_A_MINUTE = 12;

export interface LoopDelay {
  /** Seconds. */
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

const NO_DELAY: LoopDelay = { median: 0, p99: 0, max: 0 };

export class EventLoopDelay {
  readonly #monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  /** Oldest first. */
  #windows: readonly LoopDelay[] = [];

  constructor() {
    this.#monitor.enable();
    this.#timer = setInterval(() => this.#endWindow(), WINDOW_MS);
    this.#timer.unref();
  }

  /** The worst of each value in the last minute, including the current window. */
  read(): LoopDelay {
    return [...this.#windows, this.#current()].reduce(
      (worst, { median, p99, max }) => ({
        median: Math.max(worst.median, median),
        p99: Math.max(worst.p99, p99),
        max: Math.max(worst.max, max),
      }),
      NO_DELAY,
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
    if (count === 0) return NO_DELAY;
    return {
      median: delaySeconds(this.#monitor.percentile(50)),
      p99: delaySeconds(this.#monitor.percentile(99)),
      max: delaySeconds(this.#monitor.max),
    };
  }
}

/** The monitor reports the time between two timer ticks, in nanoseconds. The excess over the interval is lag. */
function delaySeconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS) / 1000;
}
