// Seeded random numbers: sfc32, with four 32-bit words of state. The same seed gives the same numbers on every machine and in
// every version of Node, because IEEE 754 defines integer operations and + - * / to the last bit. It does not define Math.exp and
// the like, so they are not used.
import { partitionPoint } from '../binary-search.ts';

/** Values with relative frequencies. */
export interface Weighted<Value> {
  readonly values: readonly Value[];
  /** Running sums of the weights; the last is their total. */
  readonly cumulativeWeights: readonly number[];
}

export function weighted<Value>(
  values: readonly Value[],
  weightOf: (value: Value, position: number) => number,
): Weighted<Value> {
  const cumulativeWeights: number[] = [];
  let total = 0;
  values.forEach((value, position) => {
    total += weightOf(value, position);
    cumulativeWeights.push(total);
  });
  return { values, cumulativeWeights };
}

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = 0x2545f491;
    this.#c = 0x4f6cdd1d;
    this.#counter = 1;
    // Similar seeds start with similar states. These rounds decorrelate them.
    for (let round = 0; round < 16; round++) this.fraction();
  }

  /** A number in `[0, 1)`. */
  fraction(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  }

  /** A whole number in `[min, max]`. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** True with probability `share`, 0 to 1. */
  chance(share: number): boolean {
    return this.fraction() < share;
  }

  /** One of `values`, which must not be empty. */
  pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.fraction() * values.length)];
    if (value === undefined) throw new Error('there are no values to pick from');
    return value;
  }

  /** One of the values, with probability proportional to its weight. O(log values). */
  pickWeighted<Value>(from: Weighted<Value>): Value {
    const target = this.fraction() * (from.cumulativeWeights.at(-1) ?? 0);
    const last = from.cumulativeWeights.length - 1;
    const value = from.values[partitionPoint(0, last, (at) => (from.cumulativeWeights[at] ?? 0) > target)];
    if (value === undefined) throw new Error('there are no values to pick from');
    return value;
  }

  /** One of `values`, most likely the first: weights are the squares of 1, 2, 3 … from the end. */
  pickSkewed<Value>(values: readonly Value[]): Value {
    const count = values.length;
    let target = this.fraction() * ((count * (count + 1) * (2 * count + 1)) / 6);
    for (const [position, value] of values.entries()) {
      target -= (count - position) * (count - position);
      if (target < 0) return value;
    }
    throw new Error('there are no values to pick from');
  }

  /** `count` of the values without repetition, in random order; all of them if there are fewer. */
  sample<Value>(values: readonly Value[], count: number): Value[] {
    const rest = [...values];
    const taken: Value[] = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(Math.floor(this.fraction() * rest.length), 1));
    }
    return taken;
  }

  /** Approximately normal with mean 0 and deviation 1, in `[-6, 6]`: the sum of twelve uniform numbers (Irwin–Hall). */
  normal(): number {
    let sum = -6;
    for (let draw = 0; draw < 12; draw++) sum += this.fraction();
    return sum;
  }

  /** Approximately log-normal with median 1. `deviation` is the standard deviation of its logarithm. */
  logNormal(deviation: number): number {
    // e^x as (1 + x/16)^16, by squaring four times.
    let power = 1 + (this.normal() * deviation) / 16;
    for (let squaring = 0; squaring < 4; squaring++) power *= power;
    return power;
  }
}
