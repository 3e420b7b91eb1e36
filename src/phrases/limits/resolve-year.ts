// Years of manufacture from years, plates and ages.
import { FIRST_YEAR, type Quantity } from './amount.ts';
import type { Meaning } from '../words/match.ts';

const PART = 'years are not divided: the whole year is searched';

export function yearRange({ comparator, first, second }: Quantity): Meaning {
  const value = first.number.value;
  const strict = comparator?.strict === true ? 1 : 0;
  const hasPart = first.part === true || second?.part === true;
  const range = { kind: 'range', field: 'year', ...(hasPart && { note: PART }) } as const;
  if (second !== undefined)
    return { ...range, min: Math.min(value, second.number.value), max: Math.max(value, second.number.value) };
  const step = hasPart ? 0 : strict;
  if (comparator?.side === 'min') return { ...range, min: value + step };
  if (comparator?.side === 'max') return { ...range, max: value - step };
  if (comparator?.side !== 'around') return { ...range, min: value, max: value };
  return { ...range, min: value - 1, max: value + 1, note: "'around' a year is read as one either way" };
}

export function plateRange({ comparator, first, second, thisYear }: Quantity): Meaning {
  const half = halfYearOf(first.number.value, thisYear);
  const other = second === undefined ? half : halfYearOf(second.number.value, thisYear);
  if (half === undefined || other === undefined)
    return { kind: 'unsupported', reason: 'There is no such plate.' };
  const strict = comparator?.strict === true ? 1 : 0;
  const autumn = second === undefined && half % 2 === 1;
  const from = yearOfHalfYear(half);
  const note = autumn ? { note: `issued from September ${from} to February ${from + 1}` } : {};
  const range = { kind: 'range', field: 'year' } as const;
  if (second === undefined && comparator?.side === 'min')
    return { ...range, min: yearOfHalfYear(half + strict), ...note };
  if (second === undefined && comparator?.side === 'max')
    return { ...range, max: strict === 1 ? yearOfHalfYear(half - 1) : lastYearOf(half), ...note };
  // The year of `2018/68 plate` is said.
  const isYearSaid = first.number.value >= FIRST_YEAR;
  const last = Math.max(half, other);
  return {
    ...range,
    min: yearOfHalfYear(Math.min(half, other)),
    max: isYearSaid ? yearOfHalfYear(last) : lastYearOf(last),
    ...note,
  };
}

/** Plates of autumn are issued until February. */
function lastYearOf(halfYear: number): number {
  return yearOfHalfYear(halfYear) + (halfYear % 2);
}

/** The half-year of a plate, or of a year beside one: `2018/68 plate`. */
function halfYearOf(number: number, thisYear: number): number | undefined {
  return number >= FIRST_YEAR && number <= thisYear ? number * 2 : registrationPeriodOf(number, thisYear);
}

/** The highest age of a vehicle, in years. */
export const MAX_AGE = 60;

/** Years of manufacture. A car that is five years old this year was made in one of two years; a bound includes both. */
export function ageRange({ comparator, first, second, thisYear }: Quantity): Meaning {
  const years = Math.ceil(first.number.value);
  if (years > MAX_AGE) return { kind: 'unsupported', reason: 'No vehicle for sale is as old as this.' };
  const range = { kind: 'range', field: 'year', note: `counted from ${thisYear}` } as const;
  if (second !== undefined)
    return { ...range, min: thisYear - Math.ceil(second.number.value), max: thisYear - years };
  // `older than 5 years` counts years; `at least 5 years old` counts ages.
  if (comparator?.ofYears === true)
    return { ...range, [comparator.side === 'min' ? 'min' : 'max']: thisYear - years };
  const from = thisYear - years;
  if (comparator?.side === 'max') return { ...range, min: from };
  if (comparator?.side === 'min') return { ...range, max: thisYear - Math.floor(first.number.value) };
  return { ...range, min: from - 1, max: comparator?.side === 'around' ? from + 1 : from };
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

/** The year of two digits after a year: 2020 for `2018-20`, 2018 for `2018/68`. */
export function yearAfter(first: number, digits: number, thisYear: number): number | undefined {
  const period = registrationPeriodOf(digits, thisYear);
  const year = period === undefined ? undefined : yearOfHalfYear(period);
  return year !== undefined && year >= first ? year : undefined;
}
