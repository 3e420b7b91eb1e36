// Number plates and the years they stand for. Since September 2001 a plate carries two digits: the year from March
// on (`17`: March to August 2017), and the year plus 50 from September on (`67`: September 2017 to February 2018).
// The year here is the one the half year begins in: a car of a 67 plate was made in 2017, but for a few.

/** Half years since the year 0: an even number is one that begins in March. */
export function registrationPeriodOf(digits: number, thisYear: number): number | undefined {
  const autumn = digits > 50;
  const year = 2000 + (autumn ? digits - 50 : digits);
  const first = autumn ? 2001 : 2002;
  if (!Number.isInteger(digits) || digits > 99 || year < first || year > thisYear) return undefined;
  return year * 2 + (autumn ? 1 : 0);
}

export function yearOfHalfYear(halfYear: number): number {
  return Math.floor(halfYear / 2);
}
