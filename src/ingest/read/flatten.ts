// Flattens nested records to paths and values: `mileage.value`, `media.images.href`. The objects of an array share their
// paths, so that each path has the list of their values. A list of names and values becomes a path for each name.

/** Deeper values are not flattened, and reported as ignored columns. */
const MAX_DEPTH = 8;
/** Maximum path length. Without it, a long name would be repeated in full for every value below it. */
const MAX_NAME_LENGTH = 300;
/** Members of JSON-LD that say how to read it; they have no facts. */
const SYNTAX: ReadonlySet<string> = new Set(['@type', '@context']);
const PAIR_NAMES = ['name', 'key', 'label', 'title', 'field', 'code'] as const;

/** The path of a name under `prefix`, truncated to the maximum length. */
export function nestedName(prefix: string, name: string): string {
  return (prefix + name).slice(0, MAX_NAME_LENGTH);
}

/** The paths and values of a JSON object, in its order; several values of a path are a list. */
export function flatten(record: object): [name: string, value: unknown][] {
  const values = new Map<string, unknown>();
  const merged = new Set<string>();
  const add = (path: string, value: unknown): void => {
    if (!values.has(path)) {
      values.set(path, value);
      return;
    }
    const earlier = values.get(path);
    const list: unknown[] = !Array.isArray(earlier)
      ? [earlier]
      : merged.has(path)
        ? earlier
        : Array.from<unknown>(earlier);
    merged.add(path);
    if (Array.isArray(value)) for (const element of value) list.push(element);
    else list.push(value);
    values.set(path, list);
  };
  addMembers(Object.entries(record), '', 1, add);
  return [...values];
}

type Add = (path: string, value: unknown) => void;

function addMembers(
  members: readonly (readonly [string, unknown])[],
  prefix: string,
  depth: number,
  add: Add,
): void {
  for (const [name, value] of members) {
    if (SYNTAX.has(name)) continue;
    const path = nestedName(prefix, name);
    if (!isNested(value) || depth === MAX_DEPTH) add(path, value);
    else if (!Array.isArray(value)) addMembers(Object.entries(value), `${path}.`, depth + 1, add);
    else if (!value.some(isNested)) add(path, value);
    else addList(value, name, prefix, depth, add);
  }
}

function addList(list: readonly unknown[], name: string, prefix: string, depth: number, add: Add): void {
  const pairs = list.map(pairOf);
  if (pairs.every((pair) => pair !== undefined)) addMembers(pairs.flat(), prefix, depth, add);
  else for (const element of list) addMembers([[name, element]], prefix, depth + 1, add);
}

/**
 * The name and the value of an object that gives them, such as `{ "name": "Doors", "value": 5 }`; what else it has, such as a
 * unit, is below the name. Undefined for other objects.
 */
function pairOf(element: unknown): (readonly [string, unknown])[] | undefined {
  if (!isNested(element) || Array.isArray(element)) return undefined;
  const { value, ...others } = element as Readonly<Record<string, unknown>>;
  const key = PAIR_NAMES.find((known) => typeof others[known] === 'string');
  if (key === undefined || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  const name = String(others[key]);
  const more = Object.entries(others).filter(([other]) => other !== key && !SYNTAX.has(other));
  if (more.some(([, member]) => isNested(member))) return undefined;
  const known = more.filter(([, member]) => member !== null && member !== '');
  return [[name, value], ...known.map(([other, member]) => [`${name}.${other}`, member] as const)];
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
