// Summarises a search for both indexes: matches it with single filters removed, and counts each result. Each index has its own
// way to match and count.
import type { RangeProperty } from '../listing/fields.ts';
import {
  countedColumn,
  filtersOf,
  isRangeField,
  omit,
  type FilterName,
  DISTRIBUTION_FIELDS,
  FACET_FIELDS,
  MATCHING_FIELDS,
  type SearchQuery,
} from '../query/search-query.ts';
import { findRelaxations } from './relaxations.ts';
import type { NumbersFound } from './stock-prices.ts';
import {
  excludedFilters,
  excludesUnknown,
  histogramEdges,
  percentileRanks,
  type Bin,
  type Distribution,
  type NumberSummary,
  type StockSummary,
  type SummaryParts,
  type UnknownExcludingFilter,
  type ValueCounts,
} from './summary.ts';
import { countVariants, NO_VARIANTS } from './variants.ts';

/** The matches of a search, which can be counted. */
export interface CountedMatches {
  total(): number | Promise<number>;
  /** The most common values of a keyword column; spellings count as one. At most `limit` are listed. */
  countValues(column: string, limit: number): ValueCounts | Promise<ValueCounts>;
  /** Counts by each value of a keyword column, as written. */
  countEach(column: string): ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  /** The values of a number field such as the year, the highest first. At most `limit` are listed. */
  countNumbers(property: RangeProperty, limit: number): ValueCounts | Promise<ValueCounts>;
  numbers(property: RangeProperty): NumberStatistics | Promise<NumberStatistics>;
  terms(groups: SummaryParts['groups']): StockSummary['terms'] | Promise<StockSummary['terms']>;
  /** Number of matches whose value for a filter is unknown. */
  countUnknown(name: UnknownExcludingFilter): number | Promise<number>;
}

/** Order statistics of a number field. */
export interface NumberStatistics extends NumbersFound {
  /** Number of matches without a value. */
  readonly unknown: number;
  /** The lowest and highest value; meaningless if none is known. */
  readonly min: number;
  readonly max: number;
}

export async function summarize(
  query: SearchQuery,
  { groups, isBrief }: SummaryParts,
  match: (query: SearchQuery) => CountedMatches | Promise<CountedMatches>,
): Promise<StockSummary> {
  const filters = filtersOf(query);
  const known = new Map<string, CountedMatches | Promise<CountedMatches>>();
  /** The matches without some of the filters; filters that the search does not set are ignored. */
  const matchWithout = (names: readonly FilterName[]): CountedMatches | Promise<CountedMatches> => {
    const dropped = names.filter((name) => filters.includes(name));
    const key = dropped.join();
    const found = known.get(key) ?? match(omit(query, dropped));
    known.set(key, found);
    return found;
  };
  const matches = await matchWithout([]);
  const variants = isBrief
    ? NO_VARIANTS
    : countVariants(query, {
        baseModels: () => matches.countValues('baseModel', 1),
        titles: async (searchQuery) => (await match(searchQuery)).countEach('model'),
        totals: (queries) => Promise.all(queries.map(async (one) => (await match(one)).total())),
      });
  const [total, variant, terms, facets, distributions, matching, unknown] = await Promise.all([
    matches.total(),
    variants,
    matches.terms(groups),
    entriesOf(FACET_FIELDS, async (field) => {
      const found = await matchWithout(excludedFilters(field));
      const { limit } = field.facet;
      return isRangeField(field)
        ? found.countNumbers(field.property, limit)
        : found.countValues(countedColumn(field), limit);
    }),
    entriesOf(DISTRIBUTION_FIELDS, async (field) => {
      const found = await matchWithout(excludedFilters(field));
      return distributionOf(await found.numbers(field.property), field.distribution.minBinWidth);
    }),
    entriesOf(isBrief ? [] : MATCHING_FIELDS, async ({ property }) =>
      summarizeNumbers(await matches.numbers(property)),
    ),
    Promise.all(
      (isBrief ? [] : filters)
        .filter(excludesUnknown)
        .map(async (name) => [name, await (await matchWithout([name])).countUnknown(name)] as const),
    ),
  ]);
  return {
    total,
    variant,
    terms,
    facets,
    distributions,
    matching,
    excludedUnknown: new Map(unknown),
    relaxations:
      total > 0
        ? null
        : await findRelaxations(query, {
            count: async (searchQuery) => (await match(searchQuery)).total(),
            async valueRange(searchQuery, property) {
              const numbers = await (await match(searchQuery)).numbers(property);
              return numbers.known === 0 ? undefined : numbers;
            },
          }),
  };
}

/** The counts of each field, by its public name. */
async function entriesOf<Field extends { readonly name: string }, Counted>(
  fields: readonly Field[],
  count: (field: Field) => Promise<Counted>,
): Promise<Readonly<Record<string, Counted>>> {
  return Object.fromEntries(
    await Promise.all(fields.map(async (field) => [field.name, await count(field)] as const)),
  );
}

async function summarizeNumbers(numbers: NumberStatistics): Promise<NumberSummary> {
  const { known, unknown, min, max } = numbers;
  if (known === 0) return { known, unknown, min: null, max: null, percentiles: [] };
  return { known, unknown, min, max, percentiles: await numbers.valuesAtRanks(percentileRanks(known)) };
}

async function distributionOf(numbers: NumberStatistics, minWidth: number): Promise<Distribution> {
  const summary = await summarizeNumbers(numbers);
  const { min, percentiles } = summary;
  if (min === null) return { ...summary, histogram: [] };
  const edges = histogramEdges(min, percentiles[percentiles.length - 1], minWidth);
  const counts = await numbers.countsFrom(edges);
  const histogram: Bin[] = [];
  for (const [i, from] of edges.entries())
    if (counts[i] > 0) histogram.push({ from, below: edges[i + 1] ?? null, count: counts[i] });
  return { ...summary, histogram };
}
