// What is said around records and is true of them: the place of a branch or a dealer above its vehicles.
import { flatten } from './flatten.ts';
import type { FieldOf } from './feed-record.ts';

const PLACES: ReadonlySet<string> = new Set([
  ...['postcode', 'loc', 'address', 'latitude', 'longitude', 'branch', 'county'],
]);

/** Places by the object or element that has them. */
export class Surroundings {
  readonly #fieldOf: FieldOf;
  readonly #places = new WeakMap<object, Record<string, unknown>>();

  constructor(fieldOf: FieldOf) {
    this.#fieldOf = fieldOf;
  }

  /** Takes the places in a value that is in `container` under this name; false if there are none. */
  add(container: object, name: string, value: unknown): boolean {
    const found = [...flatten({ [name]: value })].filter(([path]) => PLACES.has(this.#fieldOf(path) ?? ''));
    if (found.length === 0) return false;
    this.#places.set(container, { ...this.#places.get(container), ...Object.fromEntries(found) });
    return true;
  }

  /** The record with the places of the innermost of its containers that has any, unless it has a place of its own. */
  around(record: unknown, containers: readonly object[]): unknown {
    const places = containers
      .map((container) => this.#places.get(container))
      .findLast((one) => one !== undefined);
    if (places === undefined || typeof record !== 'object' || record === null || Array.isArray(record))
      return record;
    const hasOwn = [...flatten(record).keys()].some((path) => PLACES.has(this.#fieldOf(path) ?? ''));
    return hasOwn ? record : { ...record, ...places };
  }
}
