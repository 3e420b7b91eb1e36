// Reads what is behind the amounts of a quantity: words such as `or newer`, a plus sign, the unit, and a limit in a clause of
// its own.
import {
  hasPlus,
  isMoney,
  isYear,
  isYearAlone,
  readAmount,
  unitAt,
  type Amount,
  type Amounts,
  type AmountRead,
  type Head,
  type Tail,
} from './amount.ts';
import { NAMES } from '../words/word-lists.ts';
import { laterLimit, toleranceAt } from './later-limit.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { QUANTITIES, type Comparator } from './quantity-words.ts';
import { termLengthAt } from '../terms/term.ts';
import { flowsAt, keyAt, type Phrase } from '../words/tokenized-phrase.ts';

export function readTail(phrase: Phrase, head: Head, { first, last, sign }: Amounts): Tail {
  const after = comparatorAfter(phrase, last.next, last, sign ?? head.comparator);
  let next = last.next + (after?.length ?? 0);
  const unit = lateUnitOf(phrase, last, next, (after?.length ?? 0) > 0);
  next += unit?.length ?? 0;
  // `from 2016 only`
  const isOnly =
    phrase.words[head.next - 1]?.key === 'from' && keyAt(phrase, next) === 'only' && isYearAlone(first);
  const before = isOnly ? undefined : precise(precise(head.comparator, sign), after?.meaning);
  const later = laterLimit(phrase, next, last.amount, before);
  return {
    after,
    unit: unit?.meaning,
    isLater: later !== undefined,
    said: precise(before, later?.meaning),
    next: next + (later?.length ?? 0),
  };
}

/**
 * The comparator that counts of two: the last; but `up to 8k or so` and `up to 8k plus` stay a maximum, and `within 20 miles
 * max` a distance.
 */
function precise(before: Comparator | undefined, after: Comparator | undefined): Comparator | undefined {
  const isVague = after?.side === 'around' && before?.side !== 'between';
  const isMax = before?.side === 'max' && (after?.side === 'min' || before.within === true);
  return before !== undefined && (isVague || isMax) ? before : (after ?? before);
}

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

/** The comparator after a number, words such as `or newer` or a plus sign, with the unit after it: `60k max mileage`. */
function comparatorAfter(
  phrase: Phrase,
  next: number,
  { amount }: AmountRead,
  before: Comparator | undefined,
): PhraseMatch<Comparator> | undefined {
  const word = phrase.words.at(next);
  if (hasPlus(phrase, next)) return { meaning: { side: 'min' }, length: 0 };
  if (word?.flows !== true) return undefined;
  if (isSum(phrase, next, amount)) return undefined;
  const found = toleranceAt(phrase, next) ?? lastOf(phrase, next);
  if (found === undefined) return /^(?:on|up)$/.test(word.key) ? onwards(phrase, next) : undefined;
  const key = phrase.words
    .slice(next, next + found.length)
    .map((part) => part.key)
    .join(' ');
  const first = /^(?:and|or) /.test(key) ? next + 1 : next;
  // `over 10k or older than 2015`
  if (first > next && phrase.words.at(next + found.length)?.key === 'than') return undefined;
  // `5k and no more than 40k miles`, but `2018 or newer then`
  const head = first + QUANTITIES['limit before'].lengthAt(phrase, first);
  if (head > next + found.length && flowsAt(phrase, head)) return undefined;
  // `after 2016 and before 2021`
  const ofNext =
    first > next || QUANTITIES['limit on either side'].has(key)
      ? QUANTITIES['limit before'].find(phrase, first)
      : undefined;
  if (ofNext === undefined) return found;
  const start = first + ofNext.length;
  const after = start + QUANTITIES.topic.lengthAt(phrase, start);
  const following = flowsAt(phrase, after) ? readAmount(phrase, after) : undefined;
  if (following === undefined) return found;
  // `6k min 8k max`: the next amount has one of its own. A price alone is a limit, but a year or an engine is exact.
  const isFollowed = QUANTITIES['limit on either side'].has(phrase.words.at(following.next)?.key ?? '');
  return before !== undefined || (isExactAlone(amount) && !isFollowed) ? undefined : found;
}

/** Whether more follows than the price: `9k plus 1k for repairs`, `8 grand plus tax`, `8k plus tow bar`. */
function isSum(phrase: Phrase, at: number, price: Amount): boolean {
  if (phrase.words[at].key !== 'plus' || phrase.words.at(at + 1)?.flows !== true) return false;
  if (QUANTITIES['on top'].find(phrase, at + 1) !== undefined) return true;
  if (isMoney(price) && !isYear(price) && termLengthAt(phrase, at + 1) > 0) return true;
  const amount = readAmount(phrase, at + 1)?.amount;
  return amount !== undefined && isMoney(amount) && !isYear(amount);
}

function isExactAlone({ unit, number, ...amount }: Amount): boolean {
  const isEngine =
    unit === 'litres' || unit === 'cc' || (unit === undefined && number.decimals === 1 && !number.grouped);
  // `5 door max 7.5k`
  return unit === 'plate' || unit === 'other' || isEngine || isYear({ unit, number, ...amount });
}

/** The comparator at word `at`. Of `ish tops` the second counts. */
function lastOf(phrase: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  const found = QUANTITIES['limit after'].find(phrase, at);
  const end = at + (found?.length ?? 0);
  const last = found?.meaning.side === 'around' ? QUANTITIES['limit after'].next(phrase, end) : undefined;
  return found === undefined || last === undefined
    ? found
    : { meaning: last.meaning, length: found.length + last.length };
}

/** `2018 on` and `2018 up` at the end of a clause, but not `a 2018 up`, which is a model. */
function onwards({ text, words }: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  const isModel =
    text.charAt(words[at].end) === '!' ||
    (words[at].key === 'up' &&
      words[at - 1].flows &&
      NAMES['before up'].has(words.at(Math.max(at - 2, 0))?.key ?? ''));
  if (isModel) return undefined;
  const isYear = /^(?:(?:19|20)[0-9]{2}|plate|reg)$/.test(words[at - 1].key);
  const next = words.at(at + 1);
  // `2016 on and under 8k`
  const endsClause = next?.flows !== true || /^(?:and|but|with)$/.test(next.key);
  return isYear && endsClause ? { meaning: { side: 'min', ofYears: true }, length: 1 } : undefined;
}

/** The unit at word `at` of the amount before it; none if a number follows that it belongs to. */
function lateUnitAt(phrase: Phrase, at: number): ReturnType<typeof unitAt> {
  const unit = unitAt(phrase, at);
  const after = at + (unit?.length ?? 0);
  const hasNumber = flowsAt(phrase, after) && readAmount(phrase, after) !== undefined;
  return hasNumber ? undefined : unit;
}

/**
 * The unit in a clause of its own behind the amount before word `at`: `fifty thousand, miles I mean`, `thirty thousand max,
 * that's miles`.
 */
function unitBehind(phrase: Phrase, at: number): ReturnType<typeof unitAt> {
  const first = phrase.words.at(at);
  if (first === undefined || first.flows) return undefined;
  const start = at + (QUANTITIES['before a unit apart'].has(first.key) ? 1 : 0);
  const unit = QUANTITIES.unit.find(phrase, start);
  if (unit === undefined || !/^(?:miles|pounds)$/.test(unit.meaning)) return undefined;
  const end = start + unit.length;
  const meant = QUANTITIES['after a unit apart'].next(phrase, end)?.length ?? 0;
  const isUnit = meant > 0 || (start > at && !flowsAt(phrase, end));
  return isUnit ? { meaning: unit.meaning, length: end + meant - at } : undefined;
}
