// Reads an amount: a number with its pound sign and its unit, or a year with a word such as `late` before it.
import { readNumeral, type Numeral } from '../words/numerals.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { QUANTITIES, type Comparator, type QuantityTopic, type Unit } from './quantity-words.ts';
import { flowsAt, keyAt, type Phrase } from '../words/tokenized-phrase.ts';

export interface Amount {
  readonly number: Numeral;
  readonly unit: Unit | undefined;
  /** A pound sign precedes it. */
  readonly pound: boolean;
  /** A word such as `late` precedes a year. */
  readonly part?: true;
}

/** What is before the amounts of a quantity, which begin at word `next`. */
export interface Head {
  readonly topic: QuantityTopic | undefined;
  readonly comparator: Comparator | undefined;
  /** The word that the comparator begins at. */
  readonly start: number;
  readonly next: number;
  /** A comma is before the amounts, and no aside between commas: `at least, I think, 5k`. */
  readonly isApart: boolean;
  /** The comparator negates itself: `no more than`. */
  readonly isNegative: boolean;
}

/** The amounts of a quantity: one, or both ends of a range. */
export interface Amounts {
  readonly first: Amount;
  /** The upper end of a range. */
  readonly second: Amount | undefined;
  readonly last: AmountRead;
  /** The comparator of a sign: `<5k`, `60k+`, `8kish`. */
  readonly sign: Comparator | undefined;
}

/** Amounts, with the topic and the comparator that count. */
export interface Quantity extends Pick<Head, 'topic' | 'comparator'>, Pick<Amounts, 'first' | 'second'> {
  readonly thisYear: number;
  /** The next word makes it a distance: `20 miles from`. */
  readonly isDistance: boolean;
}

/** What is behind the amounts of a quantity. */
export interface Tail {
  /** The comparator right behind them; a sign has no length. */
  readonly after: PhraseMatch<Comparator> | undefined;
  readonly unit: Unit | undefined;
  /** Whether a clause of its own says the limit. */
  readonly isLater: boolean;
  /** The comparator that counts, of those before, at and behind the amounts. */
  readonly said: Comparator | undefined;
  readonly next: number;
}

export interface AmountRead {
  readonly amount: Amount;
  readonly next: number;
  /** A plus sign follows the number: `60k+ miles`. */
  readonly plus: boolean;
}

export function readAmount(phrase: Phrase, at: number): AmountRead | undefined {
  if (at >= phrase.words.length) return undefined;
  const part = QUANTITIES['part of a year'].find(phrase, at);
  if (part !== undefined) return readPartOfYear(phrase, at + part.length);
  const number = readNumeral(phrase, at);
  if (number === undefined) return undefined;
  const pound = phrase.words[at].gap.trimEnd().endsWith('£');
  const next = at + number.length;
  // `under 7s`; as a word of its own, `s` is a trim.
  const within =
    number.suffix === '' ? undefined : number.suffix === 's' ? 'other' : QUANTITIES.unit.get(number.suffix);
  const plus = number.length > 0 && hasPlus(phrase, next);
  if (number.suffix !== '' && within === undefined) return undefined;
  const sum = pound || number.suffix !== '' ? undefined : spokenThousands(phrase, next, number);
  if (sum !== undefined)
    return { amount: { number: sum, unit: undefined, pound }, next: at + sum.length, plus: false };
  const readTo = (unit: Unit | undefined, length: number): AmountRead => ({
    amount: { number, unit, pound },
    next: next + length,
    plus,
  });
  // `3yr old`
  const split =
    number.suffix === '' ? undefined : QUANTITIES.unit.get(`${number.suffix} ${keyAt(phrase, next)}`);
  if (split !== undefined) return readTo(split, 1);
  const found = unitAt(phrase, next);
  // `3000cc engine`
  if (within === 'cc' && found?.meaning === 'litres') return readTo(within, found.length);
  // `10k miles` and `60miles on the clock`: the unit may be words or letters.
  const mayBeBoth = within === undefined || within === found?.meaning || found?.meaning === 'monthly';
  if (found === undefined || !mayBeBoth) return readTo(within, 0);
  // `180 quid monthly`
  const rate = found.meaning === 'pounds' ? unitAt(phrase, next + found.length) : undefined;
  const length = found.length + (rate?.meaning === 'monthly' ? rate.length : 0);
  return readTo(rate?.meaning === 'monthly' ? 'monthly' : found.meaning, length);
}

/**
 * Whether a plus sign makes the number before word `at` a minimum: `2016+`, `2016 +` at the end of a clause, but not `14k +
 * VAT`.
 */
export function hasPlus(phrase: Phrase, at: number): boolean {
  const next = phrase.words.at(at);
  const end = phrase.words[at - 1].end;
  const gap = next?.gap ?? phrase.text.slice(end);
  if (!/^ ?\+/.test(gap)) return false;
  if (next?.flows !== true) return true;
  if (QUANTITIES['on top'].find(phrase, at) !== undefined) return false;
  return gap.startsWith('+') || QUANTITIES.unit.find(phrase, at) !== undefined;
}

/**
 * Reads the five of `fourteen five`, which is 14,500, and the fifty of `six fifty`, unless it counts something: `two five door
 * cars`.
 */
function spokenThousands(phrase: Phrase, at: number, number: Numeral): Numeral | undefined {
  const word = phrase.words.at(at);
  const isWhole = number.spelt && !number.plain && !number.grouped && Number.isInteger(number.value);
  if (word?.flows !== true || word.gap !== ' ' || !isWhole || number.value < 1 || number.value > 99)
    return undefined;
  const hundreds = readNumeral(phrase, at);
  if (number.value < 10 && isTens(hundreds) && unitAt(phrase, at + hundreds.length) === undefined)
    return spokenSum(number, number.value * 100 + hundreds.value, hundreds.length);
  const isDigit =
    hundreds?.spelt === true && hundreds.length === 1 && hundreds.value > 0 && hundreds.value < 10;
  if (!isDigit || unitAt(phrase, at + 1) !== undefined) return undefined;
  // `six two fifty`
  const tens = flowsAt(phrase, at + 1) ? readNumeral(phrase, at + 1) : undefined;
  const hasTens = isTens(tens);
  const value = number.value * 1000 + hundreds.value * 100 + (hasTens ? tens.value : 0);
  return { ...spokenSum(number, value, 1 + (hasTens ? tens.length : 0)), grouped: true };
}

function spokenSum(number: Numeral, value: number, length: number): Numeral {
  return { ...number, value, length: number.length + length, isSpokenSum: true };
}

function isTens(number: Numeral | undefined): number is Numeral {
  return number?.spelt === true && number.value >= 10 && number.value < 100 && Number.isInteger(number.value);
}

function readPartOfYear(phrase: Phrase, at: number): AmountRead | undefined {
  const number = flowsAt(phrase, at) ? readNumeral(phrase, at) : undefined;
  if (number === undefined || readAsYear(number) === 'no') return undefined;
  return {
    amount: { number, unit: undefined, pound: false, part: true },
    next: at + number.length,
    plus: false,
  };
}

/** Smaller numbers without a unit may be of anything. */
const MIN_MONEY = 100;

/** Whether an amount is of pounds, or a number that is as large as one. */
export function isMoney({ pound, unit, number }: Amount): boolean {
  const isLarge = unit === undefined && (number.grouped || number.value >= MIN_MONEY);
  return pound || unit === 'pounds' || isLarge;
}

/** The year of the oldest cars in adverts. */
export const FIRST_YEAR = 1920;
const END_OF_YEARS = 2100;

/** Whether a number is a year. No price is written as `2016`, but `2000` may as well be pounds. */
export function readAsYear({ plain, value }: Numeral): 'certain' | 'possible' | 'no' {
  if (!plain || value < FIRST_YEAR || value >= END_OF_YEARS) return 'no';
  return value % 50 === 0 ? 'possible' : 'certain';
}

/** Whether an amount may be a year. */
export function isYear({ number, unit, pound }: Amount): boolean {
  return unit === undefined && !pound && readAsYear(number) !== 'no';
}

/** Whether an amount can only be a year: `2016`, `66 plate`, but not `2000`. */
export function isYearAlone({ number, unit, pound }: Amount): boolean {
  return unit === 'plate' || (unit === undefined && !pound && readAsYear(number) === 'certain');
}

export function unitAt(phrase: Phrase, at: number): PhraseMatch<Unit> | undefined {
  const word = phrase.words.at(at);
  if (word?.flows !== true) return undefined;
  const found = QUANTITIES.unit.find(phrase, at);
  if (found === undefined || found.length > 1) return found;
  // `price<4000 miles<80000`: the noun belongs to what comes after it.
  const next = phrase.words.at(at + 1);
  const isHead = next?.flows === true && /[:=<>≤≥]/u.test(next.gap);
  // `66 plate: find me one`
  if (
    isHead &&
    (readNumeral(phrase, at + 1) ?? QUANTITIES['limit before'].find(phrase, at + 1)) !== undefined
  )
    return undefined;
  if (!QUANTITIES['noun on either side'].has(word.key)) return found;
  const before = QUANTITIES['limit before'].next(phrase, at + 1);
  // `3.8 engine at least`
  const isOwn =
    before !== undefined &&
    QUANTITIES['limit after'].find(phrase, at + 1) !== undefined &&
    !beginsAmount(phrase, at + 1 + before.length);
  return before !== undefined && !isOwn ? undefined : found;
}

/** Whether words of an amount follow: a number, what it is about, or words before it. */
function beginsAmount(phrase: Phrase, at: number): boolean {
  if (!flowsAt(phrase, at)) return false;
  const isWord = QUANTITIES.filler.has(keyAt(phrase, at)) || QUANTITIES.topic.find(phrase, at) !== undefined;
  return isWord || readNumeral(phrase, at) !== undefined;
}
