// Value columns merged. Values that no live row has are left out, and the others are numbered as a build numbers them:
// as they come by, row after row.
import { countingSort } from './counting-sort.ts';
import { DELETED } from '../segment/row-map.ts';
import { sharedUint32s } from './shared-arrays.ts';
import { packStrings, unpackStrings } from './packed-strings.ts';
import type { KeywordColumnData } from './keyword-column.ts';

export function mergeKeywordColumns(
  columns: readonly KeywordColumnData[],
  { size, newRows }: { readonly size: number; readonly newRows: readonly Uint32Array[] },
): KeywordColumnData {
  // First as if all dictionaries were one behind the other; 0 stays "unknown".
  const ordinals = sharedUint32s(size);
  const all: string[] = [];
  columns.forEach((column, part) => {
    const first = all.length;
    for (const value of unpackStrings(column.dictionary)) all.push(value);
    const target = newRows[part];
    for (let row = 0; row < target.length; row++) {
      const ordinal = column.ordinals[row];
      if (ordinal !== 0 && target[row] !== DELETED) ordinals[target[row]] = first + ordinal;
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
    ...countingSort(ordinals, ordinalOf.size + 1),
  };
}
