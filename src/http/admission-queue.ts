// Admission queue: requests beyond capacity wait here, where they are counted, instead of unseen in sockets. It sheds by count
// alone, so a slow or paused processor never makes it shed. It knows no HTTP.
//
// Requests start first in, first out, one per tick of the event loop; sockets are read in between. Requests that are answered at
// once, from the cache, share a tick. From an overflow until the queue is empty, the oldest are shed and the newest starts first:
// otherwise each request would wait for a full queue, and all would be late.

export interface QueuedRequest {
  start(): void;
  reject(): void;
  /** True once the client has disconnected. */
  isGone(): boolean;
}

/** Maximum requests in flight: more than one runs only while others wait for another thread, or for a cluster. */
export const MAX_IN_FLIGHT = 64;

/** Requests that each arrival displaces from an overflowing queue: more than one, so that it shrinks. */
const SHED_PER_ARRIVAL = 2;

/**
 * Node accepts one connection per tick, and requests on the others wait uncounted. So in up to this many consecutive ticks that
 * accepted one, no request starts.
 */
const MAX_ACCEPTING_TICKS = 16;

/**
 * Requests that start in one tick, if those before the last are answered in it. With one, a cached response takes 1.5 times the CPU
 * time (71 µs instead of 46): a tick of its own, and mostly a client to wake.
 */
const MAX_STARTS_PER_TICK = 8;

export class AdmissionQueue {
  readonly #maxQueue: number;
  readonly #maxInFlight: number;
  /** Oldest first. */
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

  /** Requests that started and were not released. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get queued(): number {
    return this.#queue.length;
  }

  /** Requests beyond the maximum in flight; negative if there are fewer. */
  get excess(): number {
    return this.#inFlight + this.#queue.length - this.#maxInFlight;
  }

  /** Calls `start` or `reject` later, unless the request is gone by then. */
  enqueue(request: QueuedRequest): void {
    this.#queue.push(request);
    if (this.#isOverflowing || this.excess > this.#maxQueue) this.#shed();
    this.#schedule();
  }

  /** Must be called once for each started request, when its response is sent. */
  release(): void {
    this.#inFlight -= 1;
    this.#schedule();
  }

  /** Must be called for each accepted connection. */
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
    if (!isAccepting) this.#startSome();
    this.#schedule();
  };

  #startSome(): void {
    const inFlight = this.#inFlight;
    for (let started = 0; started < MAX_STARTS_PER_TICK && this.#inFlight === inFlight; started += 1) {
      if (this.#queue.length === 0) return;
      this.#startNext();
    }
  }

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
