// What a list of measured times says.

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly mean: number;
}

/** Of at least one time, in the unit of the times. The nearest rank, so each is a time that was measured. */
export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.slice().sort((a, b) => a - b);
  const rank = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  return {
    p50: rank(0.5),
    p95: rank(0.95),
    p99: rank(0.99),
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
  };
}

/** Of at least one value: the middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.slice().sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
