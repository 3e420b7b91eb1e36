// Merges number columns: values move to their new rows, and the sorted orders are merged.
import { DELETED, mergeSortedRuns } from '../segment/row-map.ts';
import {
  fitsInteger,
  isSortedByRow,
  unknownIn,
  type NumberArray,
  type NumberColumnData,
} from './number-column.ts';
import { sharedFloat64s, sharedInt32s, sharedUint32s } from './shared-arrays.ts';

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
