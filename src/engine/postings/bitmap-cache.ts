// Caches bitmaps of posting lists, made at first use. Caches only bitmaps smaller than their list, those of more than
// one row in 32, so all of them together take less memory than the lists.
import { emptyBitmap, setRows, type Bitmap } from './bitmap.ts';

export class BitmapCache {
  readonly #cached = new Map<number, Bitmap>();
  readonly #size: number;

  /** `size` is the number of rows of the segment. */
  constructor(size: number) {
    this.#size = size;
  }

  /** The bitmap of posting list `id`; not to be modified. */
  of(id: number, postings: Uint32Array): Bitmap {
    const known = this.#cached.get(id);
    if (known !== undefined) return known;
    const bitmap = emptyBitmap(this.#size);
    setRows(bitmap, postings);
    if (postings.length > bitmap.length) this.#cached.set(id, bitmap);
    return bitmap;
  }
}
