// Matches distances in time, such as `within half an hour` and `45 minutes' drive`. No search measures them; the place that
// follows is still the search centre.
import type { Matcher } from './match.ts';
import { readNumeral } from './numerals.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const BEFORE = new PhraseMatcher<true>([
  [true, 'within, within about, within around, within a, under, less than, about, around, up to, no more than, roughly, at most, max, inside, in, a'],
]); // prettier-ignore
const FIXED = new PhraseMatcher<true>([
  [
    true,
    'half an hour, half hour, an hour, one hour, an hour and a half, hour and a half, half an hours, an hours, one hours, a quarter of an hour, quarter of an hour, ' +
      'three quarters of an hour, a couple of hours, a few hours, an hour or so, an hour or two, a few minutes, ten minutes, a couple of minutes',
  ],
]); // prettier-ignore
const MAX_TIME = 300;
const UNIT = /^(?:hours?|hrs?|minutes?|mins?)$/;
const AFTER = new PhraseMatcher<true>([
  [true, 'drive, drive away, driving, driving distance, drive time, away, journey, by car, commute, commuting, commuting distance, travel, travelling, travel time, in the car, or so, or less, max'],
]); // prettier-ignore

const REASON =
  "Distances are measured in miles or kilometres, not in time: say a distance, such as 'within 20 miles'.";

export const matchTravelTime: Matcher = (phrase, at) => {
  const start = at + (BEFORE.find(phrase, at)?.length ?? 0);
  const end = timeFrom(phrase, start) ?? timeFrom(phrase, at);
  if (end === undefined) return undefined;
  const after = phrase.words.at(end)?.flows === true ? (AFTER.find(phrase, end)?.length ?? 0) : 0;
  return { length: end + after - at, meaning: { kind: 'unsupported', reason: REASON, isDistance: true } };
};

/** Number of the word after the time that begins at word `at`. */
function timeFrom(phrase: TokenizedPhrase, at: number): number | undefined {
  const { words } = phrase;
  if (at >= words.length) return undefined;
  const fixed = FIXED.find(phrase, at);
  if (fixed !== undefined) return at + fixed.length;
  const number = readNumeral(phrase, at);
  // `6k min` and `1.6 min` are limits.
  if (number === undefined || number.grouped || number.value > MAX_TIME) return undefined;
  if (UNIT.test(number.suffix)) return at + number.length;
  const unit = words.at(at + number.length);
  const isTime =
    number.suffix === '' &&
    unit?.flows === true &&
    UNIT.test(unit.key) &&
    (number.decimals === 0 || unit.key !== 'min');
  return isTime ? at + number.length + 1 : undefined;
}
