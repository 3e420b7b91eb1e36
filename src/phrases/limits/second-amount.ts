// Reads the upper end of a range (`5-8k`, `between a 65 and a 68 plate`, `2019/20`).
import { isYear, readAmount, type Amount, type AmountRead } from './amount.ts';
import { QUANTITIES, type Comparator } from './quantity-words.ts';
import { yearAfter } from './resolve-year.ts';
import type { Phrase } from '../words/tokenized-phrase.ts';

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
  const word = phrase.words.at(first.next);
  if (word?.flows !== true) return undefined;
  const join = (read: AmountRead | undefined): AmountRead | undefined => joinable(first, read, thisYear);
  if (DASH.test(word.gap) || (AMPERSAND.test(word.gap) && comparator?.side === 'between'))
    return join(readAmount(phrase, first.next));
  if (SLASH.test(word.gap)) return divided(first, join(readAmount(phrase, first.next)));
  const joint = QUANTITIES.joint.find(phrase, first.next);
  const side = comparator?.side;
  if (joint === undefined || (side === 'max' && joint.meaning !== 'or')) return undefined;
  if (joint.meaning === 'and' && side === undefined) return undefined;
  let next = first.next + joint.length;
  if (ARTICLES.has(phrase.words.at(next)?.key ?? '')) next++;
  if (phrase.words.at(next)?.flows !== true) return undefined;
  // `a new one up to 9k`
  if (joint.length > 1 && phrase.words[first.next - 1].key === 'one') return undefined;
  const second = join(readAmount(phrase, next));
  // `from 2019 or 2020` is either year.
  const isFrom = side === 'min' && phrase.words.at(first.next - 2)?.key === 'from' && isYear(first.amount);
  if (joint.meaning !== 'or' || second === undefined) return second;
  return side !== 'min' || isFrom ? alternative(first, second) : undefined;
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

/** A slash joins years, plates, engine sizes and thousands only: `24/7` is not a range. */
function divided({ amount: first }: AmountRead, read: AmountRead | undefined): AmountRead | undefined {
  if (read === undefined) return undefined;
  const { amount: second } = read;
  const areAlike = [isYear, isEngine, isGrouped].some((isOfForm) => isOfForm(first) && isOfForm(second));
  return areAlike || second.unit === 'plate' ? read : undefined;
}

const isEngine = ({ number }: Amount): boolean => number.decimals === 1;
const isGrouped = ({ number }: Amount): boolean => number.grouped;

/** In litres, between engine sizes that are a range: `1.0 or 1.2`. */
const MAX_ENGINES = 0.4;

/** `2018 or 2019` is a range, because nothing lies between; `2008 or 2018` is not. Plates and ages need their unit only once. */
function alternative({ amount: first }: AmountRead, read: AmountRead): AmountRead | undefined {
  const { amount: second } = read;
  const difference = second.number.value - first.number.value;
  const isBare = first.unit === undefined && !first.pound && first.number.plain;
  const isPlate = second.unit === 'plate' && (isBare || first.unit === 'plate');
  const isAge = (second.unit === 'age' || second.unit === 'years') && isBare && difference > 0;
  const isPair = isYear(first) && isYear(second) && difference === 1;
  const areEngines = isEngine(first) && isEngine(second) && difference > 0 && difference <= MAX_ENGINES;
  // `roughly 5 or 6 grand`, `5k or 6`, `a grand or two`
  const [from, to] = valuesOfRange(first, second);
  const isThousands = isGrouped(second) || (isGrouped(first) && second.unit === undefined);
  return isPlate || isAge || isPair || areEngines || (isThousands && to - from === 1000) ? read : undefined;
}

/** The values of two amounts, of which one may say the thousands of both: `3-7k`, `5k or 6`. */
export function valuesOfRange(first: Amount, second: Amount): readonly [number, number] {
  const [low, high] = [first.number.value, second.number.value];
  const isSmall = ({ number }: Amount): boolean => number.value < 1000 && !number.grouped;
  if (isSmall(first) && high >= 1000) return [Math.round(low * 1000), high];
  const isShort = low >= 1000 && second.unit === undefined && isSmall(second);
  return [low, isShort ? Math.round(high * 1000) : high];
}
