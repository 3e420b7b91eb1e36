// A summary of one snapshot: the same query again and again with one filter or other left out, counted by the engine.
// What is not known of a field and what the field alone leaves out come from the same rows.
import { Matcher, type MatchSet } from '../engine/match-set.ts';
import type { MatchedNumbers } from '../engine/matched-numbers.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import { histogramEdges, NARROWEST } from '../listing/histogram.ts';
import { filtersOf, without, type FilterName } from '../listing/query-filters.ts';
import { findRelaxations } from '../listing/relaxations.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import {
  MOST_COUNTED,
  OWN_FILTERS,
  PERCENTILES,
  type CountedField,
  type LeavingOut,
  type Spread,
  type SpreadField,
  type StockSummary,
  type ValueCounts,
} from '../listing/summary.ts';
import { engineQuery } from './engine-query.ts';
import { STOCK_SCHEMA } from './stock-schema.ts';

export async function summarizeStock(snapshot: Snapshot, query: SearchQuery): Promise<StockSummary> {
  const matcher = new Matcher(STOCK_SCHEMA, snapshot);
  const match = (asked: SearchQuery): MatchSet => matcher.match(engineQuery(asked));
  const filters = filtersOf(query);
  const known = new Map<string, MatchSet>();

  /** What matches with some filters left out; those that were not asked make no difference. */
  const matchWithout = (names: readonly FilterName[]): MatchSet => {
    const dropped = names.filter((name) => filters.includes(name));
    const key = dropped.join();
    const found = known.get(key) ?? match(without(query, dropped));
    known.set(key, found);
    return found;
  };
  const count = (field: Exclude<CountedField, 'year'>): ValueCounts =>
    matchWithout(OWN_FILTERS[field]).countValues(field, MOST_COUNTED[field]);
  const spread = (field: SpreadField): Spread =>
    spreadOf(matchWithout(OWN_FILTERS[field]).numbers(field), NARROWEST[field]);

  const { total } = matchWithout([]);
  return {
    total,
    counts: {
      make: count('make'),
      model: count('model'),
      fuelType: count('fuelType'),
      transmission: count('transmission'),
      dealer: count('dealer'),
      year: countYears(matchWithout(OWN_FILTERS.year).numbers('year')),
    },
    spreads: { priceGbp: spread('priceGbp'), mileageMiles: spread('mileageMiles') },
    leftOut: new Map(
      filters.filter(leavesOut).map((name) => [name, countUnknown(matchWithout([name]), name)]),
    ),
    relaxations:
      total > 0
        ? null
        : await findRelaxations(query, {
            count: (asked) => match(asked).total,
            extent: (asked, field) => {
              const numbers = match(asked).numbers(field);
              if (numbers.known === 0) return undefined;
              return { min: numbers.valueAt(0), max: numbers.valueAt(numbers.known - 1) };
            },
          }),
  };
}

/** Every dealer is known, and a word that no text has is no unknown one. */
function leavesOut(name: FilterName): name is LeavingOut {
  return name !== 'q' && name !== 'dealers';
}

function countUnknown(found: MatchSet, name: LeavingOut): number {
  switch (name) {
    case 'make':
    case 'model':
    case 'fuelType':
    case 'transmission':
      return found.countWithoutValue(name);
    case 'priceGbp':
    case 'mileageMiles':
    case 'year':
    case 'engineLitres':
      return found.countWithoutNumber(name);
    case 'distanceBand':
      return found.countWithoutPlace();
  }
}

function countYears(years: MatchedNumbers): ValueCounts {
  const newestFirst = years.counts().reverse();
  const shown = newestFirst.slice(0, MOST_COUNTED.year);
  const rest = newestFirst.slice(MOST_COUNTED.year);
  return {
    values: shown.map(({ value, count }) => ({ value: String(value), count })),
    more: { values: rest.length, count: rest.reduce((sum, { count }) => sum + count, 0) },
    unknown: years.unknown,
  };
}

function spreadOf(numbers: MatchedNumbers, narrowest: number): Spread {
  const { known, unknown } = numbers;
  if (known === 0) return { known, unknown, min: null, max: null, percentiles: [], histogram: [] };
  // Nearest rank. Whole numbers until the division, so that no rounding comes in between.
  const percentiles = PERCENTILES.map((percent) => numbers.valueAt(Math.ceil((percent * known) / 100) - 1));
  const min = numbers.valueAt(0);
  const edges = histogramEdges(min, percentiles[percentiles.length - 1], narrowest);
  const below = [...edges.slice(1).map((edge) => numbers.countBelow(edge)), known];
  return {
    known,
    unknown,
    min,
    max: numbers.valueAt(known - 1),
    percentiles,
    histogram: edges
      .map((from, i) => ({ from, below: edges[i + 1] ?? null, count: below[i] - (below[i - 1] ?? 0) }))
      .filter(({ count }) => count > 0),
  };
}
