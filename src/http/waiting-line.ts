// The line in which requests wait when more come than can be answered at once. Answers are made on one thread, so what
// does not wait here waits unseen in sockets. The line is served for some milliseconds in each turn of the event loop, and
// sockets are read in between: so whoever cannot be answered soon is known early, and can be told at once. It knows no HTTP.
//
// One new connection is taken in each turn, and the others wait where nobody counts them. So while connections come,
// turns follow each other without serving the line, for a while.
//
// A burst may wait ten times as long as the limit says. Where the line does not become empty for that long, or someone had
// to be refused, more come than can be answered for good: from then on the limit holds as it is, because a long line
// would only make every answer late.

export interface Waiting {
  start(): void;
  refuse(): void;
  /** True once it is not worth answering any more. */
  isGone(): boolean;
}

export interface LineLimits {
  readonly maxWaitMs: number;
  /** Started and not yet left. */
  readonly mostUnderWay: number;
}

/** Requests start at once until a turn of the event loop has taken so long. */
const TURN_MS = 2;
/** The line is served for so long in a turn, or as long as reading and refusing took before, but not for longer than the most. */
const SLICE_MS = 4;
const MOST_SLICE_MS = 20;
/** More are not looked at in a turn. */
const MOST_A_TURN = 200;

const BURST = 10;
/** How long the limit holds after it was needed. */
const STRICT_MS = 1000;

/** A bound for memory. With the costs that are usual, the time that a request would wait is one long before. */
const MOST_WAITING = 2000;
/** Taking new connections may keep the line waiting for so long. */
const TAKING_MS = 4;
/** How often the line is looked at while nothing may start. */
const LOOK_MS = 5;

/** Until it is measured. */
const FIRST_COST_MS = 0.3;
/** Of the mean of what the last ones took. */
const COST_SAMPLES = 32;

export class WaitingLine {
  readonly #limits: LineLimits;
  readonly #now: () => number;
  readonly #line: { readonly waiting: Waiting; readonly since: number }[] = [];
  #underWay = 0;
  /** When the first request of this turn of the event loop came; undefined: none has. */
  #turnBegan: number | undefined;
  #isPlanned = false;
  /** A connection was made in this turn, and in the one before. */
  #isTaking = false;
  #wasTaking = false;
  #takingSince: number | undefined;
  #sliceEnd: number | undefined;
  /** Since when sockets are read. */
  #readingSince = 0;
  /** Milliseconds by the clock for each that starts from the line, whatever else was done meanwhile. */
  #costMs = FIRST_COST_MS;
  #lastStart: number | undefined;
  #busySince = 0;
  #strictUntil = 0;
  #strainedUntil = 0;

  constructor(limits: LineLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get length(): number {
    return this.#line.length;
  }

  /** Started and not yet left. */
  get underWay(): number {
    return this.#underWay;
  }

  /** True: of late, reading and refusing took longer in a turn than the line is served for. */
  get isStrained(): boolean {
    const now = this.#now();
    if (this.#line.length > 0 && now - this.#readingSince > SLICE_MS) this.#strainedUntil = now + STRICT_MS;
    return now < this.#strainedUntil;
  }

  /** True: the request has started. False: it can `join`. */
  enter(): boolean {
    if (this.#line.length > 0 || this.#underWay >= this.#limits.mostUnderWay) return false;
    if (this.#isTaking || this.#wasTaking) return false;
    const now = this.#now();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      this.#plan();
    } else if (now - this.#turnBegan > TURN_MS) return false;
    this.#underWay += 1;
    return true;
  }

  /** False: it would have to wait too long. True: one of its `start` and `refuse` will be called, later. */
  join(waiting: Waiting): boolean {
    const now = this.#now();
    const { length } = this.#line;
    if (length === 0) this.#busySince = this.#readingSince = now;
    if (length >= MOST_WAITING || length * this.#costMs > this.#limitAt(now)) {
      this.#strictUntil = now + STRICT_MS;
      return false;
    }
    this.#line.push({ waiting, since: now });
    this.#plan();
    return true;
  }

  /** To be called once for each that started. */
  leave(): void {
    this.#underWay -= 1;
  }

  /** To be called for each connection that is made. */
  connected(): void {
    this.#isTaking = true;
    this.#plan();
  }

  #limitAt(now: number): number {
    const { maxWaitMs } = this.#limits;
    return now < this.#strictUntil ? maxWaitMs : BURST * maxWaitMs;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    if (this.#isFull()) setTimeout(this.#endTurn, LOOK_MS);
    else setImmediate(this.#endTurn);
  }

  #isFull(): boolean {
    return this.#underWay >= this.#limits.mostUnderWay && this.#line.length > 0;
  }

  readonly #endTurn = (): void => {
    this.#isPlanned = false;
    this.#turnBegan = undefined;
    this.#wasTaking = this.#isTaking;
    this.#isTaking = false;
    const now = this.#now();
    if (this.#sliceEnd !== undefined) this.#readingSince = now;
    this.#sliceEnd = undefined;
    if (this.#line.length === 0) {
      this.#lastStart = undefined;
      this.#takingSince = undefined;
      if (this.#wasTaking) this.#plan();
      return;
    }
    if (this.#wasTaking) {
      this.#takingSince ??= now;
      if (now - this.#takingSince < TAKING_MS) return this.#plan();
    }
    this.#takingSince = undefined;
    if (now - this.#busySince > BURST * this.#limits.maxWaitMs) this.#strictUntil = now + STRICT_MS;
    // One callback for each: between two, promises that the one before it waits for are settled, and its answer is sent.
    // They run in the next turn, after sockets were read.
    for (let left = Math.min(this.#line.length, MOST_A_TURN); left > 0; left -= 1) {
      setImmediate(this.#serveOne);
    }
    this.#plan();
  };

  readonly #serveOne = (): void => {
    const now = this.#now();
    this.#sliceEnd ??= now + Math.min(MOST_SLICE_MS, Math.max(SLICE_MS, now - this.#readingSince));
    const head = this.#line[0];
    if (now >= this.#sliceEnd || head === undefined) return;
    const isLate = now - head.since > this.#limitAt(now);
    if (isLate) this.#strictUntil = now + STRICT_MS;
    if (isLate || head.waiting.isGone()) {
      this.#line.shift();
      head.waiting.refuse();
      return;
    }
    if (this.#underWay >= this.#limits.mostUnderWay) return;
    this.#line.shift();
    if (this.#lastStart !== undefined) this.#costMs += (now - this.#lastStart - this.#costMs) / COST_SAMPLES;
    this.#lastStart = now;
    this.#underWay += 1;
    head.waiting.start();
  };
}
