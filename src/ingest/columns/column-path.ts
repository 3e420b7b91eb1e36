// Reads column names: `FuelType`, `fuel_type` and `g:fuel-type` are one name, and `vehicle.images[2].href` is a path of three.
import { partKey, partWords } from './name-words.ts';
import { canonicalParent } from './parents.ts';

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
