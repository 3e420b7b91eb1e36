// Chooses among several values by the kinds beside them: `{ "type": "trade", "amount": 5600 }, { "type": "retail", "amount": 6995 }`.
import { columnPath, holdsNothing } from './column-path.ts';
import { compareColumns, type ResolvedColumn } from './column-resolver.ts';
import { isNamedAs } from './words.ts';

type Column = ResolvedColumn | null | undefined;

const KIND = /^\p{L}[\p{L} _-]{0,40}$/u;

/** By the index of a known column, that of the column beside it or directly below it which says kinds. */
export function kindColumns(
  names: readonly string[],
  columns: readonly Column[],
): ReadonlyMap<number, number> {
  const said = new Map<string, number>();
  for (const [at, name] of names.entries())
    if (name.includes('.') && saysKinds(name)) said.set(parentOf(name), at);
  const kinds = new Map<number, number>();
  for (const [at, name] of said.size === 0 ? [] : names.entries()) {
    const kind = said.get(name) ?? said.get(parentOf(name));
    if (kind !== undefined && kind !== at && columns[at]?.field !== undefined) kinds.set(at, kind);
  }
  return kinds;
}

function saysKinds(name: string): boolean {
  return isNamedAs(name, 'kind') || isNamedAs(name, 'pair name');
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/** The value of the kind that the field's names put first; without one, all but those of kinds that are no fact of the car, such as `trade`. */
export function valueOfKind(
  value: unknown,
  said: unknown,
  { name, kindName, field }: { readonly name: string; readonly kindName: string; readonly field: string },
  resolve: (name: string) => Column,
): unknown {
  const [list, kinds] = [value, said].map((one): readonly unknown[] => [one].flat());
  const parent = parentOf(kindName);
  // A kind of one value may be that of all around it: `vehicle.type`.
  if (list.length === 1 && columnPath(name).parts.length > 1 && resolve(parent)?.field !== field)
    return value;
  if (list.length !== kinds.length || !kinds.every((kind) => typeof kind === 'string' && KIND.test(kind)))
    return value;
  const known = kinds.flatMap((kind, at) => {
    const column = resolve(`${parent}.${String(kind)}${name.slice(parent.length)}`);
    return column?.field === field ? [{ column, value: list[at] }] : [];
  });
  const [best] = known.sort((a, b) => compareColumns(a.column, b.column));
  if (best !== undefined) return best.value;
  const others = list.filter((_, at) => !holdsNothing(String(kinds[at])));
  return others.length === 1 ? others[0] : others;
}
