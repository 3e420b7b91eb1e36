// What random listings say, and random texts to search for in them: the same sayings, spelled, inflected, joined, cut
// and mistyped in other ways. Each reading of a word is reached often (embedded-index.properties.test.ts).
import fc from 'fast-check';

const WORDS = ['golf', 'gold', 'golfs', 'Focus', 'focsu', 'vw', 'XJ', 'xjs', 'c-hr', 'titanium', 'titan', 'Škoda', '2.0', '320d', 'pick-up', '12,000', "driver's", 'red', 'rad', 'blue', 'seat', 'seats', '1.6', '2017']; // prettier-ignore

/** Classes and terms of the trade, and what contains or resembles one. */
const TERMS = [
  'automatic', 'auto', 'autos', 'semi auto', 'manual', 'diesel', 'plug-in hybrid', 'PHEV', 'EV', 'electric',
  'Android Auto', 'Bluetooth', 'electric windows', 'sat nav', 'satnav', 'sat-nav', 'satellite navigation', 'sat navs',
  'full service history', 'FSH', 'service history', 'air con', 'aircon', 'A/C', 'panoramic', 'panoramic sunroof',
  'sunroofs', '5 door', '5dr', 'five-door', 'sedan', 'saloon', 'hatch', 'cabrio', 'M Sport', 'msport', 'S-line', '4x4',
  '150 PS', '150ps',
]; // prettier-ignore

/** As descriptions begin, with parts that are no neighbours. */
const TITLES = ['2017 VW Golf 1.6 GTI', 'BMW 320d M Sport', 'Toyota RAV 4', 'Škoda Octavia Estate'];

const SAYINGS = [...WORDS, ...TERMS];

/** A name that is asked for in one word may be two in the advert, and the other way round. */
export const SPLIT_MODELS = ['RAV4', 'RAV 4', 'MX-5', 'Corsa Van', 'Corsavan', 'Zafira', 'Qashqai', '1 Series M Sport', 'Up', 'A Class']; // prettier-ignore

/** Wordings that hardly any listing has: joined, split, mistyped, of nothing. */
const MEANT = ['for two', 'lexus is', 'vw golf or skoda octavia', 'ford focus or bmw', 'golg', 'tittanium', 'chr', '320', 'zzzz', 'up', 'note', 'null', 'lodnon', '2.1l', 'golf gti', 'vw golf', 'golf m sport', 'rav', '4', 'a class', 'mx5', 'corsa', 'van', 'satelite navigation', 'navigaton', 'automatc', 'five']; // prettier-ignore
/** Words with hyphens beside what joins or excludes them. */
const HYPHENATED = ['mx-5 or rav-4', 'qashqai or c-hr or 3-series', 'golf-gti or a-class', 'vw golf-plus or skoda rav-4 s-line', 'land-rover mx-5 or bmw 3-series', 'golf not mx-5', 'not c-hr or mx-5-red']; // prettier-ignore
/** Names of several words beside what joins or excludes them. */
const NAMES = ['golf or rav 4', 'land rover or vw golf plus', 'golf 2.0 litre', 'not 1 series', 'not land rover red', 'not vw golf or rav 4', 'zafira or bmw 3 series m sport']; // prettier-ignore
const SOUNDS = ['zaphira', 'zafirra', 'cashcai', 'quashkai', 'scodda', 'wartberg'];
const BEGINNINGS = ['tita', 'panor', 'focu', 'blueto', 'satel', 'naviga', 'golf plu', 'wart', 'zafi', 'andr'];

const anySaying = fc.constantFrom(...SAYINGS);

/** A description: sayings, sometimes after a title. */
export const anyDescription: fc.Arbitrary<string> = fc
  .tuple(
    fc.option(fc.constantFrom(...TITLES), { nil: '', freq: 2 }),
    fc.array(anySaying, { maxLength: 30, size: 'max' }),
    fc.constantFrom(' ', ' ', ', ', ' - '),
  )
  .map(([title, sayings, between]) => [title, ...sayings].join(between));

type Change = (text: string, at: number) => string;

const CHANGES: readonly Change[] = [
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(/[ -]/g, ''),
  (text) => `${text}s`,
  (text) => text.replace(/s$/, ''),
  (text, at) => text.slice(0, Math.max(4, at)),
  (text, at) => `${text.slice(0, at)} ${text.slice(at)}`,
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) =>
    text.slice(0, at) +
    text
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    text.slice(at + 2),
];

const unchanged: Change = (text) => text;

/** A text to search for: one to five words or sayings of listings and of `others`, some of them changed. */
export function anySearchText(others: readonly string[]): fc.Arbitrary<string> {
  const anyWording = fc.oneof(
    { weight: 5, arbitrary: anySaying },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
    { weight: 2, arbitrary: fc.constantFrom(...MEANT) },
    { weight: 1, arbitrary: fc.constantFrom(...HYPHENATED, ...NAMES) },
    { weight: 1, arbitrary: fc.constantFrom(...SOUNDS, ...BEGINNINGS) },
  );
  const anyChange = fc.oneof(
    { weight: 7, arbitrary: fc.constant(unchanged) },
    { weight: 2, arbitrary: fc.constantFrom(...CHANGES) },
  );
  const anyPart = fc
    .tuple(anyWording, anyChange, fc.nat(20))
    .map(([text, change, at]) => change(text, at % Math.max(1, text.length)));
  const anyJoint = fc.constantFrom(' ', ' ', ' ', ' ', ' ', ' or ', ' and ', ' not ', ' or a ', ' OR ', ' with the ', ' -', ' -"', '" ', ' "', ' not "', ' for ', ', ', ' in ', '-', '-in-'); // prettier-ignore
  // Few words match more often than many.
  const counts = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 5];
  return fc
    .constantFrom(...counts)
    .chain((count) => fc.array(anyPart, { minLength: count, maxLength: count }))
    .chain((parts) =>
      fc
        .tuple(
          fc.constantFrom('', '', '', '', '', '', '-', 'a ', 'used ', 'not '),
          fc.array(anyJoint, { minLength: parts.length, maxLength: parts.length }),
          fc.constantFrom('', '', '', '', '', ' for sale', ' or', ' cars'),
        )
        .map(([before, joints, after]) => {
          const joined = parts.map((part, i) => `${i === 0 ? before : joints[i]}${part}`);
          return joined.join('') + after;
        }),
    );
}
