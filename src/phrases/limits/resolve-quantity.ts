// What a quantity limits (price, mileage, year, engine or distance), by its unit, topic and form, and the numbers to search
// for. Bounds are inclusive, as the parameters are. Only years and plates distinguish `before` from `up to`, because a year
// is too wide a step to ignore.
import { KM_PER_MILE } from '../../geo/great-circle.ts';
import { DISTANCE_BANDS_KM } from '../../query/search-query.ts';
import { readAsYear, type Amount, type Quantity } from './amount.ts';
import type { Meaning, RangeParameterName, MeaningOf } from '../words/match.ts';
import { ageRange, plateRange, yearRange, registrationPeriodOf, yearOfHalfYear } from './resolve-year.ts';
import { isOtherRange } from './quantity-words.ts';
import type { Question } from '../words/query-builder.ts';

/** `around` means this share either way. */
const AROUND_SHARE = 0.1;
/** In miles or kilometres; larger numbers are mileages. */
const MAX_DISTANCE = 500;
const MAX_ROUGH_DISTANCE = 100;

/** In pounds a year; `8k tax included` is a price. */
const MAX_TAX = 999;
export const RUNNING_COST: Meaning = {
  kind: 'unsupported',
  reason: 'Prices are for the whole vehicle: there is no search by running cost or instalment.',
  isRunningCost: true,
};
export const NO_LIMIT: Meaning = { kind: 'unsupported', reason: 'No parameter limits this.' };
const TOO_FEW_MILES: Meaning = {
  kind: 'unsupported',
  reason: 'No used vehicle has run so little: say thousands of miles.',
};
const ALONE = 'an amount alone is read as a maximum';

export function resolveQuantity(quantity: Quantity): Meaning | undefined {
  const { first, second, comparator, topic } = quantity;
  if (Math.max(first.number.value, second?.number.value ?? 0) > Number.MAX_SAFE_INTEGER) {
    return { kind: 'unsupported', reason: 'The number is too large.' };
  }
  const unit = second?.unit ?? first.unit;
  if (isOtherRange(topic)) return inWhole(topic, quantity);
  if (isOtherRange(unit)) return inWhole(unit, quantity);
  if (unit === 'monthly' || (unit === 'tax' && first.number.value <= MAX_TAX)) return RUNNING_COST;
  const isLow = first.pound || unit === 'pounds' ? tooLow(quantity) : undefined;
  if (isLow !== undefined) return isLow;
  if (first.pound || second?.pound === true) return inWhole('price', quantity);
  switch (unit) {
    case 'pounds':
    case 'tax':
      return inWhole('price', quantity);
    case 'on it':
      if (topic === 'pounds') return inWhole('price', quantity);
      return (second ?? first).number.grouped || first.number.value >= 1000
        ? travelled(quantity, KM_PER_MILE)
        : thousandsRun(quantity);
    case 'on the clock':
      return onTheClock(quantity);
    case 'miles':
    case 'km':
      return travelled(quantity, unit === 'km' ? 1 : KM_PER_MILE);
    case 'litres':
    case 'cc':
      return engine(quantity, unit === 'cc' || first.number.value >= 100);
    case 'plate':
      return plateRange(quantity);
    case 'age':
    case 'years':
      // `from 2016 year`
      if (isOfYear(quantity)) return yearRange(quantity);
      if (unit === 'age') return ageRange(quantity);
      // `older than 5 years`; years alone may be of anything, and `over 40 years` of somebody's life.
      return topic === undefined &&
        (comparator === undefined || (comparator.side === 'min' && comparator.ofYears !== true))
        ? undefined
        : ageRange(quantity);
    case 'range':
      return NO_LIMIT;
    case 'other':
      return comparator === undefined && topic === undefined ? { kind: 'free_text' } : NO_LIMIT;
    case undefined:
      return withoutUnit(quantity);
  }
}

function withoutUnit(quantity: Quantity): Meaning | undefined {
  const { first, second, comparator, topic } = quantity;
  if (topic === 'pounds') return inWhole('price', inThousands(quantity));
  // `within 5k of M14`
  const isOfPlace = comparator?.within === true && quantity.isDistance && !first.number.spelt;
  if (isOfPlace && second === undefined && first.number.grouped)
    return { kind: 'distance', km: first.number.value / 1000 };
  // `the mileage under 50`
  if (topic === 'miles') return thousandsRun(quantity) ?? travelled(quantity, KM_PER_MILE);
  if (topic === 'litres') return engine(quantity, first.number.value >= 100);
  if (topic === 'plate' && first.number.plain && first.number.value < 100) return plateRange(quantity);
  if (topic === 'age' && first.number.value < 60) return ageRange(quantity);
  if (isOfYear(quantity)) return yearRange(quantity);
  const { value, decimals, spelt, grouped, plain, isHalf } = first.number;
  if ((decimals === 1 || second?.number.decimals === 1) && !grouped && value >= 0.5 && value < MAX_ENGINE)
    return engine(quantity, false);
  // `2031`
  if (comparator === undefined && second === undefined && readAsYear(first.number) === 'certain')
    return TO_COME;
  // `20184471` is the number of an order or the like.
  if (comparator === undefined && second === undefined && plain && value >= MIN_REFERENCE)
    return { kind: 'unsupported', reason: REFERENCE };
  const large =
    grouped ||
    second?.number.grouped === true ||
    value >= (comparator === undefined ? 1000 : MAX_BARE_NUMBER + 1);
  // `two hundred thousand plus` may be either.
  if (large && comparator?.side === 'min' && second === undefined && value >= MIN_MILEAGE_OR_PRICE)
    return { kind: 'unsupported', reason: REASON, asks: questionOf(value / 1000, 'min', quantity.thisYear) };
  if (large) return { ...inWhole('price', quantity), mayBeMiles: true };
  if (comparator === undefined && isHalf === true)
    return bareNumber({ ...quantity, comparator: { side: 'max' } });
  // `up to sixteen and a half`: no engine, age or mileage is said so without its unit.
  if (isHalf === true && second === undefined && value >= MIN_HALF && value <= MAX_HALF)
    return { ...inWhole('price', quantity, 1000), mayBeMiles: true };
  if ((comparator === undefined && second === undefined) || (spelt && value < 2)) return undefined;
  return bareNumber(quantity);
}

const MIN_REFERENCE = 1_000_000;
const REFERENCE = 'A number this large is not a price unless it has a unit. If it is one, say pounds.';

/** Whether a number is a year. `2000` is as likely pounds, unless a word says that it is a year. */
function isOfYear({ first, second, comparator, topic, thisYear }: Quantity): boolean {
  const amounts = second === undefined ? [first] : [first, second];
  const possible = amounts.every(({ number }) => readAsYear(number) !== 'no' && number.value <= thisYear + 1);
  if (!possible) return false;
  const said = topic === 'year' || comparator === undefined || comparator.ofYears === true;
  return said || amounts.some(({ number }) => readAsYear(number) === 'certain');
}

const TO_COME: Meaning = { kind: 'unsupported', reason: 'This year is still to come: no vehicle is of it.' };

/** Prices and budgets below 100 are thousands: `budget 8`. */
function inThousands(quantity: Quantity): Quantity {
  const isSmall = ({ number }: Amount): boolean => number.value > 0 && number.value < 100 && !number.grouped;
  const scaled = (amount: Amount): Amount =>
    isSmall(amount)
      ? { ...amount, number: { ...amount.number, value: Math.round(amount.number.value * 1000) } }
      : amount;
  const { first, second } = quantity;
  if (!isSmall(second ?? first)) return quantity;
  return { ...quantity, first: scaled(first), second: second && scaled(second) };
}

interface Ends {
  readonly min?: number;
  readonly max?: number;
  readonly note?: string;
}

/** The bounds of a quantity. An amount alone is an upper bound. */
function endsOf({ comparator, first, second }: Quantity): Ends {
  const low = scaledLow(first, second);
  if (second !== undefined) return { min: low, max: scaledHigh(low, second) };
  const side = comparator?.side;
  if (side === 'min') return { min: low };
  if (side === 'max') return { max: low };
  if (side !== 'around') return { max: low, note: ALONE };
  const note = `'around' is read as ${AROUND_SHARE * 100} % either way`;
  return { min: low * (1 - AROUND_SHARE), max: low * (1 + AROUND_SHARE), note };
}

/** The lower amount; `between 5 and 8k` means 5,000 to 8,000, `twelve to fifteen hundred` and `12 to 15 hundred` 1,200 to 1,500. */
function scaledLow(first: Amount, second: Amount | undefined): number {
  const { value, grouped, spelt } = first.number;
  if (second === undefined || grouped) return value;
  const { number } = second;
  if (number.grouped && value < 1000 && number.value >= 1000) {
    const areHundreds = number.value < 10_000 && value > 10 && value * 1000 > 5 * number.value;
    return Math.round(value * (areHundreds ? 100 : 1000));
  }
  const isHundreds =
    spelt && number.spelt && !number.plain && number.value >= 100 && number.value % 100 === 0;
  return isHundreds && value * 100 < number.value ? value * 100 : value;
}

/** The upper amount: `from 2k up to 3` means 3,000, and so does the 8 of `10k to 8`, but `1000 to 500` pounds. */
function scaledHigh(low: number, { number: { value, grouped } }: Amount): number {
  const isThousands = value < 100 || (value * 1000 > low && value * 1000 <= 10 * low);
  return !grouped && low >= 1000 && value < 1000 && isThousands ? Math.round(value * 1000) : value;
}

function inWhole(field: RangeParameterName, quantity: Quantity, factor = 1): MeaningOf<'range'> {
  const { min, max, note } = endsOf(quantity);
  return {
    kind: 'range',
    field,
    ...(min !== undefined && { min: Math.round(min * factor) }),
    ...(max !== undefined && { max: Math.round(max * factor) }),
    ...(note !== undefined && { note }),
    ...(quantity.comparator?.side === 'around' &&
      quantity.second === undefined && { isAround: true as const }),
  };
}

/** A mileage or a distance, from amounts in units of `kmEach` kilometres. */
function travelled(quantity: Quantity, kmEach: number): Meaning {
  const { first, second, comparator, isDistance, topic } = quantity;
  const small = second === undefined && !first.number.grouped && first.number.value <= MAX_DISTANCE;
  const km = first.number.value * kmEach;
  // `about 30 miles`: nobody looks for a vehicle that has run so little.
  const isNear =
    comparator?.side === 'around' && topic === undefined && first.number.value <= MAX_ROUGH_DISTANCE;
  if (small && (isDistance || comparator?.within === true || isNear)) return { kind: 'distance', km };
  // `never goes more than 20 miles`
  if (small && comparator?.side === 'min' && topic === undefined) return TOO_FEW_MILES;
  const mileage = inWhole('miles', quantity, kmEach / KM_PER_MILE);
  return small && mileage.min === undefined ? { ...mileage, orDistanceKm: km } : mileage;
}

/** `60 on the clock` */
function thousandsRun(quantity: Quantity): Meaning | undefined {
  const { value } = quantity.first.number;
  if (quantity.second !== undefined || value < MIN_THOUSANDS || value > MAX_THOUSANDS) return undefined;
  return {
    ...inWhole('miles', quantity, 1000),
    note: `read as ${(value * 1000).toLocaleString('en-GB')} miles`,
  };
}

const MIN_THOUSANDS = 10;
const MAX_THOUSANDS = 250;

/** A mileage, not a distance. */
function onTheClock(quantity: Quantity): Meaning {
  const { first, second, comparator } = quantity;
  const { value, grouped } = (second ?? first).number;
  const isSmall = !grouped && value <= MAX_ROUGH_DISTANCE;
  if (isSmall && comparator?.side === 'around') return TOO_FEW_MILES;
  return inWhole('miles', quantity);
}

/** In litres. */
const MIN_ENGINE = 0.3;
/** Without a unit: `mk7 or 7.5` is not an engine size. */
const MAX_ENGINE = 7;

/** A range of engine sizes. A size alone includes every size that rounds to it, because a 2.0 may be listed as 1.968. */
function engine(quantity: Quantity, inCc: boolean): Meaning | undefined {
  const scale = (amount: Amount): number =>
    inCc ? Math.round(amount.number.value / 100) / 10 : amount.number.value;
  const { comparator, first, second } = quantity;
  const low = scale(first);
  const high = second === undefined ? low : scale(second);
  if (low <= 0 || high > 10) return undefined;
  if (high < MIN_ENGINE) return { kind: 'unsupported', reason: 'No car has an engine as small as this.' };
  if (second !== undefined) return { kind: 'range', field: 'engine', min: low, max: high };
  const half = inCc || first.number.decimals <= 1 ? 0.05 : 0.005;
  // `bigger than a 2.0` excludes a 2.0 that is listed as 2.01.
  const strict = comparator?.strictSize === true;
  const below = Math.round((low - half) * 1000);
  const above = Math.round((low + half) * 1000);
  if (comparator?.side === 'min') return { kind: 'range', field: 'engine', min: strict ? above / 1000 : low };
  if (comparator?.side === 'max')
    return { kind: 'range', field: 'engine', max: strict ? (below - 1) / 1000 : low };
  return {
    kind: 'range',
    field: 'engine',
    min: below / 1000,
    max: (above - 1) / 1000,
    note: `any ${low.toFixed(Math.max(1, inCc ? 1 : first.number.decimals))} litre engine`,
  };
}

/** The narrowest distance band of at least `km`. */
export function bandOf(km: number): number {
  // Infinity is the last band.
  return DISTANCE_BANDS_KM.findIndex((band) => band >= km);
}

const REASON = 'A number without a unit: say pounds, miles, litres or a year of four digits.';
/** Between these, a number and a half is thousands. */
const MIN_HALF = 3;
const MAX_HALF = 100;
/** Larger numbers are thousands by themselves. */
const MAX_BARE_NUMBER = 200;
const MAX_BARE_AGE = 20;
/** A minimum that is as likely a mileage. */
const MIN_MILEAGE_OR_PRICE = 100_000;

function bareNumber({ first, second, comparator, thisYear }: Quantity): MeaningOf<'unsupported'> {
  const { value } = first.number;
  const meaning = { kind: 'unsupported', reason: REASON } as const;
  const last = second?.number.value ?? value;
  if (value < 1 || last > MAX_BARE_NUMBER) return meaning;
  if (last > value) {
    const ends = { min: Math.round(value * 1000), max: Math.round(last * 1000) };
    const choices = [choiceOf('price', ends), choiceOf('miles', ends)];
    return { ...meaning, asks: { question: `Is ${value} to ${last} a price or a mileage?`, choices } };
  }
  const side = comparator?.side;
  const isSimple = second === undefined && (side === 'min' || side === 'max');
  return isSimple ? { ...meaning, asks: questionOf(value, side, thisYear) } : meaning;
}

function choiceOf(field: 'price' | 'miles', { min, max }: Ends): Question['choices'][number] {
  const written = (value = 0): string => `${field === 'price' ? '£' : ''}${value.toLocaleString('en-GB')}`;
  const range = `${written(min)} to ${written(max)}`;
  const label =
    min === undefined ? `Up to ${written(max)}` : max === undefined ? `At least ${written(min)}` : range;
  const parameters = {
    ...(min !== undefined && { [`${field}_min`]: String(min) }),
    ...(max !== undefined && { [`${field}_max`]: String(max) }),
  };
  return { label: field === 'price' ? label : `${label} miles`, parameters };
}

function questionOf(value: number, side: 'min' | 'max', thisYear: number): Question {
  const thousands = Math.round(value * 1000);
  const choices = [choiceOf('price', { [side]: thousands }), choiceOf('miles', { [side]: thousands })];
  const plate = registrationPeriodOf(value, thisYear);
  if (side === 'max' && value <= MAX_BARE_AGE)
    choices.push({
      label: `Up to ${value} years old`,
      parameters: { year_min: String(thisYear - Math.ceil(value)) },
    });
  if (side === 'min' && plate !== undefined)
    choices.push({
      label: `From ${yearOfHalfYear(plate)}`,
      parameters: { year_min: String(yearOfHalfYear(plate)) },
    });
  const kinds =
    choices.length < 3
      ? 'a price or a mileage'
      : `a price, a mileage or ${side === 'max' ? 'an age' : 'a year'}`;
  return { question: `Is ${value} ${kinds}?`, choices };
}

const TOO_LOW = 'No vehicle costs so little: say thousands.';
const MIN_PRICE = 100;

/** Why an amount of pounds is too low for the price of a vehicle, if it is: `up to £13`. */
function tooLow({ first, second, comparator }: Quantity): MeaningOf<'unsupported'> | undefined {
  const isLow = ({ number }: Amount): boolean => number.value < MIN_PRICE && !number.grouped;
  if (!isLow(first) || (second !== undefined && !isLow(second))) return undefined;
  const meaning = { kind: 'unsupported', reason: TOO_LOW } as const;
  const { value } = first.number;
  if (second !== undefined || value < 1) return meaning;
  const side = comparator?.side === 'min' ? 'min' : 'max';
  const amounts = [Math.round(value * 1000), Math.round(value)];
  const choices = amounts.map((amount) => choiceOf('price', { [side]: amount }));
  const question = `Is £${value} meant as £${amounts[0].toLocaleString('en-GB')}?`;
  return { ...meaning, asks: { question, choices } };
}

/** A limit of which no word says whether it is a price or a mileage. */
export function priceOrMileage({ min, max }: MeaningOf<'range'>): MeaningOf<'unsupported'> {
  const value = max ?? min ?? 0;
  const asks = questionOf(value / 1000, max === undefined ? 'min' : 'max', 0);
  return {
    kind: 'unsupported',
    reason: REASON,
    asks: { ...asks, question: `Is ${value.toLocaleString('en-GB')} a price or a mileage?` },
  };
}
