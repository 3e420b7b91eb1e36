// Counts requests in the memory of this process. Beyond the limit on memory the oldest windows are evicted. A client with that
// many addresses gains nothing from a restarted window.
import type { Clock, RateLimitStore, WindowCount } from './rate-limit-store.ts';
import type { RateLimit } from './rate-limit.ts';

/** Maximum keys per length of window, about 20 MB. */
const MAX_KEYS = 100_000;

/** Windows evicted at once: a map that loses its first key again and again is slow to find the next one. */
const EVICTION_BATCH_SIZE = MAX_KEYS / 8;

type Length = Pick<RateLimit, 'seconds'>;

interface Window {
  requests: number;
  readonly endsAt: number;
}

export class MemoryStore implements RateLimitStore {
  readonly #now: Clock;
  /** Windows by their length in seconds; rate limits have four lengths. Within a length the oldest window comes first. */
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
      // A restarted window moves to the end.
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
