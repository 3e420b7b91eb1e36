// Bitmaps of posting lists, made at the first use and kept where the bitmap is smaller than the list, that is, for
// lists of more than one row in 32. The number kept is bounded by that: they never outweigh the lists.
import { noBits, setRows, type Bits } from './bits.ts';

export class PostingBitmaps {
  readonly #kept = new Map<number, Bits>();
  readonly #size: number;

  /** `size` is the number of rows of the segment. */
  constructor(size: number) {
    this.#size = size;
  }

  /** The bitmap of posting list `id`; not to be written to. */
  of(id: number, postings: Uint32Array): Bits {
    const known = this.#kept.get(id);
    if (known !== undefined) return known;
    const bits = noBits(this.#size);
    setRows(bits, postings);
    if (postings.length > bits.length) this.#kept.set(id, bits);
    return bits;
  }
}
