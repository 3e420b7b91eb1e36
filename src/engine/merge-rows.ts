// Which rows a merged segment has and how they are numbered: the live rows of all parts, in the order that breaks ties.
// Rows of one part keep their order among themselves, so what is ascending in a part stays ascending.
import { hasBit, type Bits } from './bits.ts';
import type { KeyColumnData } from './key-column.ts';
import { mergeRuns } from './merge-runs.ts';
import { unknownIn, type NumberColumnData } from './number-column.ts';
import { comparePacked, joinLists } from './packed-order.ts';
import type { StringList } from './strings.ts';

/** In place of a row's new number: it is dead. */
export const GONE = 0xffffffff;

export interface MergedRows {
  readonly size: number;
  /** Of each part, the new number of each of its rows, or GONE. */
  readonly targets: readonly Uint32Array[];
  /** The keys of all rows of all parts, and by new row which of them is its own. */
  readonly allKeys: StringList;
  readonly order: Uint32Array;
}

export interface PartRows {
  readonly keys: KeyColumnData;
  readonly tieBreaker: NumberColumnData;
  readonly alive: Bits | null;
}

export function mergeRows(parts: readonly PartRows[]): MergedRows {
  const { joined: allKeys, firsts } = joinLists(parts.map(({ keys }) => keys.keys));
  const rows = allKeys.offsets.length - 1;
  const ties = new Float64Array(rows);
  const runs = parts.map(({ tieBreaker, alive }, part) => {
    const first = firsts[part];
    const { values } = tieBreaker;
    const unknown = unknownIn(values);
    const run = new Uint32Array(values.length);
    let live = 0;
    for (let row = 0; row < run.length; row++) {
      const value = values[row];
      ties[first + row] = value === unknown || Number.isNaN(value) ? Infinity : value;
      if (alive === null || hasBit(alive, row)) run[live++] = first + row;
    }
    return run.subarray(0, live);
  });
  const order = mergeRuns(runs, (a, b) =>
    ties[a] === ties[b] ? comparePacked(allKeys, a, b) < 0 : ties[a] < ties[b],
  );
  const numbers = new Uint32Array(rows).fill(GONE);
  for (let row = 0; row < order.length; row++) numbers[order[row]] = row;
  const targets = parts.map(({ tieBreaker }, part) =>
    numbers.subarray(firsts[part], firsts[part] + tieBreaker.values.length),
  );
  return { size: order.length, targets, allKeys, order };
}
