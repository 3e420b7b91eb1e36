// Some rows in an order of their own, and the bitmaps of columns rearranged to it: bit `p` is that of the row at position
// `p`. What a filter keeps lies together there (the cars of one make; those of one part of the country), so the other
// filters are read over a short stretch instead of a whole segment: in a tenth to a hundredth of the time.
import { countOnes, noBits, type Bits } from './bits.ts';
import type { Mask, RowTest } from './row-test.ts';

export class Arrangement {
  /** The row at each position. */
  readonly rows: Uint32Array;
  /** By the bitmap of the column: what is kept here has a bit a position for each bitmap that was asked for. */
  readonly #arranged = new Map<Bits, Bits>();

  constructor(rows: Uint32Array) {
    this.rows = rows;
  }

  /** A bitmap that a column keeps, rearranged; not to be written to. */
  of(kept: Bits): Bits {
    let bits = this.#arranged.get(kept);
    if (bits === undefined) {
      bits = rearranged(kept, this.rows);
      this.#arranged.set(kept, bits);
    }
    return bits;
  }

  masks(test: RowTest): Mask[] {
    return test.masks.map(({ within, without }) =>
      without === undefined
        ? { within: this.of(within) }
        : { within: this.of(within), without: this.of(without) },
    );
  }
}

/** Number of positions from `from` up to but not including `to` that have all masks. */
export function countMasked(masks: readonly Mask[], from: number, to: number): number {
  if (masks.length === 0) return Math.max(0, to - from);
  let count = 0;
  for (let at = from >>> 5; at << 5 < to; at++) count += countOnes(maskedWord(masks, at, from, to));
  return count;
}

/** The positions from `from` up to but not including `to` that have all masks, as a new bitmap of `size` with its count. */
export function maskedBits(
  masks: readonly Mask[],
  from: number,
  to: number,
  size: number,
): { bits: Bits; count: number } {
  const bits = noBits(size);
  let count = 0;
  for (let at = from >>> 5; at << 5 < to; at++) {
    bits[at] = maskedWord(masks, at, from, to);
    count += countOnes(bits[at]);
  }
  return { bits, count };
}

/** One word of what all masks have in common, without what lies before `from` or from `to` on. */
export function maskedWord(masks: readonly Mask[], at: number, from: number, to: number): number {
  const first = at << 5;
  let word = -1;
  if (first < from) word &= -1 << (from & 31);
  if (first + 32 > to) word &= -1 >>> (32 - (to & 31));
  for (let i = 0; i < masks.length; i++) {
    const { within, without } = masks[i];
    word &= without === undefined ? within[at] : within[at] & ~without[at];
  }
  return word;
}

function rearranged(bits: Bits, rows: Uint32Array): Bits {
  const result = noBits(rows.length);
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position];
    result[position >>> 5] |= ((bits[row >>> 5] >>> (row & 31)) & 1) << (position & 31);
  }
  return result;
}
