// Finds which rows are below a limit, as bitmaps in another order of the rows. Rows are numbered by the tie-breaker, a price, so
// a maximum price is a limit of rows: the cars below it are counted 32 at a time in the order of points. Bitmaps exist for a few
// limits; rows between two limits are tested.
import { type Bitmap, emptyBitmap, popcount } from '../postings/bitmap.ts';
import { type Mask, type RowRange, intersectWord } from '../query/masks.ts';
import { type Steps, STEP_ITEMS } from '../time-slices.ts';

/** Number of steps between limits. The bitmaps take four bytes per row, and about one row in 32 must be tested. */
const STEPS = 32;

export class RowSteps {
  readonly #rows: Uint32Array;
  readonly #rowsPerStep: number;
  /** For each limit, in steps: the positions of the rows below it. There is one more than there are steps. */
  readonly #below: readonly Bitmap[];

  private constructor(rows: Uint32Array, rowsPerStep: number, below: readonly Bitmap[]) {
    this.#rows = rows;
    this.#rowsPerStep = rowsPerStep;
    this.#below = below;
  }

  /** `rows` must contain each row once. */
  static *build(rows: Uint32Array): Steps<RowSteps> {
    const rowsPerStep = Math.max(1, Math.ceil(rows.length / STEPS));
    const below = Array.from({ length: STEPS + 1 }, () => emptyBitmap(rows.length));
    for (let position = 0; position < rows.length; position++) {
      const step = Math.floor(rows[position] / rowsPerStep);
      below[step + 1][position >>> 5] |= 1 << (position & 31);
      if (position % STEP_ITEMS === 0) yield;
    }
    for (let step = 1; step <= STEPS; step++) {
      const [lower, bitmap] = [below[step - 1], below[step]];
      for (let at = 0; at < bitmap.length; at++) bitmap[at] |= lower[at];
      yield;
    }
    return new RowSteps(rows, rowsPerStep, below);
  }

  /** Number of positions in [`start`, `end`) that pass all masks and whose row is in the range. */
  count(masks: readonly Mask[], start: number, end: number, { from, to }: RowRange): number {
    const below = this.#countBelow(masks, start, end, to);
    return from === 0 ? below : below - this.#countBelow(masks, start, end, from);
  }

  #countBelow(masks: readonly Mask[], start: number, end: number, limit: number): number {
    const step = Math.min(STEPS - 1, Math.floor(limit / this.#rowsPerStep));
    const [lower, upper] = [this.#below[step], this.#below[step + 1]];
    const rows = this.#rows;
    let count = 0;
    for (let at = start >>> 5; at << 5 < end; at++) {
      const word = intersectWord(masks, at, start, end);
      count += popcount(word & lower[at]);
      for (let rest = word & upper[at] & ~lower[at]; rest !== 0; rest &= rest - 1) {
        // The sign bit counts, instead of a branch that is mispredicted half of the time.
        count += (rows[(at << 5) + 31 - Math.clz32(rest & -rest)] - limit) >>> 31;
      }
    }
    return count;
  }
}
