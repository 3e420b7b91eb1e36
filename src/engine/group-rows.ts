// Putting rows in order without comparing them to each other. A comparison costs a call, and a million rows take twenty
// million: ranking each row among the distinct values, then counting, is several times faster.

import { sharedUint32s } from './shared-arrays.ts';

/** Rows grouped by their ordinal, by counting sort: ascending within each group. */
export function groupRows(ordinals: Uint32Array, groups: number): { rows: Uint32Array; starts: Uint32Array } {
  const starts = sharedUint32s(groups + 1);
  for (const ordinal of ordinals) starts[ordinal + 1]++;
  for (let i = 1; i <= groups; i++) starts[i] += starts[i - 1];
  const next = starts.slice(0, groups);
  const rows = sharedUint32s(ordinals.length);
  for (let row = 0; row < ordinals.length; row++) rows[next[ordinals[row]]++] = row;
  return { rows, starts };
}

/** The rank of each number among the distinct ones, from 0; null has the one after the last. */
export function ranksOf(numbers: readonly (number | null)[]): { ranks: Uint32Array; distinct: number } {
  const known = numbers.filter((number) => number !== null);
  const sorted = Float64Array.from(known).sort();
  let distinct = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[distinct++] = sorted[i];
  }
  const values = sorted.subarray(0, distinct);
  const ranks = Uint32Array.from(numbers, (number) => (number === null ? distinct : rankOf(values, number)));
  return { ranks, distinct };
}

function rankOf(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
