// Key columns merged: the keys in the order of the new rows, and their hashes, which need not be taken again.
import { countingSort } from './counting-sort.ts';
import type { KeyColumnData } from './key-column.ts';
import { DELETED, type RowMap } from '../segment/row-map.ts';
import { takeStrings } from './packed-order.ts';
import { sharedUint32s } from './shared-arrays.ts';

export function mergeKeyColumns(columns: readonly KeyColumnData[], rowMap: RowMap): KeyColumnData {
  const hashOf = new Uint32Array(rowMap.size);
  columns.forEach(({ hashes, rows }, part) => {
    const target = rowMap.newRows[part];
    for (let i = 0; i < rows.length; i++)
      if (target[rows[i]] !== DELETED) hashOf[target[rows[i]]] = hashes[i];
  });
  return { keys: takeStrings(rowMap.allKeys, rowMap.order), ...inHashOrder(hashOf) };
}

const DIGIT_BITS = 15;
const DIGITS = 2 ** DIGIT_BITS;

/** By hash, equal ones by row: grouped by the lower half of the hash first, then by the upper, which keeps the order within. */
function inHashOrder(hashOf: Uint32Array): Pick<KeyColumnData, 'hashes' | 'rows'> {
  const byLower = countingSort(
    hashOf.map((hash) => hash & (DIGITS - 1)),
    DIGITS,
  ).rows;
  const byUpper = countingSort(
    byLower.map((row) => hashOf[row] >>> DIGIT_BITS),
    DIGITS,
  ).rows;
  const rows = sharedUint32s(hashOf.length);
  const hashes = sharedUint32s(hashOf.length);
  for (let i = 0; i < rows.length; i++) {
    rows[i] = byLower[byUpper[i]];
    hashes[i] = hashOf[rows[i]];
  }
  return { hashes, rows };
}
