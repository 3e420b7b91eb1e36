// Admission queue: requests beyond capacity wait here, where they are counted, instead of unseen in sockets. It sheds by count
// alone, so a slow or paused processor never makes it shed. It knows no HTTP.
//
// One request starts per tick of the event loop; sockets are read in between. Requests that are answered at once, from the cache,
// share a tick. Clients take turns (fair-queue.ts), by the time that their requests kept the event loop. From an overflow until no
// search waits, searches of the client with the most are shed.
import { FairQueue, type Lane } from './fair-queue.ts';

export interface QueuedRequest {
  /** `isOverloaded`: the response should cost as little as possible. */
  start(isOverloaded: boolean): void;
  reject(): void;
  /** True once the client has disconnected. */
  isGone(): boolean;
}

export interface AdmissionQueueOptions {
  /** The queue overflows with more searches than this beyond `maxInFlight`. */
  readonly maxQueue: number;
  /** More than one runs only while others wait for another thread, or for a cluster. */
  readonly maxInFlight?: number;
  /** In milliseconds. */
  readonly now?: () => number;
}

export const MAX_IN_FLIGHT = 64;

/** Searches that each arrival displaces from an overflowing queue: more than one, so that it shrinks. */
const SHED_PER_ARRIVAL = 2;

/**
 * Node accepts one connection per tick, and requests on the others wait uncounted. So in up to this many consecutive ticks that
 * accepted one, no request starts; after work that took longer, in as many as take as long: otherwise new connections would wait
 * behind all those of a client that reconnects for each of its expensive requests.
 */
const MAX_ACCEPTING_TICKS = 16;

/**
 * Requests that start in one tick, if those before the last are answered in it. With one, a cached response takes 1.5 times the CPU
 * time (71 µs instead of 46): a tick of its own, and mostly a client to wake.
 */
const MAX_STARTS_PER_TICK = 8;

/** The cost of a request besides its measured work: reading and writing it. */
const OVERHEAD_MS = 0.05;

/** The maximum that one request costs its client: a paused processor is not the client's fault. */
const MAX_CHARGE_MS = 250;

export class AdmissionQueue {
  readonly #maxQueue: number;
  readonly #maxInFlight: number;
  readonly #now: () => number;
  readonly #waiting = new FairQueue<QueuedRequest>();
  #inFlight = 0;
  #isScheduled = false;
  #isOverflowing = false;
  #hasAccepted = false;
  #acceptingTicks = 0;
  #acceptingSince = 0;
  #workMs = 0;
  #workStartedAt = 0;
  /** When the request started whose work ends with the tick. */
  #unchargedSince: number | undefined;

  constructor({
    maxQueue,
    maxInFlight = MAX_IN_FLIGHT,
    now = () => performance.now(),
  }: AdmissionQueueOptions) {
    this.#maxQueue = maxQueue;
    this.#maxInFlight = maxInFlight;
    this.#now = now;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get queued(): number {
    return this.#waiting.count();
  }

  /** Calls `start` or `reject` later, unless the request is gone by then. Clients with the same key are one. */
  enqueue(client: string, lane: Lane, request: QueuedRequest): void {
    this.#waiting.add(client, lane, request);
    if (lane === 'search' && (this.#isOverflowing || this.#excess(lane) > this.#maxQueue)) this.#shed();
    this.#schedule();
  }

  /** Must be called once for each started request, when its response is sent. */
  release(): void {
    this.#inFlight -= 1;
    this.#schedule();
  }

  onConnection(): void {
    this.#hasAccepted = true;
  }

  /** Requests of a lane beyond the maximum in flight; negative if there are fewer. */
  #excess(lane: Lane): number {
    return this.#inFlight + this.#waiting.count(lane) - this.#maxInFlight;
  }

  #shed(): void {
    this.#waiting.removeGone();
    this.#isOverflowing ||= this.#excess('search') > this.#maxQueue;
    if (!this.#isOverflowing) return;
    for (let shed = 0; shed < SHED_PER_ARRIVAL && this.#excess('search') > 0; shed += 1)
      this.#waiting.shed()?.reject();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.isEmpty || this.#inFlight >= this.#maxInFlight) return;
    this.#isScheduled = true;
    setImmediate(this.#onTick);
    // Right behind it: what the tick made run without waiting for anything has run by then.
    setImmediate(this.#onTickEnd);
  }

  readonly #onTick = (): void => {
    this.#isScheduled = false;
    const isAccepting = this.#hasAccepted && this.#mayAccept();
    this.#acceptingTicks = isAccepting ? this.#acceptingTicks + 1 : 0;
    this.#hasAccepted = false;
    if (!isAccepting) this.#startSome();
    this.#schedule();
  };

  #mayAccept(): boolean {
    if (this.#acceptingTicks === 0) this.#acceptingSince = this.#now();
    return this.#acceptingTicks < MAX_ACCEPTING_TICKS || this.#now() - this.#acceptingSince < this.#workMs;
  }

  #startSome(): void {
    this.#waiting.forgetServed();
    const inFlight = this.#inFlight;
    let startedAt = (this.#workStartedAt = this.#now());
    for (let started = 0; started < MAX_STARTS_PER_TICK; started += 1) {
      const request = this.#waiting.take();
      if (this.#waiting.count('search') === 0) this.#isOverflowing = false;
      if (request === undefined) return;
      this.#inFlight += 1;
      this.#unchargedSince = startedAt;
      request.start(this.#isOverloaded);
      // What goes on with a request runs right after its start.
      if (this.#inFlight > inFlight || this.#waiting.takenLane === 'begun') return;
      startedAt = this.#chargeUntilNow(startedAt);
    }
  }

  /** Whether the client of the last request crowds the queue. Clients with fewer waiting than others get the usual response. */
  get #isOverloaded(): boolean {
    return this.#excess(this.#waiting.takenLane) > 0 && this.#waiting.isCrowding;
  }

  readonly #onTickEnd = (): void => {
    if (this.#unchargedSince !== undefined) this.#chargeUntilNow(this.#unchargedSince);
  };

  #chargeUntilNow(startedAt: number): number {
    const now = this.#now();
    this.#unchargedSince = undefined;
    this.#workMs = Math.min(now - this.#workStartedAt, MAX_CHARGE_MS);
    this.#waiting.charge(Math.min(now - startedAt, MAX_CHARGE_MS) + OVERHEAD_MS);
    return now;
  }
}
