// Matches quantities: topic, comparator, amount, unit, second amount, trailing comparator. resolve-quantity.ts gives them
// their meaning.
import { readAmount, type Amount, type AmountRead, type Quantity } from './amount.ts';
import { laterLimit, limitAtEnd, limitAtStart } from './later-limit.ts';
import { CONDITION, makeJustBefore, type Match, type Knowledge, type Matcher } from '../words/match.ts';
import type { PhraseMatcher } from '../words/phrase-matcher.ts';
import { isNegative, leadBefore } from './limit-lead.ts';
import { QUANTITIES, comparatorSign, opposite, type Comparator } from './quantity-words.ts';
import { RUNNING_COST, resolveQuantity } from './resolve-quantity.ts';
import { MAX_AGE } from './resolve-year.ts';
import { comparatorAfter, lateUnitAt, readSecond, unitBehind } from './second-amount.ts';
import { flowsAt, keyAt, type Phrase } from '../words/tokenized-phrase.ts';

const PLUS: Comparator = { side: 'min' };
const ROUGH: Comparator = { side: 'around' };

export const matchQuantity: Matcher = (phrase, at, context, previous) => {
  const head = readHead(phrase, at);
  // `big miles, 5 Series`
  const isApart = head.next > at && /^\s*,/.test(phrase.words.at(head.next)?.gap ?? '');
  const first = isApart ? undefined : readOwn(phrase, head);
  if (first === undefined || isOfAVehicle(phrase, at, head.topic, first.amount)) return undefined;
  const second = readSecond(phrase, first, head.comparator, context.thisYear);
  let next = (second ?? first).next;

  const written = first.plus ? PLUS : comparatorSign(phrase.words[head.next].gap);
  const sign = written ?? (first.rough === true && head.comparator === undefined ? ROUGH : undefined);
  const after = comparatorAfter(phrase, next, second ?? first, sign ?? head.comparator);
  if (isLooseSuperlative(phrase, at, head.next, next)) return undefined;
  const isBounded = second !== undefined || (after?.length ?? 0) > 0;
  if (isBounded && head.next === at && isModelOf(previous, phrase, at, context)) return undefined;
  next += after?.length ?? 0;
  const late = lateUnitOf(phrase, second ?? first, next, (after?.length ?? 0) > 0);
  next += late?.length ?? 0;
  // `from 2016 only`
  const isOnly =
    phrase.words[head.next - 1]?.key === 'from' &&
    keyAt(phrase, next) === 'only' &&
    isYearAlone(first.amount);
  const soFar = isOnly ? undefined : precise(precise(head.comparator, sign), after?.meaning);
  const later = laterLimit(phrase, next, (second ?? first).amount, soFar);
  next += later?.length ?? 0;
  // `miles on the clock` may come after `or less`.
  const follows = keyAt(phrase, next);
  const leading = at > 0 && phrase.words[at].flows ? phrase.words[at - 1].key : '';
  const distant =
    QUANTITIES['after a distance'].has(follows) ||
    QUANTITIES['before a distance'].has(leading) ||
    (previous?.meaning.kind === 'location' && head.next === at);
  const said = precise(soFar, later?.meaning);
  if (first.amount.number.isSpokenSum === true && said === undefined && head.topic === undefined)
    return undefined;
  const isRequired = previous?.to === at && previous.meaning === CONDITION;
  const isOwn = said === undefined || later !== undefined || isRequired;
  const found = isOwn
    ? undefined
    : leadBefore(
        phrase,
        { from: head.start, to: head.next },
        said,
        said.ofYears === true || isYearAlone(first.amount),
      );
  // `2014 or newer, actually no 2016 or newer`
  const isAnswer =
    found?.from === head.next - 1 && phrase.words[found.from].key === 'no' && after !== undefined;
  const lead = isAnswer ? undefined : found;
  const back = lead === undefined ? {} : { back: Math.max(0, at - lead.from) };
  // `couldn't not be under 8k`
  const isTwice =
    phrase.words[head.start]?.key === 'not' && isNegative(phrase, Math.max(0, head.start - 1), head.start);
  const isTurned = lead?.polarity === 'negated' && (!head.isNegative || isTwice);
  const comparator = isTurned && said !== undefined ? opposite(said) : said;
  // Which of two directions is negated is not clear.
  const isCancelled = isTurned
    ? comparator === undefined || second !== undefined || after !== undefined
    : lead?.polarity === 'needless' || lead?.polarity === 'unclear';
  if (isCancelled)
    return {
      length: next - at,
      ...back,
      meaning: { kind: 'unsupported', reason: lead?.polarity === 'needless' ? NEEDLESS : UNCLEAR },
    };
  const isSecond =
    leading !== '' && previous?.to === at && isOtherEnd(previous, first.amount, comparator?.side);
  const quantity: Quantity = {
    topic: head.topic ?? lead?.topic ?? (isSecond ? 'pounds' : undefined),
    comparator,
    first: late === undefined ? first.amount : { ...first.amount, unit: late.meaning },
    second: second?.amount,
    distant,
  };
  // `200 a month over 4 years`
  const isTerm =
    previous?.to === at && previous.meaning === RUNNING_COST && quantity.first.unit !== undefined;
  const meant = isTerm ? RUNNING_COST : resolveQuantity(quantity, context.thisYear);
  const isOpen = meant?.kind === 'range' && said === undefined && second === undefined;
  const apart =
    isOpen || meant === undefined || meant.kind === 'unsupported' ? limitAtStart(phrase, at) : undefined;
  const end = apart?.comparator ?? (isOpen ? limitAtEnd(phrase, next, quantity.first) : undefined);
  const topic = quantity.topic ?? apart?.topic;
  const meaning =
    end === undefined ? meant : resolveQuantity({ ...quantity, topic, comparator: end }, context.thisYear);
  if (meaning === undefined) return undefined;
  // `after a 7 seater`, `after a 1.0 Aygo`: a comparator of years does not apply to other units, but `from 10k` is a lower limit.
  const isYear = meaning.kind === 'range' && meaning.field === 'year';
  const isFrom =
    head.comparator?.side === 'min' &&
    head.comparator.strict !== true &&
    meaning.kind === 'range' &&
    meaning.field === 'price';
  if (!isYear && !isFrom && head.comparator?.ofYears === true) return undefined;
  if (meaning.kind === 'distance' && QUANTITIES['end of a distance'].has(follows)) next++;
  const isLimit =
    meaning.kind === 'range' ? (end ?? comparator) !== undefined : meaning.kind === 'distance' && isTurned;
  const turned = (isTurned || head.isNegative) && meaning.kind === 'range' ? { turned: true as const } : {};
  const refused = lead?.isRefused === true && meaning.kind === 'range' ? { isRefused: true as const } : {};
  const limit = isLimit ? { ...meaning, compared: true as const, ...turned, ...refused } : meaning;
  return { length: next - at, ...back, meaning: limit };
};

/** Whether other words share the clause of a superlative and its year: the `newest 2018 Golf` is of 2018, `oldest 2015, newest 2018` a range. */
function isLooseSuperlative(phrase: Phrase, at: number, end: number, next: number): boolean {
  if (end !== at + 1 || !QUANTITIES.superlative.has(phrase.words[at].key)) return false;
  const isLater = at > 0 && flowsAt(phrase, at) && phrase.words[at - 1].key !== 'and';
  return isLater || (flowsAt(phrase, next) && phrase.words[next].key !== 'and');
}

/** The amount at the end of `head`. A unit that it cannot have is of the next one: `7000 year 2014`, `max price 9000 miles max 30000`. */
function readOwn(phrase: Phrase, head: Pick<Quantity, 'topic'> & { next: number }): AmountRead | undefined {
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

/** Whether an amount can only be a year: `2016`, `66 plate`, but not `2000`. */
function isYearAlone({ number, unit, pound }: Amount): boolean {
  const { plain, value } = number;
  if (unit === 'plate') return true;
  return plain && unit === undefined && !pound && value > 1930 && value < 2100 && value % 50 !== 0;
}

/** Of two directions the last counts; but `up to 8k or so` and `up to 8k plus` stay a maximum, and `within 20 miles max` a distance. */
function precise(before: Comparator | undefined, after: Comparator | undefined): Comparator | undefined {
  const isVague = after?.side === 'around' && before?.side !== 'between';
  const isMax = before?.side === 'max' && (after?.side === 'min' || before.within === true);
  return before !== undefined && (isVague || isMax) ? before : (after ?? before);
}

/** Whether thousands are the other end of the price right before them: `more than 4 thousand less than 7`. */
function isOtherEnd({ meaning }: Match, { number, unit }: Amount, side: Comparator['side'] | undefined) {
  if (meaning.kind !== 'range' || meaning.field !== 'price' || unit !== undefined || number.value >= 100)
    return false;
  const { min, max } = meaning;
  if (side === 'max') return max === undefined && number.value * 1000 > (min ?? Infinity);
  return side === 'min' && min === undefined && number.value * 1000 < (max ?? 0);
}

export const UNCLEAR = 'This can be read either way, so it does not limit the search.';
const NEEDLESS = 'You said that this does not matter, so it does not limit the search.';

/** The unit of an amount without one, after its comparator or in a clause behind it. */
function lateUnitOf(
  phrase: Phrase,
  { amount }: AmountRead,
  at: number,
  isCompared: boolean,
): ReturnType<typeof lateUnitAt> {
  if (amount.unit !== undefined || amount.pound) return undefined;
  return (isCompared ? lateUnitAt(phrase, at) : undefined) ?? unitBehind(phrase, at);
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
  const isYear = number.plain && number.value > 1950 && number.value < 2100 && number.value % 50 !== 0;
  return part === true || unit === 'plate' || isYear || (hasArticle && !number.grouped && number.value < 100);
}

/** `Peugeot 208 up to 40k miles`, `Peugeot 3008 max 9k`: the number behind a make is its model rather than the lower end, unless it may be a year. */
function isModelOf(
  previous: Match | undefined,
  { words }: Phrase,
  at: number,
  { vocabulary }: Knowledge,
): boolean {
  const make = makeJustBefore(previous, at);
  const { key } = words[at];
  const next = words.at(at + 1);
  // `Peugeot 2008 2009`
  const isBeside = next?.gap === ' ' && /^[0-9]/.test(next.key);
  const isYear = /^20[0-9]{2}$/.test(key) && !isBeside;
  return make !== undefined && !isYear && vocabulary.models(key, make).length > 0;
}

function readHead(
  phrase: Phrase,
  at: number,
): Pick<Quantity, 'topic' | 'comparator'> & { start: number; next: number; isNegative: boolean } {
  let next = at;
  const take = <Meaning>(table: PhraseMatcher<Meaning>): Meaning | undefined => {
    const found = next === at ? table.find(phrase, next) : table.next(phrase, next);
    next += found?.length ?? 0;
    return found?.meaning;
  };
  const skipFillers = (limit: number): void => {
    for (let i = 0; i < limit && next > at && QUANTITIES.filler.has(keyAt(phrase, next)); i++) next++;
  };
  const leading = take(QUANTITIES.topic);
  skipFillers(2);
  const start = next;
  const comparator = take(QUANTITIES['limit before']);
  const end = next;
  skipFillers(2);
  // `minimum price 5000`
  const isAge = phrase.words.at(next)?.key === 'year' && phrase.words.at(next + 1)?.key === 'old';
  const topic = leading ?? (comparator === undefined || isAge ? undefined : take(QUANTITIES.topic));
  skipFillers(2);
  // `between about`, `no more than around`: the first comparator wins.
  if (comparator !== undefined && QUANTITIES['limit before'].get(keyAt(phrase, next))?.side === 'around')
    next++;
  return {
    topic: topic ?? comparator?.topic,
    comparator,
    start,
    next,
    isNegative: isNegative(phrase, start, end),
  };
}
