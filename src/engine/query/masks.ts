// What all masks of a query have in common: one pass over the words of the rows that can be meant at all. Rows are in the
// order of their price, so a price range leaves only its own words to be read.
import { popcount, emptyBitmap, type Bitmap } from '../postings/bitmap.ts';

/** The rows in one bitmap that are not in the other. Both are kept by a column: not to be written to. */
export interface Mask {
  readonly include: Bitmap;
  readonly exclude?: Bitmap | undefined;
}

/** Rows from `from` up to but not including `to`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

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

/** Number of positions from `from` up to but not including `to` that have all masks. */
export function countIntersection(masks: readonly Mask[], from: number, to: number): number {
  if (masks.length === 0) return Math.max(0, to - from);
  let count = 0;
  for (let at = from >>> 5; at << 5 < to; at++) count += popcount(intersectWord(masks, at, from, to));
  return count;
}

/** The positions from `from` up to but not including `to` that have all masks, as a new bitmap of `size` with its count. */
export function intersectRange(
  masks: readonly Mask[],
  from: number,
  to: number,
  size: number,
): { bitmap: Bitmap; count: number } {
  const bitmap = emptyBitmap(size);
  let count = 0;
  for (let at = from >>> 5; at << 5 < to; at++) {
    bitmap[at] = intersectWord(masks, at, from, to);
    count += popcount(bitmap[at]);
  }
  return { bitmap, count };
}

/** One word of what all masks have in common, without what lies before `from` or from `to` on. */
export function intersectWord(masks: readonly Mask[], at: number, from: number, to: number): number {
  const first = at << 5;
  let word = -1;
  if (first < from) word &= -1 << (from & 31);
  if (first + 32 > to) word &= -1 >>> (32 - (to & 31));
  for (let i = 0; i < masks.length; i++) {
    const { include, exclude } = masks[i];
    word &= exclude === undefined ? include[at] : include[at] & ~exclude[at];
  }
  return word;
}

/** The rows of both; where there are none, it ends where it begins. */
export function intersectRanges(a: RowRange, b: RowRange): RowRange {
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from, Math.min(a.to, b.to)) };
}
