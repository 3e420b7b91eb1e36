// Fair queue: waiting requests by client. Clients take turns by the time that their requests take (surplus round robin): a client
// is served until the credit of its turn is used up, and repays what its last request took beyond it in later turns. So a client
// with many or expensive requests waits for its own requests, and others wait for at most one of them.
//
// Each client has a lane for each kind of request, and its lanes take turns: its pages do not wait for all its searches. Requests
// that have begun come first, so each client has at most one half-done request, besides streams. Each lane is first in, first
// out. The file knows no HTTP, ticks or clocks.

const LANES = ['search', 'page', 'redirect', 'low', 'stream', 'begun'] as const;

/**
 * A kind of requests. Only those in the lane `search` are shed. In `begun` are those that had a turn and need another, in `stream`
 * those that need very many.
 */
export type Lane = (typeof LANES)[number];

interface Waiting {
  /** True once the client has disconnected, or has its response. */
  isGone(): boolean;
}

/** Milliseconds of credit per turn: about one search, or several cached ones. */
const TURN_MS = 0.5;

/** A client. While it has waiting requests, it is in the ring of clients that take turns. */
class Client<Request> {
  readonly key: string;
  /** Milliseconds; a debt if negative. */
  credit = TURN_MS;
  waiting = 0;
  readonly lanes: Readonly<Record<Lane, Request[]>> = {
    search: [],
    page: [],
    redirect: [],
    low: [],
    stream: [],
    begun: [],
  };
  /** The lane that was served last, by its place in LANES. */
  lane = LANES.length - 1;
  /** True from a shed search until no search waits. */
  isNewestFirst = false;
  next: Client<Request> = this;
  previous: Client<Request> = this;

  constructor(key: string) {
    this.key = key;
  }
}

export class FairQueue<Request extends Waiting> {
  /** Clients with waiting requests, and clients that had some since `forgetServed` was last called. */
  readonly #clients = new Map<string, Client<Request>>();
  #current: Client<Request> | undefined;
  #ringSize = 0;
  readonly #waiting: Record<Lane, number> = { search: 0, page: 0, redirect: 0, low: 0, stream: 0, begun: 0 };
  readonly #searching = new Set<Client<Request>>();
  readonly #served: Client<Request>[] = [];
  #takenFrom: Client<Request> | undefined;
  #takenLane: Lane = 'search';

  count(lane?: Lane): number {
    if (lane !== undefined) return this.#waiting[lane];
    return LANES.reduce((sum, each) => sum + this.#waiting[each], 0);
  }

  get takenLane(): Lane {
    return this.#takenLane;
  }

  get isEmpty(): boolean {
    return this.#current === undefined;
  }

  get clients(): number {
    return this.#clients.size;
  }

  add(key: string, lane: Lane, request: Request): void {
    let client = this.#clients.get(key);
    if (client === undefined) this.#clients.set(key, (client = new Client(key)));
    if (client.waiting === 0) this.#join(client);
    client.waiting += 1;
    client.lanes[lane].push(request);
    this.#waiting[lane] += 1;
    if (lane === 'search') this.#searching.add(client);
  }

  take(): Request | undefined {
    for (let client = this.#nextInTurn(); client !== undefined; client = this.#nextInTurn()) {
      const lane = nextLane(client);
      const requests = client.lanes[lane];
      const request = lane === 'search' && client.isNewestFirst ? requests.pop() : requests.shift();
      this.#removed(client, lane, 1);
      this.#takenFrom = client;
      this.#takenLane = lane;
      if (request !== undefined && !request.isGone()) return request;
    }
    return undefined;
  }

  /** Takes credit from the client of the request that was taken last. */
  charge(ms: number): void {
    if (this.#takenFrom !== undefined) this.#takenFrom.credit -= ms;
  }

  /** Whether the client of the request taken last has at least the average number of waiting requests in its lane. */
  get isCrowding(): boolean {
    const client = this.#takenFrom;
    if (client === undefined) return false;
    const lane = this.#takenLane;
    return (client.lanes[lane].length + 1) * Math.max(1, this.#ringSize) >= this.#waiting[lane] + 1;
  }

  /**
   * Forgets the credit and the debts of clients with nothing waiting. Must be called after sockets were read, so that a client
   * whose next requests had already arrived keeps its debts.
   */
  forgetServed(): void {
    if (this.#served.length === 0) return;
    for (const { key, waiting } of this.#served) if (waiting === 0) this.#clients.delete(key);
    this.#served.length = 0;
  }

  removeGone(): void {
    for (const client of this.#searching) {
      const { search } = client.lanes;
      let kept = 0;
      for (const request of search) if (!request.isGone()) search[kept++] = request;
      const gone = search.length - kept;
      search.length = kept;
      if (gone > 0) this.#removed(client, 'search', gone);
    }
  }

  /**
   * Removes and returns the oldest search of the client with the most; of several such clients, the one that has waited longest.
   * From then until none of its searches waits, that client's newest is served first: otherwise each would wait for a full queue,
   * and all would be late.
   */
  shed(): Request | undefined {
    let largest: Client<Request> | undefined;
    for (const client of this.#searching)
      if (client.lanes.search.length > (largest?.lanes.search.length ?? 0)) largest = client;
    if (largest === undefined) return undefined;
    largest.isNewestFirst = true;
    const request = largest.lanes.search.shift();
    this.#removed(largest, 'search', 1);
    return request;
  }

  /** Moves on to the first client with credit. Each client that is passed gets the credit of a turn. */
  #nextInTurn(): Client<Request> | undefined {
    let client = this.#current;
    if (client === undefined) return undefined;
    while (client.credit <= 0) {
      client.credit += TURN_MS;
      client = client.next;
    }
    return (this.#current = client);
  }

  #join(client: Client<Request>): void {
    this.#ringSize += 1;
    const first = this.#current;
    if (first === undefined) return void (this.#current = client);
    client.next = first;
    client.previous = first.previous;
    first.previous.next = client;
    first.previous = client;
  }

  #removed(client: Client<Request>, lane: Lane, requests: number): void {
    this.#waiting[lane] -= requests;
    client.waiting -= requests;
    if (lane === 'search' && client.lanes.search.length === 0) {
      this.#searching.delete(client);
      client.isNewestFirst = false;
    }
    if (client.waiting > 0) return;
    this.#ringSize -= 1;
    if (this.#current === client) this.#current = client.next === client ? undefined : client.next;
    client.next.previous = client.previous;
    client.previous.next = client.next;
    client.next = client.previous = client;
    this.#served.push(client);
  }
}

/** The next of the client's lanes with a waiting request. */
function nextLane<Request>(client: Client<Request>): Lane {
  if (client.lanes.begun.length > 0) return 'begun';
  do client.lane = (client.lane + 1) % LANES.length;
  while (client.lanes[LANES[client.lane]].length === 0);
  return LANES[client.lane];
}
