// Orders of named parts in which each comes before others, with a reason: the rules of phrases, the passes over their matches, and the
// operations on a search.
import { expect } from 'vitest';

/** The names with one of them right after another. */
export function movedBehind<Name>(names: readonly Name[], name: Name, other: Name): Name[] {
  const order = names.filter((one) => one !== name);
  order.splice(order.indexOf(other) + 1, 0, name);
  return order;
}

/**
 * Expects each name to be listed before those that it has a reason to come before, and each such pair to have a case. `entries`:
 * `[name, reasons by name]`.
 */
export function expectOrder<Name extends string>(
  entries: readonly (readonly [Name, Readonly<Partial<Record<Name, string>>>])[],
  cases: readonly (readonly [first: Name, second: Name, ...string[]])[],
): void {
  const names = entries.map(([name]) => name);
  const pairs = entries.flatMap(([name, later]) =>
    (Object.keys(later) as Name[]).map((other) => [name, other] as const),
  );
  expect(pairs.filter(([name, other]) => names.indexOf(name) > names.indexOf(other))).toEqual([]);
  const asText = ([first, second]: readonly [Name, Name, ...string[]]): string => `${first} before ${second}`;
  expect(cases.map(asText).sort()).toEqual(pairs.map(asText).sort());
}
