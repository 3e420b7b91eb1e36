// How often somebody may ask: by address those without a token, by token those with one. Credentials that are refused
// count for the address that sent them, and on a count of their own: an address that sent too many has none looked at any
// more until its window ends, so tokens cannot be guessed by trying.
import type { Caller } from './caller.ts';
import type { RateLimit } from './rate-limit.ts';
import { rateLimitKey } from './rate-limit-key.ts';
import type { Clock, WindowCount, RateLimitStore } from './rate-limit-store.ts';
import { MemoryStore } from './memory-store.ts';

/** Where somebody stands with the request that they just sent. */
export interface RateLimitStatus {
  /** Whom the rate holds for. */
  readonly scope: 'address' | 'token';
  readonly rate: RateLimit;
  readonly allowed: boolean;
  /** Requests that are left until the window ends. */
  readonly remaining: number;
  /** Whole seconds, at least 1, until the window ends. */
  readonly endsInSeconds: number;
}

/** No rate: there is no limit. */
export interface RateLimits {
  readonly address?: RateLimit | undefined;
  /** For tokens that have none of their own. */
  readonly token?: RateLimit | undefined;
}

export class RateLimiter {
  readonly #rates: RateLimits;
  readonly #store: RateLimitStore;
  /** Each process has its own: with these a guess is refused before anybody is asked. */
  readonly #invalidCredentials: MemoryStore;

  constructor(rates: RateLimits, store: RateLimitStore, now?: Clock) {
    this.#rates = rates;
    this.#store = store;
    this.#invalidCredentials = new MemoryStore(now);
  }

  /** Whether anybody without a token is limited. */
  get limitsAddresses(): boolean {
    return this.#rates.address !== undefined;
  }

  /** Counts a request without a token, or as many as `cost`, all or none. Undefined: there is no limit. */
  countAddress(address: string, cost = 1): RateLimitStatus | Promise<RateLimitStatus> | undefined {
    const { address: rate } = this.#rates;
    return rate && this.#count('address', rateLimitKey(address), rate, cost);
  }

  /** Counts a request with a token, or as many as `cost`, all or none. Undefined: there is no limit. */
  countCaller(
    { id, rate = this.#rates.token }: Caller,
    cost = 1,
  ): RateLimitStatus | Promise<RateLimitStatus> | undefined {
    return rate && this.#count('token', id, rate, cost);
  }

  /** Counts a request whose credentials were refused. Undefined: there is no limit. */
  countInvalidCredentials(address: string): RateLimitStatus | Promise<RateLimitStatus> | undefined {
    const { address: rate } = this.#rates;
    if (rate !== undefined) this.#invalidCredentials.count(invalidCredentialsKey(address), rate);
    return this.countAddress(address);
  }

  /** Where an address stands that has sent so many bad credentials that no more are looked at; undefined for all others. */
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

// Put together, not cut out: a piece of a header would keep all of the header in memory as long as the key is kept.
function keyOf(scope: string, id: string): string {
  return `${scope}:${id}`;
}

function invalidCredentialsKey(address: string): string {
  return keyOf('refused', rateLimitKey(address));
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
