// What each client holds: connections, running exports, requests that wait for changes. Clients are counted as turns count them: by the
// network of the IP address. At a limit of connections or exports, a client with fewer gets the place of one with the most, so no client
// can keep others out by taking all. Requests that wait for changes have a limit for each client instead.
import { clientNetwork } from '../auth/client-network.ts';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem.ts';
import type { Exchange } from './exchange.ts';
import type { WaitingLimits } from './http-context.ts';
import type { Readable } from 'node:stream';
import type { ListingExport } from '../listing/listing-index.ts';

export class ClientShares<Item extends object> {
  readonly #byClient = new Map<string, Set<Item>>();
  /** Also of a socket that has closed, which has no address. */
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

  /** Takes a place until the response is over. Problem `overloaded` if all are taken, or all of the client. */
  take({ request, response }: Exchange, ip: string): void {
    const { maxWaiting, maxPerAddress } = this.#limits;
    if (this.taken >= maxWaiting) throw overloaded('Too many requests wait for changes already.');
    if (this.#shares.countOf(ip) >= maxPerAddress)
      throw overloaded(`${maxPerAddress} requests from this address wait for changes already.`);
    this.#shares.add(ip, request);
    response.once('close', () => this.#shares.delete(request));
  }
}

// The exports that run at once. At the limit, one of the client with the most is cut for another client: it ends with a cursor that
// continues it. An export that was cut has given back its state, and keeps no place while its client is slow to read the end.

export class ExportPlace {
  isCut = false;
  #opened: ListingExport | undefined;
  #body: Readable | undefined;

  started(opened: ListingExport, body: Readable): void {
    this.#opened = opened;
    this.#body = body;
    if (this.isCut) opened.close();
  }

  /** The next line is the last one. */
  cut(): void {
    this.isCut = true;
    this.#opened?.close();
  }

  destroy(): void {
    this.#body?.destroy();
  }
}

export class ExportPlaces {
  readonly #max: number;
  readonly #running = new ClientShares<ExportPlace>();
  /** Those that were cut, and whose clients have not read the end. The oldest are destroyed, because unread lines take memory. */
  readonly #ending = new Set<ExportPlace>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Problem `overloaded` if all places are taken, and no client has more of them than this one. */
  take(ip: string): ExportPlace {
    const place = new ExportPlace();
    this.#running.add(ip, place);
    if (this.#running.size <= this.#max) return place;
    const other = this.#running.toClose(place, () => false);
    if (other === undefined) {
      this.#running.delete(place);
      throw overloaded(`${this.#max} exports are running already.`);
    }
    this.cut(other);
    return place;
  }

  cut(place: ExportPlace): void {
    this.#running.delete(place);
    this.#ending.add(place);
    place.cut();
    if (this.#ending.size <= this.#max) return;
    const [oldest] = this.#ending;
    this.release(oldest);
    oldest.destroy();
  }

  /** Must be called for each place when its response is over. */
  release(place: ExportPlace): void {
    this.#running.delete(place);
    this.#ending.delete(place);
  }
}

/** Most places are free again in seconds, or a minute at most. */
function overloaded(reason: string): Problem {
  return new Problem('overloaded', `${reason} Try again later.`, [], { retryAfterSeconds: 10 });
}
