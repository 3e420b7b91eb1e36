// Admission queue: requests beyond capacity wait here, where they are counted, instead of unseen in sockets. It refuses by
// count alone, so a slow or paused processor never makes it refuse. It knows no HTTP.
//
// Requests start in turn, one in each turn of the event loop; sockets are read in between. When more come than the limit
// allows, the oldest is refused, and until the queue is empty again the newest starts first: otherwise every request would
// wait for as long as a full queue takes, and all of them would be answered late.

export interface QueuedRequest {
  start(): void;
  refuse(): void;
  /** True once nobody waits for the answer. */
  isGone(): boolean;
}

/** Requests that are answered at a time. They wait for something other than this thread: compression, a cluster. */
export const MAX_RUNNING = 64;

/**
 * Node takes one new connection in each turn of the event loop, and requests on the others wait where nobody counts them.
 * So up to this many turns in a row that took one start nothing.
 */
const MAX_ACCEPTING_TURNS = 16;

export class AdmissionQueue {
  readonly #maxInFlight: number;
  /** The oldest first. */
  #queue: QueuedRequest[] = [];
  #running = 0;
  #isPlanned = false;
  #isOverflowing = false;
  #hasAccepted = false;
  #acceptingTurns = 0;

  /** `maxInFlight`: requests that run or wait; the oldest one beyond it is refused. */
  constructor(maxInFlight: number) {
    this.#maxInFlight = maxInFlight;
  }

  /** Requests that have started and not yet left. */
  get running(): number {
    return this.#running;
  }

  /** Requests that have not started. */
  get queued(): number {
    return this.#queue.length;
  }

  /** Calls either `start` or `refuse` of the request, later, unless it is gone by then. */
  join(request: QueuedRequest): void {
    this.#queue.push(request);
    if (this.#running + this.#queue.length > this.#maxInFlight) this.#shed();
    this.#plan();
  }

  /** To be called once for each request that started, when its answer is handed over. */
  leave(): void {
    this.#running -= 1;
    this.#plan();
  }

  /** To be called for each connection that is made. */
  connected(): void {
    this.#hasAccepted = true;
  }

  #shed(): void {
    this.#queue = this.#queue.filter((request) => !request.isGone());
    if (this.#running + this.#queue.length <= this.#maxInFlight) return;
    this.#isOverflowing = true;
    this.#queue.shift()?.refuse();
  }

  #plan(): void {
    if (this.#isPlanned || this.#queue.length === 0 || this.#running >= MAX_RUNNING) return;
    this.#isPlanned = true;
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#isPlanned = false;
    const isAccepting = this.#hasAccepted && this.#acceptingTurns < MAX_ACCEPTING_TURNS;
    this.#acceptingTurns = isAccepting ? this.#acceptingTurns + 1 : 0;
    this.#hasAccepted = false;
    if (!isAccepting) this.#startNext();
    this.#plan();
  };

  #startNext(): void {
    let request: QueuedRequest | undefined;
    do {
      request = this.#isOverflowing ? this.#queue.pop() : this.#queue.shift();
    } while (request?.isGone() === true);
    if (this.#queue.length === 0) this.#isOverflowing = false;
    if (request === undefined) return;
    this.#running += 1;
    request.start();
  }
}
