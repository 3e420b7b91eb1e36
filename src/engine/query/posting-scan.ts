// The rows of one value (a make) where all other filters lie ready (row-predicate.ts), whatever their order. The other filters
// are rearranged to the rows of the value, of which there are a thirtieth of a segment or fewer: a page deep in the order
// of a column of few values is counted off there, without a look at the rows before it.
import { intersectRange } from './masks.ts';
import { clearBit, hasBit, bitmapToRows, type Bitmap } from '../postings/bitmap.ts';
import type { Cursor } from '../collect/cursor.ts';
import { valueByValue } from '../collect/sort-by-number.ts';
import { sortRows } from '../collect/sort-rows.ts';
import { isImplied } from './planner.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import { gallop } from '../postings/row-lists.ts';
import { RowPredicate } from './row-predicate.ts';
import type { SortOrder } from '../schema.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import { KeywordFilter } from '../columns/keyword-column.ts';

/** The rows of fewer are looked at one by one in about the same time. */
const POSTING_SCAN_THRESHOLD = 4096;

/** Undefined where it is not for this way. There is no circle. Fewer rows than `threshold` are left to the other ways. */
export function scanPostings(
  { segment, liveRows }: SegmentReader,
  sortOrder: SortOrder,
  filters: readonly CompiledFilter[],
  threshold = POSTING_SCAN_THRESHOLD,
): Cursor | undefined {
  if (sortOrder.by === 'relevance') return undefined;
  const lead = filters.reduce<CompiledFilter | undefined>(leaner, undefined);
  if (!(lead instanceof KeywordFilter) || lead.estimate < threshold) return undefined;
  const permutedBitmaps = lead.permutedBitmaps();
  const predicate = RowPredicate.of(filters.filter((filter) => filter !== lead && !isImplied(filter, lead)));
  if (permutedBitmaps === undefined || predicate === undefined) return undefined;
  const column = sortOrder.by === 'number' ? segment.numbers(sortOrder.field) : undefined;
  const isCountedOff = column?.isLowCardinality === true;
  // The list of a value lies ready: nothing is gained by making it from a bitmap.
  if (predicate.masks.length === 0 && !isCountedOff) return undefined;

  const { rows } = permutedBitmaps;
  const from = predicate.rowRange === undefined ? 0 : gallop(rows, predicate.rowRange.from, 0);
  const to = predicate.rowRange === undefined ? rows.length : gallop(rows, predicate.rowRange.to, from);
  const { bitmap, count } = intersectRange(permutedBitmaps.permuteMasks(predicate), from, to, rows.length);
  const total = liveRows === null ? count : count - clearDeleted(bitmap, rows, liveRows);
  return {
    total,
    iterate(skip, limit) {
      if (isCountedOff && sortOrder.by === 'number') {
        return valueByValue(column, sortOrder.direction, bitmap, skip, permutedBitmaps);
      }
      const found = bitmapToRows(bitmap, total);
      for (let i = 0; i < found.length; i++) found[i] = rows[found[i]];
      const rowSet = { kind: 'list', total, rows: found } as const;
      return sortRows({ segment, segmentOrd: 0, rowSet, sortOrder, words: [], skip, limit });
    },
  };
}

function leaner(best: CompiledFilter | undefined, filter: CompiledFilter): CompiledFilter {
  return best === undefined || filter.estimate < best.estimate ? filter : best;
}

/** Takes out the positions of dead rows; returns how many they were. */
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
