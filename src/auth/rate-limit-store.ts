// The port behind which requests are counted. A key has a window: it begins with the key's first request and lasts as long as
// its rate limit says; the first request after its end begins another. A request may cost more than one. If its cost does not
// fit into the window, it is not counted at all.

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

/** The inverse of tryParseRateLimit. */
export function formatRateLimit({ requests, seconds }: RateLimit): string {
  const unit = (Object.keys(SECONDS) as Unit[]).find((name) => SECONDS[name] === seconds);
  if (unit === undefined) throw new Error(`no unit of a rate has ${seconds} seconds`);
  return `${requests}/${unit}`;
}
