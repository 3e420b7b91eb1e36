// Value columns merged. Values that no live row has are left out, and the others are numbered as a build numbers them:
// as they come by, row after row.
import { groupRows } from './group-rows.ts';
import { GONE } from './merge-rows.ts';
import { sharedUint32s } from './shared-arrays.ts';
import { packStrings, unpackStrings } from './strings.ts';
import type { ValueColumnData } from './value-column.ts';

export function mergeValueColumns(
  columns: readonly ValueColumnData[],
  { size, targets }: { readonly size: number; readonly targets: readonly Uint32Array[] },
): ValueColumnData {
  // First as if all dictionaries were one behind the other; 0 stays "unknown".
  const ordinals = sharedUint32s(size);
  const all: string[] = [];
  columns.forEach((column, part) => {
    const first = all.length;
    for (const value of unpackStrings(column.dictionary)) all.push(value);
    const target = targets[part];
    for (let row = 0; row < target.length; row++) {
      const ordinal = column.ordinals[row];
      if (ordinal !== 0 && target[row] !== GONE) ordinals[target[row]] = first + ordinal;
    }
  });
  const ordinalOf = new Map<string, number>();
  const known = new Uint32Array(all.length + 1);
  for (let row = 0; row < size; row++) {
    const draft = ordinals[row];
    if (draft === 0) continue;
    if (known[draft] === 0) {
      const value = all[draft - 1];
      const ordinal = ordinalOf.get(value) ?? ordinalOf.size + 1;
      ordinalOf.set(value, ordinal);
      known[draft] = ordinal;
    }
    ordinals[row] = known[draft];
  }
  return {
    dictionary: packStrings([...ordinalOf.keys()]),
    ordinals,
    ...groupRows(ordinals, ordinalOf.size + 1),
  };
}
