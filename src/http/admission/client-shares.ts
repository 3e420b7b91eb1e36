// The resources that each client holds: connections, running exports, requests that wait for changes. A client is the network of
// an IP address, as in the admission queue. At the limit of connections or exports, a client with fewer takes the place of one
// with the most, so no client can keep others out by taking all. Requests that wait for changes have a limit per client instead.
import { clientNetwork } from '../../auth/client-network.ts';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../problem.ts';
import type { Exchange } from '../exchange.ts';
import type { WaitingLimits } from '../http-context.ts';

export class ClientShares<Item extends object> {
  readonly #byClient = new Map<string, Set<Item>>();
  /** The client of each item, kept because a closed socket has no address. */
  readonly #clients = new Map<Item, string>();

  get size(): number {
    return this.#clients.size;
  }

  countOf(ip: string): number {
    return this.#byClient.get(clientNetwork(ip))?.size ?? 0;
  }

  add(ip: string, item: Item): void {
    const client = clientNetwork(ip);
    this.#byClient.set(client, (this.#byClient.get(client) ?? new Set()).add(item));
    this.#clients.set(item, client);
  }

  delete(item: Item): void {
    const own = this.beside(item);
    if (own?.delete(item) === true && own.size === 0) this.#byClient.delete(this.#clients.get(item) ?? '');
    this.#clients.delete(item);
  }

  /**
   * The item to close for `added`: the oldest item of the client with the most for which `isKept` is false, or else its newest.
   * Undefined if no client has more than the client of `added`.
   */
  toClose(added: Item, isKept: (item: Item) => boolean): Item | undefined {
    let largest: ReadonlySet<Item> | undefined;
    for (const own of this.#byClient.values()) if (own.size > (largest?.size ?? 1)) largest = own;
    if (largest === undefined || largest.size <= (this.beside(added)?.size ?? 1)) return undefined;
    let last: Item | undefined;
    for (const item of largest) {
      if (!isKept(item)) return item;
      last = item;
    }
    return last;
  }

  beside(item: Item): Set<Item> | undefined {
    const client = this.#clients.get(item);
    return client === undefined ? undefined : this.#byClient.get(client);
  }
}

const DEFAULT_WAITING: WaitingLimits = { maxWaiting: 10_000, maxPerAddress: 100 };

export class WaitingPlaces {
  readonly #limits: WaitingLimits;
  readonly #shares = new ClientShares<IncomingMessage>();

  constructor(limits: Partial<WaitingLimits> = {}) {
    this.#limits = { ...DEFAULT_WAITING, ...limits };
  }

  get taken(): number {
    return this.#shares.size;
  }

  /** Takes a place until the response is over. Throws a Problem `overloaded` if all places, or all of this client, are taken. */
  take({ request, response }: Exchange, ip: string): void {
    const { maxWaiting, maxPerAddress } = this.#limits;
    if (this.taken >= maxWaiting) throw overloaded('Too many requests wait for changes already.');
    if (this.#shares.countOf(ip) >= maxPerAddress)
      throw overloaded(`${maxPerAddress} requests from this address wait for changes already.`);
    this.#shares.add(ip, request);
    response.once('close', () => this.#shares.delete(request));
  }
}

/** Retrying in ten seconds: most places are free again in seconds, and all in a minute. */
export function overloaded(reason: string): Problem {
  return new Problem('overloaded', `${reason} Try again later.`, [], { retryAfterSeconds: 10 });
}
