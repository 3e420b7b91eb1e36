// The rows with any of the terms that a query's word means. It is made for one search and caches its list and bitmap.
import { addBits, countBits, countCommon, emptyBitmap, setRows, type Bitmap } from '../postings/bitmap.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import { intersectRows, filterByBitmap, unionRows } from '../postings/row-lists.ts';
import type { Arena, Mask } from './masks.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';

/** Cost of galloping to a row in a list, relative to setting a row in a bitmap. */
const GALLOP_COST = 16;

export class WordFilter implements CompiledFilter {
  readonly isSlice = false;
  readonly rowRange = undefined;
  readonly estimate: number;
  readonly isEstimateExact: boolean;
  readonly #column: InvertedIndex;
  readonly #arena: Arena | undefined;
  readonly #terms: readonly number[];
  #rows: Uint32Array | undefined;
  #bitmap: Bitmap | undefined;

  /** With an arena, the filter is valid until the arena is reset. */
  constructor(column: InvertedIndex, terms: readonly { readonly term: number }[], arena?: Arena) {
    this.#column = column;
    this.#arena = arena;
    this.#terms = terms.map(({ term }) => term);
    this.isEstimateExact = terms.length <= 1;
    this.estimate = this.#terms.reduce((sum, term) => sum + column.rowCount(term), 0);
  }

  exactMask(): Mask | undefined {
    if (this.#terms.length !== 1 || !this.#column.hasBitmap(this.#terms[0])) return undefined;
    return { include: this.bitmap() };
  }

  supersetMask(): undefined {
    return undefined;
  }

  /** The rows of the filter's single term, unsorted; undefined if it has several terms or the rows have been sorted. */
  get unsortedPostings(): Uint32Array | undefined {
    if (this.#terms.length !== 1 || this.#rows !== undefined) return undefined;
    return this.#column.unsortedPostings(this.#terms[0]);
  }

  rows(): Uint32Array {
    return (this.#rows ??= unionRows(this.#lists(), this.#column.size));
  }

  filterRows(rows: Uint32Array): Uint32Array {
    if (this.#terms.length === 1 && this.#column.hasBitmap(this.#terms[0]))
      return filterByBitmap(rows, this.bitmap());
    const lists = this.#rows === undefined ? this.#lists() : [this.#rows];
    const galloping = rows.length * lists.length * GALLOP_COST;
    if (this.#bitmap !== undefined || galloping > this.estimate + this.#column.size / 32) {
      return filterByBitmap(rows, this.bitmap());
    }
    return unionRows(
      lists.map((list) => intersectRows(rows, list)),
      this.#column.size,
    );
  }

  bitmap(): Bitmap {
    this.#bitmap ??= this.#asBitmap();
    return this.#bitmap;
  }

  /** Number of the filter's rows in `liveRows` (null: all). */
  count(liveRows: Bitmap | null): number {
    if (this.#terms.length === 0) return 0;
    if (liveRows === null && this.isEstimateExact) return this.estimate;
    if (this.#bitmap === undefined && this.estimate * 32 <= this.#column.size) {
      if (liveRows === null) return this.rows().length;
      return filterByBitmap(
        this.#terms.length === 1 ? this.#column.unsortedPostings(this.#terms[0]) : this.rows(),
        liveRows,
      ).length;
    }
    return liveRows === null ? countBits(this.bitmap()) : countCommon(this.bitmap(), liveRows);
  }

  #asBitmap(): Bitmap {
    if (this.#terms.length === 1) return this.#column.cachedBitmap(this.#terms[0]);
    const { size } = this.#column;
    const bitmap = this.#arena?.alloc((size + 31) >>> 5) ?? emptyBitmap(size);
    for (const term of this.#terms) {
      // Reads 32 rows at once, which takes a tenth of the time for common words.
      if (this.#column.hasBitmap(term)) addBits(bitmap, this.#column.cachedBitmap(term));
      else setRows(bitmap, this.#column.unsortedPostings(term));
    }
    return bitmap;
  }

  #lists(): Uint32Array[] {
    return this.#terms.flatMap((term) => this.#column.impactLists(term).map(({ rows }) => rows));
  }
}
