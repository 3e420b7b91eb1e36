// Matches quantities: topic, comparator, amount, unit, second amount, trailing comparator. resolve-quantity.ts gives them
// their meaning.
import {
  isYearAlone,
  readAmount,
  readAsYear,
  type Amount,
  type AmountRead,
  type Amounts,
  type Head,
  type Quantity,
} from './amount.ts';
import { limitAtEnd, limitAtStart } from './later-limit.ts';
import {
  makeJustBefore,
  type Match,
  type PhraseContext,
  type Matcher,
  type Meaning,
} from '../words/match.ts';
import type { PhraseMatcher } from '../words/phrase-matcher.ts';
import { isNegative, readPolarity, type Polarity } from './limit-lead.ts';
import { readTail } from './quantity-tail.ts';
import { QUANTITIES, comparatorSign, type Comparator } from './quantity-words.ts';
import { RUNNING_COST, resolveQuantity } from './resolve-quantity.ts';
import { MAX_AGE } from './resolve-year.ts';
import { valuesOfRange, readSecond } from './second-amount.ts';
import { flowsAt, keyAt, type Phrase } from '../words/tokenized-phrase.ts';

export const matchQuantity: Matcher = (phrase, at, context, previous) => {
  const head = readHead(phrase, at);
  const amounts = readAmounts(phrase, at, head, context.thisYear);
  if (amounts === undefined) return undefined;
  const { first, second } = amounts;
  const tail = readTail(phrase, head, amounts);
  const { said, next } = tail;
  // `Peugeot 206 500 quid`
  const isSpaced = first.number.length > 1 && /^[0-9]/.test(keyAt(phrase, at + 1));
  const isBounded = second !== undefined || (tail.after?.length ?? 0) > 0 || isSpaced;
  if (isBounded && head.next === at && isModelOf(previous, phrase, at, context)) return undefined;
  if (first.number.isSpokenSum === true && said === undefined && head.topic === undefined) return undefined;

  const before = previous?.meaning;
  const { lead, comparator, isTurned, cancelled }: Polarity =
    before?.kind === 'stop_words' && before.isCondition === true
      ? { comparator: said, isTurned: false }
      : readPolarity(phrase, head, amounts, tail);
  const back = lead === undefined ? {} : { back: Math.max(0, at - lead.from) };
  if (cancelled !== undefined)
    return { length: next - at, ...back, meaning: { kind: 'unsupported', reason: cancelled } };

  const wordBefore = at > 0 && phrase.words[at].flows ? phrase.words[at - 1].key : '';
  const follows = keyAt(phrase, next);
  const isPair = wordBefore !== '' && previous !== undefined && isOtherEnd(previous, first, comparator?.side);
  const quantity: Quantity = {
    topic: head.topic ?? lead?.topic ?? (isPair ? 'pounds' : undefined),
    comparator,
    first: tail.unit === undefined ? first : { ...first, unit: tail.unit },
    second,
    isDistance:
      QUANTITIES['after a distance'].has(follows) ||
      QUANTITIES['before a distance'].has(wordBefore) ||
      (before?.kind === 'location' && head.next === at),
    thisYear: context.thisYear,
  };
  // `200 a month over 4 years`
  const isTerm =
    before?.kind === 'unsupported' && before.isRunningCost === true && quantity.first.unit !== undefined;
  const alone = isTerm ? RUNNING_COST : resolveQuantity(quantity);
  const isOpen = alone?.kind === 'range' && said === undefined && second === undefined;
  const isUnread = alone === undefined || alone.kind === 'unsupported';
  const start = isOpen || isUnread ? limitAtStart(phrase, at) : undefined;
  const apart = start?.comparator ?? (isOpen ? limitAtEnd(phrase, next, quantity.first) : undefined);
  const meaning =
    apart === undefined
      ? alone
      : resolveQuantity({ ...quantity, topic: quantity.topic ?? start?.topic, comparator: apart });
  if (meaning === undefined || !mayBeBehind(head.comparator, meaning)) return undefined;
  const isEnd = meaning.kind === 'distance' && QUANTITIES['end of a distance'].has(follows);
  const found = { length: next - at + (isEnd ? 1 : 0), ...back };
  if (meaning.kind === 'distance' && isTurned)
    return { ...found, meaning: { ...meaning, hasComparator: true } };
  if (meaning.kind !== 'range' || (apart ?? comparator) === undefined) return { ...found, meaning };
  const limit: Meaning = {
    ...meaning,
    hasComparator: true,
    ...((isTurned || head.isNegative) && { isTurned: true }),
    ...(lead?.includesRefusal === true && { includesRefusal: true }),
  };
  return { ...found, meaning: limit };
};

/**
 * `after a 7 seater`, `after a 1.0 Aygo`: a comparator of years does not apply to other units, but `from 10k` is a lower limit.
 */
function mayBeBehind(comparator: Comparator | undefined, meaning: Meaning): boolean {
  if (comparator?.ofYears !== true) return true;
  const field = meaning.kind === 'range' ? meaning.field : undefined;
  return field === 'year' || (field === 'price' && comparator.side === 'min' && comparator.strict !== true);
}

/** The amounts behind a head; undefined if there are none, or they say something else. */
function readAmounts(phrase: Phrase, at: number, head: Head, thisYear: number): Amounts | undefined {
  const first = head.isApart ? undefined : readOwn(phrase, head);
  if (first === undefined || isOfAVehicle(phrase, at, head.topic, first.amount)) return undefined;
  const second = readSecond(phrase, first, head.comparator, thisYear);
  const last = second ?? first;
  if (isLooseSuperlative(phrase, at, head.next, last.next)) return undefined;
  const written = first.plus ? PLUS : comparatorSign(phrase.words[head.next].gap);
  const sign =
    written ?? (first.amount.number.isRough === true && head.comparator === undefined ? ROUGH : undefined);
  if (second !== undefined && head.comparator?.side === 'max') return atMost(first, second, sign);
  return { first: first.amount, second: second?.amount, last, sign };
}

/** `under 3-6k` and `no more than 6 or 7 years old` limit by the second amount, `under 10k - 60k miles` by the first. */
function atMost(first: AmountRead, second: AmountRead, sign: Amounts['sign']): Amounts {
  const [low, high] = valuesOfRange(first.amount, second.amount);
  const { unit = first.amount.unit, number } = second.amount;
  const pound = first.amount.pound || second.amount.pound;
  // An amount that is complete by itself may be of another measure than a far larger one.
  const isComplete = first.amount.number.value >= 1000 || (first.amount.pound && unit !== undefined);
  if (high < low || (isComplete && high > 2 * low))
    return { first: first.amount, second: undefined, last: first, sign };
  const grouped = number.grouped || high !== number.value;
  const amount = { ...second.amount, unit, pound, number: { ...number, value: high, grouped } };
  return { first: amount, second: undefined, last: second, sign };
}

const PLUS: Comparator = { side: 'min' };
const ROUGH: Comparator = { side: 'around' };

/**
 * Whether other words share the clause of a superlative and its year: the `newest 2018 Golf` is of 2018, `oldest 2015, newest
 * 2018` a range.
 */
function isLooseSuperlative(phrase: Phrase, at: number, end: number, next: number): boolean {
  if (end !== at + 1 || !QUANTITIES.superlative.has(phrase.words[at].key)) return false;
  const isBehind = at > 0 && flowsAt(phrase, at) && phrase.words[at - 1].key !== 'and';
  return isBehind || (flowsAt(phrase, next) && phrase.words[next].key !== 'and');
}

/**
 * The amount at the end of `head`. A unit that it cannot have is of the next one: `7000 year 2014`, `max price 9000 miles max
 * 30000`.
 */
function readOwn(phrase: Phrase, head: Head): AmountRead | undefined {
  const read = readAmount(phrase, head.next);
  if (read?.amount.unit === undefined || read.next === phrase.words.length) return read;
  const { number } = read.amount;
  const measure = QUANTITIES.topic.get(phrase.words[read.next - 1].key);
  const isOther =
    measure === 'year'
      ? number.value > MAX_AGE && !isYearAlone({ ...read.amount, unit: undefined })
      : head.topic !== undefined && head.topic !== measure;
  if (measure === undefined || !isOther) return read;
  const start = read.next + QUANTITIES['limit before'].lengthAt(phrase, read.next);
  const after = flowsAt(phrase, start) ? readAmount(phrase, start)?.amount : undefined;
  if (after === undefined || after.unit !== undefined || after.pound) return read;
  return { ...read, amount: { ...read.amount, unit: undefined }, next: read.next - 1 };
}

/** Whether thousands are the other end of the price right before them: `more than 4 thousand less than 7`. */
function isOtherEnd({ meaning }: Match, { number, unit }: Amount, side: Comparator['side'] | undefined) {
  if (meaning.kind !== 'range' || meaning.field !== 'price' || unit !== undefined || number.value >= 100)
    return false;
  const { min, max } = meaning;
  if (side === 'max') return max === undefined && number.value * 1000 > (min ?? Infinity);
  return side === 'min' && min === undefined && number.value * 1000 < (max ?? 0);
}

/** `price of a 2018 golf` and `price for a 1.6` name no price. */
function isOfAVehicle(
  { words }: Phrase,
  at: number,
  topic: Quantity['topic'],
  { number, pound, unit, part }: Amount,
): boolean {
  if (topic !== 'pounds' || !['of', 'for'].includes(words.at(at + 1)?.key ?? '') || pound) return false;
  const hasArticle = ['a', 'an'].includes(words.at(at + 2)?.key ?? '');
  const isYear = unit === 'plate' || readAsYear(number) === 'certain';
  return part === true || isYear || (hasArticle && !number.grouped && number.value < 100);
}

/**
 * `Peugeot 208 up to 40k miles`, `Peugeot 3008 max 9k`: the number behind a make is its model rather than the lower end, unless
 * it may be a year.
 */
function isModelOf(
  previous: Match | undefined,
  { words }: Phrase,
  at: number,
  { vocabulary }: PhraseContext,
): boolean {
  const make = makeJustBefore(previous, at);
  const { key } = words[at];
  const next = words.at(at + 1);
  // `Peugeot 2008 2009`
  const isBeside = next?.gap === ' ' && /^[0-9]/.test(next.key);
  const isYear = /^20[0-9]{2}$/.test(key) && !isBeside;
  return make !== undefined && !isYear && vocabulary.models(key, make).length > 0;
}

function readHead(phrase: Phrase, at: number): Head {
  let next = at;
  let afterAside: number | undefined;
  const take = <Meaning>(table: PhraseMatcher<Meaning>): Meaning | undefined => {
    const found = next === at || next === afterAside ? table.find(phrase, next) : table.next(phrase, next);
    next += found?.length ?? 0;
    return found?.meaning;
  };
  const skipFillers = (limit: number): void => {
    for (let i = 0; i < limit && next > at && QUANTITIES.filler.has(keyAt(phrase, next)); i++) next++;
  };
  const skipAside = (): void => {
    const end = next + (isBehindComma(phrase, next) ? QUANTITIES.aside.lengthAt(phrase, next) : 0);
    if (end > next && isBehindComma(phrase, end)) next = afterAside = end;
  };
  const leading = take(QUANTITIES.topic);
  skipFillers(2);
  if (leading !== undefined) skipAside();
  const start = next;
  const comparator = take(QUANTITIES['limit before']);
  const end = next;
  skipFillers(2);
  // `minimum price 5000`
  const isAge = phrase.words.at(next)?.key === 'year' && phrase.words.at(next + 1)?.key === 'old';
  const topic = leading ?? (comparator === undefined || isAge ? undefined : take(QUANTITIES.topic));
  skipFillers(2);
  // `no more than around 8k`: the first comparator counts.
  const softening = comparator === undefined ? undefined : QUANTITIES['limit before'].next(phrase, next);
  if (softening?.meaning.side === 'around') next += softening.length;
  if (comparator !== undefined) skipAside();
  return {
    topic: topic ?? comparator?.topic,
    comparator,
    start,
    next,
    // `big miles, 5 Series`
    isApart: next > at && isBehindComma(phrase, next) && (comparator === undefined || next !== afterAside),
    isNegative: isNegative(phrase, start, end),
  };
}

function isBehindComma({ words }: Phrase, at: number): boolean {
  return /^\s*,/.test(words.at(at)?.gap ?? '');
}
