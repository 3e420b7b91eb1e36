// Rate limiting: requests with a token are counted by token, others by IP address. Requests with invalid credentials are counted
// by address, and again in a count of their own: an address that exceeds it is blocked until its window ends, so that tokens
// cannot be guessed by brute force.
import type { Caller } from './caller.ts';
import { clientNetwork } from './client-network.ts';
import type { Clock, RateLimitStore, RemoteCounter, WindowCount } from './rate-limit-store.ts';
import type { RateLimit } from './rate-limit.ts';
import { MemoryStore } from './memory-store.ts';
import { BatchingStore } from './batching-store.ts';

/** Rate-limit status after a request. */
export interface RateLimitStatus {
  /** Whether the limit of the IP address or of the token applies. */
  readonly scope: 'address' | 'token';
  readonly rate: RateLimit;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds, at least 1, until the window ends. */
  readonly endsInSeconds: number;
}

/** Undefined means unlimited. */
export interface RateLimits {
  readonly address?: RateLimit | undefined;
  /** For tokens without their own rate. */
  readonly token?: RateLimit | undefined;
}

export interface RateLimitSettings {
  readonly rateLimit: RateLimit | undefined;
  readonly tokenRateLimit: RateLimit | undefined;
  readonly redis: string | undefined;
  readonly redisPassword: string | undefined;
}

/**
 * Opens a limiter that counts in Redis if it is configured, else with `counter`, else in this process. Waits up to two seconds
 * for Redis. Calls `warn` when the remote counter is lost and when it is back; meanwhile this process counts its own requests.
 */
export async function openRateLimiter(
  { rateLimit, tokenRateLimit, redis: url, redisPassword: password }: RateLimitSettings,
  warn: (text: string) => void,
  counter?: RemoteCounter,
): Promise<RateLimiter> {
  const remote = url === undefined ? counter : await openRedis(url, password);
  const store = remote === undefined ? new MemoryStore() : new BatchingStore(remote, warn);
  return new RateLimiter({ address: rateLimit, token: tokenRateLimit }, store);
}

/** Loads the Redis client on demand, because most servers have none. */
async function openRedis(url: string, password: string | undefined): Promise<RemoteCounter> {
  const { openRedisCounter } = await import('./redis-counter.ts');
  return openRedisCounter({ url, password });
}

export class RateLimiter {
  readonly #rates: RateLimits;
  readonly #store: RateLimitStore;
  /** Each process counts these itself, so that guesses are rejected without a remote call. */
  readonly #invalidCredentials: MemoryStore;

  constructor(rates: RateLimits, store: RateLimitStore, now?: Clock) {
    this.#rates = rates;
    this.#store = store;
    this.#invalidCredentials = new MemoryStore(now);
  }

  /** Whether requests without a token are limited. */
  get limitsAddresses(): boolean {
    return this.#rates.address !== undefined;
  }

  /** Counts `cost` requests without a token, all or none. Undefined if they are unlimited. */
  countAddress(address: string, cost = 1): RateLimitStatus | Promise<RateLimitStatus> | undefined {
    const { address: rate } = this.#rates;
    return rate && this.#count('address', clientNetwork(address), rate, cost);
  }

  /** Counts `cost` requests with a token, all or none. Undefined if they are unlimited. */
  countCaller(
    { id, rate = this.#rates.token }: Caller,
    cost = 1,
  ): RateLimitStatus | Promise<RateLimitStatus> | undefined {
    return rate && this.#count('token', id, rate, cost);
  }

  /** Counts a request with invalid credentials. Undefined if requests are unlimited. */
  countInvalidCredentials(address: string): RateLimitStatus | Promise<RateLimitStatus> | undefined {
    const { address: rate } = this.#rates;
    if (rate !== undefined) this.#invalidCredentials.count(invalidCredentialsKey(address), rate);
    return this.countAddress(address);
  }

  /** The status of an address that is blocked for invalid credentials; undefined for all others. */
  findBlocked(address: string): RateLimitStatus | undefined {
    const { address: rate } = this.#rates;
    const count = rate && this.#invalidCredentials.find(invalidCredentialsKey(address), rate);
    if (rate === undefined || count === undefined || count.requests < rate.requests) return undefined;
    return statusOf('address', rate, { ...count, allowed: false });
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  #count(
    scope: RateLimitStatus['scope'],
    id: string,
    rate: RateLimit,
    cost: number,
  ): RateLimitStatus | Promise<RateLimitStatus> {
    const count = this.#store.count(keyOf(scope, id), rate, cost);
    if (count instanceof Promise) return count.then((known) => statusOf(scope, rate, known));
    return statusOf(scope, rate, count);
  }
}

// A new string: a slice of a header would keep the whole header in memory.
function keyOf(scope: string, id: string): string {
  return `${scope}:${id}`;
}

function invalidCredentialsKey(address: string): string {
  return keyOf('refused', clientNetwork(address));
}

function statusOf(
  scope: RateLimitStatus['scope'],
  rate: RateLimit,
  { requests, allowed, endsInMs }: WindowCount,
): RateLimitStatus {
  return {
    scope,
    rate,
    allowed,
    remaining: Math.max(0, rate.requests - requests),
    endsInSeconds: Math.max(1, Math.ceil(endsInMs / 1000)),
  };
}
