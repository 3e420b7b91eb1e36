// Percentiles and medians of measured values.

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly mean: number;
}

/** Percentiles of at least one value by nearest rank, so each is a value that was measured. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = values.slice().sort((a, b) => a - b);
  const rank = (quantile: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(quantile * sorted.length) - 1)];
  return { p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), mean: sum(values) / values.length };
}

/** The middle one of at least one value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.slice().sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Adds one to the count of `key`, or `by`. */
export function count<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const LOG_BUCKET_RATIO = Math.log(1.001);
const MIN_MS = 0.001;

/** A histogram of durations in steps of a thousandth: small in memory, and in the JSON that processes exchange. */
export class DurationHistogram {
  readonly #counts: number[] = [];
  #total = 0;

  /** `counts` as `toJSON` returned them, of any number of histograms. */
  constructor(...counts: readonly (readonly number[])[]) {
    for (const each of counts) each.forEach((count, bucket) => this.#add(bucket, count));
  }

  add(ms: number): void {
    this.#add(Math.max(0, Math.ceil(Math.log(ms / MIN_MS) / LOG_BUCKET_RATIO)), 1);
  }

  /** Milliseconds that this share of the durations did not exceed; NaN without durations. */
  percentile(quantile: number): number {
    let remaining = Math.ceil(quantile * this.#total);
    if (remaining === 0) return NaN;
    for (let bucket = 0; ; bucket++) {
      remaining -= this.#counts[bucket] ?? 0;
      if (remaining <= 0) return MIN_MS * Math.exp(bucket * LOG_BUCKET_RATIO);
    }
  }

  toJSON(): readonly number[] {
    return Array.from(this.#counts, (count) => count ?? 0);
  }

  #add(bucket: number, count: number): void {
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count;
    this.#total += count;
  }
}
