// What all masks of a query have in common: one pass over the words of the rows that can be meant at all. Rows are in the
// order of their price, so a price range leaves only its own words to be read.
import { popcount, type Bitmap } from '../postings/bitmap.ts';
import type { Mask, RowRange } from './row-predicate.ts';

/** A mask that may let rows through which do not belong: `falsePositives` has all of them, and others too. */
export interface SupersetMask extends Mask {
  readonly falsePositives: readonly Uint32Array[];
}

/**
 * Writes the rows of the range that all masks, at least one, let through to `bitmap`, which holds none. Returns their number.
 * O(masks × range / 32), and a step for each spare row.
 */
export function intersectMasks(
  masks: readonly SupersetMask[],
  { from, to }: RowRange,
  bitmap: Bitmap,
): number {
  if (from >= to) return 0;
  const first = from >>> 5;
  const end = (to + 31) >>> 5;
  const include = masks.map((mask) => mask.include);
  const exclude = masks.map((mask) => mask.exclude).filter((map) => map !== undefined);
  let count = pass(include.splice(0, 4), exclude.splice(0, 2), first, end, bitmap);
  while (include.length + exclude.length > 0) {
    count = pass([bitmap, ...include.splice(0, 3)], exclude.splice(0, 2), first, end, bitmap);
  }
  count -= takeOut(bitmap, first, ~(-1 << (from & 31)));
  if ((to & 31) !== 0) count -= takeOut(bitmap, end - 1, -1 << (to & 31));
  for (const { falsePositives } of masks)
    for (const rows of falsePositives) count -= takeRowsOut(bitmap, rows);
  return count;
}

/** Up to four masks within and up to two without, with neither a loop nor a branch over them: twice as fast. */
function pass(
  include: readonly Bitmap[],
  exclude: readonly Bitmap[],
  first: number,
  end: number,
  bitmap: Bitmap,
): number {
  const [a, b = a, c = b, d = c] = include;
  const [e, f = e] = exclude;
  let count = 0;
  if (e === undefined || f === undefined) {
    for (let i = first; i < end; i++) {
      const word = a[i] & b[i] & c[i] & d[i];
      bitmap[i] = word;
      count += popcount(word);
    }
    return count;
  }
  for (let i = first; i < end; i++) {
    const word = a[i] & b[i] & c[i] & d[i] & ~(e[i] | f[i]);
    bitmap[i] = word;
    count += popcount(word);
  }
  return count;
}

/** Clears some bits of a word; returns how many were set. */
function takeOut(bitmap: Bitmap, at: number, falsePositives: number): number {
  const count = popcount(bitmap[at] & falsePositives);
  bitmap[at] &= ~falsePositives;
  return count;
}

function takeRowsOut(bitmap: Bitmap, rows: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    // Not a branch: it would be guessed wrong as often as not.
    count += (bitmap[row >>> 5] >>> (row & 31)) & 1;
    bitmap[row >>> 5] &= ~(1 << (row & 31));
  }
  return count;
}
