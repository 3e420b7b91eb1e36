// Matches limits that are no plain price, mileage, year or engine size, so that their numbers are not read as such: limits that no parameter
// can express (`road tax under £30`), years counted back from this one (`from the last 5 years`) and decades, distances in time (`45
// minutes' drive`), and a second, higher price (`could stretch to 7k`). Their words are in assets/phrases/limits.tsv.
import { readAmount } from './amount.ts';
import type { Matcher } from './match.ts';
import { readNumeral } from './numerals.ts';
import { PhraseReader } from './phrase-reader.ts';
import { COMPARATORS_AFTER, COMPARATORS_BEFORE, comparatorSign } from './quantity-words.ts';
import { NO_LIMIT, RUNNING_COST } from './resolve-quantity.ts';
import { readSecond } from './second-amount.ts';
import { type TokenizedPhrase, flowsAt } from './tokenized-phrase.ts';
import { NUMBERED_PHRASES, PHRASES, WORDS, phrasesMeaning, readLists } from './word-lists.ts';

interface Property {
  /** A larger number belongs to something else. */
  readonly max: number;
  /** May be an amount of money. */
  readonly money?: true;
  /** A number without a comparator belongs to it too. */
  readonly alone?: true;
  /** Is limited by a year, after `until`. */
  readonly dated?: true;
}

const PROPERTIES: Readonly<Record<string, Property>> = {
  tax: { max: 999, money: true, alone: true },
  insurance: { max: 5000, money: true, alone: true },
  instalment: { max: 20_000, money: true, alone: true },
  group: { max: 50, alone: true },
  economy: { max: 300, alone: true },
  output: { max: 5000, alone: true },
  size: { max: 2000 },
  count: { max: 12 },
  date: { max: 2100, dated: true },
};

const LISTS = readLists('limits', {
  property: phrasesMeaning(PROPERTIES),
  'without a number': PHRASES,
  filler: WORDS,
  until: PHRASES,
  /** Words after the number that belong to it. */
  end: PHRASES,
  'before a time': PHRASES,
  time: PHRASES,
  'unit of time': WORDS,
  'after a time': PHRASES,
  recent: PHRASES,
  years: NUMBERED_PHRASES,
  year: WORDS,
  'before a decade': WORDS,
  /** After a decade that is none of the vehicle: `a 1980s kid`. */
  'after a decade': WORDS,
  /** Before a second, higher price. */
  ceiling: PHRASES,
});

export const matchOtherLimit: Matcher = (phrase, at, context) => {
  const whole = LISTS['without a number'].find(phrase, at);
  if (whole !== undefined) return { length: whole.length, meaning: RUNNING_COST };
  const property = LISTS.property.find(phrase, at);
  if (property === undefined) return undefined;
  const { max, money, alone, dated } = property.meaning;
  let next = skipFillers(phrase, at + property.length);
  const until = dated === true ? LISTS.until.find(phrase, next) : undefined;
  const comparator = dated === true ? undefined : COMPARATORS_BEFORE.find(phrase, next);
  if (!flowsAt(phrase, next)) return undefined;
  next = skipFillers(phrase, next + (until?.length ?? comparator?.length ?? 0));
  const first = flowsAt(phrase, next) ? readAmount(phrase, next) : undefined;
  if (first === undefined || (dated === true && until === undefined)) return undefined;
  const { number, pound, unit } = first.amount;
  const second = readSecond(phrase, first, comparator?.meaning, context.thisYear);
  let end = (second ?? first).next;
  const after = flowsAt(phrase, end) ? COMPARATORS_AFTER.find(phrase, end) : undefined;
  const isCompared = comparator ?? after ?? (/\+/.test(phrase.text.charAt(phrase.words[end - 1].end)) ? true : comparatorSign(phrase.words[next].gap)); // prettier-ignore
  const isMoney = pound || unit === 'pounds';
  const isItsOwn = number.value <= max && (money === true || (!isMoney && !number.grouped));
  const isVehicles =
    unit === 'plate' || unit === 'cc' || unit === 'age' || (unit === 'litres' && number.value < 20);
  const isUnlimited = alone !== true && isCompared === undefined && dated !== true;
  if (!isItsOwn || isUnlimited || isVehicles) return undefined;
  end += after?.length ?? 0;
  end += flowsAt(phrase, end) ? (LISTS.end.find(phrase, end)?.length ?? 0) : 0;
  return { length: end - at, meaning: money === true ? RUNNING_COST : NO_LIMIT };
};

/** `at least` is no filler. */
function skipFillers(phrase: TokenizedPhrase, at: number): number {
  let next = at;
  while (next < at + 3 && flowsAt(phrase, next) && LISTS.filler.has(phrase.words[next].key)) {
    if (COMPARATORS_BEFORE.find(phrase, next) !== undefined) break;
    next++;
  }
  return next;
}

const MAX_YEARS = 100;
const DECADE = /^(19|20)?([0-9])0s$/;

export const matchRecentYears: Matcher = (phrase, at, { thisYear }) => {
  const isPart = LISTS['before a decade'].has(phrase.words[at].key) && flowsAt(phrase, at + 1);
  const decade = DECADE.exec(phrase.words[isPart ? at + 1 : at].key);
  if (decade !== null && LISTS['after a decade'].has(phrase.words.at(at + 1)?.key ?? ''))
    return { length: 2, meaning: { kind: 'stop_words' } };
  if (decade !== null) {
    const [, century, digit = '0'] = decade;
    const min = Number(`${century ?? (digit >= '3' ? '19' : '20')}${digit}0`);
    return min < 1920 || min > thisYear ? undefined : { length: isPart ? 2 : 1, meaning: { kind: 'range', field: 'year', min, max: min + 9 } }; // prettier-ignore
  }
  const before = LISTS.recent.find(phrase, at);
  const next = at + (before?.length ?? 0);
  if (before === undefined || !flowsAt(phrase, next)) return undefined;
  const fixed = LISTS.years.find(phrase, next);
  const number = readNumeral(phrase, next);
  const unit = number === undefined ? undefined : phrase.words.at(next + number.length);
  const isCounted = number?.suffix === '' && unit?.flows === true && LISTS.year.has(unit.key);
  const years = fixed?.meaning ?? (isCounted ? Math.ceil(number.value) : undefined);
  if (years === undefined || years > MAX_YEARS) return undefined;
  const length = fixed === undefined ? (number?.length ?? 0) + 1 : fixed.length;
  const note = `counted from ${thisYear}`;
  return {
    length: next + length - at,
    meaning: { kind: 'range', field: 'year', min: thisYear - years, note },
  };
};

const MAX_TIME = 300;
const IN_TIME =
  "Distances are measured in miles or kilometres, not in time: say a distance, such as 'within 20 miles'.";

export const matchTravelTime: Matcher = (phrase, at) => {
  const start = at + (LISTS['before a time'].find(phrase, at)?.length ?? 0);
  const end = timeFrom(phrase, start) ?? timeFrom(phrase, at);
  if (end === undefined) return undefined;
  const after = flowsAt(phrase, end) ? (LISTS['after a time'].find(phrase, end)?.length ?? 0) : 0;
  return { length: end + after - at, meaning: { kind: 'unsupported', reason: IN_TIME, isDistance: true } };
};

/** Number of the word after the time that begins at word `at`. */
function timeFrom(phrase: TokenizedPhrase, at: number): number | undefined {
  const { words } = phrase;
  if (at >= words.length) return undefined;
  const fixed = LISTS.time.find(phrase, at);
  if (fixed !== undefined) return at + fixed.length;
  const number = readNumeral(phrase, at);
  // `6k min` and `1.6 min` are limits.
  if (number === undefined || number.grouped || number.value > MAX_TIME) return undefined;
  if (LISTS['unit of time'].has(number.suffix)) return at + number.length;
  const unit = words.at(at + number.length);
  const isTime =
    number.suffix === '' &&
    unit?.flows === true &&
    LISTS['unit of time'].has(unit.key) &&
    (number.decimals === 0 || unit.key !== 'min');
  return isTime ? at + number.length + 1 : undefined;
}

export const matchStretch: Matcher = (phrase, at) => {
  const reader = new PhraseReader(phrase, at);
  if (reader.take(LISTS.ceiling) === undefined) return undefined;
  const read = reader.word === undefined ? undefined : readAmount(phrase, reader.next);
  if (read === undefined) return undefined;
  const { number, unit } = read.amount;
  if (!(number.grouped || number.value >= 500) || (unit !== undefined && unit !== 'pounds')) return undefined;
  const meaning = { kind: 'range', field: 'price', max: Math.round(number.value), ifNoOther: true } as const;
  return { length: read.next - at, meaning };
};
