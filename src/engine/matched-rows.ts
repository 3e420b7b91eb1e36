// The rows of one segment that match a query, in whichever form a count of them needs: a list, a bitmap, or the knowledge
// that they are all there are. Each form is made once, at its first use.
import { allBits, difference, noBits, rowsOf, setRows, type Bits } from './bits.ts';
import type { NumberColumn } from './number-column.ts';
import type { Matches } from './plan.ts';
import { commonRows, gallop, rowsInBits } from './row-lists.ts';
import type { ValueColumn } from './value-column.ts';

/** Some numbers in ascending order. */
export interface Ascending {
  readonly length: number;
  at(index: number): number;
}

/** Fewer matches than one row in so many are sorted sooner than the order of a whole column is walked. */
const SORTED_SHARE = 64;

export class MatchedRows {
  readonly total: number;
  readonly #matches: Matches;
  readonly #size: number;
  #rows: Uint32Array | undefined;
  #others: Uint32Array | undefined;
  #bits: Bits | undefined;

  /** `size` is the number of rows of the segment, dead ones too. */
  constructor(matches: Matches, size: number) {
    this.#matches = matches;
    this.#size = size;
    this.total = matches.total;
  }

  /** Rows by the ordinal of their value. */
  countOrdinals(column: ValueColumn): Uint32Array {
    const counts = new Uint32Array(column.distinct);
    if (this.total === this.#size) {
      for (let ordinal = 0; ordinal < counts.length; ordinal++) counts[ordinal] = column.frequency(ordinal);
      return counts;
    }
    // A bitmap a value takes a step for each of its words, a list one for each match.
    if (column.distinct * (this.#size >>> 5) < this.total) {
      for (let ordinal = 0; ordinal < counts.length; ordinal++) {
        counts[ordinal] = column.countIn(ordinal, this.#asBits());
      }
      return counts;
    }
    const { ordinals } = column;
    if (this.#matches.kind === 'bitmap' && this.total * 2 > this.#size) {
      // Fewer rows do not match than do: those are taken off.
      for (let ordinal = 0; ordinal < counts.length; ordinal++) counts[ordinal] = column.frequency(ordinal);
      const others = this.#asOthers(this.#matches.bits);
      for (let i = 0; i < others.length; i++) counts[ordinals[others[i]]]--;
      return counts;
    }
    const rows = this.#asList();
    for (let i = 0; i < rows.length; i++) counts[ordinals[rows[i]]]++;
    return counts;
  }

  /** The known values of a column. */
  sortedNumbers(column: NumberColumn): Ascending {
    if (this.total === this.#size) {
      return { length: column.known, at: (index) => column.valueOr(column.rowAt(index), NaN) };
    }
    if (column.inRowOrder) {
      const rows = this.#asList();
      return valuesOf(column, rows.subarray(0, gallop(rows, column.known, 0)));
    }
    if (this.total * SORTED_SHARE > this.#size) {
      return valuesOf(column, rowsInBits(column.slice(0, column.known), this.#asBits()));
    }
    const known = Float64Array.from(this.#asList(), (row) => column.valueOr(row, NaN)).sort();
    // NaN is sorted last.
    let { length } = known;
    while (length > 0 && Number.isNaN(known[length - 1])) length--;
    return { length, at: (index) => known[index] };
  }

  /** How many of `rows`, which ascend, are among them. */
  countOf(rows: Uint32Array): number {
    if (this.total === this.#size) return rows.length;
    return this.#matches.kind === 'list'
      ? commonRows(rows, this.#matches.rows).length
      : rowsInBits(rows, this.#matches.bits).length;
  }

  #asList(): Uint32Array {
    this.#rows ??=
      this.#matches.kind === 'list' ? this.#matches.rows : rowsOf(this.#matches.bits, this.total);
    return this.#rows;
  }

  /** The rows that do not match. */
  #asOthers(bits: Bits): Uint32Array {
    this.#others ??= rowsOf(difference(allBits(this.#size), bits), this.#size - this.total);
    return this.#others;
  }

  #asBits(): Bits {
    if (this.#matches.kind === 'bitmap') return this.#matches.bits;
    if (this.#bits === undefined) {
      this.#bits = noBits(this.#size);
      setRows(this.#bits, this.#matches.rows);
    }
    return this.#bits;
  }
}

/** The values of rows that are in their order. */
function valuesOf(column: NumberColumn, rows: Uint32Array): Ascending {
  return { length: rows.length, at: (index) => column.valueOr(rows[index], NaN) };
}
