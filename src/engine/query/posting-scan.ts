// Searches the rows of one value (a make), in any sort order, if all other filters have cached masks
// (row-predicate.ts). These are permuted to the rows of that value. Deep pages in the order of a column with few
// values are reached by counting, without reading the rows before them.
import { intersectRange } from './masks.ts';
import { clearBit, hasBit, bitmapToRows, type Bitmap } from '../postings/bitmap.ts';
import type { Cursor } from '../collect/cursor.ts';
import { valueByValue } from '../collect/sort-by-number.ts';
import { sortRows } from '../collect/sort-rows.ts';
import { isImplied } from './planner.ts';
import { fewestRows, type CompiledFilter } from './compiled-filter.ts';
import { gallop } from '../postings/row-lists.ts';
import { RowPredicate } from './row-predicate.ts';
import type { SortOrder } from '../schema.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import { KeywordFilter } from '../columns/keyword-column.ts';

/** With fewer rows, testing each is as fast. */
const POSTING_SCAN_THRESHOLD = 4096;

/**
 * Undefined if the query does not qualify: sorted by relevance, or led by a filter of several values or of fewer than
 * `threshold` rows. For queries without a radius.
 */
export function scanPostings(
  { segment, liveRows }: SegmentReader,
  sortOrder: SortOrder,
  filters: readonly CompiledFilter[],
  threshold = POSTING_SCAN_THRESHOLD,
): Cursor | undefined {
  if (sortOrder.by === 'relevance') return undefined;
  const lead = fewestRows(filters);
  if (!(lead instanceof KeywordFilter) || lead.estimate < threshold) return undefined;
  const permutedBitmaps = lead.permutedBitmaps();
  const predicate = RowPredicate.of(filters.filter((filter) => filter !== lead && !isImplied(filter, lead)));
  if (permutedBitmaps === undefined || predicate === undefined) return undefined;
  const column = sortOrder.by === 'number' ? segment.numbers(sortOrder.field) : undefined;
  const isLowCardinality = column?.isLowCardinality === true;
  // The value's posting list is ready to use: a bitmap would gain nothing.
  if (predicate.masks.length === 0 && !isLowCardinality) return undefined;

  const { rows } = permutedBitmaps;
  const from = predicate.rowRange === undefined ? 0 : gallop(rows, predicate.rowRange.from, 0);
  const to = predicate.rowRange === undefined ? rows.length : gallop(rows, predicate.rowRange.to, from);
  const { bitmap, count } = intersectRange(permutedBitmaps.permuteMasks(predicate), from, to, rows.length);
  const total = liveRows === null ? count : count - clearDeleted(bitmap, rows, liveRows);
  return {
    total,
    iterate(skip, limit) {
      if (isLowCardinality && sortOrder.by === 'number') {
        return valueByValue(column, sortOrder.direction, bitmap, skip, permutedBitmaps);
      }
      const matching = bitmapToRows(bitmap, total);
      for (let i = 0; i < matching.length; i++) matching[i] = rows[matching[i]];
      const rowSet = { kind: 'list', total, rows: matching } as const;
      return sortRows({ segment, segmentOrd: 0, rowSet, sortOrder, words: [], skip, limit });
    },
  };
}

/** Clears the positions of deleted rows; returns their number. */
function clearDeleted(bitmap: Bitmap, rows: Uint32Array, liveRows: Bitmap): number {
  let deletedCount = 0;
  for (let at = 0; at < bitmap.length; at++) {
    for (let word = bitmap[at]; word !== 0; word &= word - 1) {
      const position = (at << 5) + 31 - Math.clz32(word & -word);
      if (hasBit(liveRows, rows[position])) continue;
      clearBit(bitmap, position);
      deletedCount++;
    }
  }
  return deletedCount;
}
