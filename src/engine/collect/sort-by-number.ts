// Sorts matches by a number column. Unknown values come last in both directions. Ties go by ascending row, or by the schema's
// shuffle in columns that use it. Row order needs no sorting; columns with few values use a bitmap per value or a counting sort.
// Otherwise few matches are sorted by a heap or by their positions; for many, or deep pages, the column's order is walked until
// the page is full.
import type { PermutedBitmaps } from '../query/permuted-bitmaps.ts';
import { countBetween, popcount, bitmapToRows, type Bitmap } from '../postings/bitmap.ts';
import type { NumberColumn, ByteOrdinals } from '../columns/number-column.ts';
import { after, type SortedRow } from '../schema.ts';
import { DEEP_SHARE, walkInOrder } from './walk-order.ts';
import { bitmapOf, type RowSet } from '../query/planner.ts';
import { gallop } from '../postings/row-lists.ts';
import { smallestK } from './top-k.ts';

type Direction = 'ascending' | 'descending';

/** If fewer than one row in this many matches, a counting sort is faster than reading the bitmaps of values. */
const DENSE_SHARE = 256;

/** The matches [`skip`, `limit`), 0-based. */
export function sortByNumber(
  column: NumberColumn,
  direction: Direction,
  rowSet: RowSet,
  skip: number,
  limit: number,
): Iterator<SortedRow> {
  const { total } = rowSet;
  if (column.isSortedByRow) {
    if (direction === 'ascending') return inRowOrder(rowSet, column, skip);
    if (rowSet.kind === 'list') return listBackwards(column, rowSet.rows, skip);
    return skip * DEEP_SHARE > total
      ? listBackwards(column, bitmapToRows(rowSet.bitmap, total), skip)
      : after(skip, bitmapBackwards(column, rowSet.bitmap));
  }
  if (rowSet.kind === 'bitmap' && total * DENSE_SHARE > column.size && column.isLowCardinality) {
    return valueByValue(column, direction, rowSet.bitmap, skip);
  }
  const { byteOrdinals } = column;
  // Matches are spread over the whole order: the expected number of rows passed before the page ends.
  const wanted = Math.min(limit, total);
  const steps = (wanted * column.size) / Math.max(1, total);
  const sorted = column.isShuffled ? total : byteOrdinals === undefined ? wanted : 0;
  if (steps < total + sorted * Math.log2(sorted + 1) || (column.isShuffled && direction === 'descending')) {
    return walkInOrder(column, direction, bitmapOf(rowSet, column.size), { skip, total });
  }
  const rows = rowSet.kind === 'list' ? rowSet.rows : bitmapToRows(rowSet.bitmap, total);
  if (column.isShuffled) return inColumnOrder(column, column.inOrder(rows).subarray(skip, limit));
  return byteOrdinals === undefined
    ? after(skip, byHeap(column, direction, rows, limit))
    : countingSorted(byteOrdinals, direction, rows, skip, limit);
}

/**
 * The rows of a value are those below it in the order minus those below the previous value. The first `skip` are counted, not
 * visited. With `permutedBitmaps`, the bits of `bitmap` are positions in their order.
 */
export function* valueByValue(
  column: NumberColumn,
  direction: Direction,
  bitmap: Bitmap,
  skip: number,
  permutedBitmaps?: PermutedBitmaps,
): Iterator<SortedRow> {
  const { rangeBitmaps } = column;
  const below = (slice: number): Bitmap => {
    const cached = rangeBitmaps.bitmaps[slice];
    return permutedBitmaps === undefined ? cached : permutedBitmaps.permute(cached);
  };
  const rowAt = permutedBitmaps?.rows;
  let left = skip;
  const slices = rangeBitmaps.positions.length - 1;
  for (let i = 0; i <= slices; i++) {
    const isUnknown = i === slices;
    const slice = isUnknown ? slices : direction === 'ascending' ? i : slices - 1 - i;
    const lower = below(slice);
    const upper = isUnknown ? bitmap : below(slice + 1);
    const value = isUnknown
      ? Infinity
      : column.valueOr(column.rowAt(rangeBitmaps.positions[slice]), Infinity);
    const sortKey = direction === 'ascending' || isUnknown ? value : -value;
    if (left > 0) {
      const count = countBetween(bitmap, upper, lower);
      if (count <= left) {
        left -= count;
        continue;
      }
    }
    for (let at = 0; at < bitmap.length; at++) {
      let word = bitmap[at] & upper[at] & ~lower[at];
      for (; word !== 0 && left > 0; left--) word &= word - 1;
      for (; word !== 0; word &= word - 1) {
        const position = (at << 5) + 31 - Math.clz32(word & -word);
        yield { row: rowAt === undefined ? position : rowAt[position], sortKey };
      }
    }
  }
}

function* inColumnOrder(column: NumberColumn, rows: Uint32Array): Iterator<SortedRow> {
  for (const row of rows) yield { row, sortKey: column.valueOr(row, Infinity) };
}

function* byHeap(
  column: NumberColumn,
  direction: Direction,
  rows: Uint32Array,
  limit: number,
): Iterator<SortedRow> {
  const sign = direction === 'ascending' ? 1 : -1;
  const sortKeys = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) sortKeys[i] = sign * column.valueOr(rows[i], sign * Infinity);
  for (const i of smallestK(sortKeys, limit)) yield { row: rows[i], sortKey: sortKeys[i] };
}

/** A counting sort. O(rows), however deep the page. */
function* countingSorted(
  { ordinals, values }: ByteOrdinals,
  direction: Direction,
  rows: Uint32Array,
  skip: number,
  limit: number,
): Iterator<SortedRow> {
  const counts = new Uint32Array(values.length + 1);
  for (let i = 0; i < rows.length; i++) counts[ordinals[rows[i]]]++;
  const inOrder = Array.from(values, (_, i) => (direction === 'ascending' ? i : values.length - 1 - i));
  inOrder.push(values.length);
  // Marks values beyond the page, which have no position.
  const NOWHERE = 0xffffffff;
  const places = new Uint32Array(values.length + 1).fill(NOWHERE);
  let length = 0;
  for (const rank of inOrder) {
    if (length >= limit) break;
    places[rank] = length;
    length += counts[rank];
  }
  const sorted = new Uint32Array(length);
  for (let i = 0; i < rows.length; i++) {
    const rank = ordinals[rows[i]];
    if (places[rank] !== NOWHERE) sorted[places[rank]++] = rows[i];
  }
  const sign = direction === 'ascending' ? 1 : -1;
  for (const row of sorted.subarray(skip)) {
    const rank = ordinals[row];
    yield { row, sortKey: rank === values.length ? Infinity : sign * values[rank] };
  }
}

function* inRowOrder(rowSet: RowSet, column: NumberColumn, skip: number): Iterator<SortedRow> {
  const rows =
    rowSet.kind === 'list'
      ? rowSet.rows.subarray(skip)
      : presentRows(rowSet.bitmap, positionOf(rowSet.bitmap, skip), column.size);
  for (const row of rows) yield { row, sortKey: column.valueOr(row, Infinity) };
}

/** The row with index `index` in the bitmap; the end of the bitmap if there are fewer. */
function positionOf(bitmap: Bitmap, index: number): number {
  let left = index;
  for (let at = 0; at < bitmap.length; at++) {
    let word = bitmap[at];
    const count = popcount(word);
    if (count <= left) {
      left -= count;
      continue;
    }
    for (; left > 0; left--) word &= word - 1;
    return (at << 5) + 31 - Math.clz32(word & -word);
  }
  return bitmap.length << 5;
}

/** The rows of the bitmap in [`from`, `to`). */
function* presentRows(bitmap: Bitmap, from: number, to: number): Iterable<number> {
  for (let i = from >>> 5; i << 5 < to; i++) {
    let word = i === from >>> 5 ? bitmap[i] & (-1 << (from & 31)) : bitmap[i];
    for (; word !== 0; word &= word - 1) {
      const row = (i << 5) + 31 - Math.clz32(word & -word);
      if (row >= to) return;
      yield row;
    }
  }
}

/** The rows by descending value; the rows of one value ascend. */
function* listBackwards(column: NumberColumn, rows: Uint32Array, skip: number): Iterator<SortedRow> {
  const valueAt = (i: number): number => column.valueOr(rows[i], Infinity);
  const known = gallop(rows, column.known, 0);
  let end = Math.max(0, known - skip);
  let left = Math.max(0, skip - known);
  // The page may begin within the rows of a value, which are ascending.
  for (; end > 0 && end < known && valueAt(end) === valueAt(end - 1); end++) left++;
  while (end > 0) {
    const value = valueAt(end - 1);
    let first = end - 1;
    while (first > 0 && valueAt(first - 1) === value) first--;
    for (let i = first + left; i < end; i++) yield { row: rows[i], sortKey: -value };
    left = 0;
    end = first;
  }
  for (let i = known + left; i < rows.length; i++) yield { row: rows[i], sortKey: Infinity };
}

function* bitmapBackwards(column: NumberColumn, bitmap: Bitmap): Iterator<SortedRow> {
  for (let end = column.known; end > 0;) {
    const last = lastBefore(bitmap, end);
    if (last < 0) break;
    const value = column.valueOr(last, Infinity);
    const first = column.lowerBound(value);
    for (const row of presentRows(bitmap, first, end)) yield { row, sortKey: -value };
    end = first;
  }
  for (const row of presentRows(bitmap, column.known, column.size)) yield { row, sortKey: Infinity };
}

/** The last row of the bitmap before `end`, or -1. */
function lastBefore(bitmap: Bitmap, end: number): number {
  let i = (end - 1) >>> 5;
  let word = bitmap[i] & (-1 >>> (31 - ((end - 1) & 31)));
  while (word === 0 && i > 0) word = bitmap[--i];
  return word === 0 ? -1 : (i << 5) + 31 - Math.clz32(word);
}
