// Zipf's law: of things in order of their frequency, the one at rank r comes 1/r as often as the first. With a shift s
// it is 1/(r + s), which flattens the top, as the largest dealers of a country are no monopolists.
import { weighted, type Weighted } from '../../src/demo/random.ts';

export function zipf<Value>(values: readonly Value[], shift = 0): Weighted<Value> {
  return weighted(values, (_, position) => 1 / (position + 1 + shift));
}
