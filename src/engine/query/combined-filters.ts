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
  clearBit,
  emptyBitmap,
} from '../postings/bitmap.ts';
import { filterByBitmap, filterByOrdinals } from '../postings/row-lists.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { Segment } from '../segment/segment.ts';
import type { Mask, SupersetMask } from './masks.ts';
import type { TermRequest } from '../schema.ts';
import type { KeywordColumn, KeywordFilter } from '../columns/keyword-column.ts';

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

// The rows whose value is known and has none of some terms. The excluded rows are subtracted from the rows with a value: as
// bitmaps if they are many, otherwise one by one. So an exclusion costs as much as a filter by the same values.

export class KeywordExclusion implements CompiledFilter {
  readonly isEstimateExact = true;
  readonly isSlice = false;
  readonly rowRange = undefined;
  readonly estimate: number;
  readonly #column: KeywordColumn;
  readonly #excluded: ReadonlySet<number>;

  constructor(column: KeywordColumn, terms: readonly TermRequest[]) {
    this.#column = column;
    this.#excluded = column.ordinalsOfAny(terms);
    let estimate = column.size - column.rowCount(0);
    for (const ordinal of this.#excluded) estimate -= column.rowCount(ordinal);
    this.estimate = estimate;
  }

  /** Whether this filter keeps all rows that `lead` keeps, and so can be skipped. */
  isImpliedBy(lead: KeywordFilter): boolean {
    return lead.allHave(this.#column, (ordinal) => ordinal > 0 && !this.#excluded.has(ordinal));
  }

  exactMask(): Mask | undefined {
    const { include, exclude, falsePositives } = this.supersetMask();
    return falsePositives.length === 0 && this.#excluded.size <= 1 ? { include, exclude } : undefined;
  }

  supersetMask(): SupersetMask {
    const excluded = [...this.#excluded];
    const large = excluded.filter((ordinal) => this.#column.hasBitmap(ordinal));
    return {
      include: this.#column.knownRows,
      exclude: large.length === 0 ? undefined : this.#union(large),
      falsePositives: excluded
        .filter((ordinal) => !this.#column.hasBitmap(ordinal))
        .map((ordinal) => this.#column.postings(ordinal)),
    };
  }

  rows(): Uint32Array {
    return bitmapToRows(this.bitmap(), this.estimate);
  }

  filterRows(rows: Uint32Array): Uint32Array {
    const marks = new Uint8Array(this.#column.distinct).fill(1);
    marks[0] = 0;
    for (const ordinal of this.#excluded) marks[ordinal] = 0;
    return filterByOrdinals(rows, this.#column.ordinals, marks);
  }

  bitmap(): Bitmap {
    const { include, exclude, falsePositives } = this.supersetMask();
    if (exclude === undefined && falsePositives.length === 0) return include;
    const bitmap = exclude === undefined ? include.slice() : difference(include, exclude);
    for (const rows of falsePositives) for (const row of rows) clearBit(bitmap, row);
    return bitmap;
  }

  #union(ordinals: readonly number[]): Bitmap {
    if (ordinals.length === 1) return this.#column.cachedBitmap(ordinals[0]);
    const bitmap = emptyBitmap(this.#column.size);
    for (const ordinal of ordinals) addBits(bitmap, this.#column.cachedBitmap(ordinal));
    return bitmap;
  }
}
