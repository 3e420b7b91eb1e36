// How the filters of a query are brought together in one segment. The filter that keeps fewest rows leads. If it
// keeps few, its rows are listed and the others thin the list out; if many, bitmaps are intersected. Either way the
// number of rows left is exact.
import { setBitRange, type Bitmap } from '../postings/bitmap.ts';
import { intersectMasks, intersectRanges, type SupersetMask, type RowRange } from './masks.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import { sortRowList, filterByBitmap } from '../postings/row-lists.ts';
import type { EngineQuery, RadiusFilterSpec } from '../schema.ts';
import { Arena } from './arena.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import type { ExpandedWord } from './word-expansion.ts';
import { WordFilter } from './word-filter.ts';
import { KeywordFilter } from '../columns/keyword-column.ts';

/** The live rows that match: as a list while they are few, as a bitmap when they are many. Not to be written to. */
export type RowSet =
  | { readonly kind: 'list'; readonly total: number; readonly rows: Uint32Array }
  | { readonly kind: 'bitmap'; readonly total: number; readonly bitmap: Bitmap };

/**
 * A list costs a step for each of its rows, a bitmap a step for each word of 32 rows; a list's steps go to places all
 * over a column, so it is taken only when it has half as many.
 */
const LIST_SHARE = 64;

/** The list of a value lies ready, and up to this share no bitmap of it does. */
const POSTING_SHARE = 32;

/** The live rows of a segment that pass every filter of the query. `segmentOrd` is the segment's place in its snapshot. */
export function filterSegment(
  reader: SegmentReader,
  segmentOrd: number,
  query: EngineQuery,
  words: readonly ExpandedWord[] | undefined,
): RowSet {
  const filters = compileFilters(reader, segmentOrd, query, words);
  if (query.radius !== undefined) filters.push(radiusFilter(reader, query.radius));
  return intersectFilters(reader, filters);
}

/**
 * The live rows that pass every one of some filters, which are put in another order. A bitmap of them is taken from
 * `arena`.
 */
export function intersectFilters(
  reader: SegmentReader,
  filters: CompiledFilter[],
  arena = new Arena(),
): RowSet {
  filters.sort((a, b) => a.estimate - b.estimate);
  const { size } = reader.segment;
  if (filters.length === 0) {
    return { kind: 'bitmap', total: reader.liveCount, bitmap: reader.liveRows ?? reader.segment.allRows };
  }
  const [lead, ...behind] = filters;
  const others = behind.filter((filter) => !isImplied(filter, lead));
  const share = lead instanceof KeywordFilter ? POSTING_SHARE : LIST_SHARE;
  const isFew = lead.estimate * share <= size && !(others.length === 0 && isScattered(lead));
  return isFew ? asList(lead, others, reader) : asBitmap([lead, ...others], reader, arena);
}

/** The filters of a query but for its circle, which is the only one that takes long to make. */
export function compileFilters(
  { segment }: SegmentReader,
  segmentOrd: number,
  query: EngineQuery,
  words: readonly ExpandedWord[] | undefined,
): CompiledFilter[] {
  return [
    ...query.values.map(({ field, keys }) => segment.values(field).filter(keys)),
    ...query.ranges.map(({ field, min, max }) => segment.numbers(field).filter(min, max)),
    ...(words ?? []).map((word) => word.filters[segmentOrd]),
  ];
}

export function radiusFilter({ segment }: SegmentReader, { center, km }: RadiusFilterSpec): CompiledFilter {
  return segment.points.filter(center, km);
}

/** Whether a filter keeps all that `lead` keeps. */
export function isImplied(filter: CompiledFilter, lead: CompiledFilter): boolean {
  return filter instanceof KeywordFilter && lead instanceof KeywordFilter && filter.isImpliedBy(lead);
}

/** Alone, such a filter needs no list: the page is read from a bitmap. */
function isScattered(filter: CompiledFilter): boolean {
  return filter instanceof KeywordFilter && filter.isScattered;
}

function asList(lead: CompiledFilter, others: readonly CompiledFilter[], reader: SegmentReader): RowSet {
  const { liveRows } = reader;
  if (lead instanceof WordFilter && lead.unsortedPostings !== undefined) {
    return asSortedList(lead.unsortedPostings, others, reader);
  }
  let rows = lead.rows();
  // What costs nothing goes first, and leaves less to the others.
  for (const filter of others) if (filter.isSlice) rows = filter.filterRows(rows);
  if (liveRows !== null) rows = filterByBitmap(rows, liveRows);
  for (const filter of others) if (!filter.isSlice && rows.length > 0) rows = filter.filterRows(rows);
  return { kind: 'list', total: rows.length, rows };
}

/** Rows in any order are put in order after the filters that need none: few are left then. */
function asSortedList(
  unsortedPostings: Uint32Array,
  others: readonly CompiledFilter[],
  { segment, liveRows }: SegmentReader,
): RowSet {
  let rows = liveRows === null ? unsortedPostings : filterByBitmap(unsortedPostings, liveRows);
  const left: CompiledFilter[] = [];
  for (const filter of others) {
    if (filter instanceof WordFilter) rows = filterByBitmap(rows, filter.bitmap());
    else left.push(filter);
  }
  rows = sortRowList([rows], segment.size);
  for (const filter of left) rows = filter.filterRows(rows);
  return { kind: 'list', total: rows.length, rows };
}

function asBitmap(
  filters: readonly CompiledFilter[],
  { segment, liveRows }: SegmentReader,
  arena: Arena,
): RowSet {
  const [lead] = filters;
  if (filters.length === 1 && lead instanceof KeywordFilter && lead.isScattered) {
    const bitmap = arena.alloc((segment.size + 31) >>> 5);
    return { kind: 'bitmap', total: lead.addTo(bitmap, liveRows), bitmap };
  }
  if (filters.length === 1 && liveRows === null && lead.isEstimateExact && lead.rowRange === undefined) {
    return { kind: 'bitmap', total: lead.estimate, bitmap: lead.bitmap() };
  }
  let rowRange: RowRange = { from: 0, to: segment.size };
  const masks: SupersetMask[] = [];
  for (const filter of filters) {
    if (filter.rowRange === undefined)
      masks.push(filter.supersetMask() ?? { include: filter.bitmap(), falsePositives: [] });
    else rowRange = intersectRanges(rowRange, filter.rowRange);
  }
  if (liveRows !== null) masks.push({ include: liveRows, falsePositives: [] });
  const bitmap = arena.alloc((segment.size + 31) >>> 5);
  if (masks.length > 0) return { kind: 'bitmap', total: intersectMasks(masks, rowRange, bitmap), bitmap };
  setBitRange(bitmap, rowRange.from, rowRange.to);
  return { kind: 'bitmap', total: rowRange.to - rowRange.from, bitmap };
}
