// A seeded source of chance: sfc32, four 32-bit words of state. The same seed gives the same numbers on every
// machine and in every version of Node: nothing but integer operations and + - * /, which IEEE 754 fixes to the
// last bit. (Math.exp and its kin are not fixed, so they are not used.)

/** Values with how often each should come. */
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
    // Near seeds start with near states: the first rounds pull them apart.
    for (let round = 0; round < 16; round++) this.fraction();
  }

  /** A number from 0 up to, but not including, 1. */
  fraction(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** True in `share` of all cases, 0 to 1. */
  chance(share: number): boolean {
    return this.fraction() < share;
  }

  /** One of `values`, which must not be empty. */
  pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.fraction() * values.length)];
    if (value === undefined) throw new Error('there is nothing to pick from');
    return value;
  }

  /** One of the values, each as often as its weight says. O(log values). */
  pickWeighted<Value>(from: Weighted<Value>): Value {
    const target = this.fraction() * (from.cumulativeWeights.at(-1) ?? 0);
    let low = 0;
    let high = from.cumulativeWeights.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((from.cumulativeWeights[middle] ?? 0) <= target) low = middle + 1;
      else high = middle;
    }
    const value = from.values[low];
    if (value === undefined) throw new Error('there is nothing to pick from');
    return value;
  }

  /** One of `values`, the first the likeliest and the last the rarest: squares of 1, 2, 3 … from the end. */
  pickSkewed<Value>(values: readonly Value[]): Value {
    const count = values.length;
    let target = this.fraction() * ((count * (count + 1) * (2 * count + 1)) / 6);
    for (const [position, value] of values.entries()) {
      target -= (count - position) * (count - position);
      if (target < 0) return value;
    }
    throw new Error('there is nothing to pick from');
  }

  /** `count` different ones of `values`, in random order; all of them if there are fewer. */
  sample<Value>(values: readonly Value[], count: number): Value[] {
    const rest = [...values];
    const taken: Value[] = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(Math.floor(this.fraction() * rest.length), 1));
    }
    return taken;
  }

  /** About normal with mean 0 and deviation 1, between -6 and 6: twelve even draws added up. */
  normal(): number {
    let sum = -6;
    for (let draw = 0; draw < 12; draw++) sum += this.fraction();
    return sum;
  }

  /** About log-normal with median 1: many a little below, a few far above. `deviation` is the deviation of its logarithm. */
  logNormal(deviation: number): number {
    // e^x as (1 + x/16)^16, by squaring four times.
    let power = 1 + (this.normal() * deviation) / 16;
    for (let squaring = 0; squaring < 4; squaring++) power *= power;
    return power;
  }
}
