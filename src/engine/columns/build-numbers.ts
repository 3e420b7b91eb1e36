// Builds a number column value by value, in typed arrays: an array of numbers and nulls stores most of them as objects, which the
// garbage collector copies as long as the column grows.
import { type NumberColumnData, fitsInteger, unknownIn, isSortedByRow } from './number-column.ts';
import { grown, sharedInt32s, sharedFloat64s, sharedUint32s } from './shared-arrays.ts';
import { denseRanks, countingSort } from './counting-sort.ts';

export class NumberColumnBuilder {
  #values = new Float64Array(1024);
  #size = 0;

  /** Adds the value of the next row. Throws if it is NaN, which has no place in an order. */
  add(value: number | null): void {
    if (value !== null && Number.isNaN(value)) throw new Error('a number column cannot hold NaN');
    if (this.#size === this.#values.length) this.#values = grown(this.#values, this.#size + 1);
    // Adding 0 turns -0 into 0.
    this.#values[this.#size++] = value === null ? NaN : value + 0;
  }

  /** The values so far, in the order in which they were added; unknown ones are NaN. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#size);
  }

  /**
   * The column in a new order: row `row` is the one added as number `order[row]`, from 0. `ties` has the new rows in the order
   * that breaks ties. Default: ascending.
   */
  finish(order: Uint32Array, ties?: Uint32Array): NumberColumnData {
    const size = order.length;
    const numbers = new Float64Array(size);
    let known = 0;
    let integers = true;
    for (let row = 0; row < size; row++) {
      const value = this.#values[order[row]];
      numbers[row] = value;
      if (Number.isNaN(value)) continue;
      known++;
      integers &&= fitsInteger(value);
    }
    const values = integers ? sharedInt32s(size) : sharedFloat64s(size);
    const unknown = unknownIn(values);
    for (let row = 0; row < size; row++) values[row] = Number.isNaN(numbers[row]) ? unknown : numbers[row];
    if (ties === undefined && isSortedByRow(values)) return { values, order: sharedUint32s(0), known };
    const { ranks, distinct } = denseRanks(numbers);
    return { values, order: countingSort(ranks, distinct + 1, ties).rows, known };
  }
}
