// A nested record as names and values: `mileage.value`, `image[0].url`. A list of plain values stays one value.

/** Nothing in a listing is nested deeper; what is, is told as a name that no field has. */
const MAX_DEPTH = 8;
/** No column has a longer name. Names under a long one would otherwise repeat it, each in full. */
const MAX_NAME_LENGTH = 300;

/** A name under `prefix`, cut at the greatest length. */
export function nestedName(prefix: string, name: string): string {
  return (prefix + name).slice(0, MAX_NAME_LENGTH);
}

/** The names and values of an object of JSON, in its order. */
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
