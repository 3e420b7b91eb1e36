// Many measured times in little memory, which processes can send each other: counts by size, in steps of one percent.

const STEP = Math.log(1.01);
const LEAST_MS = 0.01;

export class Durations {
  readonly #counts: number[] = [];
  #total = 0;

  /** `counts` as `toJSON` gave them. */
  constructor(counts: readonly (number | null)[] = []) {
    counts.forEach((count, bucket) => this.#addMany(bucket, count ?? 0));
  }

  get total(): number {
    return this.#total;
  }

  add(ms: number): void {
    this.#addMany(Math.max(0, Math.ceil(Math.log(ms / LEAST_MS) / STEP)), 1);
  }

  /** Milliseconds that so large a share of the times did not exceed, within a percent; NaN: there are none. */
  within(share: number): number {
    let left = Math.ceil(share * this.#total);
    if (left === 0) return NaN;
    for (let bucket = 0; ; bucket++) {
      left -= this.#counts[bucket] ?? 0;
      if (left <= 0) return LEAST_MS * Math.exp(bucket * STEP);
    }
  }

  /** The times of all of them. */
  static of(parts: readonly Durations[]): Durations {
    const sum = new Durations();
    for (const part of parts) part.#counts.forEach((count, bucket) => sum.#addMany(bucket, count));
    return sum;
  }

  toJSON(): readonly number[] {
    return Array.from(this.#counts, (count) => count ?? 0);
  }

  #addMany(bucket: number, count: number): void {
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count;
    this.#total += count;
  }
}
