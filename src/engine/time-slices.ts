// Work in short steps, so that a thread can serve requests in between: values that are made at their first use or before that, work of the
// serving thread in slices with turns of the event loop in between, and sorting: one call of Array.sort on the names of 100,000 listings
// takes half a second.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that yields after every part of a millisecond, and returns what it made. */
export type Steps<Value> = Generator<void, Value>;

/** Items between two yields: a step of simple work on them takes at most half a millisecond. */
export const STEP_ITEMS = 8192;

export class LazyValue<Value> {
  readonly #build: () => Steps<Value>;
  #steps: Steps<Value> | undefined;
  #built: { readonly value: Value } | undefined;

  constructor(build: () => Steps<Value>) {
    this.#build = build;
  }

  /** Does all steps that are left. */
  get value(): Value {
    let built = this.#built;
    while (built === undefined) built = this.#step();
    return built.value;
  }

  /** Makes the value. A use of it in between does the rest at once. */
  *warm(): Steps<void> {
    while (this.#built === undefined) {
      this.#step();
      yield;
    }
  }

  #step(): { readonly value: Value } | undefined {
    this.#steps ??= this.#build();
    const { done, value } = this.#steps.next();
    if (done !== true) return undefined;
    this.#steps = undefined;
    return (this.#built = { value });
  }
}

/** About what a search takes, so a request that comes meanwhile waits no longer than for another one. */
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

/** The same for asynchronous work. */
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

/** Sorted, or merged, between two yields. */
const STEP = 128;

/** Equal items stay in order. */
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
