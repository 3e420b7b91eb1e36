// Matches years counted back from this one, such as `from the last 5 years`, and decades, such as `1990s`.
import type { Matcher } from './match.ts';
import { readNumeral } from './numerals.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

const BEFORE = new PhraseMatcher<true>([
  [
    true,
    'last, past, previous, the last, the past, the previous, from the last, from the past, in the last, in the past, within the last, within the past, ' +
      'of the last, made in the last, made in the past, built in the last, built in the past, registered in the last, registered in the past, ' +
      'registered within the last, made within the last, in last, from last, no older than the last, newer than the last',
  ],
]); // prettier-ignore
const NUMBERS = new PhraseMatcher<number>([
  [1, 'year, twelve months, 12 months'],
  [2, 'couple of years, two years, couple years, 24 months'],
  [3, 'few years, 36 months'],
  [10, 'decade'],
]);
const YEARS = new Set(['years', 'year', 'yrs', 'yr']);
const MAX_YEARS = 100;
const PARTS = new Set(['early', 'mid', 'late', 'the']);
const DECADE = /^(19|20)?([0-9])0s$/;

export const matchRecentYears: Matcher = (phrase, at, { thisYear }) => {
  const isPart = PARTS.has(phrase.words[at].key) && phrase.words.at(at + 1)?.flows === true;
  const decade = DECADE.exec(phrase.words[isPart ? at + 1 : at].key);
  if (decade !== null) {
    const [, century, digit = '0'] = decade;
    const min = Number(`${century ?? (digit >= '3' ? '19' : '20')}${digit}0`);
    return min < 1920 || min > thisYear ? undefined : { length: isPart ? 2 : 1, meaning: { kind: 'range', field: 'year', min, max: min + 9 } }; // prettier-ignore
  }
  const before = BEFORE.find(phrase, at);
  const next = at + (before?.length ?? 0);
  if (before === undefined || phrase.words.at(next)?.flows !== true) return undefined;
  const fixed = NUMBERS.find(phrase, next);
  const number = readNumeral(phrase, next);
  const unit = number === undefined ? undefined : phrase.words.at(next + number.length);
  const isCounted = number?.suffix === '' && unit?.flows === true && YEARS.has(unit.key);
  const years = fixed?.meaning ?? (isCounted ? Math.ceil(number.value) : undefined);
  if (years === undefined || years > MAX_YEARS) return undefined;
  const length = fixed === undefined ? (number?.length ?? 0) + 1 : fixed.length;
  const note = `counted from ${thisYear}`;
  return {
    length: next + length - at,
    meaning: { kind: 'range', field: 'year', min: thisYear - years, note },
  };
};
