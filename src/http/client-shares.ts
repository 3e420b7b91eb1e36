// What each client holds: connections, running exports, requests that wait for changes. Clients are counted as turns count them: by the
// network of the IP address. At a limit a client with fewer gets the place of one with the most, so no client can keep others out by
// taking all.
import { clientNetwork } from '../auth/rate-limit-store.ts';

export class ClientShares<Item extends object> {
  readonly #byClient = new Map<string, Set<Item>>();
  /** Also of a socket that has closed, which has no address. */
  readonly #clients = new Map<Item, string>();

  /** Items of all clients. */
  get size(): number {
    return this.#clients.size;
  }

  /** Items of one client. */
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
   * The item to close for a new one: of the client with the most, the oldest that is not `kept`, or else the newest. Undefined if no
   * client has more than the client of the new one.
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

  /** All of the item's client; undefined if it was not added. */
  beside(item: Item): Set<Item> | undefined {
    const client = this.#clients.get(item);
    return client === undefined ? undefined : this.#byClient.get(client);
  }
}
