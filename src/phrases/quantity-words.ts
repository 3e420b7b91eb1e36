// The words around numbers, from assets/phrases/quantities.tsv: units and topics, and words that make a number a limit (`under`, `or
// newer`, `around`). Units that no parameter has (mpg, doors, months) are listed too, so their numbers are not read as anything else.
import { named, PHRASES, phrasesMeaning, readLists, WORDS } from './word-lists.ts';

export interface Comparator {
  readonly side: 'min' | 'max' | 'around' | 'between';
  /** Applies to years, plates and ages only. */
  readonly ofYears?: true;
  /** Excludes the year itself. */
  readonly strict?: true;
  /** Of engines, excludes sizes that round to the number. */
  readonly strictSize?: true;
  /** What its amount is about, unless other words say: `fewer miles than`. */
  readonly topic?: 'miles';
  /** Applies to a radius too. */
  readonly within?: true;
}

const COMPARATORS: Readonly<Record<string, Comparator>> = {
  max: { side: 'max' },
  min: { side: 'min' },
  around: { side: 'around' },
  between: { side: 'between' },
  within: { side: 'max', within: true },
  smaller: { side: 'max', strictSize: true },
  larger: { side: 'min', strictSize: true },
  'fewer miles': { side: 'max', topic: 'miles' },
  'more miles': { side: 'min', topic: 'miles' },
  'from year': { side: 'min', ofYears: true },
  'to year': { side: 'max', ofYears: true },
  'after year': { side: 'min', ofYears: true, strict: true },
  'before year': { side: 'max', ofYears: true, strict: true },
};

const UNIT_NAMES = named(
  'on it',
  'pounds',
  'monthly',
  'tax',
  'on the clock',
  'miles',
  'km',
  'litres',
  'cc',
  'plate',
  'age',
  'years',
  'range',
  'other',
);
export type Unit = keyof typeof UNIT_NAMES;

const TOPIC_NAMES = named('pounds', 'miles', 'litres', 'year', 'plate', 'age');
export type QuantityTopic = keyof typeof TOPIC_NAMES;

const LEADS = named('negative', 'unwilling', 'needless', 'neutral');
export type LeadMeaning = keyof typeof LEADS;

export const {
  /** After a number, as separate words or in one word with it. */
  unit: UNITS,
  /** Before a number: what it is about. */
  topic: TOPICS,
  /** Between a topic or a comparator and its number. */
  filler: FILLERS,
  'limit before': COMPARATORS_BEFORE,
  /** Words that turn a limit after them round or cancel it, and words between. */
  'before a limit': BEFORE_A_LIMIT,
  'limit after': COMPARATORS_AFTER,
  /** Of these, an amount that follows makes them its own: `min 6k max 8k`, `over 6k and under 8k`. */
  'limit on either side': COMPARATORS_ON_EITHER_SIDE,
  /** Words that negatives before them make a limit, in a clause of their own: `not over`. */
  direction: DIRECTIONS,
  'before a later limit': BEFORE_A_LATER_LIMIT,
  'than that': THAN_THAT,
  'after a later limit': AFTER_A_LATER_LIMIT,
  /** Before the amount by which another may differ. */
  tolerance: TOLERANCES,
  /** Such an amount that is no number. */
  'a little': LITTLE,
  /** After `plus`, what comes on top of a price. */
  'on top': EXTRAS,
  /** Between two amounts. `and` and `or` join them only where the rest calls for a range. */
  joint: JOINTS,
  /** Units that may precede or follow their number. */
  'noun on either side': NOUNS_ON_EITHER_SIDE,
  /** Before a year. */
  'part of a year': PARTS_OF_YEAR,
  'before a distance': BEFORE_A_DISTANCE,
  'after a distance': AFTER_A_DISTANCE,
  /** After a distance, as a part of it. */
  'end of a distance': ENDS_OF_A_DISTANCE,
} = readLists('quantities', {
  unit: phrasesMeaning(UNIT_NAMES),
  topic: phrasesMeaning(TOPIC_NAMES),
  filler: WORDS,
  'limit before': phrasesMeaning(COMPARATORS),
  'before a limit': phrasesMeaning(LEADS),
  'limit after': phrasesMeaning(COMPARATORS),
  'limit on either side': WORDS,
  direction: phrasesMeaning(COMPARATORS),
  'before a later limit': WORDS,
  'than that': PHRASES,
  'after a later limit': WORDS,
  tolerance: PHRASES,
  'a little': PHRASES,
  'on top': PHRASES,
  joint: phrasesMeaning(named('to', 'and', 'or')),
  'noun on either side': WORDS,
  'part of a year': PHRASES,
  'before a distance': WORDS,
  'after a distance': WORDS,
  'end of a distance': WORDS,
});

/** The comparator of a sign in the gap before a number. */
export function comparatorSign(gap: string): Comparator | undefined {
  if (/[<≤]=?\s*£?\s*$/u.test(gap)) return COMPARATORS.max;
  if (/[>≥]=?\s*£?\s*$/u.test(gap)) return COMPARATORS.min;
  if (/[~≈]\s*£?\s*$/u.test(gap)) return COMPARATORS.around;
  return undefined;
}
