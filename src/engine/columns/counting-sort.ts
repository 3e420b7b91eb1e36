// Counting sort. Comparing a million rows takes twenty million calls; ranking each row among the distinct values and
// counting is several times faster.
import { partitionPoint } from '../../binary-search.ts';
import { sharedUint32s } from './shared-arrays.ts';

/**
 * Rows grouped by ordinal, within each group ascending or in the order of `sequence`, which has each row once; those of
 * group `g` are `rows[starts[g]] … rows[starts[g + 1] - 1]`.
 */
export function countingSort(
  ordinals: Uint32Array,
  groups: number,
  sequence?: Uint32Array,
): { rows: Uint32Array; starts: Uint32Array } {
  const starts = sharedUint32s(groups + 1);
  for (const ordinal of ordinals) starts[ordinal + 1]++;
  for (let i = 1; i <= groups; i++) starts[i] += starts[i - 1];
  const next = starts.slice(0, groups);
  const rows = sharedUint32s(ordinals.length);
  for (let i = 0; i < ordinals.length; i++) {
    const row = sequence === undefined ? i : sequence[i];
    rows[next[ordinals[row]]++] = row;
  }
  return { rows, starts };
}

/** The rank of each number among the distinct ones, from 0; NaN ranks after the last. */
export function denseRanks(numbers: Float64Array): { ranks: Uint32Array; distinct: number } {
  const sorted = new Float64Array(numbers.length);
  let known = 0;
  for (let i = 0; i < numbers.length; i++) if (!Number.isNaN(numbers[i])) sorted[known++] = numbers[i];
  const values = sorted.subarray(0, known).sort();
  let distinct = 0;
  for (let i = 0; i < known; i++) if (i === 0 || values[i] !== values[i - 1]) values[distinct++] = values[i];
  const ranks = new Uint32Array(numbers.length);
  for (let i = 0; i < ranks.length; i++) {
    ranks[i] = Number.isNaN(numbers[i])
      ? distinct
      : partitionPoint(0, distinct, (at) => values[at] >= numbers[i]);
  }
  return { ranks, distinct };
}
