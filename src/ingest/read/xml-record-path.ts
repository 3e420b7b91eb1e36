// Which elements of an XML feed are its records: those of the name that was given, of a usual name, or else those that are
// repeated. A path is the names from the outermost element to the record.
import { columnKey } from '../layouts/layout.ts';
import type { XmlElement } from './xml-element.ts';

export type RecordPath = readonly string[];

const VEHICLES: ReadonlySet<string> = new Set([
  'listing',
  'vehicle',
  'car',
  'advert',
  'usedcar',
  'stockitem',
]);
/** Names that mean a record near the top, and anything further down. */
const ENTRIES: ReadonlySet<string> = new Set([
  'item',
  'entry',
  'record',
  'row',
  'ad',
  'offer',
  'product',
  'auto',
  'unit',
]);
const MAX_ENTRY_DEPTH = 3;

/** The path of the element that has just been opened, the last of `open`, if its name makes it a record. */
export function recordPathByName(
  open: readonly XmlElement[],
  requested: string | undefined,
): RecordPath | undefined {
  const name = columnKey(open.at(-1)?.name ?? '').key;
  const isRecord =
    requested !== undefined
      ? name === columnKey(requested).key
      : open.length > 1 && (VEHICLES.has(name) || (open.length <= MAX_ENTRY_DEPTH && ENTRIES.has(name)));
  return isRecord ? namesOf(open) : undefined;
}

/** The path of the element that has just been opened directly in the outermost one, if one like it came before it. */
export function recordPathBySibling(
  open: readonly XmlElement[],
  earlier: ReadonlySet<string>,
): RecordPath | undefined {
  const isRepeated = open.length === 2 && earlier.has(open[1]?.name ?? '');
  return isRepeated ? namesOf(open) : undefined;
}

/** The path of the elements that are repeated nearest to the top; else of the only one; undefined where there is none. */
export function recordPathByRepetition(root: XmlElement): RecordPath | undefined {
  let level: { readonly element: XmlElement; readonly path: RecordPath }[] = [
    { element: root, path: [root.name] },
  ];
  while (level.length > 0) {
    const next = level.flatMap(({ element, path }) => {
      const complex = element.children.filter((child) => child.isComplex);
      // What has plain values of its own is rather a record with several pictures than a list of records.
      if (path.length > 1 && complex.length < element.children.length) return [];
      return complex.map((child) => ({ element: child, path: [...path, child.name] }));
    });
    const seen = new Set<string>();
    for (const { path } of next) {
      const key = path.join('/');
      if (seen.has(key)) return path;
      seen.add(key);
    }
    level = next;
  }
  const only = root.children.filter((child) => child.isComplex);
  if (only.length === 1) return [root.name, only[0]?.name ?? ''];
  const name = columnKey(root.name).key;
  return VEHICLES.has(name) || ENTRIES.has(name) ? [root.name] : undefined;
}

/** The elements within `root` that have this path, in their order. */
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

function namesOf(open: readonly XmlElement[]): RecordPath {
  return open.map(({ name }) => name);
}
