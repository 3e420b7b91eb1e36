// What is said around records and is true of them: the place of a branch or a dealer above its vehicles, and the currency of all prices.
import { flatten } from './flatten.ts';
import type { FieldOf } from './feed-record.ts';

/** Fields that are taken together: a record with one of a group has no other of it from around. */
const GROUPS: readonly (readonly string[])[] = [
  ['postcode', 'loc', 'address', 'latitude', 'longitude', 'branch', 'county'],
  ['currency'],
  ['mileage_unit'],
];

type Named = Readonly<Record<string, unknown>>;

export class Surroundings {
  readonly #fieldOf: FieldOf;
  readonly #said = new WeakMap<object, Named>();

  constructor(fieldOf: FieldOf) {
    this.#fieldOf = fieldOf;
  }

  /** Takes what is said in `container` of all its records; false if there is nothing. What has several values is of none of them alone. */
  add(container: object, named: object): boolean {
    const found = [...flatten(named)].filter(
      ([path, value]) => this.#groupOf(path) !== undefined && !Array.isArray(value),
    );
    if (found.length === 0) return false;
    this.#said.set(container, { ...this.#said.get(container), ...Object.fromEntries(found) });
    return true;
  }

  /** The record with what the innermost of its containers says of each group of which it has nothing itself. */
  around(record: unknown, containers: readonly object[]): unknown {
    const said = containers.map((container) => this.#said.get(container)).filter((one) => one !== undefined);
    if (said.length === 0 || typeof record !== 'object' || record === null || Array.isArray(record))
      return record;
    const own = new Set([...flatten(record).keys()].map((path) => this.#groupOf(path)));
    const more = GROUPS.filter((group) => !own.has(group)).flatMap((group) => {
      const ofGroup = said.map((one) =>
        Object.entries(one).filter(([path]) => this.#groupOf(path) === group),
      );
      return ofGroup.findLast(({ length }) => length > 0) ?? [];
    });
    return more.length === 0 ? record : { ...record, ...Object.fromEntries(more) };
  }

  #groupOf(path: string): readonly string[] | undefined {
    const field = this.#fieldOf(path);
    return field === undefined ? undefined : GROUPS.find((group) => group.includes(field));
  }
}
