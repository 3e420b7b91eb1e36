// Some rows in an order of their own, and the bitmaps of columns rearranged to it: bit `p` is that of the row at position
// `p`. What a filter keeps lies together there (the cars of one make; those of one part of the country), so the other
// filters are read over a short stretch instead of a whole segment: in a tenth to a hundredth of the time.
import { emptyBitmap, type Bitmap } from './bitmap.ts';
import type { Mask } from '../query/masks.ts';
import type { RowPredicate } from '../query/row-predicate.ts';

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

function permuted(bitmap: Bitmap, rows: Uint32Array): Bitmap {
  const result = emptyBitmap(rows.length);
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position];
    result[position >>> 5] |= ((bitmap[row >>> 5] >>> (row & 31)) & 1) << (position & 31);
  }
  return result;
}
