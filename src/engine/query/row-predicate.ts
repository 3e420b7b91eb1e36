// The filters of a query whose answers lie ready: as bitmaps that columns keep, or as a run of row numbers. Where all
// of them do, a row is tested by itself, and no bitmap of a whole segment has to be made.
import { hasBit, type Bitmap } from '../postings/bitmap.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import { intersectRanges, type Mask, type RowRange } from './masks.ts';

export class RowPredicate {
  readonly masks: readonly Mask[];
  /** Only these rows can pass; undefined: any. */
  readonly rowRange: RowRange | undefined;

  constructor(masks: readonly Mask[], rowRange?: RowRange) {
    this.masks = masks;
    this.rowRange = rowRange;
  }

  /** Undefined if there is a filter whose answer does not lie ready. */
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

  /** The same, of the rows that are in `bitmap` too; null: all are. */
  and(bitmap: Bitmap | null): RowPredicate {
    return bitmap === null ? this : new RowPredicate([{ include: bitmap }, ...this.masks], this.rowRange);
  }
}
