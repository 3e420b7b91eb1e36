// Searches the rows of one value (a make), in any sort order, if all other filters have cached masks
// (compiled-filter.ts). These are permuted to the rows of that value. Deep pages in the order of a column with few
// values are reached by counting, without reading the rows before them.
import { intersectRange, type Arena } from './masks.ts';
import { clearBit, hasBit, bitmapToRows, type Bitmap } from '../postings/bitmap.ts';
import type { RowCursor, SortedRow, SortOrder, EngineQuery } from '../schema.ts';
import { valueByValue } from '../collect/sort-by-number.ts';
import { sortRows } from '../collect/sort-rows.ts';
import { isImplied, intersectFilters } from './planner.ts';
import { fewestRows, type CompiledFilter, RowPredicate } from './compiled-filter.ts';
import { gallop } from '../postings/row-lists.ts';
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
): RowCursor | undefined {
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

// Searches a list of values (four makes) as a search of each, and merges their pages: so it costs what its values cost one by one,
// and no bitmap of all is made. Only in orders in which the first rows of a value are found without reading the others.

/** With more values, one bitmap of all is faster. */
const MAX_VALUES = 8;

/** For deeper pages, one bitmap of all is faster. */
const MAX_MERGED_ROWS = 1000;

/** Undefined if the query does not qualify. For queries without a radius. */
export function scanValues(
  reader: SegmentReader,
  { sortOrder, offset, limit }: Pick<EngineQuery, 'sortOrder' | 'offset' | 'limit'>,
  filters: readonly CompiledFilter[],
  arena: Arena,
): RowCursor | undefined {
  if (sortOrder.by !== 'number' || offset + limit > MAX_MERGED_ROWS) return undefined;
  const { segment } = reader;
  const column = segment.numbers(sortOrder.field);
  if (!column.isSortedByRow && !column.isLowCardinality) return undefined;
  const lead = fewestRows(filters);
  if (!(lead instanceof KeywordFilter) || !lead.isScattered) return undefined;
  const values = lead.singleValues();
  if (values.length > MAX_VALUES) return undefined;
  const others = filters.filter((filter) => filter !== lead && !isImplied(filter, lead));
  const cursors = values.map((value): RowCursor => {
    const ready = scanPostings(reader, sortOrder, [value, ...others]);
    if (ready !== undefined) return ready;
    const rowSet = intersectFilters(reader, [value, ...others], arena);
    return {
      total: rowSet.total,
      iterate: (skip, end) =>
        sortRows({ segment, segmentOrd: 0, rowSet, sortOrder, words: [], skip, limit: end }),
    };
  });
  return {
    total: cursors.reduce((sum, { total }) => sum + total, 0),
    iterate: (skip, end) => merge(cursors, skip, end),
  };
}

/** The rows [`skip`, `end`) of all, which are disjoint. */
function* merge(cursors: readonly RowCursor[], skip: number, end: number): Iterator<SortedRow> {
  const rest = cursors.map((cursor) => cursor.iterate(0, end));
  const heads = rest.map(nextOf);
  for (let position = 0; position < end; position++) {
    let first = 0;
    for (let i = 1; i < heads.length; i++) if (comesBefore(heads[i], heads[first])) first = i;
    const row = heads[first];
    if (row === undefined) return;
    if (position >= skip) yield row;
    if (position + 1 < end) heads[first] = nextOf(rest[first]);
  }
}

function nextOf(rows: Iterator<SortedRow>): SortedRow | undefined {
  const next = rows.next();
  return next.done === true ? undefined : next.value;
}

/** Rows of equal keys ascend. */
function comesBefore(a: SortedRow | undefined, b: SortedRow | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return a.sortKey < b.sortKey || (a.sortKey === b.sortKey && a.row < b.row);
}
