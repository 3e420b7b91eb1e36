// Reads the upper end of a range (`5-8k`, `between a 65 and a 68 plate`, `2019/20`), and the comparator after an amount.
import { hasPlus, readAmount, unitAt, type Amount, type AmountRead } from './amount.ts';
import { NAMES } from '../words/word-lists.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { QUANTITIES, type Comparator } from './quantity-words.ts';
import { yearAfter } from './resolve-year.ts';
import { termLengthAt } from '../terms/term.ts';
import { flowsAt, type Phrase } from '../words/tokenized-phrase.ts';

const DASH = /^\s*[-‐‑–—]\s*£?\s*$/u;
const SLASH = /^\s*\/\s*$/u;
const AMPERSAND = /^\s*&\s*£?\s*$/u;
const ARTICLES = new Set(['a', 'an', 'the']);

export function readSecond(
  phrase: Phrase,
  first: AmountRead,
  comparator: Comparator | undefined,
  thisYear: number,
): AmountRead | undefined {
  const listed = comparator === undefined ? lastOfYears(phrase, first) : undefined;
  if (listed !== undefined) return listed;
  const word = phrase.words.at(first.next);
  if (word?.flows !== true) return undefined;
  const join = (read: AmountRead | undefined): AmountRead | undefined => joinable(first, read, thisYear);
  if (DASH.test(word.gap) || (AMPERSAND.test(word.gap) && comparator?.side === 'between'))
    return join(readAmount(phrase, first.next));
  if (SLASH.test(word.gap)) return divided(first, join(readAmount(phrase, first.next)));
  const joint = QUANTITIES.joint.find(phrase, first.next);
  const side = comparator?.side;
  if (joint === undefined || side === 'max') return undefined;
  if (joint.meaning === 'and' && side === undefined) return undefined;
  let next = first.next + joint.length;
  if (ARTICLES.has(phrase.words.at(next)?.key ?? '')) next++;
  if (phrase.words.at(next)?.flows !== true) return undefined;
  // `a new one up to 9k`
  if (joint.length > 1 && phrase.words[first.next - 1].key === 'one') return undefined;
  const second = join(readAmount(phrase, next));
  // `from 2019 or 2020` is either year.
  const isFrom = side === 'min' && phrase.words.at(first.next - 2)?.key === 'from' && isYear(first.amount);
  return joint.meaning === 'or'
    ? adjacent(first, second, isFrom || side === 'around' ? undefined : side)
    : second;
}

const COMMA = /^\s*,\s*$/;

/** The last of years that follow each other: `2015 2016 or 2017`, `2020, 2019 and 2018`. */
function lastOfYears(phrase: Phrase, first: AmountRead): AmountRead | undefined {
  if (!isYear(first.amount)) return undefined;
  let last = first;
  let step = 0;
  for (;;) {
    const word = phrase.words.at(last.next);
    const joint = QUANTITIES.joint.next(phrase, last.next);
    const isBeside = word?.flows === true || COMMA.test(word?.gap ?? '');
    const isJoined = joint === undefined || joint.meaning === 'or' || joint.meaning === 'and';
    const next = isBeside && isJoined ? readAmount(phrase, last.next + (joint?.length ?? 0)) : undefined;
    if (next === undefined || !isYear(next.amount)) break;
    const difference = next.amount.number.value - last.amount.number.value;
    if (Math.abs(difference) !== 1 || (step !== 0 && difference !== step)) break;
    [last, step] = [next, difference];
  }
  return last === first ? undefined : last;
}

/** Both amounts, if they can bound one range: `2015 - 30k miles` cannot. The 20 of `2018-20` is 2020. */
function joinable(
  { amount: first }: AmountRead,
  read: AmountRead | undefined,
  thisYear: number,
): AmountRead | undefined {
  if (read === undefined) return undefined;
  const { amount: second } = read;
  // `between 5k and 9 years old`
  const isOfTime = second.unit === 'age' || second.unit === 'years' || second.unit === 'plate';
  if (isOfTime && first.number.grouped) return undefined;
  const sameUnit = first.unit === undefined || second.unit === undefined || first.unit === second.unit;
  if (!sameUnit || !isYear(first) || isYear(second)) return sameUnit ? read : undefined;
  if (second.unit === 'plate') return read;
  const isShort =
    second.number.plain && second.number.digits === 2 && second.unit === undefined && !second.pound;
  const year = isShort ? yearAfter(first.number.value, second.number.value, thisYear) : undefined;
  if (year === undefined) return undefined;
  return { ...read, amount: { ...second, number: { ...second.number, value: year } } };
}

export function isYear({ number, unit, pound }: Amount): boolean {
  return number.plain && number.value > 1900 && number.value < 2100 && unit === undefined && !pound;
}

/** A slash joins years, plates, engine sizes and thousands only: `24/7` is no range. */
function divided(first: AmountRead, second: AmountRead | undefined): AmountRead | undefined {
  if (second === undefined) return undefined;
  const engines = first.amount.number.decimals === 1 && second.amount.number.decimals === 1;
  const thousands = first.amount.number.grouped && second.amount.number.grouped;
  return engines ||
    thousands ||
    second.amount.unit === 'plate' ||
    (isYear(first.amount) && isYear(second.amount))
    ? second
    : undefined;
}

/** In litres, between engine sizes that are a range: `1.0 or 1.2`. */
const MAX_ENGINES = 0.4;

/** `2018 or 2019` and `67 or 18 plate` are ranges, because nothing lies between; `2008 or 2018` is none. */
function adjacent(
  first: AmountRead,
  second: AmountRead | undefined,
  side: Comparator['side'] | undefined,
): AmountRead | undefined {
  if (second === undefined || side !== undefined) return undefined;
  const difference = second.amount.number.value - first.amount.number.value;
  const isPlate = second.amount.unit === 'plate' && [1, 50, -49].includes(difference);
  const isPair = isYear(first.amount) && isYear(second.amount) && difference === 1;
  const areEngines = first.amount.number.decimals === 1 && second.amount.number.decimals === 1;
  // `roughly 5 or 6 grand`
  const arePrices =
    second?.amount.number.grouped === true &&
    (difference === 1000 ||
      (first.amount.number.value < 1000 &&
        second.amount.number.value === (first.amount.number.value + 1) * 1000));
  return isPlate || isPair || arePrices || (areEngines && difference > 0 && difference <= MAX_ENGINES)
    ? second
    : undefined;
}

/** The comparator after a number, words such as `or newer` or a plus sign, with the unit after it: `60k max mileage`. */
export function comparatorAfter(
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

const MIN_SUM = 100;

/** Whether more follows than the price: `9k plus 1k for repairs`, `8 grand plus tax`, `8k plus tow bar`. */
function isSum(phrase: Phrase, at: number, price: Amount): boolean {
  if (phrase.words[at].key !== 'plus' || phrase.words.at(at + 1)?.flows !== true) return false;
  if (QUANTITIES['on top'].find(phrase, at + 1) !== undefined) return true;
  const isPrice =
    price.pound || price.unit === 'pounds' || (price.unit === undefined && price.number.grouped);
  if (isPrice && termLengthAt(phrase, at + 1) > 0) return true;
  const amount = readAmount(phrase, at + 1)?.amount;
  if (amount === undefined || isYear(amount)) return false;
  const { pound, unit, number } = amount;
  return pound || unit === 'pounds' || (unit === undefined && (number.grouped || number.value >= MIN_SUM));
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

/** `give or take`, with how much: `give or take 500`, `give or take a few miles`. */
export function toleranceAt(phrase: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  const found = QUANTITIES.tolerance.find(phrase, at);
  if (found === undefined) return undefined;
  const next = at + found.length;
  const little = QUANTITIES['a little'].next(phrase, next);
  const amount = little === undefined && flowsAt(phrase, next) ? readAmount(phrase, next) : undefined;
  return { meaning: { side: 'around' }, length: (amount?.next ?? next + (little?.length ?? 0)) - at };
}

/** `2018 on` and `2018 up` at the end of a clause, but not `a 2018 up`, which is a model. */
function onwards({ text, words }: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  const isModel =
    text.charAt(words[at].end) === '!' ||
    (words[at].key === 'up' && NAMES['before up'].has(words.at(Math.max(at - 2, 0))?.key ?? ''));
  if (isModel) return undefined;
  const isYear = /^(?:(?:19|20)[0-9]{2}|plate|reg)$/.test(words[at - 1].key);
  const next = words.at(at + 1);
  // `2016 on and under 8k`
  const endsClause = next?.flows !== true || /^(?:and|but|with)$/.test(next.key);
  return isYear && endsClause ? { meaning: { side: 'min', ofYears: true }, length: 1 } : undefined;
}

/** The unit at word `at` of the amount before it; none if a number follows that it belongs to. */
export function lateUnitAt(phrase: Phrase, at: number): ReturnType<typeof unitAt> {
  const unit = unitAt(phrase, at);
  const after = at + (unit?.length ?? 0);
  const hasNumber = flowsAt(phrase, after) && readAmount(phrase, after) !== undefined;
  return hasNumber ? undefined : unit;
}

/** The unit in a clause of its own behind the amount before word `at`: `fifty thousand, miles I mean`, `thirty thousand max, that's miles`. */
export function unitBehind(phrase: Phrase, at: number): ReturnType<typeof unitAt> {
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
