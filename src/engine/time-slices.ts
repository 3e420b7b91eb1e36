// Work in short steps, so that a thread can serve requests in between: values that are built lazily or in advance, work of the
// serving thread in slices with turns of the event loop in between, and sorting. One call of Array.sort on the names of 100,000
// listings takes half a second.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that yields after every part of a millisecond and returns its result. */
export type Steps<Value> = Generator<void, Value>;

/** Items between two yields, if the work per item is simple: at most half a millisecond. */
export const STEP_ITEMS = 8192;

export class LazyValue<Value> {
  /** Forgotten with all that they refer to once the value is made. */
  #steps: Steps<Value> | undefined;
  #built: { readonly value: Value } | undefined;

  constructor(build: () => Steps<Value>) {
    this.#steps = build();
  }

  get isMade(): boolean {
    return this.#built !== undefined;
  }

  /** The value. Runs all remaining steps at once. */
  get value(): Value {
    let built = this.#built;
    while (built === undefined) built = this.#step();
    return built.value;
  }

  /** Makes the value in steps. Reading `value` meanwhile runs the rest at once. */
  *warm(): Steps<void> {
    while (this.#built === undefined) {
      this.#step();
      yield;
    }
  }

  #step(): { readonly value: Value } | undefined {
    if (this.#steps === undefined) return this.#built;
    const { done, value } = this.#steps.next();
    if (done !== true) return undefined;
    this.#steps = undefined;
    return (this.#built = { value });
  }
}

/** Duration of a slice: about that of a search, so a request that arrives meanwhile waits no longer than for another request. */
const SLICE_MS = 0.5;

export async function runInSlices<Value>(steps: Steps<Value>): Promise<Value> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (performance.now() < end);
    await nextTurn();
  }
}

/** As `runInSlices`, for asynchronous work. */
export async function runAsyncInSlices<Value>(steps: AsyncGenerator<undefined, Value>): Promise<Value> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = await steps.next();
      if (done === true) return value;
    } while (performance.now() < end);
    await nextTurn();
  }
}

/** What `make` makes of each item, one a step. */
export function* mapInSteps<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): Steps<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item));
    yield;
  }
  return made;
}

/** Items sorted or merged between two yields. */
const STEP = 128;

/** A sorted copy; equal items keep their order. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Steps<Item[]> {
  const { length } = items;
  let sorted: Item[] = [];
  for (let start = 0; start < length; start += STEP) {
    sorted.push(...items.slice(start, start + STEP).sort(compare));
    yield;
  }
  for (let run = STEP; run < length; run *= 2) {
    const merged: Item[] = [];
    for (let start = 0; start < length; start += 2 * run) {
      const middle = Math.min(start + run, length);
      const end = Math.min(middle + run, length);
      let left = start;
      let right = middle;
      while (merged.length < end) {
        const isLeft = right === end || (left < middle && compare(sorted[left], sorted[right]) <= 0);
        merged.push(sorted[isLeft ? left++ : right++]);
        if (merged.length % STEP === 0) yield;
      }
    }
    sorted = merged;
  }
  return sorted;
}
