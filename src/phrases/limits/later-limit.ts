// Limits other than by a comparator before the amount. A comparator may be in a clause of its own or after `but`: `around 20k,
// not over`, `2016, no older`. That clause must end there, because in `8k, not over 60k miles` the comparator is that of the
// next amount. Others are the patterns of assets/phrases/limits.tsv: years counted back from this one, decades, a second,
// higher price (`could stretch to 7k`).
import { FIRST_YEAR, isYear, readAmount, type Amount } from './amount.ts';
import { STOP_WORDS, type Matcher, type Meaning } from '../words/match.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { effectOf } from './limit-lead.ts';
import { opposite, QUANTITIES, type Comparator, type QuantityTopic } from './quantity-words.ts';
import { type Phrase, flowsAt } from '../words/tokenized-phrase.ts';
import { NAMES, PHRASES, phrasesMeaning, readLists, rowsMeaning } from '../words/word-lists.ts';
import { readNumeral } from '../words/numerals.ts';
import { AMOUNT_SLOTS, DECADE } from './amount-slots.ts';
import { NO_LIMIT, RUNNING_COST } from './resolve-quantity.ts';

const IN_TIME =
  "Distances are measured in miles or kilometres, not in time: say a distance, such as 'within 20 miles'.";

export const ASIDE = rowsMeaning<Meaning>({ '': STOP_WORDS });

export const LIMIT_PATTERNS = readLists(
  'limits',
  {
    aside: ASIDE,
    unsupported: rowsMeaning<Meaning>({
      instalment: RUNNING_COST,
      'no limit': NO_LIMIT,
      'in time': { kind: 'unsupported', reason: IN_TIME, isDistance: true },
    }),
    'counted back': phrasesMeaning({ '': 0, 1: 1, 2: 2, 3: 3, 10: 10 }),
    decade: PHRASES,
    ceiling: PHRASES,
  },
  AMOUNT_SLOTS,
);

/** Maximum phrases before the comparator: `I definitely would not go`. */
const MAX_PHRASES = 8;

/** `before` is what words before the amount say of it. */
export function laterLimit(
  phrase: Phrase,
  at: number,
  amount: Amount,
  before: Comparator | undefined,
): PhraseMatch<Comparator> | undefined {
  if (at >= phrase.words.length || amount.unit === 'other' || amount.unit === 'range') return undefined;
  let start = at;
  while (start < at + 2 && QUANTITIES['before a later limit'].has(phrase.words.at(start)?.key ?? '')) start++;
  const found =
    negated(phrase, start) ??
    toleranceAt(phrase, start) ??
    QUANTITIES['limit after'].find(phrase, start) ??
    roughAt(phrase, start);
  if (found === undefined) return undefined;
  const { side, ofYears } = found.meaning;
  if (ofYears === true && !isOfTime(amount)) return undefined;
  if (before !== undefined && before.side !== 'around' && side !== 'around' && before.side !== side)
    return undefined;
  let end = start + found.length;
  end += QUANTITIES['than that'].next(phrase, end)?.length ?? 0;
  if (flowsAt(phrase, end) && !QUANTITIES['after a later limit'].has(phrase.words[end].key)) return undefined;
  // `roughly, but not over`
  const last = side === 'around' ? laterLimit(phrase, end, amount, found.meaning) : undefined;
  return { meaning: last?.meaning ?? found.meaning, length: end + (last?.length ?? 0) - at };
}

/** `give or take`, with how much: `give or take 500`, `give or take a few miles`. */
export function toleranceAt(phrase: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  const found = QUANTITIES.tolerance.find(phrase, at);
  if (found === undefined) return undefined;
  const next = at + found.length;
  const little = QUANTITIES['a little'].next(phrase, next);
  const amount = little === undefined && flowsAt(phrase, next) ? readAmount(phrase, next) : undefined;
  return { meaning: { side: 'around' }, length: (amount?.next ?? next + (little?.length ?? 0)) - at };
}

/** `not over`, `I wouldn't go any higher`. */
function negated(phrase: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  const counts = { negative: 0, unwilling: 0, needless: 0, neutral: 0 };
  let next = at;
  for (let i = 0; i < MAX_PHRASES && (next === at || flowsAt(phrase, next)); i++) {
    const comparator = next === at ? undefined : QUANTITIES.direction.find(phrase, next);
    const meaning = comparator && effectOf(counts) === 'negated' ? opposite(comparator.meaning) : undefined;
    if (comparator !== undefined && meaning !== undefined)
      return { meaning, length: next + comparator.length - at };
    const lead = QUANTITIES['before a limit'].find(phrase, next);
    if (lead === undefined) return undefined;
    counts[lead.meaning]++;
    next += lead.length;
  }
  return undefined;
}

/** `8k approx`: at the end of a clause such a word belongs to the amount before it. */
function roughAt(phrase: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  const found = QUANTITIES['limit before'].find(phrase, at);
  return found?.meaning.side === 'around' ? found : undefined;
}

/** Words between an amount and a comparator that ends its clause. */
const MAX_BETWEEN = 5;

/**
 * The comparator at the end of the clause: `2.0 diesel minimum`, `2017 golf or newer`. What is between has no amount of its
 * own.
 */
export function limitAtEnd(phrase: Phrase, from: number, amount: Amount): Comparator | undefined {
  for (let at = from; at <= from + MAX_BETWEEN && flowsAt(phrase, at); at++) {
    const found = at === from ? undefined : (endOfClauseAt(phrase, at) ?? orLaterAt(phrase, at));
    if (found !== undefined)
      return found.meaning.ofYears === true && !isOfTime(amount) ? undefined : found.meaning;
    if (readAmount(phrase, at) !== undefined || QUANTITIES['limit before'].find(phrase, at) !== undefined)
      return undefined;
  }
  return undefined;
}

/** `or later`, which is of a year wherever it stands: `16 plate golf or later manual`. */
function orLaterAt(phrase: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  const found = NAMES.joint.has(phrase.words[at].key)
    ? QUANTITIES['limit after'].find(phrase, at)
    : undefined;
  return found?.meaning.ofYears === true ? found : undefined;
}

/** A comparator that ends a clause. `Golf Plus` is a model. */
function endOfClauseAt(phrase: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  const found = phrase.words[at].key === 'plus' ? undefined : QUANTITIES['limit after'].find(phrase, at);
  return found === undefined || flowsAt(phrase, at + found.length) ? undefined : found;
}

/** A limit and what it is of, from word `from` on in the clause before the amount at word `at`. */
export interface LimitAtStart {
  readonly from: number;
  readonly comparator: Comparator;
  readonly topic: QuantityTopic | undefined;
}

const MAX_OF = 12;

/** The limit whose amount a verb or a colon introduces: `the minimum year for the X1 is 2016`. */
export function limitAtStart(phrase: Phrase, at: number): LimitAtStart | undefined {
  const { words } = phrase;
  const isSaid =
    at > 0 &&
    words[at].flows &&
    (QUANTITIES['before an amount apart'].has(words[at - 1].key) || words[at].gap.includes(':'));
  for (let from = at - 1; isSaid && from >= Math.max(0, at - MAX_OF) && words[from + 1].flows; from--) {
    const found = QUANTITIES['limit before'].find(phrase, from);
    if (found === undefined) continue;
    const { side, ofYears } = found.meaning;
    const topic =
      QUANTITIES.topic.next(phrase, from + found.length)?.meaning ??
      QUANTITIES.topic.find(phrase, from + found.length - 1)?.meaning;
    const isLimit = (side === 'min' || side === 'max') && (topic !== undefined || ofYears === true);
    return isLimit ? { from, comparator: found.meaning, topic } : undefined;
  }
  return undefined;
}

/** The words of a limit that stands apart from its amount. */
export const matchLimitApart: Matcher = (phrase, at) => {
  const head = QUANTITIES['limit before'].find(phrase, at);
  for (let to = at + 1; head !== undefined && to <= at + MAX_OF && flowsAt(phrase, to); to++)
    if (readAmount(phrase, to) !== undefined && limitAtStart(phrase, to)?.from === at) {
      const end = at + head.length;
      const topic = QUANTITIES.topic.next(phrase, end)?.length ?? 0;
      return { length: head.length + topic, meaning: STOP_WORDS };
    }
  const found = endOfClauseAt(phrase, at) ?? orLaterAt(phrase, at);
  if (found === undefined) return undefined;
  for (let from = at - 1; from >= 0 && at - from <= MAX_BETWEEN + 2 && phrase.words[from + 1].flows; from--) {
    const read = readAmount(phrase, from);
    if (read !== undefined && read.next < at && limitAtEnd(phrase, read.next, read.amount) !== undefined)
      return { length: found.length, meaning: STOP_WORDS };
  }
  return undefined;
};

function isOfTime(amount: Amount): boolean {
  return amount.unit === 'plate' || amount.unit === 'age' || amount.unit === 'years' || isYear(amount);
}

export const matchRecentYears: Matcher = (phrase, at, { thisYear }) => {
  const found = LIMIT_PATTERNS['counted back'].find(phrase, at);
  if (found === undefined) return undefined;
  const { length, meaning } = found;
  const years = meaning || (firstIn(phrase, at, length, readNumeral)?.value ?? 0);
  const note = `counted from ${thisYear}`;
  return { length, meaning: { kind: 'range', field: 'year', min: thisYear - Math.ceil(years), note } };
};

export const matchDecade: Matcher = (phrase, at, { thisYear }) => {
  const found = LIMIT_PATTERNS.decade.find(phrase, at);
  if (found === undefined) return undefined;
  const { length } = found;
  const [, century, digit = '0'] = DECADE.exec(phrase.words[at + length - 1].key) ?? [];
  const min = Number(`${century ?? (digit >= '3' ? '19' : '20')}${digit}0`);
  if (min < FIRST_YEAR || min > thisYear) return undefined;
  return { length, meaning: { kind: 'range', field: 'year', min, max: min + 9 } };
};

/** In pounds. */
const MIN_CEILING = 500;

export const matchStretch: Matcher = (phrase, at, context) => {
  const found = LIMIT_PATTERNS.ceiling.find(phrase, at, context);
  const read = found && firstIn(phrase, at, found.length, readAmount);
  if (found === undefined || read === undefined) return undefined;
  const { number, unit } = read.amount;
  // `could stretch to 8.5`
  const isTenths = number.decimals === 1 && !number.grouped && unit === undefined;
  if (number.value < MIN_CEILING && !isTenths) return undefined;
  const max = Math.round(number.value * (isTenths ? 1000 : 1));
  return { length: found.length, meaning: { kind: 'range', field: 'price', max, isFallback: true } };
};

function firstIn<Result>(
  phrase: Phrase,
  at: number,
  length: number,
  read: (phrase: Phrase, at: number) => Result | undefined,
): Result | undefined {
  for (let from = at; from < at + length; from++) {
    const result = read(phrase, from);
    if (result !== undefined) return result;
  }
  return undefined;
}
