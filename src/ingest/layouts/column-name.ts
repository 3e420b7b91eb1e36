// Reads column names: `FuelType`, `fuel_type`, `Fuel Types` and `g:fuel-type` are one name, and `vehicle.images[2].href` is a path of
// three. Names of one meaning that only ever stand above others, such as `seller` and `dealer`, are one name too.
import { nameKey } from '../../listing/name-key.ts';

export interface ColumnPath {
  /** The path's names, outermost first, each in its comparable form; at least one. */
  readonly parts: readonly string[];
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
  const parts: string[] = [];
  // A dot before a space ends an abbreviation: `No. of doors`.
  for (const part of text.split(/\.(?!\s|$)/)) {
    const key = partKey(part.replace(/\[[0-9]+\]/g, ''));
    if (key !== '' && key !== '#' && key !== parts.at(-1)) parts.push(key);
  }
  if (parts.length < 2) return { parts: parts.length === 0 ? [partKey(text)] : parts, number };
  const canonical = parts.map((part) => SAME_PARENTS.get(part) ?? part);
  return { parts: canonical.filter((part, at) => part !== canonical[at - 1]), number };
}

/** The comparable form of one name: its words without case, accents, signs, namespace and plural. */
function partKey(name: string): string {
  const local = /[^:]:([^:]+)$/.exec(name)?.[1] ?? name;
  // JSON-LD's keywords are no names of values.
  const sign = local.startsWith('@') ? '@' : '';
  const words = local
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    // Not `URLs`, which is one word.
    .replace(/([A-Z])([A-Z](?:[a-rt-z]|s[a-z]))/g, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u);
  return (
    sign +
    words
      .map((word) => singular(nameKey(word)))
      .join('')
      .replace(/[0-9]+/g, '#')
  );
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
      'photo picture pic img gallery media image_list photo_list image_url photo_url picture_url media_url',
    ],
    ['feature', 'option equipment standard_equipment optional_equipment optional_extra extra highlight'],
    ['engine', 'vehicle_engine motor powertrain'],
    ['address', 'postal_address dealer_address'],
  ].flatMap(([first = '', others = '']) =>
    [first, ...others.split(' ')].map((other): [string, string] => [partKey(other), partKey(first)]),
  ),
);
