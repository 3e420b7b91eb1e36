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
};

const IN_TIME =
  "Distances are measured in miles or kilometres, not in time: say a distance, such as 'within 20 miles'.";

const UNSUPPORTED = rowsMeaning<Meaning>({
  ...Object.fromEntries(
    Object.entries(REASONS).map(([name, reason]) => [name, { kind: 'unsupported', reason } as const]),
  ),
  'running cost': RUNNING_COST,
  'no limit': NO_LIMIT,
  'in time': { kind: 'unsupported', reason: IN_TIME, isDistance: true },
});
const ASIDE = rowsMeaning<Meaning>({ '': { kind: 'stop_words' } });

const CLASSES = { aside: ASIDE, unsupported: UNSUPPORTED };

const CIRCUMSTANCES = readLists('circumstances', CLASSES, SLOTS);
const OTHER_NUMBERS = readLists('other-numbers', CLASSES, SLOTS);
export const LIMIT_PATTERNS = readLists(
  'limits',
  {
    ...CLASSES,
    /** The number of years; 0 if the pattern has it. */
    'counted back': phrasesMeaning({ '': 0, 1: 1, 2: 2, 3: 3, 10: 10 }),
    decade: PHRASES,
    /** A second, higher price. */
    ceiling: PHRASES,
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
);

function matcherOf(...rows: readonly ConstructorParameters<typeof PhraseMatcher<Meaning>>[0][]): Matcher {
  const matcher = new PhraseMatcher(rows.flatMap((own) => [...own]));
  return (phrase, at, context) => matcher.find(phrase, at, context);
}
