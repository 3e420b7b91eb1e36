// How the values of a number field are spread among matches, as index/summarize.ts has it.
import { histogramEdges } from '../listing/histogram.ts';
import { PERCENTILES, type Distribution } from '../listing/summary.ts';
import type { QueryDsl } from './query-dsl.ts';
import type { PointInTime } from './point-in-time.ts';
import { findNumbers } from './cluster-order-statistics.ts';

export async function findDistribution(
  pit: Pick<PointInTime, 'search'>,
  query: QueryDsl,
  field: string,
  minWidth: number,
): Promise<Distribution> {
  const numbers = await findNumbers(pit, query, field);
  const { known, unknown, min, max } = numbers;
  if (known === 0) return { known, unknown, min: null, max: null, percentiles: [], histogram: [] };
  // Nearest rank. Whole numbers until the division, so that no rounding comes in between.
  const percentiles = await numbers.valuesAtRanks(
    PERCENTILES.map((percent) => Math.ceil((percent * known) / 100) - 1),
  );
  const edges = histogramEdges(min, percentiles[percentiles.length - 1], minWidth);
  const counts = await numbers.countsFrom(edges);
  return {
    known,
    unknown,
    min,
    max,
    percentiles,
    histogram: edges
      .map((from, i) => ({ from, below: edges[i + 1] ?? null, count: counts[i] }))
      .filter(({ count }) => count > 0),
  };
}
