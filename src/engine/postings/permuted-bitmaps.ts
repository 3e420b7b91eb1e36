// Some rows in an order of their own, and the bitmaps of columns rearranged to it: bit `p` is that of the row at position
// `p`. What a filter keeps lies together there (the cars of one make; those of one part of the country), so the other
// filters are read over a short stretch instead of a whole segment: in a tenth to a hundredth of the time.
import { popcount, emptyBitmap, type Bitmap } from './bitmap.ts';
import type { Mask, RowPredicate } from '../query/row-predicate.ts';

export class PermutedBitmaps {
  /** The row at each position. */
  readonly rows: Uint32Array;
  /** By the bitmap of the column: what is kept here has a bit a position for each bitmap that was asked for. */
  readonly #permuted = new Map<Bitmap, Bitmap>();

  constructor(rows: Uint32Array) {
    this.rows = rows;
  }

  /** A bitmap that a column keeps, rearranged; not to be written to. */
  permute(original: Bitmap): Bitmap {
    let bitmap = this.#permuted.get(original);
    if (bitmap === undefined) {
      bitmap = permuted(original, this.rows);
      this.#permuted.set(original, bitmap);
    }
    return bitmap;
  }

  permuteMasks(predicate: RowPredicate): Mask[] {
    return predicate.masks.map(({ include, exclude }) =>
      exclude === undefined
        ? { include: this.permute(include) }
        : { include: this.permute(include), exclude: this.permute(exclude) },
    );
  }
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

function permuted(bitmap: Bitmap, rows: Uint32Array): Bitmap {
  const result = emptyBitmap(rows.length);
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position];
    result[position >>> 5] |= ((bitmap[row >>> 5] >>> (row & 31)) & 1) << (position & 31);
  }
  return result;
}
