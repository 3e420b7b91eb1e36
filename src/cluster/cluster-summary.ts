// A summary of one view: the same query again and again with one filter or other left out, as index/summarize.ts has
// it, and what the cluster counts for each. Nothing is estimated: where a cluster would give the most common values only,
// it is asked for all of them.
import {
  filtersOf,
  omit,
  type FilterName,
  DISTRIBUTION_FIELDS,
  FACET_FIELDS,
  RANGE_FIELDS,
} from '../listing/filtered-fields.ts';
import { findRelaxations } from '../listing/relaxations.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import {
  excludedFilters,
  excludesUnknown,
  type UnknownExcludingFilter,
  type StockSummary,
} from '../listing/summary.ts';
import { toEngineQuery } from '../index/engine-query.ts';
import { unknownDsl, type QueryDsl } from './query-dsl.ts';
import { matchQuery, type SearchContext } from './search-page.ts';
import { findDistribution } from './cluster-distribution.ts';
import { countNumbers, countValues } from './composite-buckets.ts';

/** The document field that is missing if a filter's value is unknown. */
function fieldOf(name: UnknownExcludingFilter): string {
  if (name === 'distanceBand') return 'at.x';
  return RANGE_FIELDS.some(({ property }) => property === name) ? name : `${name}.value`;
}

type FacetField = (typeof FACET_FIELDS)[number];
type DistributionField = (typeof DISTRIBUTION_FIELDS)[number];

export async function summarizeCluster(context: SearchContext, query: SearchQuery): Promise<StockSummary> {
  const { pit, words } = context;
  const filters = filtersOf(query);
  const clauseOf = async (searchQuery: SearchQuery): Promise<QueryDsl | undefined> => {
    const matched = searchQuery.q === undefined ? [] : await words.match(searchQuery.q);
    if (searchQuery.q !== undefined && matched.length === 0) return undefined;
    return matchQuery(toEngineQuery(searchQuery), matched);
  };
  /** What matches with some filters left out; those that were not asked make no difference. */
  const matchWithout = async (names: readonly FilterName[]): Promise<QueryDsl> =>
    (await clauseOf(
      omit(
        query,
        names.filter((name) => filters.includes(name)),
      ),
    )) ?? NOTHING;
  const count = async (field: FacetField) => {
    const matching = await matchWithout(excludedFilters(field));
    const { property, facet, filter } = field;
    return filter.kind === 'value'
      ? countValues(pit, matching, property, facet.limit)
      : countNumbers(pit, matching, property, facet.limit);
  };
  const distribution = async (field: DistributionField) =>
    findDistribution(
      pit,
      await matchWithout(excludedFilters(field)),
      field.property,
      field.distribution.minBinWidth,
    );
  const excludedUnknown = async (name: UnknownExcludingFilter) => {
    const matching = await matchWithout([name]);
    return pit.count({ bool: { filter: [matching, unknownDsl(fieldOf(name))] } });
  };

  const unknownFilters = filters.filter(excludesUnknown);
  const [total, counts, spreads, unknown] = await Promise.all([
    matchWithout([]).then((matching) => pit.count(matching)),
    Promise.all(FACET_FIELDS.map(async (field) => [field.name, await count(field)] as const)),
    Promise.all(DISTRIBUTION_FIELDS.map(async (field) => [field.name, await distribution(field)] as const)),
    Promise.all(unknownFilters.map(excludedUnknown)),
  ]);
  return {
    total,
    facets: Object.fromEntries(counts),
    distributions: Object.fromEntries(spreads),
    excludedUnknown: new Map(unknownFilters.map((name, i) => [name, unknown[i]])),
    relaxations: total > 0 ? null : await relaxationsOf(context, query, clauseOf),
  };
}

/** Of a text without any word: nothing matches it. */
const NOTHING: QueryDsl = { match_none: {} };

async function relaxationsOf(
  { pit }: SearchContext,
  query: SearchQuery,
  clauseOf: (searchQuery: SearchQuery) => Promise<QueryDsl | undefined>,
): Promise<StockSummary['relaxations']> {
  return findRelaxations(query, {
    async count(searchQuery) {
      const matching = await clauseOf(searchQuery);
      return matching === undefined ? 0 : pit.count(matching);
    },
    async valueRange(searchQuery, field) {
      const matching = await clauseOf(searchQuery);
      if (matching === undefined) return undefined;
      const { aggregations } = await pit.search({
        query: matching,
        size: 0,
        aggs: { min: { min: { field } }, max: { max: { field } } },
      });
      const { min, max } = aggregations as Readonly<Record<'min' | 'max', { readonly value: number | null }>>;
      return min.value === null || max.value === null ? undefined : { min: min.value, max: max.value };
    },
  });
}
