// Words that make a number a limit: `under`, `at least`, `or newer`, `around`. Some apply to years only, and some of those
// exclude the year itself (`before 2015`).
import { PhraseMatcher } from './phrase-matcher.ts';

export interface Comparator {
  readonly side: 'min' | 'max' | 'around' | 'between';
  /** Applies to years, plates and ages only. */
  readonly ofYears?: true;
  /** Excludes the year itself. */
  readonly strict?: true;
  /** Of engines, excludes sizes that round to the number. */
  readonly strictSize?: true;
  /** Applies to a radius too. */
  readonly within?: true;
}

const MAX: Comparator = { side: 'max' };
const MIN: Comparator = { side: 'min' };
const AROUND: Comparator = { side: 'around' };

/** The rows with `nowt` wherever they have `nothing`. */
function withDialect(rows: readonly (readonly [Comparator, string])[]): (readonly [Comparator, string])[] {
  return rows.map(([comparator, phrases]) => {
    const spoken = phrases.split(',').filter((phrase) => phrase.includes('nothing'));
    return [comparator, [phrases, ...spoken.map((phrase) => phrase.replace('nothing', 'nowt'))].join(',')];
  });
}

/** Before a number. */
export const COMPARATORS_BEFORE = new PhraseMatcher<Comparator>(withDialect([
  [
    MAX,
    'under, below, less than, fewer than, lower than, cheaper than, no more than, not more than, no higher than, not over, ' +
      'not above, nothing over, nothing above, nothing more than, at most, up to, upto, max, max of, maximum, maximum of, sub, ' +
      'not exceeding, a max of, a maximum of, beneath, not exceed, no greater than, no bigger than, not bigger than, no larger than, ' +
      'not larger than, nothing bigger than, nothing larger than, no dearer than, up to but not over, up to but not above, up to but no more than, ' +
      'up to but not more than, up to but not exceeding, up to and including, up to a max of, up to a maximum of, to a max of, to a maximum of, ' +
      'capped at, just under, well under, slightly under, not much more than, upper limit, upper limit of, not greater than, shorter than, max around',
  ],
  [{ side: 'max', within: true }, 'within, within a, inside, no further than, no farther than, not more than a, radius, radius of'],
  [
    MIN,
    'over, above, more than, greater than, higher than, at least, min, min of, minimum, minimum of, no less than, ' +
      'not less than, not under, not below, nothing under, nothing below, nothing less than, starting at, starting from, ' +
      'upwards of, in excess of, a minimum of, exceeding, no smaller than, not smaller than, nothing smaller than, ' +
      'no lower than, not lower than, no fewer than, not fewer than, dearer than, just over, well over, from at least, lower limit of, starts at, starts from, start from, upward of',
  ],
  [{ side: 'max', strictSize: true }, 'smaller than, smaller engine than'],
  [{ side: 'min', strictSize: true }, 'bigger than, larger than, bigger engine than, larger engine than'],
  [AROUND, 'around, about, roughly, approx, approximately, circa, in the region of, somewhere around'],
  [{ side: 'between' }, 'between, anywhere between, in between'],
  [{ side: 'min', ofYears: true }, 'from, since, no older than, not older than, nothing older than, nothing earlier than, no earlier than, not before, nothing before, year from'],
  [{ side: 'max', ofYears: true }, 'no later than, not later than, no newer than, not newer than, nothing newer than, nothing later than, nothing younger than, nothing after, no younger than, not younger than, not after, until'],
  [{ side: 'min', ofYears: true, strict: true }, 'newer than, after, post, later than, younger than'],
  [{ side: 'max', ofYears: true, strict: true }, 'older than, before, pre, prior to, earlier than'],
])); // prettier-ignore

/** After a number. */
export const COMPARATORS_AFTER = new PhraseMatcher<Comparator>([
  [MAX, 'or less, or smaller, or under, or below, or fewer, or lower, or cheaper, and under, and below, and less, max, maximum, tops, at most, limit, at the most, absolute max, and smaller, and lower, and fewer, and cheaper, as a max, as a maximum, upper limit'],
  [MIN, 'or more, or bigger, or larger, or greater, and bigger, or over, or above, or higher, and over, and above, and more, plus, and up, upwards, and upwards, minimum, min, at least, and larger, and greater, and higher, or upwards, or up, as a minimum, as a min, at the least'],
  [AROUND, 'ish, or so, or thereabouts, or around that'],
  [{ side: 'min', ofYears: true }, 'or newer, and newer, or later, and later, or younger, onwards, onward, or after, and onwards, forward, forwards, and on, or onwards, and after, and later on, to present, to the present, to now, to date, to today, till now, until now, up to now, to the present day, to current'],
  [{ side: 'max', ofYears: true }, 'or older, and older, or earlier, and earlier, or before, and before'],
]); // prettier-ignore

/** The comparator of a sign in the gap before a number. */
export function comparatorSign(gap: string): Comparator | undefined {
  if (/[<≤]=?\s*£?\s*$/u.test(gap)) return MAX;
  if (/[>≥]=?\s*£?\s*$/u.test(gap)) return MIN;
  if (/[~≈]\s*£?\s*$/u.test(gap)) return AROUND;
  return undefined;
}
