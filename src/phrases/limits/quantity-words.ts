// The words around numbers, from assets/phrases/quantities.tsv: units and topics, and words that make a number a limit
// (`under`, `or newer`, `around`). Units that no parameter has (mpg, doors, months) are listed too, so their numbers are not
// read as anything else.
import { RANGE_FIELDS } from '../../query/search-query.ts';
import type { RangeParameterName } from '../words/match.ts';
import { named, PHRASES, phrasesMeaning, readLists, WORDS, wordsMeaning } from '../words/word-lists.ts';

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

const OWN_RANGES = named('price', 'miles', 'year', 'engine');
/** The ranges of which rows of the table alone say what limits them: `ashtrays` for `ashtrays_min` and `ashtrays_max`. */
type OtherRange = Exclude<RangeParameterName, keyof typeof OWN_RANGES>;
export const OTHER_RANGES = RANGE_FIELDS.map(({ filter }) =>
  filter.min.parameter.slice(0, -'_min'.length),
).filter((name): name is OtherRange => !(name in OWN_RANGES));

export function isOtherRange(name: Unit | QuantityTopic | undefined): name is OtherRange {
  return OTHER_RANGES.some((one) => one === name);
}

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
  ...OTHER_RANGES,
);
export type Unit = keyof typeof UNIT_NAMES;

const TOPIC_NAMES = named('pounds', 'miles', 'litres', 'year', 'plate', 'age', ...OTHER_RANGES);
export type QuantityTopic = keyof typeof TOPIC_NAMES;

/** What a limit with such a topic limits. */
export const FIELDS = {
  pounds: 'price',
  miles: 'miles',
  litres: 'engine',
  year: 'year',
  plate: 'year',
  age: 'year',
  ...named(...OTHER_RANGES),
} as const satisfies Readonly<Record<QuantityTopic, string>>;

const LEADS = named('negative', 'unwilling', 'needless', 'neutral');

export const QUANTITIES = readLists('quantities', {
  unit: phrasesMeaning(UNIT_NAMES),
  topic: phrasesMeaning(TOPIC_NAMES),
  filler: WORDS,
  aside: PHRASES,
  'limit before': phrasesMeaning(COMPARATORS),
  'before a limit': phrasesMeaning(LEADS),
  'limit after': phrasesMeaning(COMPARATORS),
  'limit on either side': WORDS,
  'limit noun': PHRASES,
  direction: phrasesMeaning(COMPARATORS),
  'before a later limit': WORDS,
  'than that': PHRASES,
  'after a later limit': WORDS,
  'of what is wanted': WORDS,
  'ceiling of what is wanted': WORDS,
  relative: WORDS,
  'what is refused': WORDS,
  'refused again': WORDS,
  otherwise: WORDS,
  'of an order': WORDS,
  'of an example': WORDS,
  'denial of a limit': PHRASES,
  'change of a limit': wordsMeaning(named('up', 'down')),
  'end of a refusal': wordsMeaning({ '': 'joint', thought: 'thought' }),
  'to show': WORDS,
  'before a least': WORDS,
  least: wordsMeaning(named('pounds', 'miles', 'year')),
  superlative: WORDS,
  'direction apart': phrasesMeaning(named('price', 'miles', 'year', 'engine', 'any')),
  'before another measure': WORDS,
  'before an amount apart': WORDS,
  'before a unit apart': WORDS,
  'after a unit apart': PHRASES,
  tolerance: PHRASES,
  'a little': PHRASES,
  'on top': PHRASES,
  joint: phrasesMeaning(named('to', 'and', 'or')),
  'noun on either side': WORDS,
  'word of a measure': wordsMeaning(named('pounds', 'miles')),
  'unit of a measure': wordsMeaning(named('pounds', 'miles')),
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

/** The comparator of the other side, or undefined if there is none: `not from 2015` says nothing about other years. */
export function opposite({ side, ofYears, strict, within }: Comparator): Comparator | undefined {
  if (within === true || side === 'around' || side === 'between' || (ofYears === true && strict !== true))
    return undefined;
  return { side: side === 'min' ? 'max' : 'min', ...(ofYears === true && { ofYears }) };
}
