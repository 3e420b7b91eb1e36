// Which rows a merged segment has and how they are numbered: the live rows of all parts, in the order that breaks ties.
// Rows of one part keep their order among themselves, so what is ascending in a part stays ascending.
import { hasBit, type Bitmap } from '../postings/bitmap.ts';
import type { KeyColumnData } from '../columns/key-column.ts';
import { mergeSortedRuns } from './merge-sorted-runs.ts';
import { unknownIn, type NumberColumnData } from '../columns/number-column.ts';
import { compareStrings, concatStrings } from '../columns/packed-order.ts';
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

export interface PartRows {
  readonly keys: KeyColumnData;
  readonly tieBreaker: NumberColumnData;
  readonly liveRows: Bitmap | null;
}

export function buildRowMap(parts: readonly PartRows[]): RowMap {
  const { joined: allKeys, firsts } = concatStrings(parts.map(({ keys }) => keys.keys));
  const rows = allKeys.offsets.length - 1;
  const ties = new Float64Array(rows);
  const runs = parts.map(({ tieBreaker, liveRows }, part) => {
    const first = firsts[part];
    const { values } = tieBreaker;
    const unknown = unknownIn(values);
    const run = new Uint32Array(values.length);
    let liveCount = 0;
    for (let row = 0; row < run.length; row++) {
      const value = values[row];
      ties[first + row] = value === unknown || Number.isNaN(value) ? Infinity : value;
      if (liveRows === null || hasBit(liveRows, row)) run[liveCount++] = first + row;
    }
    return run.subarray(0, liveCount);
  });
  const order = mergeSortedRuns(runs, (a, b) =>
    ties[a] === ties[b] ? compareStrings(allKeys, a, b) < 0 : ties[a] < ties[b],
  );
  const numbers = new Uint32Array(rows).fill(DELETED);
  for (let row = 0; row < order.length; row++) numbers[order[row]] = row;
  const newRows = parts.map(({ tieBreaker }, part) =>
    numbers.subarray(firsts[part], firsts[part] + tieBreaker.values.length),
  );
  return { size: order.length, newRows, allKeys, order };
}
