// Admission queue: requests beyond capacity wait here, where they are counted, instead of unseen in sockets. It refuses by
// count alone, so a slow or paused processor never makes it refuse. It knows no HTTP.
//
// Requests start in turn, one in each turn of the event loop; sockets are read in between. When the queue overflows, and until
// it is empty again, the oldest requests are refused and the newest starts first: in turn, every request would wait for as
// long as a full queue takes, and all of them would be answered late.

export interface QueuedRequest {
  start(): void;
  reject(): void;
  /** True once nobody waits for the answer. */
  isGone(): boolean;
}

/**
 * While no more than this many run or wait, none is refused. As many may run at a time: those that wait for something other
 * than this thread, such as compression or a cluster.
 */
export const MAX_IN_FLIGHT = 64;

/** Requests that each new one displaces from an overflowing queue, so that it shrinks to what is answered soon. */
const SHED_PER_ARRIVAL = 2;

/**
 * Node takes one new connection in each turn of the event loop, and requests on the others wait where nobody counts them.
 * So up to this many turns in a row that took one start nothing.
 */
const MAX_ACCEPTING_TICKS = 16;

export class AdmissionQueue {
  readonly #maxQueue: number;
  readonly #maxInFlight: number;
  /** The oldest first. */
  #queue: QueuedRequest[] = [];
  #inFlight = 0;
  #isScheduled = false;
  #isOverflowing = false;
  #hasAccepted = false;
  #acceptingTicks = 0;

  /** The queue overflows with more than `maxQueue` requests beyond `maxInFlight`. */
  constructor(maxQueue: number, maxInFlight = MAX_IN_FLIGHT) {
    this.#maxQueue = maxQueue;
    this.#maxInFlight = maxInFlight;
  }

  /** Requests that have started and not yet left. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Requests that have not started. */
  get queued(): number {
    return this.#queue.length;
  }

  /** Requests beyond the number that may be in flight; negative: so many more may come. */
  get excess(): number {
    return this.#inFlight + this.#queue.length - this.#maxInFlight;
  }

  /** Calls either `start` or `reject` of the request, later, unless it is gone by then. */
  enqueue(request: QueuedRequest): void {
    this.#queue.push(request);
    if (this.#isOverflowing || this.excess > this.#maxQueue) this.#shed();
    this.#schedule();
  }

  /** To be called once for each request that started, when its answer is handed over. */
  release(): void {
    this.#inFlight -= 1;
    this.#schedule();
  }

  /** To be called for each connection that is made. */
  onConnection(): void {
    this.#hasAccepted = true;
  }

  #shed(): void {
    this.#queue = this.#queue.filter((request) => !request.isGone());
    this.#isOverflowing ||= this.excess > this.#maxQueue;
    if (!this.#isOverflowing) return;
    for (const request of this.#queue.splice(0, Math.min(SHED_PER_ARRIVAL, this.excess))) request.reject();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0 || this.#inFlight >= this.#maxInFlight) return;
    this.#isScheduled = true;
    setImmediate(this.#onTick);
  }

  readonly #onTick = (): void => {
    this.#isScheduled = false;
    const isAccepting = this.#hasAccepted && this.#acceptingTicks < MAX_ACCEPTING_TICKS;
    this.#acceptingTicks = isAccepting ? this.#acceptingTicks + 1 : 0;
    this.#hasAccepted = false;
    if (!isAccepting) this.#startNext();
    this.#schedule();
  };

  #startNext(): void {
    let request: QueuedRequest | undefined;
    do {
      request = this.#isOverflowing ? this.#queue.pop() : this.#queue.shift();
    } while (request?.isGone() === true);
    if (this.#queue.length === 0) this.#isOverflowing = false;
    if (request === undefined) return;
    this.#inFlight += 1;
    request.start();
  }
}
