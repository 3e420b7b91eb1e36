// The port behind which requests are counted. A key has a window. It begins with the key's first request and lasts as long as the
// rate limit states; the first request after its end begins the next one. A request may cost more than one. If its cost does not
// fit into the window, it is not counted at all.
import type { RateLimit } from './rate-limit.ts';

export interface WindowCount {
  /** Requests counted in the window so far. */
  readonly requests: number;
  /** Whether the cost of this request fitted and is included in `requests`. */
  readonly allowed: boolean;
  /** Time until the window ends. Above 0. */
  readonly endsInMs: number;
}

export interface RateLimitStore {
  /** The count of `key` after one more request with this cost. Never rejects. A key has one window per length. */
  count(key: string, rate: RateLimit, cost?: number): WindowCount | Promise<WindowCount>;
  close(): Promise<void>;
}

/** One request, to be counted by another process. */
export interface WindowIncrement {
  /** Includes the length of the window. */
  readonly key: string;
  readonly rate: RateLimit;
  readonly cost: number;
}

/** A counter in another process: the primary of a server, or Redis. */
export interface RemoteCounter {
  /** Counts the increments in order. The list is not empty. Rejects if the counter cannot be reached. */
  countRequests(increments: readonly WindowIncrement[]): Promise<readonly WindowCount[]>;
  close?(): Promise<void>;
}

/** A monotonic time in milliseconds. */
export type Clock = () => number;
