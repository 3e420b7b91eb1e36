// Finds the path of names to the record elements of an XML feed: by the configured or a common name, else by repetition.
import { wordsFor } from '../../tables/feed-tables.ts';
import type { FieldOf } from '../feed-record.ts';
import { isBesideStock, isNotForSale } from '../not-for-sale.ts';
import { vehicleFields } from '../../tables/feed-fields.ts';
import { isSheetRow } from '../tables/document-tables.ts';
import type { XmlElement } from './xml-element.ts';

export type RecordPath = readonly string[];

/** Elements of other names than vehicles' are records only near the root; deeper they may mean anything. */
const MAX_ENTRY_DEPTH = 3;
/** Fields that a vehicle has, but not a group of vehicles. */
const IDENTITIES: ReadonlySet<string> = new Set(['advert_url', 'registration', 'vin']);

/** By the configured name, or else a vehicle's, in an entry perhaps: a `lot` around its `vehicle` is the record. */
export function recordPathByName(
  open: readonly XmlElement[],
  requested: string | undefined,
): RecordPath | undefined {
  const name = elementKey(open.at(-1)?.name ?? '');
  if (requested !== undefined)
    return name === elementKey(requested) || endsWith(open, requested) ? namesOf(open) : undefined;
  if (isSheetRow(open)) return namesOf(open);
  if (open.length === 1 || !wordsFor('vehicle element').has(name)) return undefined;
  const depth = open.findIndex(
    (_, at) => isEntry(open.slice(0, at + 1)) && (at < MAX_ENTRY_DEPTH || at === open.length - 2),
  );
  return namesOf(depth === -1 ? open : open.slice(0, depth + 1));
}

/** Of an entry near the root. It is a record if it has facts of a vehicle, or if nothing else has. */
export function recordPathOfEntry(open: readonly XmlElement[]): RecordPath | undefined {
  return open.length <= MAX_ENTRY_DEPTH && isEntry(open) ? namesOf(open) : undefined;
}

function isEntry(open: readonly XmlElement[]): boolean {
  return open.length > 1 && wordsFor('entry element').has(elementKey(open.at(-1)?.name ?? ''));
}

/** Whether the innermost open element is a record by its name as the one at this path is, wherever it is. */
export function isNamedLike(
  open: readonly XmlElement[],
  path: RecordPath,
  requested: string | undefined,
): boolean {
  if (open.at(-1)?.name !== path.at(-1)) return false;
  const isNamed =
    recordPathByName(open, requested) !== undefined ||
    (requested === undefined && recordPathOfEntry(open) !== undefined);
  return isNamed && open.every(({ name }) => path.includes(name) || !isNotForSale(elementKey(name)));
}

function endsWith(open: readonly XmlElement[], path: string): boolean {
  const names = path.split('.').map((name) => elementKey(name));
  const last = open.slice(-names.length).map(({ name }) => elementKey(name));
  return names.length === last.length && names.every((name, depth) => name === last[depth]);
}

export function recordPathBySibling(
  open: readonly XmlElement[],
  earlier: ReadonlySet<string>,
): RecordPath | undefined {
  const isRepeated = open.length === 2 && earlier.has(open[1]?.name ?? '');
  return isRepeated ? namesOf(open) : undefined;
}

/**
 * The repeated elements nearest to the root with at least two fields of a vehicle, else the only element with those and a page,
 * else the entries, else any repeated, else the root's only complex child, else the root.
 */
export function recordPathByRepetition(
  root: XmlElement,
  fieldOf: FieldOf,
  entries?: RecordPath,
): RecordPath | undefined {
  if (isWhole(root, fieldOf)) return [root.name];
  const path =
    nearestPath(root, 2, (_, some) => some.some((one) => mayBeRecord(one, fieldOf))) ??
    nearestPath(root, 1, (_, [one]) => one !== undefined && isWhole(one, fieldOf)) ??
    entries ??
    nearestPath(root, 2, (name) => !isBesideStock(name), true);
  if (path !== undefined) return path;
  const only = root.children.filter((child) => child.isComplex && !isBesideStock(child.name));
  if (only.length === 1) return [root.name, only[0]?.name ?? ''];
  const name = elementKey(root.name);
  return wordsFor('vehicle element').has(name) || wordsFor('entry element').has(name)
    ? [root.name]
    : undefined;
}

const MAX_SAMPLE = 20;

/** The path nearest to the root that so many elements have, of those that are meant. `isOutside`: not those in a record. */
function nearestPath(
  root: XmlElement,
  times: number,
  isMeant: (name: string, some: readonly XmlElement[]) => boolean,
  isOutside = false,
): RecordPath | undefined {
  let level: { readonly element: XmlElement; readonly path: RecordPath }[] = [
    { element: root, path: [root.name] },
  ];
  while (level.length > 0) {
    const next = level.flatMap(({ element, path }) => {
      const complex = element.children.filter((child) => child.isComplex);
      // An element with plain values of its own is a record with several images rather than a list of records.
      if (isOutside && path.length > 1 && complex.length < element.children.length) return [];
      return complex.map((child) => ({ element: child, path: [...path, child.name] }));
    });
    const alike = new Map<string, XmlElement[]>();
    const enough: { readonly path: RecordPath; readonly elements: readonly XmlElement[] }[] = [];
    for (const { element, path } of next) {
      const key = path.join('/');
      const elements = alike.get(key) ?? [];
      alike.set(key, elements);
      elements.push(element);
      if (elements.length === times) enough.push({ path, elements });
    }
    const found = enough.find(({ path, elements }) =>
      isMeant(path.at(-1) ?? '', elements.slice(0, MAX_SAMPLE)),
    );
    if (found !== undefined) return found.path;
    level = next;
  }
  return undefined;
}

/** Whether an element has facts of one vehicle. A feed's own links and its branches are repeated too. */
export function mayBeRecord(element: XmlElement, fieldOf: FieldOf): boolean {
  return isVehicle(element, fieldOf, true) && !holdsVehicle(element, fieldOf);
}

/** `byAttributes`: also if elements in it name the vehicle's facts by their attributes. */
export function isVehicle(element: XmlElement, fieldOf: FieldOf, byAttributes = false): boolean {
  const values = Object.entries(element.toValues(byAttributes ? fieldOf : undefined));
  const single = values.flatMap(([name, value]) => (Array.isArray(value) ? [] : [name]));
  return vehicleFields(single, fieldOf).size > 1;
}

/** Whether an element has vehicles in it, at any depth. */
function holdsVehicle(element: XmlElement, fieldOf: FieldOf): boolean {
  const complex = element.children.filter((child) => child.isComplex);
  return (
    !isWhole(element, fieldOf) &&
    complex.some((child) => isVehicle(child, fieldOf) || holdsVehicle(child, fieldOf))
  );
}

/** Whether an element has facts and identity of its own, so that elements in it are of one vehicle, such as its engine. */
function isWhole(element: XmlElement, fieldOf: FieldOf): boolean {
  const names = ownNames(element);
  return vehicleFields(names, fieldOf).size > 1 && names.some((name) => IDENTITIES.has(fieldOf(name) ?? ''));
}

function ownNames({ attributes, children }: XmlElement): string[] {
  const own = children.filter((child) => child.children.length === 0).map(({ name }) => name);
  return [...attributes.map(([name]) => name), ...own];
}

/** The name of the vehicles in an entry that has several and no facts of its own: `<lot><vehicle/><vehicle/></lot>`. */
export function severalIn(entry: XmlElement, fieldOf: FieldOf): string | undefined {
  if (!wordsFor('entry element').has(elementKey(entry.name))) return undefined;
  const vehicles = entry.children.filter(({ name }) => wordsFor('vehicle element').has(elementKey(name)));
  const [first, ...others] = vehicles;
  if (first === undefined || others.length === 0 || others.some(({ name }) => name !== first.name))
    return undefined;
  const isOther = (name: string): boolean => name !== first.name;
  const hasFacts = vehicleFields(ownNames(entry).filter(isOther), fieldOf).size > 0;
  return !hasFacts && vehicles.every((one) => isVehicle(one, fieldOf)) ? first.name : undefined;
}

/** The distinct names of an element and of those in it that have others or attributes. */
export function namesWithin(root: XmlElement): string[] {
  const names = new Set([root.name]);
  let level = root.children;
  while (level.length > 0) {
    const complex = level.filter((element) => element.isComplex);
    for (const { name } of complex) names.add(name);
    level = complex.flatMap((element) => element.children);
  }
  return [...names];
}

export function elementsAt(root: XmlElement, path: RecordPath): XmlElement[] {
  let level = root.name === path[0] ? [root] : [];
  for (const name of path.slice(1)) {
    level = level.flatMap((element) => element.children.filter((child) => child.name === name));
  }
  return level;
}

export function isAt(open: readonly XmlElement[], path: RecordPath): boolean {
  return open.length === path.length && path.every((name, depth) => open[depth]?.name === name);
}

/** Whether elements, each in the one before, lead to records at this path. */
export function isOnWay(within: readonly XmlElement[], path: RecordPath): boolean {
  return within.length < path.length && within.every(({ name }, depth) => path[depth] === name);
}

function namesOf(open: readonly XmlElement[]): RecordPath {
  return open.map(({ name }) => name);
}

/** The comparable form of an element's name: `stockitem` for `Stock_Item`, `car#` for `car-12`. */
function elementKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
    .replace(/[0-9]+/g, '#');
}
