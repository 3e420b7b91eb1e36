// Admission queue: requests beyond capacity wait here, where they can be counted, instead of unseen in sockets. Requests are shed
// by their number alone, never by their age, so a slow or paused processor sheds none. The file knows no HTTP.
//
// Each tick of the event loop starts one request; the loop reads sockets between ticks. Requests answered at once, from the
// cache, share a tick. Clients take turns (fair-queue.ts); a turn is measured by the time for which the client's requests
// occupied the event loop. From an overflow until no search waits, each new search sheds searches of the client with the most.
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
  /** Default: MAX_IN_FLIGHT. More than one request is in flight only while others wait for another thread or for a cluster. */
  readonly maxInFlight?: number;
  /** In milliseconds. */
  readonly now?: () => number;
}

export const MAX_IN_FLIGHT = 64;

/** Searches shed for each search that arrives at an overflowing queue. More than one, so that the queue shrinks. */
const SHED_PER_ARRIVAL = 2;

/**
 * Maximum consecutive ticks that start no request because a connection was accepted in them. Node accepts one connection per
 * tick, and requests on connections not yet accepted are not counted. After work that took longer than these ticks, accepting
 * continues for as long as that work took: otherwise a client that reconnects for each expensive request would keep new
 * connections waiting.
 */
const MAX_ACCEPTING_TICKS = 16;

/**
 * Maximum requests started in one tick; only the last of them may still be unanswered. With a maximum of one, a cached response
 * takes 1.5 times the CPU time (71 µs instead of 46), because each needs its own tick and usually wakes a client.
 */
const MAX_STARTS_PER_TICK = 8;

/** Added to each request's measured time: reading the request and writing the response. */
const OVERHEAD_MS = 0.05;

/** Maximum charged to a client for one request: a paused processor is not the client's fault. */
const MAX_CHARGE_MS = 250;

const CONTINUATIONS: readonly Lane[] = ['begun', 'stream'];

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
  /** Start time of the request whose work has not been charged yet. */
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

  /** Calls `start` or `reject` later, unless the request is gone by then. Requests with the same `client` share its turns. */
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
    // Queued right behind #onTick, so it runs after everything that the started requests did without waiting.
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
      // The request is unfinished or a continuation: its remaining work is charged at the end of the tick.
      if (this.#inFlight > inFlight || CONTINUATIONS.includes(this.#waiting.takenLane)) return;
      startedAt = this.#chargeUntilNow(startedAt);
    }
  }

  /** Whether the client of the last request crowds the queue. Other clients get the full response. */
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
