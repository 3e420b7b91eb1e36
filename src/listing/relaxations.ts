// What to ask instead, where a search finds nothing: each change of one parameter that finds something, with how much it
// finds. A bound or a band is moved as far as it must be, a text loses one of its words, or a parameter is left out.
//
// The least change comes first. What keeps a parameter goes before what leaves it out, by how many steps it is moved:
// a tenth of a price or a mileage (at least £100 or 1,000 miles), a year, 0.1 litres, a band; a word counts as three.
// What is left out comes in the order of `LEAST_NEEDED`.
import type { ParameterName } from './parameter-names.ts';
import { plainDecimal } from './parse-number.ts';
import { filtersOf, without, type FilterName } from './query-filters.ts';
import { DISTANCE_BANDS_KM, type Range, type SearchQuery } from './search-query.ts';

export interface Relaxation {
  /** The one that is changed. */
  readonly parameter: ParameterName;
  /** What to send for it; null: leave it out. */
  readonly value: string | null;
  /** What it finds: never 0. */
  readonly total: number;
  /** The changed search, at its first page. */
  readonly query: SearchQuery;
}

type RangeName = 'priceGbp' | 'mileageMiles' | 'year' | 'engineLitres';

/** What is asked of an index, all of one state of the stock. */
export interface RelaxationSource {
  /** Exact number of listings that match. */
  count(query: SearchQuery): number | Promise<number>;
  /** The lowest and highest known value among what matches; undefined if none is known. */
  extent(query: SearchQuery, field: RangeName): Extent | undefined | Promise<Extent | undefined>;
}

interface Extent {
  readonly min: number;
  readonly max: number;
}

/** Texts of more words lose none alone: each takes a search. */
const MOST_WORDS = 12;
const STEPS_OF_A_WORD = 3;

/** Whoever asked needs the first of these least. */
const LEAST_NEEDED: readonly ParameterName[] = [
  'distance',
  'engine_min',
  'engine_max',
  'miles_min',
  'miles_max',
  'year_min',
  'year_max',
  'price_min',
  'price_max',
  'dealer',
  'transmission',
  'fuel_type',
  'q',
  'model',
  'make',
];

interface RangeParameters {
  readonly min: ParameterName;
  readonly max: ParameterName;
  /** Bounds are whole numbers. */
  readonly whole: boolean;
  /** The length of a step from a bound. */
  readonly step: (bound: number) => number;
}

const RANGES: Readonly<Record<RangeName, RangeParameters>> = {
  priceGbp: { min: 'price_min', max: 'price_max', whole: true, step: (pounds) => tenth(pounds, 100) },
  mileageMiles: { min: 'miles_min', max: 'miles_max', whole: true, step: (miles) => tenth(miles, 1000) },
  year: { min: 'year_min', max: 'year_max', whole: true, step: () => 1 },
  engineLitres: { min: 'engine_min', max: 'engine_max', whole: false, step: () => 0.1 },
};

function tenth(bound: number, least: number): number {
  return Math.max(Math.abs(bound) / 10, least);
}

/** Infinite where the parameter is left out. */
type Ranked = Relaxation & { readonly steps: number };

/** All changes of one parameter that find something; `query` is known to find nothing. */
export async function findRelaxations(
  query: SearchQuery,
  source: RelaxationSource,
): Promise<readonly Relaxation[]> {
  const first: SearchQuery = { ...query, page: 1 };
  const found: Ranked[] = [];
  for (const name of filtersOf(first)) found.push(...(await changesOf(name, first, source)));
  const rank = ({ parameter }: Ranked): number => LEAST_NEEDED.indexOf(parameter);
  return found
    .sort((a, b) => (a.steps === b.steps ? rank(a) - rank(b) : a.steps - b.steps))
    .map(({ parameter, value, total, query }) => ({ parameter, value, total, query }));
}

async function changesOf(name: FilterName, query: SearchQuery, source: RelaxationSource): Promise<Ranked[]> {
  switch (name) {
    case 'priceGbp':
    case 'mileageMiles':
    case 'year':
    case 'engineLitres':
      return [
        ...(await boundChanges(name, 'min', query, source)),
        ...(await boundChanges(name, 'max', query, source)),
      ];
    case 'distanceBand':
      return withDrop(await widerBand(query, source), 'distance', without(query, [name]), source);
    case 'q':
      return [...(await shorterTexts(query, source)), ...(await drop('q', without(query, [name]), source))];
    case 'make':
    case 'model':
    case 'transmission':
      return drop(name, without(query, [name]), source);
    case 'fuelType':
      return drop('fuel_type', without(query, [name]), source);
    case 'dealers':
      return drop('dealer', without(query, [name]), source);
  }
}

async function drop(
  parameter: ParameterName,
  query: SearchQuery,
  source: RelaxationSource,
): Promise<Ranked[]> {
  const total = await source.count(query);
  return total === 0 ? [] : [{ parameter, value: null, total, query, steps: Infinity }];
}

/** A moved parameter, and the same left out if that finds more. */
async function withDrop(
  moved: Ranked | undefined,
  parameter: ParameterName,
  query: SearchQuery,
  source: RelaxationSource,
): Promise<Ranked[]> {
  const dropped = await drop(parameter, query, source);
  if (moved === undefined) return dropped;
  return [moved, ...dropped.filter(({ total }) => total > moved.total)];
}

async function boundChanges(
  name: RangeName,
  side: 'min' | 'max',
  query: SearchQuery,
  source: RelaxationSource,
): Promise<Ranked[]> {
  const bound = query[name]?.[side];
  if (bound === undefined) return [];
  const { [side]: parameter, whole, step } = RANGES[name];
  const rest = without(query[name] ?? {}, [side]);
  const open = withRange(query, name, rest);
  // All that the search would find without the bound lies beyond it, and the nearest of it is the end on its side.
  const extent = await source.extent(open, name);
  if (extent === undefined) return drop(parameter, open, source);
  const nearest = side === 'min' ? extent.max : extent.min;
  const value = !whole ? nearest : side === 'min' ? Math.floor(nearest) : Math.ceil(nearest);
  const changed = withRange(query, name, { ...rest, [side]: value });
  const moved: Ranked = {
    parameter,
    value: plainDecimal(value),
    total: await source.count(changed),
    query: changed,
    steps: Math.abs(value - bound) / step(bound),
  };
  return withDrop(moved, parameter, open, source);
}

function withRange(query: SearchQuery, name: RangeName, range: Range): SearchQuery {
  const isOpen = range.min === undefined && range.max === undefined;
  return isOpen ? without(query, [name]) : { ...query, [name]: range };
}

/** The next wider band that finds something. */
async function widerBand(query: SearchQuery, source: RelaxationSource): Promise<Ranked | undefined> {
  const asked = query.distanceBand ?? 0;
  for (let band = asked + 1; DISTANCE_BANDS_KM[band] < Infinity; band++) {
    const changed = { ...query, distanceBand: band };
    const total = await source.count(changed);
    if (total === 0) continue;
    return { parameter: 'distance', value: String(band), total, query: changed, steps: band - asked };
  }
  return undefined;
}

/** The text without one of its words, for each of them. */
async function shorterTexts(query: SearchQuery, source: RelaxationSource): Promise<Ranked[]> {
  const words = (query.q ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  const texts = new Set(words.map((_, at) => words.toSpliced(at, 1).join(' ')));
  const found: Ranked[] = [];
  for (const q of texts) {
    const changed = { ...query, q };
    const total = await source.count(changed);
    if (total > 0) found.push({ parameter: 'q', value: q, total, query: changed, steps: STEPS_OF_A_WORD });
  }
  // The more is left, the less the word was needed.
  return found.sort((a, b) => b.total - a.total);
}
