// Rate limits, the port behind which requests are counted, and counts in memory. A key has a window: it begins with the key's
// first request and lasts as long as its rate limit says; the first request after its end begins another. A request may cost
// more than one. If its cost does not fit into the window, it is not counted at all.

export interface WindowCount {
  /** Requests counted in the window so far. */
  readonly requests: number;
  /** Whether the cost of this request fitted and is part of `requests`. */
  readonly allowed: boolean;
  /** Time until the window ends. Above 0. */
  readonly endsInMs: number;
}

export interface RateLimitStore {
  /** The count of `key` after one more request of this cost. Never rejects. A key has one window per length. */
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

// Rate limits as people write them: `600/min`.

export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const SECONDS = { s: 1, min: 60, h: 3600, d: 86_400 } as const;
type Unit = keyof typeof SECONDS;

const MAX_REQUESTS = 1_000_000_000;

/** Ends the sentence "… must be". */
export const RATE_LIMIT_RULE = 'a number of requests per time, such as 10/s, 600/min, 20000/h or 100000/d';

/** Undefined if the text is not a rate of 1 to 10⁹ requests per second, minute, hour or day. */
export function tryParseRateLimit(text: string): RateLimit | undefined {
  const [, digits, unit] = /^([0-9]{1,10})\/(s|min|h|d)$/.exec(text.trim()) ?? [];
  const requests = Number(digits);
  if (!(requests >= 1 && requests <= MAX_REQUESTS)) return undefined;
  return { requests, seconds: SECONDS[unit as Unit] };
}

export function formatRateLimit({ requests, seconds }: RateLimit): string {
  const unit = (Object.keys(SECONDS) as Unit[]).find((name) => SECONDS[name] === seconds);
  if (unit === undefined) throw new Error(`no unit of a rate has ${seconds} seconds`);
  return `${requests}/${unit}`;
}

// Counts in the memory of this process. Memory is bounded: beyond the limit the oldest windows are evicted. A client with that
// many addresses gains nothing from a window that starts again.

/** Keys per length of window: about 20 MB. */
const MAX_KEYS = 100_000;

/** Evicted at once, because a map that loses its first key again and again is slow to find the next one. */
const EVICTION_BATCH_SIZE = MAX_KEYS / 8;

type Length = Pick<RateLimit, 'seconds'>;

interface Window {
  requests: number;
  readonly endsAt: number;
}

export class MemoryStore implements RateLimitStore {
  readonly #now: Clock;
  /** By length in seconds, of which rate limits have four. Within a length the oldest window comes first. */
  readonly #windows = new Map<number, Map<string, Window>>();

  constructor(now: Clock = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    let size = 0;
    for (const windows of this.#windows.values()) size += windows.size;
    return size;
  }

  count(key: string, { requests, seconds }: RateLimit, cost = 1): WindowCount {
    const now = this.#now();
    const windows = this.#windowsOf(seconds);
    let window = windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      // A window that starts again moves to the end.
      windows.delete(key);
      if (windows.size >= MAX_KEYS) evictOldest(windows);
      window = { requests: 0, endsAt: now + seconds * 1000 };
      windows.set(key, window);
    }
    const allowed = window.requests + cost <= requests;
    if (allowed) window.requests += cost;
    return { requests: window.requests, allowed, endsInMs: window.endsAt - now };
  }

  /** The count without another request; undefined if no window is open. */
  find(key: string, { seconds }: Length): Omit<WindowCount, 'allowed'> | undefined {
    const now = this.#now();
    const window = this.#windows.get(seconds)?.get(key);
    if (window === undefined || window.endsAt <= now) return undefined;
    return { requests: window.requests, endsInMs: window.endsAt - now };
  }

  async close(): Promise<void> {
    this.#windows.clear();
  }

  #windowsOf(seconds: number): Map<string, Window> {
    let windows = this.#windows.get(seconds);
    if (windows === undefined) this.#windows.set(seconds, (windows = new Map<string, Window>()));
    return windows;
  }
}

function evictOldest(windows: Map<string, Window>): void {
  let remaining = EVICTION_BATCH_SIZE;
  for (const key of windows.keys()) {
    if (remaining === 0) return;
    windows.delete(key);
    remaining -= 1;
  }
}
