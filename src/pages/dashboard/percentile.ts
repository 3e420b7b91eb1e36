// Percentiles of durations that were only counted by bucket: exact to the bucket, and within it as if they lay evenly.
import { DURATION_BUCKETS } from '../../metrics/metric-definitions.ts';

/**
 * Seconds below which `quantile` (0.99 for the 99th percentile) of the durations lie; undefined where there are none. `counts`
 * is parallel to DURATION_BUCKETS, with one more for what took longer: of these only the least is known.
 */
export function bucketPercentile(counts: readonly number[], quantile: number): number | undefined {
  const rank = counts.reduce((sum, count) => sum + count, 0) * quantile;
  if (rank === 0) return undefined;
  let below = 0;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const from = i === 0 ? 0 : DURATION_BUCKETS[i - 1];
      const to = DURATION_BUCKETS[i] ?? from;
      return from + ((rank - below) / count) * (to - from);
    }
    below += count;
  }
  return DURATION_BUCKETS.at(-1);
}
