// Reads column names: `FuelType`, `fuel_type`, `Fuel Types` and `g:fuel-type` are one name, and `vehicle.images[2].href` is a path of
// three. Names of one meaning that only ever stand above others, such as `seller` and `dealer`, are one name too.
import { nameKey } from '../../vehicle/name-key.ts';

export interface ColumnPath {
  /** The path's names, outermost first, each in its comparable form; at least one. */
  readonly parts: readonly string[];
  /** The words of each of the parts. */
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
    // A type behind the name: `custom.mileage [number_integer]`.
    .replace(/\s\[[a-z_.]+\]\s*$/i, '')
    // PHP's paths: `image[0][url]`.
    .replace(/\[([^[\]0-9][^[\]]*)\]/g, '.$1');
  const number = Number(/[0-9]+/.exec(text)?.[0] ?? '0');
  const found: { key: string; words: readonly string[] }[] = [];
  // A dot before a space ends an abbreviation: `No. of doors`.
  for (const part of text.split(/\.(?!\s|$)/)) {
    const words = wordsOf(part.replace(/\[[0-9]+\]/g, ''));
    const key = words.join('');
    if (key !== '' && key !== '#' && key !== found.at(-1)?.key) found.push({ key, words });
  }
  if (found.length === 0) return { parts: [partKey(text)], words: [wordsOf(text)], number };
  if (found.length > 1) {
    for (const [at, { key }] of found.entries()) {
      const canonical = SAME_PARENTS.get(key);
      if (canonical !== undefined) found[at] = { key: canonical, words: [canonical] };
    }
  }
  const kept = found.filter(({ key }, at) => key !== found[at - 1]?.key);
  return { parts: kept.map(({ key }) => key), words: kept.map(({ words }) => words), number };
}

/** The comparable form of one name: its words without case, accents, signs, namespace and plural. */
function partKey(name: string): string {
  return wordsOf(name).join('');
}

function wordsOf(name: string): string[] {
  const local = /[^:]:([^:]+)$/.exec(name)?.[1] ?? name;
  const words = local
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    // Not `URLs`, which is one word.
    .replace(/([A-Z])([A-Z](?:[a-rt-z]|s[a-z]))/g, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => singular(nameKey(word)).replace(/[0-9]+/g, '#'))
    .filter((word) => word !== '');
  // JSON-LD's keywords are no names of values.
  return local.startsWith('@') ? [`@${words[0] ?? ''}`, ...words.slice(1)] : words;
}

function singular(word: string): string {
  return word.length > 2 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Parents of one meaning, in comparable form. */
const SAME_PARENTS: ReadonlyMap<string, string> = new Map(
  [
    [
      'dealer',
      'dealership seller advertiser retailer vendor offered_by dealer_info dealer_details seller_info',
    ],
    [
      'image',
      'photo picture pic img gallery media image_list photo_list image_url photo_url picture_url media_url representation rendition',
    ],
    ['feature', 'option equipment standard_equipment optional_equipment optional_extra extra highlight'],
    ['engine', 'vehicle_engine motor powertrain'],
    ['address', 'postal_address dealer_address'],
  ].flatMap(([first = '', others = '']) =>
    [first, ...others.split(' ')].map((other): [string, string] => [partKey(other), partKey(first)]),
  ),
);
