// Matches years counted back from this one, such as `from the last 5 years`, and decades, such as `1990s`.
import type { Matcher } from './match.ts';
import { readNumeral } from './numerals.ts';
import { LISTS } from './limit-words.ts';

const MAX_YEARS = 100;
const DECADE = /^(19|20)?([0-9])0s$/;

export const matchRecentYears: Matcher = (phrase, at, { thisYear }) => {
  const isPart =
    LISTS['before a decade'].has(phrase.words[at].key) && phrase.words.at(at + 1)?.flows === true;
  const decade = DECADE.exec(phrase.words[isPart ? at + 1 : at].key);
  if (decade !== null) {
    const [, century, digit = '0'] = decade;
    const min = Number(`${century ?? (digit >= '3' ? '19' : '20')}${digit}0`);
    return min < 1920 || min > thisYear ? undefined : { length: isPart ? 2 : 1, meaning: { kind: 'range', field: 'year', min, max: min + 9 } }; // prettier-ignore
  }
  const before = LISTS.recent.find(phrase, at);
  const next = at + (before?.length ?? 0);
  if (before === undefined || phrase.words.at(next)?.flows !== true) return undefined;
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
