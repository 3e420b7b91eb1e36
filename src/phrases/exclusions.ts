// Phrases that leave something out after saying that all the rest will do: `any colour but red`, `everything except diesel`.
import type { Matcher } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

const ALL = (
  'anything, everything, every one, anyone, all, all of them, any, all makes, all models, all colours, all cars, any make, any makes, any brand, any model, any car, any cars, ' +
  'any vehicle, any colour, any color, any colours, any colors, any shade, any fuel, any fuel type, any gearbox, any transmission, any body, any body type, ' +
  'any manufacturer, any type, any kind, any one, any other make, any engine, every make, every colour, all brands, any age, any dealer, all dealers'
).split(', ');
const BUT = (
  'but, except, except for, excepting, other than, apart from, bar, excluding, but not, not, aside from, besides, save for, without, that isnt, thats not, that is not, as long as its not, as long as it isnt, so long as its not, ' +
  'provided its not'
).split(', ');
const OTHERS =
  'stay away from, staying away from, steer clear of, steering clear of, keep away from, leave out, leaving out, rule out, ruling out, with the exception of, ' +
  'cant stand, no way, ignore, ignoring, skip, skipping, filter out, exclude any, exclude all, must not include, hide, hiding, ' +
  'nothing from, nothing by, nothing that is, nothing thats, no more, definitely not, absolutely not, preferably not, ideally not, please no, no bloody';

const EXCLUSIONS = new PhraseMatcher<true>([
  [true, ALL.flatMap((all) => BUT.map((but) => `${all} ${but}`)).join(', ')],
  [true, `${OTHERS}, bar, minus`],
]);
/** Words after which a number is a limit: `no more than`. */
const LIMITS = new Set(['than']);

export const matchExclusion: Matcher = (phrase, at) => {
  const found = EXCLUSIONS.find(phrase, at);
  if (found === undefined || LIMITS.has(phrase.words.at(at + found.length)?.key ?? '')) return undefined;
  return { length: found.length, meaning: { kind: 'negation' } };
};
