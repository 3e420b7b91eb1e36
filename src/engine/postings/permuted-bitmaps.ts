// Bitmaps permuted to the order of some rows: bit `p` is that of the row at position `p`. The rows of a filter are
// adjacent there (the cars of one make, or of one part of the country), so other filters are read over a short range
// instead of a whole segment, in a tenth to a hundredth of the time.
import { emptyBitmap, type Bitmap } from './bitmap.ts';
import type { Mask } from '../query/masks.ts';
import type { RowPredicate } from '../query/compiled-filter.ts';

export class PermutedBitmaps {
  /** The row at each position. */
  readonly rows: Uint32Array;
  /** By the column's bitmap: one bit a position for each bitmap used. */
  readonly #permuted = new Map<Bitmap, Bitmap>();

  constructor(rows: Uint32Array) {
    this.rows = rows;
  }

  /** A column's bitmap, permuted; not to be modified. */
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
