// Zipf's law: the value at rank r has the weight 1/(r + s). The shift s flattens the top.
import { weighted, type Weighted } from '../../src/demo/random.ts';

export function zipf<Value>(values: readonly Value[], shift = 0): Weighted<Value> {
  return weighted(values, (_, position) => 1 / (position + 1 + shift));
}
