// Matches limits that name their number otherwise: years counted back from this one (`from the last 5 years`), decades, and a second, higher
// price (`could stretch to 7k`). The patterns are in assets/phrases/limits.tsv.
import { readAmount } from './amount.ts';
import type { Matcher } from './match.ts';
import { readNumeral } from './numerals.ts';
import { LIMIT_PATTERNS } from './patterns.ts';
import { DECADE } from './slots.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

export const matchRecentYears: Matcher = (phrase, at, { thisYear }) => {
  const found = LIMIT_PATTERNS['counted back'].find(phrase, at);
  if (found === undefined) return undefined;
  const { length, meaning } = found;
  const years = meaning || (firstIn(phrase, at, length, readNumeral)?.value ?? 0);
  const note = `counted from ${thisYear}`;
  return { length, meaning: { kind: 'range', field: 'year', min: thisYear - Math.ceil(years), note } };
};

const FIRST_CAR = 1920;

export const matchDecade: Matcher = (phrase, at, { thisYear }) => {
  const found = LIMIT_PATTERNS.decade.find(phrase, at);
  if (found === undefined) return undefined;
  const { length } = found;
  const [, century, digit = '0'] = DECADE.exec(phrase.words[at + length - 1].key) ?? [];
  const min = Number(`${century ?? (digit >= '3' ? '19' : '20')}${digit}0`);
  if (min < FIRST_CAR || min > thisYear) return undefined;
  return { length, meaning: { kind: 'range', field: 'year', min, max: min + 9 } };
};

/** In pounds. */
const MIN_CEILING = 500;

export const matchStretch: Matcher = (phrase, at, context) => {
  const found = LIMIT_PATTERNS.ceiling.find(phrase, at, context);
  const read = found && firstIn(phrase, at, found.length, readAmount);
  if (found === undefined || read === undefined) return undefined;
  const { number, unit } = read.amount;
  // `could stretch to 8.5`
  const isTenths = number.decimals === 1 && !number.grouped && unit === undefined;
  if (number.value < MIN_CEILING && !isTenths) return undefined;
  const max = Math.round(number.value * (isTenths ? 1000 : 1));
  return { length: found.length, meaning: { kind: 'range', field: 'price', max, ifNoOther: true } };
};

/** What is read first in the words of a pattern. */
function firstIn<Result>(
  phrase: TokenizedPhrase,
  at: number,
  length: number,
  read: (phrase: TokenizedPhrase, at: number) => Result | undefined,
): Result | undefined {
  for (let from = at; from < at + length; from++) {
    const result = read(phrase, from);
    if (result !== undefined) return result;
  }
  return undefined;
}
