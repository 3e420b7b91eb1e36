// Extracts the postcode and town from a postal address in one field.
import { readPostcode } from '../../geo/postcode.ts';
import { loadTowns } from '../../geo/towns.ts';
import { cleanText } from './text.ts';

export interface PostalAddress {
  readonly postcode?: string;
  readonly town?: string;
}

const MAX_LENGTH = 1000;
export const POSTCODE = /\b([A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2})\b/gi;
/** `city: 'Keswick'`, as some exporters write an object. */
const NAMED_PART = /["']?\b([a-z][a-z0-9_]*)["']?\s*:\s*(?:"([^"]*)"|'([^']*)')/gi;
const SEPARATOR = /[,;|\n\r\t•]+|\s[-–]\s/;

/** The postcode and the town of an address in one text, or with named parts (`{city: 'Keswick', …}`). */
export function parsePostalAddress(address: unknown): PostalAddress {
  if (typeof address !== 'string' || address.length > MAX_LENGTH) return {};
  const text = address.trim();
  if (text.startsWith('{')) return namedParts(text);
  const postcode = Array.from(text.matchAll(POSTCODE), ([found]) => found).at(-1);
  const town = townOf(text.replace(POSTCODE, ','));
  return { ...(postcode !== undefined && { postcode }), ...(town !== undefined && { town }) };
}

export function hasPostcode(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_LENGTH && text.search(POSTCODE) >= 0;
}

/** Whether a text is a full postcode, not only a district. */
export function isWholePostcode(text: string): boolean {
  return readPostcode(text)?.kind === 'unit' && /[A-Z]/i.test(text.slice(-2));
}

/** The post town of a postcode's district; undefined for a district that does not exist. */
export function townOfPostcode(postcode: string): string | undefined {
  const read = readPostcode(postcode);
  return read === undefined ? undefined : loadTowns().ofDistrict(read.outward);
}

export function isTown(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_LENGTH && loadTowns().find(text) !== undefined;
}

function namedParts(text: string): PostalAddress {
  const values = new Map<string, string>();
  for (const [, name, doubleQuoted, singleQuoted] of text.matchAll(NAMED_PART))
    values.set(name.toLowerCase(), cleanText(doubleQuoted ?? singleQuoted));
  const valueOf = (...names: string[]): string | undefined =>
    names.map((name) => values.get(name)).find((value) => value !== undefined && value !== '');
  const postcode = valueOf('postal_code', 'postalcode', 'postcode', 'post_code', 'zip', 'zip_code');
  const town = valueOf('city', 'town', 'post_town', 'addresslocality', 'locality');
  return { ...(postcode !== undefined && { postcode }), ...(town !== undefined && { town }) };
}

/** The last part that is the name of a town; else the town that the address ends with. */
function townOf(address: string): string | undefined {
  const towns = loadTowns();
  const parts = address
    .split(SEPARATOR)
    .map(cleanText)
    .filter((part) => part !== '');
  for (const part of parts.toReversed()) {
    const town = towns.find(part);
    if (town !== undefined) return townName(part, town.name);
  }
  const words = parts.at(-1)?.split(' ') ?? [];
  for (let length = Math.min(words.length - 1, MAX_TOWN_WORDS); length > 0; length--) {
    const name = words.slice(-length).join(' ');
    const town = ORDINARY_WORD.test(name) ? undefined : towns.find(name);
    if (town !== undefined) return townName(name, town.name);
  }
  return undefined;
}

const MAX_TOWN_WORDS = 4;
/** Towns whose names are also ordinary words: `12 High Street` is not in Street. */
const ORDINARY_WORD = /^(?:street|sale|deal|wells|ware|rye|hook|settle|battle|barry|wing|mold|bow)$/i;

/** The name as the dealer wrote it, in ordinary capitals: one town has several names. */
function townName(written: string, known: string): string {
  const isSame = written.toLowerCase() === known.toLowerCase();
  if (isSame || /\p{Ll}/u.test(written) === /\p{Lu}/u.test(written)) return isSame ? known : written;
  return written.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
