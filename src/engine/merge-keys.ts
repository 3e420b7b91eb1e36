// Key columns merged: the keys in the order of the new rows, and their hashes, which need not be taken again.
import { groupRows } from './group-rows.ts';
import type { KeyColumnData } from './key-column.ts';
import { GONE, type MergedRows } from './merge-rows.ts';
import { pickStrings } from './packed-order.ts';
import { sharedUint32s } from './shared-arrays.ts';

export function mergeKeyColumns(columns: readonly KeyColumnData[], merged: MergedRows): KeyColumnData {
  const hashOf = new Uint32Array(merged.size);
  columns.forEach(({ hashes, rows }, part) => {
    const target = merged.targets[part];
    for (let i = 0; i < rows.length; i++) if (target[rows[i]] !== GONE) hashOf[target[rows[i]]] = hashes[i];
  });
  return { keys: pickStrings(merged.allKeys, merged.order), ...inHashOrder(hashOf) };
}

const DIGIT_BITS = 15;
const DIGITS = 2 ** DIGIT_BITS;

/** By hash, equal ones by row: grouped by the lower half of the hash first, then by the upper, which keeps the order within. */
function inHashOrder(hashOf: Uint32Array): Pick<KeyColumnData, 'hashes' | 'rows'> {
  const byLower = groupRows(
    hashOf.map((hash) => hash & (DIGITS - 1)),
    DIGITS,
  ).rows;
  const byUpper = groupRows(
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
