// Limits on requests that wait for changes: in all, and for each client, as rate limits count clients.
import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '../auth/rate-limit-store.ts';
import { Problem } from '../problem.ts';
import { clientIpSource } from './client-ip.ts';
import type { HttpContext, WaitingLimits } from './http-context.ts';

const DEFAULT_LIMITS: WaitingLimits = { maxWaiting: 10_000, maxPerAddress: 100 };

export class WaitingPlaces {
  readonly #limits: WaitingLimits;
  readonly #ipOf: ReturnType<typeof clientIpSource>;
  readonly #byClient = new Map<string, number>();
  #taken = 0;

  constructor({ waitingLimits, trustedProxies = [] }: Pick<HttpContext, 'waitingLimits' | 'trustedProxies'>) {
    this.#limits = { ...DEFAULT_LIMITS, ...waitingLimits };
    this.#ipOf = clientIpSource(trustedProxies);
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a place, and returns the function that gives it back, to be called once. Problem `overloaded` if all are taken. */
  take(request: IncomingMessage): () => void {
    const client = clientNetwork(this.#ipOf(request));
    const own = this.#byClient.get(client) ?? 0;
    const { maxWaiting, maxPerAddress } = this.#limits;
    if (this.#taken >= maxWaiting)
      throw new Problem('overloaded', 'Too many requests wait for changes already. Try again later.');
    if (own >= maxPerAddress)
      throw new Problem(
        'overloaded',
        `${maxPerAddress} requests from this address wait for changes already. Try again later.`,
      );
    this.#taken += 1;
    this.#byClient.set(client, own + 1);
    return () => {
      this.#taken -= 1;
      const left = (this.#byClient.get(client) ?? 1) - 1;
      if (left === 0) this.#byClient.delete(client);
      else this.#byClient.set(client, left);
    };
  }
}
