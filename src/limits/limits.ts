// How often somebody may ask: by address those without a token, by token those with one. Credentials that are refused
// count for the address that sent them, and on a count of their own: an address that sent too many has none looked at any
// more until its window ends, so tokens cannot be guessed by trying.
import type { Caller } from '../access/caller.ts';
import type { Rate } from '../access/rate.ts';
import { countedAddress } from './counted-address.ts';
import type { Clock, Count, Counters } from './counters.ts';
import { MemoryCounters } from './memory-counters.ts';

/** Where somebody stands with the request that they just sent. */
export interface Standing {
  /** Whom the rate holds for. */
  readonly of: 'address' | 'token';
  readonly rate: Rate;
  readonly allowed: boolean;
  /** Requests that are left until the window ends. */
  readonly left: number;
  /** Whole seconds, at least 1, until the window ends. */
  readonly endsInSeconds: number;
}

/** No rate: there is no limit. */
export interface Rates {
  readonly address?: Rate | undefined;
  /** For tokens that have none of their own. */
  readonly token?: Rate | undefined;
}

export class Limits {
  readonly #rates: Rates;
  readonly #counters: Counters;
  /** Each process has its own: with these a guess is refused before anybody is asked. */
  readonly #refused: MemoryCounters;

  constructor(rates: Rates, counters: Counters, now?: Clock) {
    this.#rates = rates;
    this.#counters = counters;
    this.#refused = new MemoryCounters(now);
  }

  /** Whether anybody without a token is limited. */
  get limitsAddresses(): boolean {
    return this.#rates.address !== undefined;
  }

  /** Counts a request without a token, or as many as `cost`, all or none. Undefined: there is no limit. */
  countAddress(address: string, cost = 1): Standing | Promise<Standing> | undefined {
    const { address: rate } = this.#rates;
    return rate && this.#count('address', countedAddress(address), rate, cost);
  }

  /** Counts a request with a token, or as many as `cost`, all or none. Undefined: there is no limit. */
  countCaller({ id, rate = this.#rates.token }: Caller, cost = 1): Standing | Promise<Standing> | undefined {
    return rate && this.#count('token', id, rate, cost);
  }

  /** Counts a request whose credentials were refused. Undefined: there is no limit. */
  countRefused(address: string): Standing | Promise<Standing> | undefined {
    const { address: rate } = this.#rates;
    if (rate !== undefined) this.#refused.count(refusedKey(address), rate);
    return this.countAddress(address);
  }

  /** Where an address stands that has sent so many bad credentials that no more are looked at; undefined for all others. */
  findBarred(address: string): Standing | undefined {
    const { address: rate } = this.#rates;
    const count = rate && this.#refused.find(refusedKey(address), rate);
    if (rate === undefined || count === undefined || count.requests < rate.requests) return undefined;
    return standingOf('address', rate, { ...count, allowed: false });
  }

  async close(): Promise<void> {
    await this.#counters.close();
  }

  #count(of: Standing['of'], id: string, rate: Rate, cost: number): Standing | Promise<Standing> {
    const count = this.#counters.count(keyOf(of, id), rate, cost);
    if (count instanceof Promise) return count.then((known) => standingOf(of, rate, known));
    return standingOf(of, rate, count);
  }
}

// Put together, not cut out: a piece of a header would keep all of the header in memory as long as the key is kept.
function keyOf(of: string, id: string): string {
  return `${of}:${id}`;
}

function refusedKey(address: string): string {
  return keyOf('refused', countedAddress(address));
}

function standingOf(of: Standing['of'], rate: Rate, { requests, allowed, endsInMs }: Count): Standing {
  return {
    of,
    rate,
    allowed,
    left: Math.max(0, rate.requests - requests),
    endsInSeconds: Math.max(1, Math.ceil(endsInMs / 1000)),
  };
}
