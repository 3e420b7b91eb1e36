// Matches fuels and transmissions: plain words, and the wordings of a class in the trade's terms. Badges that imply a fuel
// (`TDI`) say more than the class does, so they stay search words. vehicle/classify.ts decides the class of plain words.
import {
  classifyFuel,
  classifyTransmission,
  FUEL_TYPES,
  TRANSMISSIONS as GEARBOXES,
} from '../vehicle/classify.ts';
import { classTermAt } from './class-terms.ts';
import type { Matcher } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

const EVERY_HYBRID = 'every kind of hybrid is found: mild, full and plug-in';

const FUELS = new PhraseMatcher<'exact' | 'kind of hybrid'>([
  [
    'exact',
    'petrol, petol, petrel, gasoline, unleaded, diesel, deisel, desiel, diesal, disel, turbo diesel, derv, hybrid, hybrids, hybird, ' +
      'electric, electic, elecric, ev, bev, battery electric, petrol hybrid, diesel hybrid, petrol electric, hybrid electric, electric hybrid, hybrid petrol',
  ],
  ['kind of hybrid', 'plug in hybrid, plug in, phev, mhev, hev, mild hybrid, full hybrid, self charging hybrid, self charging'],
]); // prettier-ignore

const KIND_OF_HYBRID = /plug|hev|mild|full|charging|ehybrid|rex|range/;

const FUEL_NOUNS: ReadonlyMap<string, string> = new Map([
  ['evs', 'electric'],
  ['diesels', 'diesel'],
  ['petrols', 'petrol'],
  ['electrics', 'electric'],
  ['phevs', 'phev'],
]);

const TRANSMISSIONS = new PhraseMatcher<true>([
  [
    true,
    'manual, manuel, maual, manaul, mannual, automatic, automatik, automtic, autmatic, automattic, auto, semi auto, semi automatic, stick shift, ' +
      'auto gearbox, automatic gearbox, manual gearbox, auto box, automatic box, automatic transmission, manual transmission, manual box, auto transmission',
  ],
]); // prettier-ignore
const TRANSMISSION_NOUNS: ReadonlyMap<string, string> = new Map([
  ['automatics', 'automatic'],
  ['autos', 'auto'],
  ['manuals', 'manual'],
]);

/** Every wording of the classes in the trade's terms. */
export const matchClassTerm: Matcher = (phrase, at) => {
  const found = classTermAt(phrase, at);
  if (found === undefined || isOfAPart(phrase.words.at(at + found.length)?.key)) return undefined;
  const { length, value } = found;
  const fuel = FUEL_TYPES.find((name) => name === value);
  if (fuel !== undefined) {
    const isKind = fuel === 'Hybrid' && KIND_OF_HYBRID.test(phrase.words.slice(at, at + length).map(({ key }) => key).join('')); // prettier-ignore
    return { length, meaning: { kind: 'fuel', value: fuel, ...(isKind && { note: EVERY_HYBRID }) } };
  }
  const transmission = GEARBOXES.find((name) => name === value);
  return transmission && { length, meaning: { kind: 'transmission', value: transmission } };
};

/** Parts that may be electric, automatic or manual whatever the fuel or transmission of the car. */
const PARTS = new Set(
  ('windows window seat seats mirror mirrors roof tailgate boot handbrake sunroof hood lights headlights wipers ' +
    'parking steering folding tow hatch soft top doors').split(' '),
); // prettier-ignore

export const matchFuel: Matcher = (phrase, at) => {
  const noun = FUEL_NOUNS.get(phrase.words[at].key);
  const found =
    FUELS.find(phrase, at) ?? (noun === undefined ? undefined : { meaning: 'exact' as const, length: 1 });
  if (found === undefined || isOfAPart(phrase.words.at(at + found.length)?.key)) return undefined;
  const words = noun ?? phrase.words.slice(at, at + found.length).map(({ key }) => key).join(' '); // prettier-ignore
  const value = classifyFuel(words);
  if (value === undefined) throw new Error(`'${words}' is listed as a fuel and is none`);
  const note = found.meaning === 'exact' ? {} : { note: EVERY_HYBRID };
  return { length: found.length, meaning: { kind: 'fuel', value, ...note } };
};

export const matchTransmission: Matcher = (phrase, at) => {
  const noun = TRANSMISSION_NOUNS.get(phrase.words[at].key);
  const length = TRANSMISSIONS.find(phrase, at)?.length ?? (noun === undefined ? undefined : 1);
  if (length === undefined || isOfAPart(phrase.words.at(at + length)?.key)) return undefined;
  const words = noun ?? phrase.words.slice(at, at + length).map(({ key }) => key).join(' '); // prettier-ignore
  const value = classifyTransmission(words.replace(/ (?:gearbox|box|transmission)$/, ''));
  if (value === undefined) throw new Error(`'${words}' is listed as a gearbox and is none`);
  return { length, meaning: { kind: 'transmission', value } };
};

function isOfAPart(next: string | undefined): boolean {
  return next !== undefined && PARTS.has(next);
}
