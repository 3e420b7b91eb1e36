// Flattens nested records to paths and values: `mileage.value`, `image[0].url`. A list of scalars stays one value.

/** Deeper values are not flattened, and reported as ignored columns. */
const MAX_DEPTH = 8;
/** Maximum path length. Without it, a long name would be repeated in full for every value below it. */
const MAX_NAME_LENGTH = 300;

/** The path of a name under `prefix`, truncated to the maximum length. */
export function nestedName(prefix: string, name: string): string {
  return (prefix + name).slice(0, MAX_NAME_LENGTH);
}

/** The paths and values of a JSON object, in its order. */
export function flatten(record: object): [name: string, value: unknown][] {
  const entries: [string, unknown][] = [];
  addEntries(Object.entries(record), '', 1, entries);
  return entries;
}

function addEntries(
  members: readonly [string, unknown][],
  prefix: string,
  depth: number,
  entries: [string, unknown][],
): void {
  for (const [name, value] of members) {
    const path = nestedName(prefix, name);
    if (!isNested(value) || depth === MAX_DEPTH) entries.push([path, value]);
    else if (!Array.isArray(value)) addEntries(Object.entries(value), `${path}.`, depth + 1, entries);
    else if (!value.some(isNested)) entries.push([path, value]);
    else {
      const elements = value.map((element, n): [string, unknown] => [`${path}[${n}]`, element]);
      addEntries(elements, '', depth + 1, entries);
    }
  }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
