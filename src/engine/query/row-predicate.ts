// Tests single rows, if every filter has a cached mask or is a row range. Then no bitmap of a whole segment is needed.
import { hasBit, type Bitmap } from '../postings/bitmap.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import { type Mask, type RowRange, intersectRanges } from './masks.ts';

export class RowPredicate {
  readonly masks: readonly Mask[];
  /** Rows outside this range fail; undefined means no limit. */
  readonly rowRange: RowRange | undefined;

  constructor(masks: readonly Mask[], rowRange?: RowRange) {
    this.masks = masks;
    this.rowRange = rowRange;
  }

  /** Undefined if a filter has neither a cached mask nor a row range. */
  static of(filters: readonly CompiledFilter[]): RowPredicate | undefined {
    const masks: Mask[] = [];
    let rowRange: RowRange | undefined;
    for (const filter of filters) {
      if (filter.rowRange !== undefined) {
        rowRange = rowRange === undefined ? filter.rowRange : intersectRanges(rowRange, filter.rowRange);
        continue;
      }
      const mask = filter.exactMask();
      if (mask === undefined) return undefined;
      masks.push(mask);
    }
    return new RowPredicate(masks, rowRange);
  }

  test(row: number): boolean {
    if (this.rowRange !== undefined && (row < this.rowRange.from || row >= this.rowRange.to)) return false;
    for (const { include, exclude } of this.masks) {
      if (!hasBit(include, row) || (exclude !== undefined && hasBit(exclude, row))) return false;
    }
    return true;
  }

  /** This predicate limited to the rows of `bitmap` (null: all). */
  and(bitmap: Bitmap | null): RowPredicate {
    return bitmap === null ? this : new RowPredicate([{ include: bitmap }, ...this.masks], this.rowRange);
  }
}
