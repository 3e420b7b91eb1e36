// Matches fuels and gearboxes: the words of their tables, and the wordings of a class that an operator adds. Badges that imply a
// fuel (`TDI`) are more specific than its class, so they stay search words.
import { FUELS } from '../vehicle/class-words.ts';
import type { Transmission } from '../vehicle/classes.ts';
import { classTermAt, type ClassName } from './class-terms.ts';
import type { Matcher, Meaning } from './match.ts';

export const matchClass: Matcher = (phrase, at) => {
  const found = classTermAt(phrase, at);
  if (found === undefined) return undefined;
  const { length, value } = found;
  const next = phrase.words.at(at + length)?.key;
  if (next !== undefined && PARTS.has(next)) return undefined;
  const wording = phrase.words.slice(at, at + length).map(({ key }) => key).join(''); // prettier-ignore
  return { length, meaning: meaningOf(value, wording) };
};

const EVERY_HYBRID = 'every kind of hybrid is found: mild, full and plug-in';

function meaningOf(value: ClassName, wording: string): Meaning {
  const fuel = FUELS.rows.find(({ name }) => name === value);
  if (fuel === undefined) return { kind: 'transmission', value: value as Transmission };
  const isKind = fuel.kinds.some((part) => wording.includes(part));
  return { kind: 'fuel', value: fuel.name, ...(isKind && { note: EVERY_HYBRID }) };
}

/** Parts that may be electric, automatic or manual whatever the fuel or transmission of the car. */
const PARTS = new Set(
  ('windows window seat seats mirror mirrors roof tailgate boot handbrake sunroof hood lights headlights wipers ' +
    'parking steering folding tow hatch soft top doors').split(' '),
); // prettier-ignore
