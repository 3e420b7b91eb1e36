// What a quantity limits (price, mileage, year, engine or distance), by its unit, topic and form, and the numbers to search
// for. Bounds are inclusive, as the parameters are. Only years and plates distinguish `before` from `up to`, because a year
// is too wide a step to ignore.
import { DISTANCE_BANDS_KM } from '../listing/search-query.ts';
import type { Meaning, RangeParameterName } from './match.ts';
import type { Numeral } from './numerals.ts';
import type { Unit } from './units.ts';
import type { Comparator } from './comparators.ts';

export interface Amount {
  readonly number: Numeral;
  readonly unit: Unit | undefined;
  /** A pound sign precedes it. */
  readonly pound: boolean;
}

export interface Quantity {
  readonly topic: 'pounds' | 'miles' | 'litres' | 'year' | undefined;
  readonly comparator: Comparator | undefined;
  readonly first: Amount;
  /** The upper end of a range. */
  readonly second: Amount | undefined;
  /** The next word makes it a distance: `20 miles from`. */
  readonly distant: boolean;
}

const KM_PER_MILE = 1.609344;
/** `around` means this share either way. */
const AROUND_SHARE = 0.1;
/** In miles or kilometres; larger numbers are mileages. */
const MAX_DISTANCE = 500;

const ALONE = 'an amount alone is read as the most that is wanted';

export function resolveQuantity(quantity: Quantity, thisYear: number): Meaning | undefined {
  const { first, second, comparator, topic } = quantity;
  if (Math.max(first.number.value, second?.number.value ?? 0) > Number.MAX_SAFE_INTEGER) {
    return { kind: 'unsupported', reason: 'The number is too large.' };
  }
  const unit = second?.unit ?? first.unit;
  if (unit === 'monthly') {
    return {
      kind: 'unsupported',
      reason: 'Prices are for the whole vehicle: there is no search by running cost or instalment.',
    };
  }
  if (first.pound || second?.pound === true) return inWhole('price', quantity);
  switch (unit) {
    case 'pounds':
      return inWhole('price', quantity);
    case 'miles':
    case 'km':
      return travelled(quantity, unit === 'km' ? 1 : KM_PER_MILE);
    case 'litres':
    case 'cc':
      return engine(quantity, unit === 'cc' || first.number.value >= 100);
    case 'plate':
      return plate(quantity, thisYear);
    case 'age':
      return age(quantity, thisYear);
    case 'other':
      return comparator === undefined && topic === undefined
        ? { kind: 'free_text' }
        : { kind: 'unsupported', reason: 'No parameter limits this.' };
    case undefined:
      return withoutUnit(quantity, thisYear);
  }
}

function withoutUnit(quantity: Quantity, thisYear: number): Meaning | undefined {
  const { first, second, comparator, topic } = quantity;
  if (topic === 'pounds') return inWhole('price', quantity);
  if (topic === 'miles') return travelled(quantity, KM_PER_MILE);
  if (topic === 'litres') return engine(quantity, first.number.value >= 100);
  if (isYear(quantity, thisYear)) return year(quantity);
  const { value, decimals, spelt, grouped } = first.number;
  if ((decimals === 1 || second?.number.decimals === 1) && !grouped && value >= 0.5 && value < 9)
    return engine(quantity, false);
  const large =
    grouped || second?.number.grouped === true || value >= (comparator === undefined ? 1000 : 100);
  if (large) {
    const price = inWhole('price', quantity);
    return price.kind === 'range' ? { ...price, unsure: true } : price;
  }
  if (comparator === undefined || spelt) return undefined;
  return {
    kind: 'unsupported',
    reason: 'A number without a unit: say pounds, miles, litres or a year of four digits.',
  };
}

/** Whether a number is a year. `2000` is as likely pounds, unless a word says that it is a year. */
function isYear({ first, second, comparator, topic }: Quantity, thisYear: number): boolean {
  const amounts = second === undefined ? [first] : [first, second];
  const possible = amounts.every(
    ({ number }) => number.plain && number.value >= 1930 && number.value <= thisYear + 1,
  );
  if (!possible) return false;
  const said = topic === 'year' || comparator === undefined || comparator.ofYears === true;
  return said || amounts.some(({ number }) => number.value % 50 !== 0);
}

interface Ends {
  readonly min?: number;
  readonly max?: number;
  readonly note?: string;
}

/** The bounds of a quantity. An amount alone is an upper bound. */
function endsOf({ comparator, first, second }: Quantity): Ends {
  const low = scaledLow(first, second);
  if (second !== undefined) return { min: low, max: second.number.value };
  switch (comparator?.side) {
    case 'min':
      return { min: low };
    case 'around':
      return {
        min: low * (1 - AROUND_SHARE),
        max: low * (1 + AROUND_SHARE),
        note: `'around' is read as ${AROUND_SHARE * 100} % either way`,
      };
    case 'max':
      return { max: low };
    case 'between':
    case undefined:
      return { max: low, note: ALONE };
  }
}

/** The lower amount; `between 5 and 8k` means 5,000 to 8,000. */
function scaledLow(first: Amount, second: Amount | undefined): number {
  const { value, grouped } = first.number;
  const shares = second?.number.grouped === true && !grouped && value < 1000 && second.number.value >= 1000;
  return shares ? Math.round(value * 1000) : value;
}

function inWhole(field: RangeParameterName, quantity: Quantity, factor = 1): Meaning {
  const { min, max, note } = endsOf(quantity);
  return {
    kind: 'range',
    field,
    ...(min !== undefined && { min: Math.round(min * factor) }),
    ...(max !== undefined && { max: Math.round(max * factor) }),
    ...(note !== undefined && { note }),
  };
}

/** A mileage or a distance, from amounts in units of `kmEach` kilometres. */
function travelled(quantity: Quantity, kmEach: number): Meaning {
  const { first, second, comparator, distant } = quantity;
  const small = second === undefined && !first.number.grouped && first.number.value <= MAX_DISTANCE;
  const km = first.number.value * kmEach;
  if (small && (distant || comparator?.within === true)) return { kind: 'distance', km };
  const mileage = inWhole('miles', quantity, kmEach / KM_PER_MILE);
  return small && mileage.kind === 'range' && mileage.min === undefined ? { ...mileage, orKm: km } : mileage;
}

function year(quantity: Quantity): Meaning {
  const { comparator, first, second } = quantity;
  const value = first.number.value;
  const strict = comparator?.strict === true ? 1 : 0;
  if (second !== undefined) return { kind: 'range', field: 'year', min: value, max: second.number.value };
  switch (comparator?.side) {
    case 'min':
      return { kind: 'range', field: 'year', min: value + strict };
    case 'max':
      return { kind: 'range', field: 'year', max: value - strict };
    case 'around':
      return {
        kind: 'range',
        field: 'year',
        min: value - 1,
        max: value + 1,
        note: `'around' a year is read as one either way`,
      };
    case 'between':
    case undefined:
      return { kind: 'range', field: 'year', min: value, max: value };
  }
}

function plate(quantity: Quantity, thisYear: number): Meaning {
  const { comparator, first, second } = quantity;
  const half = registrationPeriodOf(first.number.value, thisYear);
  const other = second === undefined ? half : registrationPeriodOf(second.number.value, thisYear);
  if (half === undefined || other === undefined)
    return { kind: 'unsupported', reason: 'There is no such plate.' };
  const strict = comparator?.strict === true ? 1 : 0;
  const autumn = second === undefined && half % 2 === 1;
  const from = yearOfHalfYear(half);
  const note = autumn
    ? { note: `issued from September ${from} to February ${from + 1}, and read as made in ${from}` }
    : {};
  const range = { kind: 'range', field: 'year' } as const;
  if (second === undefined && comparator?.side === 'min')
    return { ...range, min: yearOfHalfYear(half + strict), ...note };
  if (second === undefined && comparator?.side === 'max')
    return { ...range, max: yearOfHalfYear(half - strict), ...note };
  return { ...range, min: from, max: yearOfHalfYear(other), ...note };
}

/** Years of manufacture. A car that is five years old this year was made in one of two years; a bound includes both. */
function age(quantity: Quantity, thisYear: number): Meaning {
  const { comparator, first, second } = quantity;
  const years = Math.ceil(first.number.value);
  const range = { kind: 'range', field: 'year', note: `counted from ${thisYear}` } as const;
  if (second !== undefined)
    return { ...range, min: thisYear - Math.ceil(second.number.value), max: thisYear - years };
  switch (comparator?.side) {
    case 'max':
      return { ...range, min: thisYear - years };
    case 'min':
      return { ...range, max: thisYear - Math.floor(first.number.value) };
    case 'around':
      return { ...range, min: thisYear - years - 1, max: thisYear - years + 1 };
    case 'between':
    case undefined:
      return { ...range, min: thisYear - years - 1, max: thisYear - years };
  }
}

/** A range of engine sizes. A size alone includes every size that rounds to it, because a 2.0 may be listed as 1.968. */
function engine(quantity: Quantity, inCc: boolean): Meaning | undefined {
  const scale = (amount: Amount): number =>
    inCc ? Math.round(amount.number.value / 100) / 10 : amount.number.value;
  const { comparator, first, second } = quantity;
  const low = scale(first);
  const high = second === undefined ? low : scale(second);
  if (low <= 0 || high > 10) return undefined;
  if (second !== undefined) return { kind: 'range', field: 'engine', min: low, max: high };
  if (comparator?.side === 'min') return { kind: 'range', field: 'engine', min: low };
  if (comparator?.side === 'max') return { kind: 'range', field: 'engine', max: low };
  const half = inCc || first.number.decimals <= 1 ? 0.05 : 0.005;
  return {
    kind: 'range',
    field: 'engine',
    min: Math.round((low - half) * 1000) / 1000,
    max: Math.round((low + half) * 1000 - 1) / 1000,
    note: `a size alone is read as every size that rounds to it`,
  };
}

/** The narrowest distance band of at least `km`. */
export function bandOf(km: number): number {
  // Infinity is the last band.
  return DISTANCE_BANDS_KM.findIndex((band) => band >= km);
}

// A plate issued since September 2001 has two digits: the year from March on (`17`: March to August 2017), and the year
// plus 50 from September on (`67`: September 2017 to February 2018). The year of a plate is the one that its half year
// begins in: nearly all cars of a 67 plate were made in 2017.

/** Half years since the year 0, even if it begins in March; undefined if no plate up to `thisYear` has these digits. */
export function registrationPeriodOf(digits: number, thisYear: number): number | undefined {
  const autumn = digits > 50;
  const year = 2000 + (autumn ? digits - 50 : digits);
  const first = autumn ? 2001 : 2002;
  if (!Number.isInteger(digits) || digits > 99 || year < first || year > thisYear) return undefined;
  return year * 2 + (autumn ? 1 : 0);
}

/** The year that a half year begins in. */
export function yearOfHalfYear(halfYear: number): number {
  return Math.floor(halfYear / 2);
}
