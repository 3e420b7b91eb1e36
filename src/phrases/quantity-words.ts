// The words around numbers, from assets/phrases/quantities.tsv: units and topics, and words that make a number a limit (`under`, `or
// newer`, `around`). Units that no parameter has (mpg, doors, months) are listed too, so their numbers are not read as anything else. Words
// before a limit may turn it round or cancel it: `wouldn't go over 5k`, `doesn't need to be under 5k`.
import { named, PHRASES, phrasesMeaning, readLists, WORDS } from './word-lists.ts';
import type { Phrase } from './tokenized-phrase.ts';

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
type LeadMeaning = keyof typeof LEADS;

export const QUANTITIES = readLists('quantities', {
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
  'of what is wanted': WORDS,
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

export interface Lead {
  /** The word that it begins at. */
  readonly from: number;
  /** Undefined if the words before the limit leave it as it is. */
  readonly polarity: 'negated' | 'needless' | 'unclear' | undefined;
  /** What the limit is about. */
  readonly topic: QuantityTopic | undefined;
}

const MAX_LEAD = 12;
const MAX_PHRASE = 4;

/** What the words of the clause before word `at` say of the limit there. */
export function leadBefore(phrase: Phrase, at: number): Lead | undefined {
  let from = at;
  let start = at;
  let topic: QuantityTopic | undefined;
  const counts = { negative: 0, unwilling: 0, needless: 0, neutral: 0 };
  while (start > 0 && at - start < MAX_LEAD) {
    const found = phraseBefore(phrase, start);
    const before = found === undefined && topic === undefined ? topicBefore(phrase, start) : undefined;
    if (found === undefined && before === undefined) break;
    topic ??= before;
    start -= found?.length ?? 1;
    if (found !== undefined) counts[found.meaning]++;
    if (before !== undefined || found?.meaning === 'negative' || found?.meaning === 'unwilling') from = start;
  }
  const polarity = polarityOf(counts);
  return from === at ? undefined : { from, polarity, topic };
}

/** The longest phrase of the list that ends before word `end` of a clause. */
function phraseBefore(
  { words }: Phrase,
  end: number,
): { readonly length: number; readonly meaning: LeadMeaning } | undefined {
  let key = '';
  let longest: ReturnType<typeof phraseBefore>;
  for (let length = 1; length <= Math.min(MAX_PHRASE, end); length++) {
    if (words.at(end - length + 1)?.flows === false) break;
    key = key === '' ? words[end - 1].key : `${words[end - length].key} ${key}`;
    const meaning = QUANTITIES['before a limit'].get(key);
    if (meaning !== undefined) longest = { length, meaning };
  }
  return longest;
}

/** Several negatives are one: `don't want nothing over 5k`. A refusal that is negated may mean either. */
export function polarityOf(counts: Readonly<Record<string, number>>): Lead['polarity'] {
  const { negative = 0, unwilling = 0, needless = 0 } = counts;
  if (negative > 0 && needless > 0) return 'needless';
  if (unwilling > 1 || (unwilling === 1 && negative > 0)) return 'unclear';
  return negative + unwilling > 0 ? 'negated' : undefined;
}

/** The topic right before word `end`, unless it is the unit of a number before it. */
function topicBefore({ words }: Phrase, end: number): QuantityTopic | undefined {
  const topic = words[end].flows ? QUANTITIES.topic.get(words[end - 1].key) : undefined;
  const isUnit = end > 1 && words[end - 1].flows && /[0-9]/.test(words[end - 2].key);
  return isUnit ? undefined : topic;
}

/** Whether the words of a limit negate it themselves: `no more than`. */
export function isNegative({ words }: Phrase, from: number, to: number): boolean {
  return words.slice(from, to).some(({ key }) => QUANTITIES['before a limit'].get(key) === 'negative');
}

/** The opposite direction, or undefined if there is none: `not from 2015` says nothing of other years. */
export function opposite({ side, ofYears, strict, within }: Comparator): Comparator | undefined {
  if (within === true || side === 'around' || side === 'between' || (ofYears === true && strict !== true))
    return undefined;
  return { side: side === 'min' ? 'max' : 'min', ...(ofYears === true && { ofYears }) };
}
