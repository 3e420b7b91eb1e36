// Builds and merges number columns. In a merge, values move to their new rows, and the sorted orders are merged.
import { DELETED, mergeSortedRuns } from '../segment/row-map.ts';
import {
  fitsInteger,
  isSortedByRow,
  unknownIn,
  type NumberArray,
  type NumberColumnData,
} from './number-column.ts';
import {
  sharedFloat64s,
  sharedInt32s,
  sharedUint32s,
  grown,
  countingSort,
  denseRanks,
} from './shared-arrays.ts';

/** `ties` has the new rows in the order that breaks ties. Default: ascending. */
export function mergeNumberColumns(
  columns: readonly NumberColumnData[],
  { size, newRows }: { readonly size: number; readonly newRows: readonly Uint32Array[] },
  ties?: Uint32Array,
): NumberColumnData {
  const integers = columns.every(({ values }, part) => onlyIntegers(values, newRows[part]));
  const values = integers ? sharedInt32s(size) : sharedFloat64s(size);
  const unknown = unknownIn(values);
  let known = 0;
  columns.forEach((column, part) => {
    const target = newRows[part];
    const unknownThere = unknownIn(column.values);
    for (let row = 0; row < target.length; row++) {
      if (target[row] === DELETED) continue;
      const value = column.values[row];
      const isKnown = value !== unknownThere && !Number.isNaN(value);
      values[target[row]] = isKnown ? value : unknown;
      if (isKnown) known++;
    }
  });
  const isInRowOrder = ties === undefined && isSortedByRow(values);
  const order = isInRowOrder ? sharedUint32s(0) : mergeOrders(columns, newRows, { values, known }, ties);
  return { values, order, known };
}

function onlyIntegers(values: NumberArray, target: Uint32Array): boolean {
  if (values instanceof Int32Array) return true;
  for (let row = 0; row < values.length; row++) {
    if (target[row] !== DELETED && !Number.isNaN(values[row]) && !fitsInteger(values[row])) return false;
  }
  return true;
}

function mergeOrders(
  columns: readonly NumberColumnData[],
  newRows: readonly Uint32Array[],
  { values, known }: Pick<NumberColumnData, 'values' | 'known'>,
  ties?: Uint32Array,
): Uint32Array {
  const places = ties === undefined ? undefined : placesOf(ties);
  const placeOf = (row: number): number => (places === undefined ? row : places[row]);
  // The new rows of a source keep the order of its old ones, so its renumbered order is a sorted run.
  const runs = columns.map((column, part) => {
    const target = newRows[part];
    const run = new Uint32Array(column.known);
    let filled = 0;
    for (let position = 0; position < column.known; position++) {
      const row = target[column.order.length === 0 ? position : column.order[position]];
      if (row !== DELETED) run[filled++] = row;
    }
    return run.subarray(0, filled);
  });
  const sorted = mergeSortedRuns(runs, (a, b) =>
    values[a] === values[b] ? placeOf(a) < placeOf(b) : values[a] < values[b],
  );
  const order = sharedUint32s(values.length);
  order.set(sorted);
  const unknown = unknownIn(values);
  let filled = known;
  for (let i = 0; i < values.length; i++) {
    const row = ties === undefined ? i : ties[i];
    if (values[row] === unknown || Number.isNaN(values[row])) order[filled++] = row;
  }
  return order;
}

/** The inverse of a permutation. */
function placesOf(rows: Uint32Array): Uint32Array {
  const places = new Uint32Array(rows.length);
  for (let place = 0; place < rows.length; place++) places[rows[place]] = place;
  return places;
}

// Builds a number column value by value, in typed arrays: an array of numbers and nulls stores most of them as objects, which the
// garbage collector copies as long as the column grows.

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
