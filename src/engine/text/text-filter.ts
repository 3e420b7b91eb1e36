// The rows that have a word of the query, in any of the terms that it stands for. Made for one search, which asks it more
// than once: what it has found it keeps.
import { countBits, countCommon, noBits, rowsOf, setRows, type Bits } from '../bits.ts';
import type { RowFilter } from '../row-filter.ts';
import { commonRows, FEW_ROWS, rowsInBits, sortedRows, unionOfRows } from '../row-lists.ts';
import type { Mask } from '../row-test.ts';
import type { TextColumn } from './text-column.ts';

/**
 * Looking for a row in a list by galloping costs about so many times what adding a row to a bitmap does.
 */
const GALLOP_COST = 16;

export class TextFilter implements RowFilter {
  readonly cuts = false;
  readonly run = undefined;
  readonly estimate: number;
  readonly exact: boolean;
  readonly #column: TextColumn;
  readonly #terms: readonly number[];
  #rows: Uint32Array | undefined;
  #bits: Bits | undefined;

  constructor(column: TextColumn, terms: readonly { readonly term: number }[]) {
    this.#column = column;
    this.#terms = terms.map(({ term }) => term);
    this.exact = terms.length <= 1;
    this.estimate = this.#terms.reduce((sum, term) => sum + column.frequency(term), 0);
  }

  keptMask(): Mask | undefined {
    if (this.#terms.length !== 1 || !this.#column.isCommon(this.#terms[0])) return undefined;
    return { within: this.bits() };
  }

  roundedMask(): undefined {
    return undefined;
  }

  /** The rows of its one term, in no order; undefined where it has others, or where they have been put in order. */
  get anyOrder(): Uint32Array | undefined {
    if (this.#terms.length !== 1 || this.#rows !== undefined) return undefined;
    return this.#column.anyOrder(this.#terms[0]);
  }

  rows(): Uint32Array {
    this.#rows ??= this.#listed();
    return this.#rows;
  }

  keepRows(rows: Uint32Array): Uint32Array {
    if (this.#terms.length === 1 && this.#column.isCommon(this.#terms[0]))
      return rowsInBits(rows, this.bits());
    const lists = this.#lists();
    const galloping = rows.length * lists.length * GALLOP_COST;
    if (this.#bits !== undefined || galloping > this.estimate + this.#column.size / 32) {
      return rowsInBits(rows, this.bits());
    }
    return unionOfRows(lists.map((list) => commonRows(rows, list)));
  }

  bits(): Bits {
    this.#bits ??= this.#mapped();
    return this.#bits;
  }

  /** Number of rows that it keeps, of those in `alive` where that is given. */
  count(alive: Bits | null): number {
    if (this.#terms.length === 0) return 0;
    if (alive === null && this.exact) return this.estimate;
    if (this.#bits === undefined && this.estimate * 32 <= this.#column.size) {
      if (alive === null) return this.rows().length;
      return rowsInBits(this.#terms.length === 1 ? this.#column.anyOrder(this.#terms[0]) : this.rows(), alive)
        .length;
    }
    return alive === null ? countBits(this.bits()) : countCommon(this.bits(), alive);
  }

  #listed(): Uint32Array {
    // The lists of one term share no row; those of several may.
    if (this.#terms.length === 1) return sortedRows(this.#lists(), this.#column.size);
    return this.estimate >= FEW_ROWS ? rowsOf(this.bits()) : unionOfRows(this.#lists());
  }

  #mapped(): Bits {
    if (this.#terms.length === 1) return this.#column.sharedBits(this.#terms[0]);
    const bits = noBits(this.#column.size);
    for (const term of this.#terms) setRows(bits, this.#column.anyOrder(term));
    return bits;
  }

  #lists(): Uint32Array[] {
    return this.#terms.flatMap((term) => this.#column.impactLists(term).map(({ rows }) => rows));
  }
}
