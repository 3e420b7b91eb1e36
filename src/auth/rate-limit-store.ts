// What counts requests: the port that all kinds of counters have in common. A key has a window, which begins with its first
// request and lasts as long as its rate says; the next request after its end begins another. A request may cost more than
// one, and one whose cost does not fit into the window is not counted at all. What a key identifies is not known here.
import type { RateLimit } from './rate-limit.ts';

export interface WindowCount {
  /** What the window has counted so far. */
  readonly requests: number;
  /** Whether the cost of this request fitted, and is part of `requests`. */
  readonly allowed: boolean;
  /** Until the window ends. Above 0. */
  readonly endsInMs: number;
}

/** One request, as one process asks another to count it. */
export interface WindowIncrement {
  /** Another one for each length of windows. */
  readonly key: string;
  readonly rate: RateLimit;
  readonly cost: number;
}

export interface RateLimitStore {
  /** The count of `key` with one more request, of this cost. Never rejects. The window of a key is another one for each length. */
  count(key: string, rate: RateLimit, cost?: number): WindowCount | Promise<WindowCount>;
  close(): Promise<void>;
}

/** A time in milliseconds that only ever grows. */
export type Clock = () => number;
