// Matches distances in time, such as `within half an hour` and `45 minutes' drive`. No search measures them; the place that
// follows is still the search centre.
import type { Matcher } from './match.ts';
import { readNumeral } from './numerals.ts';
import { LISTS } from './limit-words.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const MAX_TIME = 300;
const REASON =
  "Distances are measured in miles or kilometres, not in time: say a distance, such as 'within 20 miles'.";

export const matchTravelTime: Matcher = (phrase, at) => {
  const start = at + (LISTS['before a time'].find(phrase, at)?.length ?? 0);
  const end = timeFrom(phrase, start) ?? timeFrom(phrase, at);
  if (end === undefined) return undefined;
  const after =
    phrase.words.at(end)?.flows === true ? (LISTS['after a time'].find(phrase, end)?.length ?? 0) : 0;
  return { length: end + after - at, meaning: { kind: 'unsupported', reason: REASON, isDistance: true } };
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
