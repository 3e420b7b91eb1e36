// Matches the patterns of assets/phrases/: rows of words, lists and slots that are one of a few classes of meaning. Each class is a rule.
import type { Matcher, Meaning } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { NO_LIMIT, RUNNING_COST } from './resolve-quantity.ts';
import { SLOTS } from './slots.ts';
import { PHRASES, phrasesMeaning, readLists, rowsMeaning } from './word-lists.ts';

export const OTHER_MONEY = 'This is not what you want to pay, so it does not limit the search.';

const REASONS: Readonly<Record<string, string>> = {
  'distance driven': 'How far you drive is not part of a listing, so it was not searched for.',
  registration: 'Adverts cannot be found by their registration number.',
  'other money': OTHER_MONEY,
  elsewhere:
    'This was read as a place to go to or from, not as the place to search near: say near and the place if it is.',
  road: 'This was read as a road, so it was not searched for.',
  'no such order': 'There is no such order.',
  'running cost': 'Running costs are not part of a listing.',
  'no value': 'This names a property without saying what it should be.',
  opinion: "We can't search for this.",
  where: 'Tell us a town or postcode.',
  service: 'Ask the dealer about this: a search cannot answer it.',
  gas: 'It could be petrol or LPG: say which.',
};

const IN_TIME =
  "Distances are measured in miles or kilometres, not in time: say a distance, such as 'within 20 miles'.";

const UNSUPPORTED = rowsMeaning<Meaning>({
  ...Object.fromEntries(
    Object.entries(REASONS).map(([name, reason]) => [name, { kind: 'unsupported', reason } as const]),
  ),
  instalment: RUNNING_COST,
  'no limit': NO_LIMIT,
  'in time': { kind: 'unsupported', reason: IN_TIME, isDistance: true },
});
const STOP_WORDS: Meaning = { kind: 'stop_words' };
const ASIDE = rowsMeaning<Meaning>({ '': STOP_WORDS });

const CLASSES = { aside: ASIDE, unsupported: UNSUPPORTED };

const CIRCUMSTANCES = readLists('circumstances', CLASSES, SLOTS);
const OTHER_NUMBERS = readLists('other-numbers', CLASSES, SLOTS);
export const LIMIT_PATTERNS = readLists(
  'limits',
  {
    ...CLASSES,
    'counted back': phrasesMeaning({ '': 0, 1: 1, 2: 2, 3: 3, 10: 10 }),
    decade: PHRASES,
    ceiling: PHRASES,
  },
  SLOTS,
);
const JOURNEYS = readLists('journeys', { unsupported: UNSUPPORTED }, SLOTS);
const TALK = readLists(
  'talk',
  {
    car: ASIDE,
    unsupported: UNSUPPORTED,
    ignored: rowsMeaning<Meaning>({
      'function word': STOP_WORDS,
      'small talk': STOP_WORDS,
      joins: { kind: 'stop_words', joins: true },
      anywhere: { kind: 'anywhere' },
    }),
  },
  SLOTS,
);

/** What says nothing of the vehicle: `3 kids`, `for 2 years`. */
export const matchAside = matcherOf(CIRCUMSTANCES.aside, OTHER_NUMBERS.aside, LIMIT_PATTERNS.aside);
/** What no search can limit: `15k a year`. */
export const matchUnlimited = matcherOf(
  CIRCUMSTANCES.unsupported,
  OTHER_NUMBERS.unsupported,
  LIMIT_PATTERNS.unsupported,
  JOURNEYS.unsupported,
);
/** Slang for a car: `whip`. */
export const matchSlang = matcherOf(TALK.car);
/** What no search supports, unless adverts have its words: `reliable`. */
export const matchUnsupported = matcherOf(TALK.unsupported);
/** What asks for nothing: `looking for a`. A word that can describe a car is no small talk. */
export const matchStopWords = matcherOf(TALK.ignored);

function matcherOf(...rows: readonly ConstructorParameters<typeof PhraseMatcher<Meaning>>[0][]): Matcher {
  const matcher = new PhraseMatcher(rows.flatMap((own) => [...own]));
  return (phrase, at, context) => matcher.find(phrase, at, context);
}
