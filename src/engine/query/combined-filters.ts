// Filters made of others: all of them, any of them, or the rows without one. Each makes a bitmap at most once. An exclusion costs
// as much as the filter that it excludes.
import {
  addBits,
  bitmapToRows,
  countBits,
  countCommon,
  difference,
  hasBit,
  type Bitmap,
} from '../postings/bitmap.ts';
import { filterByBitmap } from '../postings/row-lists.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { Segment } from '../segment/segment.ts';
import type { Mask, SupersetMask } from './masks.ts';

abstract class BitmapFilter implements CompiledFilter {
  readonly isSlice = false;
  readonly rowRange = undefined;
  readonly isEstimateExact = false;
  readonly estimate: number;
  #bitmap: Bitmap | undefined;

  constructor(estimate: number) {
    this.estimate = estimate;
  }

  protected abstract makeBitmap(): Bitmap;

  exactMask(): Mask | undefined {
    return undefined;
  }

  supersetMask(): SupersetMask | undefined {
    return undefined;
  }

  bitmap(): Bitmap {
    return (this.#bitmap ??= this.makeBitmap());
  }

  rows(): Uint32Array {
    const bitmap = this.bitmap();
    return bitmapToRows(bitmap, countBits(bitmap));
  }

  filterRows(rows: Uint32Array): Uint32Array {
    return filterByBitmap(rows, this.bitmap());
  }

  /** Number of the filter's rows in `liveRows` (null: all). */
  count(liveRows: Bitmap | null): number {
    return liveRows === null ? countBits(this.bitmap()) : countCommon(this.bitmap(), liveRows);
  }
}

/** The rows that pass all filters. There is at least one filter. */
export class AllOf extends BitmapFilter {
  readonly #filters: readonly CompiledFilter[];

  constructor(filters: readonly CompiledFilter[]) {
    super(Math.min(...filters.map(({ estimate }) => estimate)));
    this.#filters = filters;
  }

  protected makeBitmap(): Bitmap {
    const [first, ...others] = this.#filters.map((filter) => filter.bitmap());
    const bitmap = first.slice();
    for (const other of others) for (let i = 0; i < bitmap.length; i++) bitmap[i] &= other[i];
    return bitmap;
  }
}

/** The rows that pass any filter. There is at least one filter. */
export class AnyOf extends BitmapFilter {
  readonly #filters: readonly CompiledFilter[];

  constructor(filters: readonly CompiledFilter[]) {
    super(filters.reduce((sum, { estimate }) => sum + estimate, 0));
    this.#filters = filters;
  }

  protected makeBitmap(): Bitmap {
    const [first, ...others] = this.#filters.map((filter) => filter.bitmap());
    const bitmap = first.slice();
    for (const other of others) addBits(bitmap, other);
    return bitmap;
  }
}

/** The rows that a filter does not keep. */
export class Excluding extends BitmapFilter {
  readonly #excluded: CompiledFilter;
  readonly #segment: Pick<Segment, 'size' | 'allRows'>;

  constructor(excluded: CompiledFilter, segment: Pick<Segment, 'size' | 'allRows'>) {
    super(segment.size - (excluded.isEstimateExact ? excluded.estimate : 0));
    this.#excluded = excluded;
    this.#segment = segment;
  }

  override exactMask(): Mask | undefined {
    const mask = this.#excluded.exactMask();
    if (mask === undefined || mask.exclude !== undefined) return undefined;
    return { include: this.#segment.allRows, exclude: mask.include };
  }

  override supersetMask(): SupersetMask {
    return { include: this.#segment.allRows, exclude: this.#excluded.bitmap(), falsePositives: [] };
  }

  protected makeBitmap(): Bitmap {
    return difference(this.#segment.allRows, this.#excluded.bitmap());
  }

  override filterRows(rows: Uint32Array): Uint32Array {
    const excluded = this.#excluded.bitmap();
    return rows.filter((row) => !hasBit(excluded, row));
  }
}
