// Applies a comparative to a search: `cheaper` lowers the highest price that the search has. A search without a limit gets none, because
// no number would be the person's: it is sorted instead, or the words are listed as unclear.
import { DISTANCE_BANDS_KM } from '../../listing/search-query.ts';
import type { ParameterName } from '../../listing/parameters.ts';
import type { Sort } from '../../listing/sorts.ts';
import type { Comparative } from './refine-words.ts';
import type { SearchUnderChange, Words } from './search-under-change.ts';

/** How a comparative moves a bound; the first of these that the search has. */
interface Move {
  readonly bound: ParameterName;
  readonly operation: 'tighten' | 'loosen';
  /** The bound after `steps` of the comparative. */
  readonly next: (value: number, steps: number) => number;
}

interface Meaning {
  readonly moves: readonly Move[];
  /** The order in place of a limit. */
  readonly sort: Sort | undefined;
  /** `cheaper than`: before the earlier value. */
  readonly than: string;
  /** What is asked if neither can be done. */
  readonly question: string;
}

/** A price or mileage moves by a tenth, or a quarter for `much cheaper`. */
const SHARE = 0.1;
const LARGE_SHARE = 0.25;
/** A year by one, or three; a band of distance by one, or two; an engine by this, or twice this. */
const LITRES = 0.2;

const scaled =
  (sign: 1 | -1) =>
  (value: number, isLarge: number): number => {
    const moved = value * (1 + sign * (isLarge > 1 ? LARGE_SHARE : SHARE));
    const unit = stepOf(value);
    return (sign < 0 ? Math.floor(moved / unit) : Math.ceil(moved / unit)) * unit;
  };
const shifted =
  (by: number) =>
  (value: number, steps: number): number =>
    Math.round((value + by * steps) * 1000) / 1000;
const years =
  (sign: 1 | -1) =>
  (value: number, steps: number): number =>
    value + sign * (steps > 1 ? 3 : 1);

/** Round numbers, as people say them. */
function stepOf(value: number): number {
  if (value < 1000) return 10;
  return value < 20_000 ? 50 : 500;
}

const MEANINGS: Readonly<Record<Exclude<Comparative, 'closer' | 'further'>, Meaning>> = {
  cheaper: {
    moves: [{ bound: 'price_max', operation: 'tighten', next: scaled(-1) }],
    sort: 'price_asc',
    than: 'cheaper than',
    question: 'Say a highest price.',
  },
  dearer: {
    moves: [
      { bound: 'price_max', operation: 'loosen', next: scaled(1) },
      { bound: 'price_min', operation: 'tighten', next: scaled(1) },
    ],
    sort: 'price_desc',
    than: 'more than',
    question: 'Say a lowest price.',
  },
  newer: {
    moves: [
      { bound: 'year_min', operation: 'tighten', next: years(1) },
      { bound: 'year_max', operation: 'loosen', next: years(1) },
    ],
    sort: 'year_desc',
    than: 'newer than',
    question: 'Say an earliest year.',
  },
  older: {
    moves: [
      { bound: 'year_max', operation: 'tighten', next: years(-1) },
      { bound: 'year_min', operation: 'loosen', next: years(-1) },
    ],
    sort: undefined,
    than: 'older than',
    question: 'How old may it be? Say a latest year.',
  },
  'fewer miles': {
    moves: [{ bound: 'miles_max', operation: 'tighten', next: scaled(-1) }],
    sort: 'miles_asc',
    than: 'fewer than',
    question: 'Say a highest mileage.',
  },
  'more miles': {
    moves: [
      { bound: 'miles_max', operation: 'loosen', next: scaled(1) },
      { bound: 'miles_min', operation: 'tighten', next: scaled(1) },
    ],
    sort: undefined,
    than: 'more than',
    question: 'How many miles may it have? Say a highest mileage.',
  },
  'bigger engine': {
    moves: [
      { bound: 'engine_min', operation: 'tighten', next: shifted(LITRES) },
      { bound: 'engine_max', operation: 'loosen', next: shifted(LITRES) },
    ],
    sort: undefined,
    than: 'bigger than',
    question: 'How large should the engine be? Say litres.',
  },
  'smaller engine': {
    moves: [
      { bound: 'engine_max', operation: 'tighten', next: shifted(-LITRES) },
      { bound: 'engine_min', operation: 'loosen', next: shifted(-LITRES) },
    ],
    sort: undefined,
    than: 'smaller than',
    question: 'How large should the engine be? Say litres.',
  },
};

/** The parameters that a comparative may change: if the phrase sets one of them, its number counts. */
export function boundsOf(by: Comparative): readonly ParameterName[] {
  return by === 'closer' || by === 'further' ? ['distance'] : MEANINGS[by].moves.map(({ bound }) => bound);
}

/** Sorts the search by what a comparative compares; returns why it could not, as a sentence. */
export function orderBy(search: SearchUnderChange, by: Comparative, words: Words): string | undefined {
  const sort = by === 'closer' ? 'distance' : by === 'further' ? undefined : MEANINGS[by].sort;
  if (sort === undefined) return 'There is no such order.';
  if (sort === 'distance' && search.get('location') === undefined)
    return 'Closest to where? Say a town or a postcode.';
  search.change('set', 'sort', sort, words);
  return undefined;
}

/** Changes the search; returns why it could not, as a sentence. */
export function compare(
  search: SearchUnderChange,
  by: Comparative,
  isLarge: boolean,
  words: Words,
): string | undefined {
  const steps = isLarge ? 2 : 1;
  if (by === 'closer' || by === 'further') return moveBand(search, by, steps, words);
  const { moves, sort, than, question } = MEANINGS[by];
  const move = moves.find(({ bound }) => search.get(bound) !== undefined);
  if (move === undefined) {
    if (sort === undefined) return question;
    if (search.get('sort') === sort) return `The order is already this one. ${question}`;
    search.change('set', 'sort', sort, words, 'as the search has no limit that could be moved');
    return undefined;
  }
  const value = search.number(move.bound) ?? 0;
  const moved = move.next(value, steps);
  if (moved === value || moved <= 0) return question;
  search.change(move.operation, move.bound, String(moved), words, than);
  return undefined;
}

const UNLIMITED = DISTANCE_BANDS_KM.length - 1;
/** The band that `near` a place means. */
const NEAR = 4;

function moveBand(
  search: SearchUnderChange,
  by: 'closer' | 'further',
  steps: number,
  words: Words,
): string | undefined {
  if (search.get('location') === undefined)
    return `${by === 'closer' ? 'Closer to' : 'Further from'} where? Say a town or a postcode.`;
  const band = search.number('distance') ?? UNLIMITED;
  if (by === 'further') {
    if (band === UNLIMITED) return 'The distance has no limit.';
    search.change('loosen', 'distance', String(Math.min(band + steps, UNLIMITED)), words);
    return undefined;
  }
  if (band === 0) return 'This is the shortest distance that can be searched in.';
  search.change('tighten', 'distance', String(band === UNLIMITED ? NEAR : Math.max(band - steps, 0)), words);
  return undefined;
}
