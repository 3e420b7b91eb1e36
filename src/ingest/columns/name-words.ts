// Reads column names as words: `FuelType` and `fuel_type` have the same, `Ext Col` and `Colour (Exterior)` are one set. Some fields are known by the
// words alone, since exporters name them as they like. The words are rows of assets/feeds/words.tsv.
import type { ColumnField } from './column-fields.ts';
import { wordsFor, wordsOfFields, type WordUse } from './words.ts';
import { nameKey } from '../../vehicle/name-key.ts';

/** The key of a name's words in any order, abbreviations spelt out; undefined if none are left. */
export function wordsKey(words: readonly string[]): string | undefined {
  const fillers = wordsFor('filler');
  const known = new Set(words.map(spelledOut).filter((word) => !fillers.has(word)));
  return known.size === 0 ? undefined : [...known].sort().join(' ');
}

/** The words without those that say only that it is about the vehicle: `Vehicle Fuel`, `v_fuel`. */
export function withoutSubject(words: readonly string[]): readonly string[] {
  const others = words[0] === 'v' ? words.slice(1) : words;
  const subjects = wordsFor('subject');
  return others.filter((word) => !subjects.has(spelledOut(word)));
}

export function fieldOfWords(words: readonly string[]): ColumnField | undefined {
  const known = words.map(spelledOut);
  for (const [name, { field, beside }] of wordsOfFields()) {
    const isOf = known.some((word) => field.has(word));
    if (isOf && known.every((word) => field.has(word) || beside.has(word))) return name;
  }
  return undefined;
}

export function spelledOut(word: string): string {
  return wordsFor('abbreviation').get(word) ?? word;
}

/** Whether the last word of a name is one of this use: `Product Category` and `Vehicle Type Desc` say what is sold. */
export function isNamedAs(name: string, use: WordUse): boolean {
  const words = partWords(name).map(spelledOut);
  return wordsFor(use).has(words.at(words.at(-1) === 'description' ? -2 : -1) ?? '');
}

/** The comparable form of one name: its words without case, accents, signs, namespace and plural. */
export function partKey(name: string): string {
  return partWords(name).join('');
}

export function partWords(name: string): string[] {
  const local = /[^:]:([^:]+)$/.exec(name)?.[1] ?? name;
  const words = local
    // `Date Reg'd`
    .replace(/(?<=\p{L})['\u2019](?=\p{L})/gu, '')
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
  if (word.length > 6 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 2 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
