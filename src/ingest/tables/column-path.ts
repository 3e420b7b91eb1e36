// Reads column names as paths: `FuelType`, `fuel_type` and `g:fuel-type` are one name, and `vehicle.images[2].href` is a path of
// three names. The names above a name decide what it means (assets/feeds/parents.tsv): `vehicle.price` is the car's price,
// `dealer.postcode` its place, `finance.price` neither.
import { mistake, parseTable, UniqueNames } from '../../tables.ts';
import { partKey, partWords, wordsFor, tableText } from './feed-tables.ts';
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
  const what = 'parents.tsv';
  const unique = new UniqueNames(what);
  for (const { line, cells } of parseTable(what, ['parent', 'same as', 'holds'], text)) {
    const [parent, sameAs, held] = cells;
    const key = partKey(parent);
    unique.add(key, line, '', `'${parent}'`);
    const same = partKey(sameAs);
    if (same !== '') {
      if (!holds.has(same)) throw mistake(what, line, `no row above says what '${sameAs}' holds`);
      if (held !== '') throw mistake(what, line, `it holds what '${sameAs}' holds`);
      canonical.set(key, same);
      continue;
    }
    const fields = heldBy(held, holds);
    if (fields === undefined)
      throw mistake(
        what,
        line,
        `holds must be anything, nothing, fields, or 'as' a parent above (got '${held}')`,
      );
    holds.set(key, fields);
  }
  return { canonical, holds };
}

function heldBy(
  text: string,
  earlier: ParentTable['holds'],
): 'anything' | readonly ColumnField[] | undefined {
  if (text === 'anything') return text;
  if (text === 'nothing') return [];
  const [, other] = /^as (.+)$/.exec(text) ?? [];
  const asOther = other === undefined ? undefined : earlier.get(partKey(other));
  if (asOther !== undefined) return asOther;
  const fields = text.split(' ');
  return fields.every((field) => COLUMN_FIELDS.includes(field)) ? fields : undefined;
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
  // Anything may have a generic name, so that it means a car's fact only below a parent that says nothing.
  const generic = (genericKeys ??= new Set(Array.from(wordsFor('generic').keys(), partKey)));
  return above.every((parent) => {
    const fields = holds.get(parent);
    if (fields === 'anything') return true;
    return fields === undefined ? !generic.has(name) : fields.includes(field);
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

/** Whether pictures are below a name: `gallery`. */
export function isPictureName(name: string): boolean {
  const held = parents().holds.get(canonicalParent(partKey(name)));
  return Array.isArray(held) && held.includes('images');
}

export function areWrappers(above: readonly string[]): boolean {
  return above.every((parent) => parents().holds.get(parent) === 'anything');
}
