// The filters of a query whose answers lie ready: as bitmaps that columns keep, or as a run of row numbers. Where all
// of them do, a row is tested by itself, and no bitmap of a whole segment has to be made.
import { hasBit, type Bits } from './bits.ts';
import type { RowFilter } from './row-filter.ts';

/** The rows in one bitmap that are not in the other. Both are kept by a column: not to be written to. */
export interface Mask {
  readonly within: Bits;
  readonly without?: Bits | undefined;
}

/** Rows from `from` up to but not including `to`. */
export interface RowRun {
  readonly from: number;
  readonly to: number;
}

export class RowTest {
  readonly masks: readonly Mask[];
  /** Only these rows can pass; undefined: any. */
  readonly run: RowRun | undefined;

  constructor(masks: readonly Mask[], run?: RowRun) {
    this.masks = masks;
    this.run = run;
  }

  /** Undefined if there is a filter whose answer does not lie ready. */
  static of(filters: readonly RowFilter[]): RowTest | undefined {
    const masks: Mask[] = [];
    let run: RowRun | undefined;
    for (const filter of filters) {
      if (filter.run !== undefined) {
        run = run === undefined ? filter.run : commonRun(run, filter.run);
        continue;
      }
      const mask = filter.keptMask();
      if (mask === undefined) return undefined;
      masks.push(mask);
    }
    return new RowTest(masks, run);
  }

  has(row: number): boolean {
    if (this.run !== undefined && (row < this.run.from || row >= this.run.to)) return false;
    for (const { within, without } of this.masks) {
      if (!hasBit(within, row) || (without !== undefined && hasBit(without, row))) return false;
    }
    return true;
  }

  /** The same, of the rows that are in `bits` too; null: all are. */
  and(bits: Bits | null): RowTest {
    return bits === null ? this : new RowTest([{ within: bits }, ...this.masks], this.run);
  }
}

/** The rows of both; where there are none, it ends where it begins. */
export function commonRun(a: RowRun, b: RowRun): RowRun {
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from, Math.min(a.to, b.to)) };
}
