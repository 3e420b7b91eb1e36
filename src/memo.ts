// Caches results. `Memo` is for texts, because people search for the same few thousand words again and again. It forgets texts
// that were not used lately, and takes a third to a half of the CPU time of the package lru-cache. `once` and `oncePerPair` forget
// nothing, `oncePerObject` forgets a result with its object, a `BoundedMap` its oldest entries, and a `SizedCache` the oldest
// beyond a limit of size. A `ResultCache` is for results that take long to find and that several surfaces need while the stock
// stays the same: a page shows a map, and its script and the API request the same one.

/** A function that calls `make` once for each object. */
export function oncePerObject<Key extends object, Value extends object | number | boolean>(
  make: (object: Key) => Value,
): (object: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (object) => {
    let value = values.get(object);
    if (value === undefined) values.set(object, (value = make(object)));
    return value;
  };
}

/** A function that finds the result of each key once. */
export function once<Key, Result>(find: (key: Key) => Result): (key: Key) => Result {
  const known = new Map<Key, Result>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Result;
    const result = find(key);
    known.set(key, result);
    return result;
  };
}

export function oncePerPair<One, Other, Result>(find: (one: One, other: Other) => Result): typeof find {
  const ofOther = once((other: Other) => once((one: One) => find(one, other)));
  return (one, other) => ofOther(other)(one);
}

/** A function that finds a result once, and again only if that failed. */
export function onceUnlessFailed<Result>(find: () => Promise<Result>): () => Promise<Result> {
  let found: Promise<Result> | undefined;
  return () => {
    if (found === undefined) {
      found = find();
      found.catch(() => (found = undefined));
    }
    return found;
  };
}

/** Maximum length of a cached text. */
const MAX_LENGTH = 64;

export class Memo<Value extends boolean | number | object> {
  readonly #limit: number;
  readonly #make: (text: string) => Value;
  /** At most `limit` values that were used since `#older` was the newer map. */
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();

  /** Holds at most twice `limit` values. `make` must be pure, and callers must not change its result. */
  constructor(limit: number, make: (text: string) => Value) {
    this.#limit = limit;
    this.#make = make;
  }

  get(text: string): Value {
    const known = this.#newer.get(text);
    if (known !== undefined) return known;
    const value = this.#older.get(text) ?? this.#make(text);
    if (text.length <= MAX_LENGTH) this.#add(text, value);
    return value;
  }

  #add(text: string, value: Value): void {
    if (this.#newer.size >= this.#limit) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(text, value);
  }
}

/** A map of at most `limit` entries: a new entry displaces the oldest. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number;
  /** One iterator for all evictions: a new one would first skip the gaps of deleted keys. */
  #oldest: MapIterator<Key> | undefined;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#limit && !this.has(key)) {
      // A map iterates in the order of insertion.
      this.#oldest ??= this.keys();
      const oldest = this.#oldest.next();
      if (oldest.done !== true) this.delete(oldest.value);
    }
    return super.set(key, value);
  }

  /** The value of a key; if there is none, it is made and stored. A rejected promise is forgotten. */
  getOrMake(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    if (made instanceof Promise) made.catch(() => this.delete(key));
    return made;
  }
}

/** Results of different sizes, up to a limit of their sum: the oldest are forgotten, but never the one found last. */
export class SizedCache<Result> {
  readonly #maxSize: number;
  readonly #sizeOf: (result: Result, key: string) => number;
  readonly #onForget: (key: string) => void;
  /** Sizes are 0 until the result is found. */
  readonly #kept = new Map<string, { readonly found: Promise<Result>; size: number }>();

  /** Sizes must be above 0. `onForget` gets the key of each result beyond the limit. */
  constructor(
    maxSize: number,
    sizeOf: (result: Result, key: string) => number,
    onForget: (key: string) => void = () => undefined,
  ) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
    this.#onForget = onForget;
  }

  get(key: string): Promise<Result> | undefined {
    return this.#kept.get(key)?.found;
  }

  getOrMake(key: string, make: () => Promise<Result>): Promise<Result> {
    return this.get(key) ?? this.keep(key, make());
  }

  keep(key: string, found: Promise<Result>): Promise<Result> {
    const entry = { found, size: 0 };
    this.#kept.set(key, entry);
    found.then(
      (result) => {
        entry.size = this.#sizeOf(result, key);
        this.#limit(key);
      },
      () => this.#kept.delete(key),
    );
    return found;
  }

  forget(isForgotten: (key: string) => boolean): void {
    for (const key of this.#kept.keys()) if (isForgotten(key)) this.#kept.delete(key);
  }

  #limit(newest: string): void {
    let total = Array.from(this.#kept.values()).reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of this.#kept) {
      if (total <= this.#maxSize) return;
      if (key === newest || size === 0) continue;
      total -= size;
      this.#kept.delete(key);
      this.#onForget(key);
    }
  }
}

/** Maximum results: a summary of the largest stocks is a megabyte of objects. */
const MAX_RESULTS = 64;

export class ResultCache {
  readonly #results = new BoundedMap<string, Promise<unknown>>(MAX_RESULTS);
  #version: string | undefined;

  /** The cached result for a key, or else the result of `find`. `version` returns the version of the stock. */
  get<T>(version: () => string, key: string, find: () => Promise<T>): Promise<T> {
    const before = version();
    if (this.#version !== before) this.#results.clear();
    this.#version = before;
    const known = this.#results.get(key);
    if (known !== undefined) return known as Promise<T>;
    const found = find();
    this.#results.set(key, found);
    const forget = (): void => {
      if (this.#results.get(key) === found) this.#results.delete(key);
    };
    // If the stock changed meanwhile, the version that the result shows is unknown.
    found.then(() => (version() === before ? undefined : forget()), forget);
    return found;
  }
}
