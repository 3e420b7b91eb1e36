// What all masks of a query have in common: one pass over the words of the rows that can be meant at all. Rows are in the
// order of their price, so a price range leaves only its own words to be read.
import { countOnes, type Bits } from './bits.ts';
import type { Mask, RowRun } from './row-test.ts';

/** A mask that may let rows through which do not belong: `spare` has all of them, and others too. */
export interface RoundedMask extends Mask {
  readonly spare: readonly Uint32Array[];
}

/**
 * Writes the rows of `run` that all masks, at least one, let through to `bits`, which holds none. Returns their number.
 * O(masks × run / 32), and a step for each spare row.
 */
export function intersectMasks(masks: readonly RoundedMask[], { from, to }: RowRun, bits: Bits): number {
  if (from >= to) return 0;
  const first = from >>> 5;
  const end = (to + 31) >>> 5;
  const within = masks.map((mask) => mask.within);
  const without = masks.map((mask) => mask.without).filter((map) => map !== undefined);
  let count = pass(within.splice(0, 4), without.splice(0, 2), first, end, bits);
  while (within.length + without.length > 0) {
    count = pass([bits, ...within.splice(0, 3)], without.splice(0, 2), first, end, bits);
  }
  count -= takeOut(bits, first, ~(-1 << (from & 31)));
  if ((to & 31) !== 0) count -= takeOut(bits, end - 1, -1 << (to & 31));
  for (const { spare } of masks) for (const rows of spare) count -= takeRowsOut(bits, rows);
  return count;
}

/** Up to four masks within and up to two without, with neither a loop nor a branch over them: twice as fast. */
function pass(
  within: readonly Bits[],
  without: readonly Bits[],
  first: number,
  end: number,
  bits: Bits,
): number {
  const [a, b = a, c = b, d = c] = within;
  const [e, f = e] = without;
  let count = 0;
  if (e === undefined || f === undefined) {
    for (let i = first; i < end; i++) {
      const word = a[i] & b[i] & c[i] & d[i];
      bits[i] = word;
      count += countOnes(word);
    }
    return count;
  }
  for (let i = first; i < end; i++) {
    const word = a[i] & b[i] & c[i] & d[i] & ~(e[i] | f[i]);
    bits[i] = word;
    count += countOnes(word);
  }
  return count;
}

/** Clears some bits of a word; returns how many were set. */
function takeOut(bits: Bits, at: number, spare: number): number {
  const count = countOnes(bits[at] & spare);
  bits[at] &= ~spare;
  return count;
}

function takeRowsOut(bits: Bits, rows: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    // Not a branch: it would be guessed wrong as often as not.
    count += (bits[row >>> 5] >>> (row & 31)) & 1;
    bits[row >>> 5] &= ~(1 << (row & 31));
  }
  return count;
}
