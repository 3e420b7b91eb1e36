// The categories of shops and marketplaces: which columns have them, whether they are of vehicles, of other things, or of all
// kinds, and which make and model they name. A category has levels, from the widest to the narrowest, and a level may list
// several kinds: `Vehicles & Parts > Vehicles > Motor Vehicles > Cars, Trucks & Vans`.
import { canonicalMake } from '../../vehicle/makes.ts';
import { nameModel } from '../../vehicle/model-name.ts';
import type { ResolvedColumn } from './column-resolver.ts';
import { isNamedAs, partWords, wordsFor } from '../tables/feed-tables.ts';

/** Maximum words of one thing: `gift card`. */
const MAX_WORDS = 3;

/** The key of a content system's link, after the link's name: `sys.contentType.sys.id`. */
const LINK = /(?:^|\.)([^.]+)\.sys\.id$/;

/**
 * Whether a column has the category of its record, or a kind of record: `category`, `__typename`. The whole name of a column
 * without a field must say so.
 */
export function saysCategory(name: string, column: ResolvedColumn | null | undefined): boolean {
  const own = LINK.exec(name)?.[1] ?? name;
  if (!isNamedAs(own, 'kind')) return false;
  if (column !== undefined) return column?.field === 'keywords';
  return partWords(own).every((word) => isNamedAs(word, 'kind') || wordsFor('record noun').has(word));
}

/**
 * Whether a category is of things that are not vehicles, by its last level that tells: `Vehicle Parts & Accessories > Gearboxes`,
 * `Cars & Caravans > Caravans`.
 */
export function isOfNoVehicle(category: string): boolean {
  const levels = levelsOf(category);
  const last = levels.at(-1) ?? '';
  if (isNoVehicle(/\s/.test(last) ? last : `${last}s`) || isNoVehicle(last)) return !isOfVehicles(last);
  const areOthers = (level: string): boolean => kindsIn(level).every(isNoVehicle);
  const said = levels.findLast((level) => isOfVehicles(level) || areOthers(level));
  return said !== undefined && !isOfVehicles(said);
}

/** Whether a category says nothing of one vehicle: a number, or a list of kinds with all vehicles (`Cars, Trucks & Vans`). */
export function isOfAllKinds(category: unknown): boolean {
  const text = String(category).trim();
  const kinds = kindsIn(levelsOf(text).at(-1) ?? '');
  return /^[0-9]{2,}$/.test(text) || (kinds.length > 1 && kinds.some(isOfVehicles));
}

export interface NameInCategory {
  readonly make: string;
  /** Undefined if no known model is below the make. */
  readonly model: string | undefined;
}

/**
 * The only make that categories have as a level below another, or with `from` 0 at any level, with the model below it:
 * `Cars > Ford > Mondeo`. One text may list several: `Used Cars, Used Cars > Ford`.
 */
export function nameInCategories(categories: readonly unknown[], from = 1): NameInCategory | undefined {
  const paths = categories.flatMap((category) => (typeof category === 'string' ? category.split(',') : []));
  const found = paths.flatMap((path): NameInCategory[] => {
    const levels = levelsOf(path);
    const at = levels.findIndex((level, n) => n >= from && canonicalMake(level) !== undefined);
    const make = canonicalMake(levels[at] ?? '');
    const below = levels[at + 1] ?? '';
    return make === undefined ? [] : [{ make, model: nameModel(make, below)?.model }];
  });
  const [first] = found;
  return found.every(({ make }) => make === first?.make)
    ? (found.find(({ model }) => model !== undefined) ?? first)
    : undefined;
}

/** Whether a text names a thing that is not a vehicle: `Gift card`, `Alloy wheels`. */
export function isNoVehicle(text: string): boolean {
  const words = categoryWords(text);
  const others = wordsFor('no vehicle');
  const vehicles = wordsFor('vehicle kind');
  return words.some(
    (_, at) =>
      !vehicles.has(words.slice(Math.max(0, at - 1), at + 1).join(' ')) &&
      Array.from({ length: MAX_WORDS }, (__, more) => words.slice(at, at + more + 1).join(' ')).some(
        (some) => others.has(some) || others.has(some.replace(/s$/, '')),
      ),
  );
}

/** Whether a level is of vehicles: `Cars, Motorcycles & Vehicles` and `Car` are, `Car Parts` is not. */
function isOfVehicles(level: string): boolean {
  const words = categoryWords(level);
  const subjects = wordsFor('subject');
  return words.some(
    (word) => (word.endsWith('s') || words.length === 1) && subjects.has(word.replace(/s$/, '')),
  );
}

function levelsOf(category: string): readonly string[] {
  return category.split(/[>|/]/).map((level) => level.trim());
}

function kindsIn(level: string): readonly string[] {
  return level.split(/[,&+]| and /i);
}

function categoryWords(text: string): readonly string[] {
  return (
    text
      .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
