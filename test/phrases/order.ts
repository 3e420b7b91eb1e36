// Orders of named parts in which each comes before others, with a reason: the rules of phrases, and the passes over their matches.

/** The names with one of them right after another. */
export function movedBehind<Name>(names: readonly Name[], name: Name, other: Name): Name[] {
  const order = names.filter((one) => one !== name);
  order.splice(order.indexOf(other) + 1, 0, name);
  return order;
}

/** Each pair of a name and one that it must come before, of entries `[name, reasons by name]`. */
export function pairsOf<Name extends string>(
  entries: readonly (readonly [Name, Readonly<Partial<Record<Name, string>>>])[],
): (readonly [Name, Name])[] {
  return entries.flatMap(([name, later]) =>
    (Object.keys(later) as Name[]).map((other) => [name, other] as const),
  );
}

/** The pairs that are not in the order of the names. */
export function misplaced<Name>(names: readonly Name[], pairs: readonly (readonly [Name, Name])[]) {
  return pairs.filter(([name, other]) => names.indexOf(name) > names.indexOf(other));
}
