// Reads column names as paths: `FuelType`, `fuel_type` and `g:fuel-type` are one name, and `vehicle.images[2].href` is a path of
// three names. The names above a name decide what it means (assets/feeds/parents.tsv): `vehicle.price` is the car's price,
// `dealer.postcode` its place, `finance.price` neither.
import { partKey, partWords, wordsFor, rowMistake, tableRows, tableText, UniqueKeys } from './feed-tables.ts';
import { COLUMN_FIELDS, type ColumnField } from './feed-fields.ts';

export interface ColumnPath {
  /** The path's names, outermost first, each in its comparable form; at least one. */
  readonly parts: readonly string[];
  readonly words: readonly (readonly string[])[];
  /** The first number in the name, or 0. It orders columns that differ in it alone. */
  readonly number: number;
}

/** Bounds the work on a hostile name. */
const MAX_NAME_LENGTH = 300;

/** The path of a column name. `#` stands for a number in a name; list indices belong to no name. */
export function columnPath(name: string): ColumnPath {
  const text = name
    .slice(0, MAX_NAME_LENGTH)
    // A type or a note behind the name: `custom.mileage [number_integer]`, `Product ID [Non Editable]`.
    .replace(/\s\[[a-z_. ]+\]\s*$/i, '')
    // PHP's paths: `image[0][url]`.
    .replace(/\[([^[\]0-9][^[\]]*)\]/g, '.$1');
  const number = Number(/[0-9]+/.exec(text)?.[0] ?? '0');
  const found: { key: string; words: readonly string[] }[] = [];
  // A dot before a space ends an abbreviation: `No. of doors`.
  for (const part of text.split(/\.(?!\s|$)/)) {
    const words = partWords(part.replace(/\[[0-9]+\]/g, ''));
    const key = words.join('');
    if (key !== '' && key !== '#' && key !== found.at(-1)?.key) found.push({ key, words });
  }
  if (found.length === 0) return { parts: [partKey(text)], words: [partWords(text)], number };
  if (found.length > 1) {
    for (const [at, { key }] of found.entries()) {
      const canonical = canonicalParent(key);
      if (canonical !== key) found[at] = { key: canonical, words: [canonical] };
    }
  }
  const kept = found.filter(({ key }, at) => key !== found[at - 1]?.key);
  return { parts: kept.map(({ key }) => key), words: kept.map(({ words }) => words), number };
}

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

/** Drupal's field names begin with this. */
const DRUPAL = /^field(?=.)/;

function canonicalParent(key: string): string {
  const { canonical } = parents();
  return canonical.get(key) ?? canonical.get(key.replace(DRUPAL, '')) ?? key;
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

/** Whether values below this name are not facts of the car: `trade`, `Part exchange`, `monthly payment`. */
export function holdsNothing(name: string): boolean {
  const { parts, words } = columnPath(name);
  return [...parts, ...words.flat()].some((part) => parents().holds.get(canonicalParent(part))?.length === 0);
}

/** Whether a name means a place at which vehicles are: `branch`, `depots`. */
export function isPlaceName(name: string): boolean {
  const key = partKey(name);
  const held = [key, key.replace(/e$/, '')].map((one) => parents().holds.get(canonicalParent(one)));
  return held.some((fields) => Array.isArray(fields) && fields.includes('postcode'));
}

/** Whether anything may have the name, so that it means a car's fact only below a parent that says nothing. */
function isGeneric(name: string): boolean {
  genericKeys ??= new Set(Array.from(wordsFor('generic').keys(), partKey));
  return genericKeys.has(name);
}

export function areWrappers(above: readonly string[]): boolean {
  return above.every((parent) => parents().holds.get(parent) === 'anything');
}
