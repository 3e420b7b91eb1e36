// What a document says around its records holds for all of them: the place of a branch above its vehicles, the currency of all prices, and what they name by a key.
import { isObject } from '../../problem.ts';
import type { FieldOf } from './feed-record.ts';
import { flatten } from './flatten.ts';
import { LinkedRecords } from './linked-records.ts';

const PLACE: readonly string[] = ['postcode', 'loc', 'address', 'latitude', 'longitude', 'branch', 'county'];
/** Fields that are taken together: a record with one of a group has no other of it from around. */
const GROUPS: readonly (readonly string[])[] = [PLACE, ['currency'], ['mileage_unit']];

type Named = Readonly<Record<string, unknown>>;

export class Surroundings {
  readonly #fieldOf: FieldOf;
  readonly #said = new WeakMap<object, Named>();
  readonly linked = new LinkedRecords();

  constructor(fieldOf: FieldOf) {
    this.#fieldOf = fieldOf;
  }

  /** Takes what is said in `container` of all its records; false if there is nothing. What has several values is of none of them alone. */
  add(container: object, named: object): boolean {
    const said = [...flatten(named)];
    const postcodes = new Set(
      said.flatMap(([path, value]) => (this.#fieldOf(path) === 'postcode' ? value : [])),
    );
    const isOfAll = (group: readonly string[] | undefined): boolean =>
      group !== undefined && (group !== PLACE || postcodes.size <= 1);
    const found = said.filter(([path, value]) => isOfAll(this.#groupOf(path)) && !Array.isArray(value));
    if (found.length === 0) return false;
    const earlier = this.#said.get(container);
    const isOther = (path: string, value: unknown): boolean =>
      earlier !== undefined && Object.hasOwn(earlier, path) && earlier[path] !== value;
    const known = found.map(([path, value]) => [path, isOther(path, value) ? null : value] as const);
    this.#said.set(container, { ...earlier, ...Object.fromEntries(known) });
    return true;
  }

  /** The record with what the innermost of its containers says of each group of which it has nothing itself. */
  around(given: unknown, containers: readonly object[]): unknown {
    if (!isObject(given)) return given;
    const record = this.linked.resolve(given);
    const said = containers.map((container) => this.#said.get(container)).filter((one) => one !== undefined);
    if (said.length === 0) return record;
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
