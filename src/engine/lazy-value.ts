// Values that are made at their first use, or before that in short steps, so that a thread can serve requests in between.

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
