// The connections of each client, as turns count clients: by the network of the peer's address. At the limit of connections a client
// with fewer gets the place of one with the most, so no client can keep others out by opening many. Trusted proxies are not clients: their
// connections bring the requests of others.
import type { Socket } from 'node:net';
import { clientNetwork } from '../../auth/rate-limit-store.ts';
import { clientIpSource, proxyTest } from '../client-ip.ts';

const peerOf = clientIpSource([]);

export class ConnectionShares {
  readonly #byClient = new Map<string, Set<Socket>>();
  /** Also after it has closed, when a socket has no address. */
  readonly #clients = new WeakMap<Socket, string>();
  readonly #isProxy: (ip: string) => boolean;

  constructor(trustedProxies: readonly string[]) {
    this.#isProxy = proxyTest(trustedProxies);
  }

  add(socket: Socket): void {
    const ip = peerOf({ headers: {}, socket });
    if (this.#isProxy(ip)) return;
    const client = clientNetwork(ip);
    const own = this.#byClient.get(client) ?? new Set();
    this.#byClient.set(client, own.add(socket));
    this.#clients.set(socket, client);
  }

  delete(socket: Socket): void {
    const own = this.beside(socket);
    if (own?.delete(socket) === true && own.size === 0)
      this.#byClient.delete(this.#clients.get(socket) ?? '');
  }

  /**
   * The connection to close for a new one: of the client with the most, the oldest that is not answered, or else the newest.
   * Undefined if no client has more connections than the client of the new one.
   */
  toClose(added: Socket, isAnswered: (socket: Socket) => boolean): Socket | undefined {
    let largest: ReadonlySet<Socket> | undefined;
    for (const own of this.#byClient.values()) if (own.size > (largest?.size ?? 1)) largest = own;
    if (largest === undefined || largest.size <= (this.beside(added)?.size ?? 1)) return undefined;
    let last: Socket | undefined;
    for (const socket of largest) {
      if (!isAnswered(socket)) return socket;
      last = socket;
    }
    return last;
  }

  /** All of the socket's client; undefined for a proxy. */
  beside(socket: Socket): Set<Socket> | undefined {
    const client = this.#clients.get(socket);
    return client === undefined ? undefined : this.#byClient.get(client);
  }
}
