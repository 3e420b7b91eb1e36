// The new numbers of rows in a merge, and merged sorted runs. Live rows are numbered in the order that breaks ties. Rows of one
// source keep their order, so lists that ascend in a source still ascend.
import type { PackedStrings } from '../columns/packed-strings.ts';

/** Marks a deleted row, which has no new number. */
export const DELETED = 0xffffffff;

export interface RowMap {
  readonly size: number;
  /** For each source, the new number of each of its rows, or DELETED. */
  readonly newRows: readonly Uint32Array[];
  /** The keys of all rows of all sources. `order` has, for each new row, the index of its key. */
  readonly allKeys: PackedStrings;
  readonly order: Uint32Array;
}

/**
 * All entries of the runs, merged pairwise. Each run must be in the order of `precedes`, which tells whether `a` comes before
 * `b`. Equal entries stay in the order of their runs. May return one of the runs itself.
 */
export function mergeSortedRuns(
  runs: readonly Uint32Array[],
  precedes: (a: number, b: number) => boolean,
): Uint32Array {
  let rest = runs.filter((run) => run.length > 0);
  while (rest.length > 1) {
    const merged: Uint32Array[] = [];
    for (let i = 0; i < rest.length; i += 2) {
      merged.push(i + 1 < rest.length ? mergeTwo(rest[i], rest[i + 1], precedes) : rest[i]);
    }
    rest = merged;
  }
  return rest.at(0) ?? new Uint32Array(0);
}

function mergeTwo(
  left: Uint32Array,
  right: Uint32Array,
  precedes: (a: number, b: number) => boolean,
): Uint32Array {
  const merged = new Uint32Array(left.length + right.length);
  let l = 0;
  let r = 0;
  let filled = 0;
  while (l < left.length && r < right.length) {
    merged[filled++] = precedes(right[r], left[l]) ? right[r++] : left[l++];
  }
  merged.set(left.subarray(l), filled);
  merged.set(right.subarray(r), filled + left.length - l);
  return merged;
}
