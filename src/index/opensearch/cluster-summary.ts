// A summary of one view: the same query again and again with one filter or other left out, as index/stock-summary.ts has
// it, and what the cluster counts for each. Nothing is estimated: where a cluster would give the most common values only,
// it is asked for all of them.
import { filtersOf, without, type FilterName } from '../../listing/query-filters.ts';
import { findRelaxations } from '../../listing/relaxations.ts';
import { NARROWEST } from '../../listing/histogram.ts';
import type { SearchQuery } from '../../listing/search-query.ts';
import {
  MOST_COUNTED,
  OWN_FILTERS,
  type CountedField,
  type LeavingOut,
  type SpreadField,
  type StockSummary,
} from '../../listing/summary.ts';
import { engineQuery } from '../engine-query.ts';
import { unknownClause, type Clause } from './clauses.ts';
import { matchQuery, type SearchedView } from './find-page.ts';
import { findSpread } from './view-spread.ts';
import { countValues, countYears } from './value-buckets.ts';

/** Where each filter's value is, if it is known. */
const FIELDS: Readonly<Record<LeavingOut, string>> = {
  make: 'make.value',
  model: 'model.value',
  fuelType: 'fuelType.value',
  transmission: 'transmission.value',
  priceGbp: 'priceGbp',
  mileageMiles: 'mileageMiles',
  year: 'year',
  engineLitres: 'engineLitres',
  distanceBand: 'at.x',
};

export async function summarizeCluster(searched: SearchedView, query: SearchQuery): Promise<StockSummary> {
  const { view, words } = searched;
  const filters = filtersOf(query);
  const clauseOf = async (asked: SearchQuery): Promise<Clause | undefined> => {
    const matched = asked.q === undefined ? [] : await words.match(asked.q);
    if (asked.q !== undefined && matched.length === 0) return undefined;
    return matchQuery(engineQuery(asked), matched);
  };
  /** What matches with some filters left out; those that were not asked make no difference. */
  const matchWithout = async (names: readonly FilterName[]): Promise<Clause> =>
    (await clauseOf(
      without(
        query,
        names.filter((name) => filters.includes(name)),
      ),
    )) ?? NOTHING;
  const count = async (field: Exclude<CountedField, 'year'>) =>
    countValues(view, await matchWithout(OWN_FILTERS[field]), field, MOST_COUNTED[field]);
  const spread = async (field: SpreadField) =>
    findSpread(view, await matchWithout(OWN_FILTERS[field]), field, NARROWEST[field]);
  const leftOut = async (name: LeavingOut) => {
    const matching = await matchWithout([name]);
    return view.count({ bool: { filter: [matching, unknownClause(FIELDS[name])] } });
  };

  const asked = filters.filter((name): name is LeavingOut => name !== 'q' && name !== 'dealers');
  const [total, make, model, fuelType, transmission, dealer, year, priceGbp, mileageMiles, unknown] =
    await Promise.all([
      matchWithout([]).then((matching) => view.count(matching)),
      count('make'),
      count('model'),
      count('fuelType'),
      count('transmission'),
      count('dealer'),
      matchWithout(OWN_FILTERS.year).then((matching) => countYears(view, matching, MOST_COUNTED.year)),
      spread('priceGbp'),
      spread('mileageMiles'),
      Promise.all(asked.map(leftOut)),
    ]);
  return {
    total,
    counts: { make, model, fuelType, transmission, dealer, year },
    spreads: { priceGbp, mileageMiles },
    leftOut: new Map(asked.map((name, i) => [name, unknown[i]])),
    relaxations: total > 0 ? null : await relaxationsOf(searched, query, clauseOf),
  };
}

/** Of a text without any word: nothing matches it. */
const NOTHING: Clause = { match_none: {} };

async function relaxationsOf(
  { view }: SearchedView,
  query: SearchQuery,
  clauseOf: (asked: SearchQuery) => Promise<Clause | undefined>,
): Promise<StockSummary['relaxations']> {
  return findRelaxations(query, {
    async count(asked) {
      const matching = await clauseOf(asked);
      return matching === undefined ? 0 : view.count(matching);
    },
    async extent(asked, field) {
      const matching = await clauseOf(asked);
      if (matching === undefined) return undefined;
      const { aggregations } = await view.search({
        query: matching,
        size: 0,
        aggs: { min: { min: { field } }, max: { max: { field } } },
      });
      const { min, max } = aggregations as Readonly<Record<'min' | 'max', { readonly value: number | null }>>;
      return min.value === null || max.value === null ? undefined : { min: min.value, max: max.value };
    },
  });
}
