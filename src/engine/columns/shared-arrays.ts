// Typed arrays on memory shared by all threads. A segment's arrays are made here, so threads exchange references, whatever the
// size. They are not modified once the segment is built. On Node 20, reading them is as fast as reading ordinary arrays.
import { partitionPoint } from '../../binary-search.ts';

export function sharedUint8s(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function sharedUint32s(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

export function sharedInt32s(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}

export function sharedFloat64s(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

export function sharedUint32sOf(values: ArrayLike<number>): Uint32Array {
  const array = sharedUint32s(values.length);
  array.set(values);
  return array;
}

// Typed arrays that grow while a segment is built.

type GrowingArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** A copy with at least `need` elements and at least twice the length. */
export function grown<A extends GrowingArray>(array: A, need: number): A {
  const larger = new (array.constructor as new (length: number) => A)(Math.max(need, array.length * 2));
  larger.set(array);
  return larger;
}

// Counting sort. Comparing a million rows takes twenty million calls; ranking each row among the distinct values and
// counting is several times faster.

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
