// Which rows a merged segment has and how they are numbered: the live rows of all parts, in the order that breaks ties.
// Rows of one part keep their order among themselves, so what is ascending in a part stays ascending.
import type { PackedStrings } from '../columns/packed-strings.ts';

/** In place of a row's new number: it is dead. */
export const DELETED = 0xffffffff;

export interface RowMap {
  readonly size: number;
  /** Of each part, the new number of each of its rows, or GONE. */
  readonly newRows: readonly Uint32Array[];
  /** The keys of all rows of all parts, and by new row which of them is its own. */
  readonly allKeys: PackedStrings;
  readonly order: Uint32Array;
}

/**
 * All entries of the runs, each of which is in the order that `precedes` gives: whether `a` comes before `b`. Entries that
 * neither precedes keep the order of their runs. May be one of the runs itself.
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
