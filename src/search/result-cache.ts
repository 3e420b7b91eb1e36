// Results that take long to find and that several surfaces ask for within moments: a page shows a summary, and its script and the API
// ask for the same one. Kept while the stock stays the same; the oldest make room.
import { BoundedMap } from '../memo.ts';

/** A summary of the largest stocks is a megabyte of objects. */
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
