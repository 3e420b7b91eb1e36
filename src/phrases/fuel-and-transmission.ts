// Matches fuels and gearboxes: the words of their tables, and the wordings of a class that an operator adds. Badges that imply a
// fuel (`TDI`) are more specific than its class, so they stay search words.
import { FUELS } from '../vehicle/class-words.ts';
import { FUEL_TYPES, TRANSMISSIONS, type Transmission } from '../vehicle/classes.ts';
import { classTermAt, type ClassName } from './class-terms.ts';
import type { Matcher, Meaning } from './match.ts';
import { named, patternsMeaning, readLists, WORDS } from './word-lists.ts';

export const LISTS = readLists('classes', {
  /** How the consonants of a class are heard, after any first letters. */
  sound: patternsMeaning(named(...FUEL_TYPES, ...TRANSMISSIONS)),
  /** Words that look like a class and are others. */
  'other word': WORDS,
  /** Parts that may be electric, automatic or manual whatever the fuel or transmission of the car. */
  part: WORDS,
});

export const matchClass: Matcher = (phrase, at) => {
  const found = classTermAt(phrase, at);
  if (found === undefined) return undefined;
  const { length, value } = found;
  const next = phrase.words.at(at + length)?.key;
  if (next !== undefined && LISTS.part.has(next)) return undefined;
  const wording = phrase.words.slice(at, at + length).map(({ key }) => key).join(''); // prettier-ignore
  return { length, meaning: meaningOf(value, wording) };
};

const EVERY_HYBRID = 'every kind of hybrid is found: mild, full and plug-in';

/** The fuel or the gearbox, with a note if its wording is one kind of it. */
export function meaningOf(value: ClassName, wording = ''): Meaning {
  const fuel = FUELS.rows.find(({ name }) => name === value);
  if (fuel === undefined) return { kind: 'transmission', value: value as Transmission };
  const isKind = fuel.kinds.some((part) => wording.includes(part));
  return { kind: 'fuel', value: fuel.name, ...(isKind && { note: EVERY_HYBRID }) };
}
