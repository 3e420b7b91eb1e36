// Walks matches in the order of a number column. The start of a deep page is found by counting: it is in the slice after the last
// of the column's cumulative bitmaps that contains no more matches than are skipped.
import { partitionPoint } from '../../binary-search.ts';
import type { NumberColumn } from '../columns/number-column.ts';
import { countCommon, hasBit, type Bitmap } from '../postings/bitmap.ts';
import type { SortedRow } from '../schema.ts';

/** If fewer than one match in this many is skipped, walking is faster than counting or reading a bitmap backwards. */
export const DEEP_SHARE = 8;

/** The matches from `skip` on; `total` is their number. Equal values go by ascending row, unknown ones come last. */
export function walkInOrder(
  column: NumberColumn,
  direction: 'ascending' | 'descending',
  bitmap: Bitmap,
  { skip, total }: { readonly skip: number; readonly total: number },
): Iterator<SortedRow> {
  const isDeep = skip * DEEP_SHARE > total;
  return direction === 'ascending'
    ? ascending(column, bitmap, skip, isDeep)
    : descending(column, bitmap, skip, isDeep);
}

function* ascending(
  column: NumberColumn,
  bitmap: Bitmap,
  skip: number,
  isDeep: boolean,
): Generator<SortedRow> {
  let from = 0;
  let left = skip;
  if (isDeep) {
    const { positions, bitmaps } = column.rangeBitmaps;
    const slice = firstWithMatches(bitmaps, bitmap, skip + 1) - 1;
    from = positions[slice];
    left -= countCommon(bitmap, bitmaps[slice]);
  }
  yield* rowsBetween(column, bitmap, { from, to: column.size, skip: left }, 1);
}

function* descending(
  column: NumberColumn,
  bitmap: Bitmap,
  skip: number,
  isDeep: boolean,
): Generator<SortedRow> {
  let end = column.known;
  let left = skip;
  if (isDeep) {
    const { positions, bitmaps } = column.rangeBitmaps;
    const known = countCommon(bitmap, bitmaps[bitmaps.length - 1]);
    const slice = firstWithMatches(bitmaps, bitmap, known - skip);
    end = positions[slice];
    left -= known - countCommon(bitmap, bitmaps[slice]);
    // A value's rows ascend even here, so the walk cannot begin among them: it begins after the last.
    const whole = end === 0 ? 0 : column.upperBound(column.valueOr(column.rowAt(end - 1), Infinity));
    for (; end < whole; end++) left += Number(hasBit(bitmap, column.rowAt(end)));
  }
  while (end > 0) {
    const from = column.lowerBound(column.valueOr(column.rowAt(end - 1), Infinity));
    left = yield* rowsBetween(column, bitmap, { from, to: end, skip: left }, -1);
    end = from;
  }
  yield* rowsBetween(column, bitmap, { from: column.known, to: column.size, skip: left }, -1);
}

/** The index of the first slice with at least `count` matches before it; the number of slices if there is none. */
function firstWithMatches(before: readonly Bitmap[], bitmap: Bitmap, count: number): number {
  return partitionPoint(0, before.length, (slice) => countCommon(bitmap, before[slice]) >= count);
}

/** The matches at these positions of the order, after the first `skip`. Returns how many are still to be skipped. */
function* rowsBetween(
  column: NumberColumn,
  bitmap: Bitmap,
  { from, to, skip }: { readonly from: number; readonly to: number; readonly skip: number },
  sign: 1 | -1,
): Generator<SortedRow, number> {
  let left = skip;
  for (let position = from; position < to; position++) {
    const row = column.rowAt(position);
    if (!hasBit(bitmap, row)) continue;
    if (left > 0) left--;
    else yield { row, sortKey: sign * column.valueOr(row, sign * Infinity) };
  }
  return left;
}
