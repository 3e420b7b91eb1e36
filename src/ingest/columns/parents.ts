// What a name means below another (assets/feeds/parents.tsv): `vehicle.price` is the car's price, `dealer.postcode` its place, `finance.price` neither.
// An unknown parent may hold names that mean a car's fact anywhere, such as `mileage`.
import { COLUMN_FIELDS, type ColumnField } from './column-fields.ts';
import { partKey } from './name-words.ts';
import { rowMistake, tableRows, tableText, UniqueKeys } from './table.ts';
import { wordsFor } from './words.ts';

export interface ParentTable {
  /** Parents of one meaning, in comparable form, to the first of them. */
  readonly canonical: ReadonlyMap<string, string>;
  /** What is below a parent: any field, or these. */
  readonly holds: ReadonlyMap<string, 'anything' | readonly ColumnField[]>;
}

let loaded: ParentTable | undefined;
let genericKeys: ReadonlySet<string> | undefined;

function parents(): ParentTable {
  return (loaded ??= parseParents(tableText('parents')));
}

/** Throws an error that names the line of the first mistake. */
export function parseParents(text: string): ParentTable {
  const canonical = new Map<string, string>();
  const holds = new Map<string, 'anything' | readonly ColumnField[]>();
  const unique = new UniqueKeys();
  for (const { cells, place } of tableRows('parents', text, ['parent', 'same as', 'holds'])) {
    const key = partKey(cells.parent);
    unique.add(key, `'${cells.parent}'`, place);
    const same = partKey(cells['same as']);
    if (same !== '') {
      if (!holds.has(same)) throw rowMistake(place, `no row above says what '${cells['same as']}' holds`);
      if (cells.holds !== '') throw rowMistake(place, `it holds what '${cells['same as']}' holds`);
      canonical.set(key, same);
    } else holds.set(key, heldBy(cells.holds, holds, place));
  }
  return { canonical, holds };
}

function heldBy(
  text: string,
  earlier: ParentTable['holds'],
  place: string,
): 'anything' | readonly ColumnField[] {
  if (text === 'anything') return text;
  if (text === 'nothing') return [];
  const [, other] = /^as (.+)$/.exec(text) ?? [];
  const asOther = other === undefined ? undefined : earlier.get(partKey(other));
  if (asOther !== undefined) return asOther;
  const fields = text.split(' ');
  const unknown = fields.find((field) => !COLUMN_FIELDS.includes(field));
  if (unknown !== undefined)
    throw rowMistake(
      place,
      `holds must be anything, nothing, fields, or 'as' a parent above (got '${text}')`,
    );
  return fields;
}

export function canonicalParent(key: string): string {
  return parents().canonical.get(key) ?? key;
}

/** Whether a column may feed the field although these parents are above the part of its name that is known. */
export function mayFeed(field: ColumnField, above: readonly string[], name: string): boolean {
  const { holds } = parents();
  return above.every((parent) => {
    const fields = holds.get(parent);
    if (fields === 'anything') return true;
    return fields === undefined ? !isGeneric(name) : fields.includes(field);
  });
}

/** Whether anything may have the name, so that it means a car's fact only below a parent that says nothing. */
function isGeneric(name: string): boolean {
  genericKeys ??= new Set(Array.from(wordsFor('generic').keys(), partKey));
  return genericKeys.has(name);
}

export function areWrappers(above: readonly string[]): boolean {
  return above.every((parent) => parents().holds.get(parent) === 'anything');
}
