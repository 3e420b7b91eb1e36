// Relaxations of a search without matches: each change of one parameter that finds something, with its total. A change moves a
// bound or a band as far as needed, drops a word of the text or an excluded value, or drops the parameter.
//
// The smallest change comes first. Moved parameters precede dropped ones, by their number of steps: a row's `step` for bounds,
// one per band, three per word or value. Dropped parameters are in ascending order of importance.
import type { Range, RangeFilter, Values } from '../listing/field.ts';
import type { RangeProperty, ValueProperty } from '../listing/fields.ts';
import {
  FILTERED_FIELDS,
  filtersOf,
  isRangeField,
  omit,
  type FilteredField,
  type FilterName,
  DISTANCE_BANDS_KM,
  type SearchQuery,
} from '../query/search-query.ts';
import type { ParameterName } from '../query/parameters.ts';
import { formatDecimal, formatValues } from '../query/parameter-text.ts';
import { queryClauses } from '../query/query-runs.ts';

export interface Relaxation {
  /** The changed parameter. */
  readonly parameter: ParameterName;
  /** Its new value; null if it is dropped. */
  readonly value: string | null;
  /** Matches of the changed search, at least 1. */
  readonly total: number;
  /** The changed search, on its first page. */
  readonly query: SearchQuery;
  /** Parameters to send with it, if the text reads as a phrase or the model becomes words of `q`. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** An index at one state of the stock. */
export interface RelaxationSource {
  /** Exact number of listings that match. */
  count(query: SearchQuery): number | Promise<number>;
  /** The lowest and highest known value among the matches; undefined if none is known. */
  valueRange(
    query: SearchQuery,
    field: RangeProperty,
  ): ValueRange | undefined | Promise<ValueRange | undefined>;
}

interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** Maximum words of a text from which single words are dropped, because each takes a search. */
const MAX_WORDS = 12;
const STEPS_OF_A_WORD = 3;
/** Maximum values of a list from which single values are dropped. */
const MAX_EXCLUDED = 12;
const STEPS_OF_A_VALUE = 3;

/** Importance by parameter: from the field table, and of two parameters that filter no single field. */
const IMPORTANCE: ReadonlyMap<ParameterName, number> = new Map([
  ['distance', 0],
  ['q', 8],
  ...FILTERED_FIELDS.flatMap(({ filter }): [ParameterName, number][] =>
    filter.kind === 'value'
      ? [[filter.parameter, filter.importance]]
      : [
          [filter.min.parameter, filter.importance],
          [filter.max.parameter, filter.importance + 0.5],
        ],
  ),
]);

/** A relaxation with its steps, which are infinite if the parameter is dropped. */
type Ranked = Relaxation & { readonly steps: number };

/** All changes of one parameter that find something, for a `query` that finds nothing. */
export async function findRelaxations(
  query: SearchQuery,
  source: RelaxationSource,
): Promise<readonly Relaxation[]> {
  const first: SearchQuery = { ...query, page: 1 };
  const found: Ranked[] = [];
  for (const name of filtersOf(first)) found.push(...(await changesOf(name, first, source)));
  const rank = ({ parameter }: Ranked): number => IMPORTANCE.get(parameter) ?? 0;
  return found
    .sort((a, b) => (a.steps === b.steps ? rank(a) - rank(b) : a.steps - b.steps))
    .map(({ parameter, value, total, query }) => ({ parameter, value, total, query }));
}

async function changesOf(name: FilterName, query: SearchQuery, source: RelaxationSource): Promise<Ranked[]> {
  const rest = omit(query, [name]);
  if (name === 'distanceBand') return withDrop(await widerBand(query, source), 'distance', rest, source);
  if (name === 'q') return [...(await shorterTexts(query, source)), ...(await drop('q', rest, source))];
  const field = FILTERED_FIELDS.find(({ property }) => property === name);
  if (field === undefined) throw new Error(`no field has the filter ${name}`);
  if (isRangeField(field))
    return [
      ...(await boundChanges(field, 'min', query, source)),
      ...(await boundChanges(field, 'max', query, source)),
    ];
  const { parameter } = field.filter;
  const moved = await fewerValues(field.property, parameter, query, source);
  const most = Math.max(0, ...moved.map(({ total }) => total));
  const dropped = await drop(parameter, rest, source);
  return [...moved, ...dropped.filter(({ total }) => total > most)];
}

async function drop(
  parameter: ParameterName,
  query: SearchQuery,
  source: RelaxationSource,
): Promise<Ranked[]> {
  const total = await source.count(query);
  return total === 0 ? [] : [{ parameter, value: null, total, query, steps: Infinity }];
}

/**
 * For each value that the filter excludes, the filter without it; and the exclusions alone. Dropping one of several requested
 * values could not find more.
 */
async function fewerValues(
  property: ValueProperty,
  parameter: ParameterName,
  query: SearchQuery,
  source: RelaxationSource,
): Promise<Ranked[]> {
  const { any, none = [] }: Values = query[property] ?? {};
  const lists: Values[] = [];
  if (none.length <= MAX_EXCLUDED)
    for (const [at] of none.entries()) {
      const rest = none.toSpliced(at, 1);
      if (any !== undefined || rest.length > 0)
        lists.push({ ...(any && { any }), ...(rest.length > 0 && { none: rest }) });
    }
  if (any !== undefined && none.length > 0) lists.push({ none });
  const found: Ranked[] = [];
  for (const values of lists) {
    const changed = { ...query, [property]: values };
    const total = await source.count(changed);
    if (total > 0)
      found.push({ parameter, value: formatValues(values), total, query: changed, steps: STEPS_OF_A_VALUE });
  }
  return found.sort((a, b) => b.total - a.total);
}

/** A moved parameter, and its removal if that finds more. */
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
  { property: name, filter }: FilteredField<RangeFilter>,
  side: 'min' | 'max',
  query: SearchQuery,
  source: RelaxationSource,
): Promise<Ranked[]> {
  const bound = query[name]?.[side];
  if (bound === undefined) return [];
  const { parameter } = filter[side];
  const rest = omit(query[name] ?? {}, [side]);
  const open = withRange(query, name, rest);
  // All matches of the open range are beyond the bound; the nearest one is at the range's end on that side.
  const valueRange = await source.valueRange(open, name);
  if (valueRange === undefined) return drop(parameter, open, source);
  const nearest = side === 'min' ? valueRange.max : valueRange.min;
  const value =
    filter.numberType === 'number' ? nearest : side === 'min' ? Math.floor(nearest) : Math.ceil(nearest);
  const changed = withRange(query, name, { ...rest, [side]: value });
  const moved: Ranked = {
    parameter,
    value: formatDecimal(value),
    total: await source.count(changed),
    query: changed,
    steps: Math.abs(value - bound) / filter.step(bound),
  };
  return withDrop(moved, parameter, open, source);
}

function withRange(query: SearchQuery, name: RangeProperty, range: Range): SearchQuery {
  const isOpen = range.min === undefined && range.max === undefined;
  return isOpen ? omit(query, [name]) : { ...query, [name]: range };
}

/** The narrowest wider band that finds something. */
async function widerBand(query: SearchQuery, source: RelaxationSource): Promise<Ranked | undefined> {
  const requested = query.distanceBand ?? 0;
  for (let band = requested + 1; DISTANCE_BANDS_KM[band] < Infinity; band++) {
    const changed = { ...query, distanceBand: band };
    const total = await source.count(changed);
    if (total === 0) continue;
    return { parameter: 'distance', value: String(band), total, query: changed, steps: band - requested };
  }
  return undefined;
}

/** For each clause of the text, mostly a word, the text without it. */
async function shorterTexts(query: SearchQuery, source: RelaxationSource): Promise<Ranked[]> {
  const words = queryClauses(query.q ?? '');
  if (words.length < 2 || words.length > MAX_WORDS) return [];
  const texts = new Set(words.map((_, at) => words.toSpliced(at, 1).join(' ')));
  const found: Ranked[] = [];
  for (const q of texts) {
    const changed = { ...query, q };
    const total = await source.count(changed);
    if (total > 0) found.push({ parameter: 'q', value: q, total, query: changed, steps: STEPS_OF_A_WORD });
  }
  // The more matches there are, the less important the word was.
  return found.sort((a, b) => b.total - a.total);
}
