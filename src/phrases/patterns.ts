// Matches the patterns of assets/phrases/: rows of words, lists and slots that are one of a few classes of meaning. Each class is a rule.
import type { Matcher, Meaning } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { SLOTS } from './slots.ts';
import { readLists, rowsMeaning } from './word-lists.ts';

export const OTHER_MONEY = 'This is not what you want to pay, so it does not limit the search.';

const REASONS: Readonly<Record<string, string>> = {
  'distance driven': 'How far you drive is not part of a listing, so it was not searched for.',
  registration: 'Adverts cannot be found by their registration number.',
  'other money': OTHER_MONEY,
};

const UNSUPPORTED = rowsMeaning<Meaning>(
  Object.fromEntries(
    Object.entries(REASONS).map(([name, reason]) => [name, { kind: 'unsupported', reason } as const]),
  ),
);
const ASIDE = rowsMeaning<Meaning>({ '': { kind: 'stop_words' } });

const CLASSES = { aside: ASIDE, unsupported: UNSUPPORTED };

const CIRCUMSTANCES = readLists('circumstances', CLASSES, SLOTS);
const OTHER_NUMBERS = readLists('other-numbers', CLASSES, SLOTS);

/** What says nothing of the vehicle: `3 kids`, `for 2 years`. */
export const matchAside = matcherOf(CIRCUMSTANCES.aside, OTHER_NUMBERS.aside);
/** What no search can limit: `15k a year`. */
export const matchUnlimited = matcherOf(CIRCUMSTANCES.unsupported, OTHER_NUMBERS.unsupported);

function matcherOf(...rows: readonly ConstructorParameters<typeof PhraseMatcher<Meaning>>[0][]): Matcher {
  const matcher = new PhraseMatcher(rows.flatMap((own) => [...own]));
  return (phrase, at, context) => matcher.find(phrase, at, context);
}
