// The rows that have a word of the query, in any of the terms that it stands for.
import { noBits, setRows, type Bits } from '../bits.ts';
import type { RowFilter } from '../row-filter.ts';
import { commonRows, rowsInBits, unionOfRows } from '../row-lists.ts';
import type { TextColumn } from './text-column.ts';

/** From this many terms on, a bitmap of them all is cheaper than to look into each list. */
const MANY_TERMS = 8;

export class TextFilter implements RowFilter {
  readonly cuts = false;
  readonly estimate: number;
  readonly exact: boolean;
  readonly #column: TextColumn;
  readonly #terms: readonly number[];

  constructor(column: TextColumn, terms: readonly { readonly term: number }[]) {
    this.#column = column;
    this.#terms = terms.map(({ term }) => term);
    this.exact = terms.length <= 1;
    this.estimate = this.#terms.reduce((sum, term) => sum + column.frequency(term), 0);
  }

  rows(): Uint32Array {
    return unionOfRows(this.#lists());
  }

  keepRows(rows: Uint32Array): Uint32Array {
    if (this.#terms.length >= MANY_TERMS) return rowsInBits(rows, this.bits());
    return unionOfRows(this.#lists().map((list) => commonRows(rows, list)));
  }

  bits(): Bits {
    if (this.#terms.length === 1) return this.#column.sharedBits(this.#terms[0]);
    const bits = noBits(this.#column.size);
    for (const term of this.#terms) setRows(bits, this.#column.anyOrder(term));
    return bits;
  }

  #lists(): Uint32Array[] {
    return this.#terms.flatMap((term) => this.#column.impactLists(term).map(({ rows }) => rows));
  }
}
