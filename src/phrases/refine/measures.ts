// What a phrase makes more or less of: a row for each measure of cars, and one for each comparative. Whatever moves a limit
// looks here for the measure: amounts (`2 grand more`), topics (`raise the budget`) and comparatives (`dearer`).
import type { ParameterName } from '../../query/parameters.ts';
import { RANGE_FIELDS } from '../../query/search-query.ts';
import type { Sort } from '../../query/sorts.ts';
import type { Amount } from '../limits/amount.ts';
import { OTHER_RANGES, type Unit } from '../limits/quantity-words.ts';
import type { RangeParameterName } from '../words/match.ts';

export type LimitSide = 'min' | 'max';

/** A limit on one side: `price_max`. */
export type Bound = Extract<ParameterName, `${string}_${LimitSide}`>;

export type Limit = Bound | 'distance';

/** The lower and the upper bound of each range. */
export const BOUND_PAIRS = RANGE_FIELDS.map(
  ({ filter: { min, max } }) => [min.parameter, max.parameter] as const,
);

export const MEASURE_NAMES = ['price', 'mileage', 'distance', 'year', 'engine', ...OTHER_RANGES] as const;
export type Measure = (typeof MEASURE_NAMES)[number];

interface MeasureRow {
  /** The first that the search has is changed. */
  readonly limits: readonly [Limit, ...Limit[]];
  /** The comparatives that ask for more and less of it. */
  readonly more?: Comparative;
  readonly less?: Comparative;
  /** The units of its amounts. Without any, no amount changes it. */
  readonly units: readonly Unit[];
  /** What is asked if the search has no limit of it. */
  readonly question: string;
}

const LITRES = 'How large should the engine be? Say litres.';

/** The row of a range without one of its own. */
function rowOf(range: RangeParameterName, unit: Unit): MeasureRow {
  const question = 'The search has no such limit to change. Say a number.';
  return { limits: [`${range}_max`, `${range}_min`], units: [unit], question };
}

export const MEASURES: Readonly<Record<Measure, MeasureRow>> = {
  ...Object.fromEntries(OTHER_RANGES.map((range) => [range, rowOf(range, range)])),
  price: {
    limits: ['price_max', 'price_min'],
    more: 'dearer',
    less: 'cheaper',
    units: ['pounds'],
    question: 'The search has no price limit to change. Say a highest price.',
  },
  mileage: {
    limits: ['miles_max', 'miles_min'],
    more: 'more miles',
    less: 'fewer miles',
    units: ['on the clock', 'on it'],
    question: 'The search has no mileage limit to change. Say a highest mileage.',
  },
  distance: {
    limits: ['distance'],
    more: 'further',
    less: 'closer',
    units: ['miles', 'km'],
    question: 'The search has no distance to change. Say how far from where.',
  },
  year: {
    limits: ['year_min', 'year_max'],
    more: 'newer',
    less: 'older',
    units: ['years', 'age'],
    question: 'The search has no year to change. Say an earliest year.',
  },
  engine: {
    limits: ['engine_max', 'engine_min'],
    more: 'bigger engine',
    less: 'smaller engine',
    units: [],
    question: LITRES,
  },
};

interface ComparativeRow {
  /** If the phrase sets one of these, its number counts. */
  readonly limits: readonly ParameterName[];
  readonly sort?: Sort;
  /** Asks for the order only explicitly (`dearer ones first`): alone it may mean that a limit is too low. */
  readonly isUnclear?: true;
  /** What is asked if the order does not say it. */
  readonly question: string;
}

/** A search has no past: its client has it. */
export const UNDONE =
  'Earlier searches are not kept here. Say what to change, such as “any colour” or “up to £8,000”.';

const COMPARATIVE_ROWS = {
  cheaper: { limits: ['price_max'], sort: 'price_asc', question: 'Say a highest price.' },
  dearer: {
    limits: ['price_max', 'price_min'],
    sort: 'price_desc',
    isUnclear: true,
    question: 'How much may it cost? Say a price.',
  },
  newer: { limits: ['year_min', 'year_max'], sort: 'year_desc', question: 'Say an earliest year.' },
  older: { limits: ['year_max', 'year_min'], question: 'How old may it be? Say a year.' },
  'fewer miles': { limits: ['miles_max'], sort: 'miles_asc', question: 'Say a highest mileage.' },
  'more miles': { limits: ['miles_max', 'miles_min'], question: 'Say a highest mileage.' },
  'bigger engine': { limits: ['engine_min', 'engine_max'], question: LITRES },
  'smaller engine': { limits: ['engine_max', 'engine_min'], question: LITRES },
  closer: {
    limits: ['distance', 'location'],
    sort: 'distance',
    question: 'Closer to where? Say a town or a postcode.',
  },
  further: { limits: ['distance'], question: 'Further from where? Say a town or a postcode.' },
  'other order': { limits: [], question: 'There is no such order.' },
  undone: { limits: [], question: UNDONE },
} as const satisfies Readonly<Record<string, ComparativeRow>>;

export type Comparative = keyof typeof COMPARATIVE_ROWS;

export const COMPARATIVES: Readonly<Record<Comparative, ComparativeRow>> = COMPARATIVE_ROWS;

export const COMPARATIVE_NAMES = Object.keys(COMPARATIVE_ROWS) as readonly Comparative[];

export const LIMITS = MEASURE_NAMES.flatMap((name) => MEASURES[name].limits);

/** The measures that an amount can change. */
export const AMOUNT_MEASURES = MEASURE_NAMES.filter((name) => MEASURES[name].units.length > 0);

/** The measure of a topic, if the topic is a measure, one of its limits or the place. */
export function measureOfTopic(topic: string): Measure | undefined {
  if (topic === 'place') return 'distance';
  return MEASURE_NAMES.find(
    (name) => name === topic || MEASURES[name].limits.some((limit) => limit === topic),
  );
}

export function measureOfAmount({ unit, pound, number }: Amount): Measure | undefined {
  if (unit === undefined) return pound ? 'price' : undefined;
  const measure = MEASURE_NAMES.find((name) => MEASURES[name].units.includes(unit));
  // Nobody drives a thousand miles to see a car.
  return measure === 'distance' && number.value >= 1000 ? 'mileage' : measure;
}

export function isOfSide(limit: string, side: LimitSide): limit is Bound {
  return limit.endsWith(`_${side}`);
}

/** The limit that goes if what a comparative asks for will do: the highest price, if `dearer` is fine. */
export function limitBeyond(by: Comparative): Limit | undefined {
  const row = Object.values(MEASURES).find(({ more, less }) => more === by || less === by);
  return row?.limits.find((limit) => isOfSide(limit, row.more === by ? 'max' : 'min'));
}
