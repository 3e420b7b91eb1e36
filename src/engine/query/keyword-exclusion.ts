// The rows whose value is known and has none of some terms. The excluded rows are subtracted from the rows with a value: as
// bitmaps if they are many, otherwise one by one. So an exclusion costs as much as a filter by the same values.
import type { KeywordColumn, KeywordFilter } from '../columns/keyword-column.ts';
import { bitmapToRows, type Bitmap, difference, clearBit, emptyBitmap, addBits } from '../postings/bitmap.ts';
import { filterByOrdinals } from '../postings/row-lists.ts';
import type { TermRequest } from '../schema.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { Mask, SupersetMask } from './masks.ts';

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
