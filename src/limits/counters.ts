// What counts requests: the port that all kinds of counters have in common. A key has a window, which begins with its first
// request and lasts as long as its rate says; the next request after its end begins another. Who the keys stand for, and
// what becomes of those who ask too often, is not known here.
import type { Rate } from '../access/rate.ts';

export interface Count {
  /** Requests of the window so far, this one included. */
  readonly requests: number;
  /** Until the window ends. Above 0. */
  readonly endsInMs: number;
}

/** One request more, as one process asks another to count it. */
export interface Asked {
  /** Another one for each length of windows. */
  readonly key: string;
  /** The length. */
  readonly seconds: number;
}

export interface Counters {
  /** The count of `key` with one more request. Never rejects. The window of a key is another one for each length. */
  count(key: string, rate: Rate): Count | Promise<Count>;
  close(): Promise<void>;
}

/** A time in milliseconds that only ever grows. */
export type Clock = () => number;
