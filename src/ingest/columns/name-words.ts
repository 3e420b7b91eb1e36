// Reads a column name as a set of words: `Ext Col`, `Colour (Exterior)` and `exterior_colour` are one, and so are `Date First Reg`
// and `first_registration_date`. Some fields are known by the words alone, since exporters name them as they like: the
// address of the advert, texts about the car, its price and its reference. The words are rows of assets/feeds/words.tsv.
import type { ColumnField } from './column-fields.ts';
import { partWords } from './name-parts.ts';
import { wordsFor, wordsOfFields, type WordUse } from './words.ts';

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

/** The field that a name's words alone say. */
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

/** Whether the last word of a name is one of this use: `Product Category` says what is sold. */
export function isNamedAs(name: string, use: WordUse): boolean {
  return wordsFor(use).has(spelledOut(partWords(name).at(-1) ?? ''));
}
