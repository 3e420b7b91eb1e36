// Limits on requests that wait for changes: in all, and for each client, as rate limits count clients.
import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem.ts';
import { clientIpSource } from './client-ip.ts';
import { ClientShares } from './client-shares.ts';
import type { HttpContext, WaitingLimits } from './http-context.ts';

const DEFAULT_LIMITS: WaitingLimits = { maxWaiting: 10_000, maxPerAddress: 100 };

export class WaitingPlaces {
  readonly #limits: WaitingLimits;
  readonly #ipOf: ReturnType<typeof clientIpSource>;
  readonly #shares = new ClientShares<IncomingMessage>();

  constructor({ waitingLimits, trustedProxies = [] }: Pick<HttpContext, 'waitingLimits' | 'trustedProxies'>) {
    this.#limits = { ...DEFAULT_LIMITS, ...waitingLimits };
    this.#ipOf = clientIpSource(trustedProxies);
  }

  get taken(): number {
    return this.#shares.size;
  }

  /** Takes a place, and returns the function that gives it back, to be called once. Problem `overloaded` if all are taken. */
  take(request: IncomingMessage): () => void {
    const ip = this.#ipOf(request);
    const { maxWaiting, maxPerAddress } = this.#limits;
    if (this.taken >= maxWaiting) throw refused('Too many requests wait for changes already.');
    if (this.#shares.countOf(ip) >= maxPerAddress)
      throw refused(`${maxPerAddress} requests from this address wait for changes already.`);
    this.#shares.add(ip, request);
    return () => this.#shares.delete(request);
  }
}

/** Places are kept for up to a minute, by event streams for longer. */
function refused(reason: string): Problem {
  return new Problem('overloaded', `${reason} Try again later.`, [], { retryAfterSeconds: 10 });
}
