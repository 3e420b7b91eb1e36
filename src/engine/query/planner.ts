// Combines the filters of a query in one segment. The filter with the fewest rows leads. If it has few rows, they are listed and
// narrowed by the other filters; if many, bitmaps are intersected. The total is exact in both cases.
import { emptyBitmap, setBitRange, setRows, type Bitmap } from '../postings/bitmap.ts';
import { intersectMasks, intersectRanges, type SupersetMask, type RowRange, Arena } from './masks.ts';
import { type CompiledFilter } from './compiled-filter.ts';
import { RowPredicate } from './row-predicate.ts';
import { sortRowList, filterByBitmap } from '../postings/row-lists.ts';
import type { EngineQuery, RadiusFilterSpec } from '../schema.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import type { ExpandedText } from './word-expansion.ts';
import { WordFilter } from './word-filter.ts';
import { KeywordFilter } from '../columns/keyword-column.ts';
import { KeywordExclusion } from './keyword-exclusion.ts';
import { RadiusFilter } from '../columns/radius-filter.ts';
import { countInCircle, rowsInCircle } from './circle-rows.ts';

/** The live rows that match: a list if they are few, else a bitmap. Not to be modified. */
export type RowSet =
  | { readonly kind: 'list'; readonly total: number; readonly rows: Uint32Array }
  | { readonly kind: 'bitmap'; readonly total: number; readonly bitmap: Bitmap };

/** The rows as a bitmap; not to be modified. `size` is the number of rows of the segment. */
export function bitmapOf(rowSet: RowSet, size: number): Bitmap {
  if (rowSet.kind === 'bitmap') return rowSet.bitmap;
  const bitmap = emptyBitmap(size);
  setRows(bitmap, rowSet.rows);
  return bitmap;
}

/**
 * A list costs a step per row, a bitmap a step per word of 32 rows. A list's steps have poor locality, so it is used only for
 * half as many rows.
 */
const LIST_SHARE = 64;

/** Up to one row in this many, a value has a ready posting list and no cached bitmap. */
const POSTING_SHARE = 32;

/**
 * The live rows of a segment that pass all filters of the query. `segmentOrd` is the segment's index in its snapshot. A bitmap is
 * allocated from `arena`.
 */
export function filterSegment(
  reader: SegmentReader,
  segmentOrd: number,
  query: EngineQuery,
  text: ExpandedText,
  arena?: Arena,
): RowSet {
  const filters = compileFilters(reader, segmentOrd, query, text);
  if (query.radius !== undefined) filters.push(radiusFilter(reader, query.radius));
  return intersectFilters(reader, filters, arena);
}

/** The live rows that pass all `filters`, which are reordered. A bitmap is allocated from `arena`. */
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
  const inCircle = asCircle(filters, reader, arena);
  if (inCircle !== undefined) return inCircle;
  const [lead, ...rest] = filters;
  const others = rest.filter((filter) => !isImplied(filter, lead));
  const share = lead instanceof KeywordFilter ? POSTING_SHARE : LIST_SHARE;
  const isFew = lead.estimate * share <= size && !(others.length === 0 && isScattered(lead));
  return isFew ? asList(lead, others, reader) : asBitmap([lead, ...others], reader, arena);
}

/** The filters of a query except its text and its radius. */
export type RowFilters = Pick<EngineQuery, 'values' | 'ranges' | 'cells'>;

/** The filters of a query except its radius, the only one that is expensive to compile. */
export function compileFilters(
  { segment }: SegmentReader,
  segmentOrd: number,
  query: RowFilters,
  { words, excluding }: ExpandedText,
): CompiledFilter[] {
  return [
    ...query.values.map(({ field, terms, excluded = [] }) => {
      const column = segment.values(field);
      return terms === undefined ? new KeywordExclusion(column, excluded) : column.filter(terms, excluded);
    }),
    ...query.ranges.map(({ field, min, max }) => segment.numbers(field).filter(min, max)),
    ...(query.cells === undefined ? [] : [segment.points.cellFilter(query.cells)]),
    ...words.filter(({ isRequired }) => isRequired).map((word) => word.filters[segmentOrd]),
    ...(excluding.length === 0 ? [] : excluding[segmentOrd]),
  ];
}

export function radiusFilter({ segment }: SegmentReader, { center, km }: RadiusFilterSpec): RadiusFilter {
  return segment.points.filter(center, km);
}

/** Whether a filter keeps all rows that `lead` keeps. */
export function isImplied(filter: CompiledFilter, lead: CompiledFilter): boolean {
  if (!(lead instanceof KeywordFilter)) return false;
  return (filter instanceof KeywordFilter || filter instanceof KeywordExclusion) && filter.isImpliedBy(lead);
}

/** Whether a filter that is used alone is read as a bitmap, without sorting. */
function isScattered(filter: CompiledFilter): boolean {
  return filter instanceof KeywordFilter && filter.isScattered;
}

/** A row range with fewer rows than the circle's divided by this is listed, and narrowed by the circle. */
const CIRCLE_SHARE = 8;

/**
 * The rows of a circle. Undefined without a radius, if another filter has no cached mask, or if another way is faster. Words have
 * no bitmaps in the order of points: a second set for all words would take too much memory.
 */
function asCircle(
  filters: readonly CompiledFilter[],
  reader: SegmentReader,
  arena: Arena,
): RowSet | undefined {
  const circle = filters.find((filter) => filter instanceof RadiusFilter);
  if (circle === undefined || filters[0].estimate * CIRCLE_SHARE < circle.estimate) return undefined;
  if (filters.some((filter) => filter instanceof WordFilter)) return undefined;
  const predicate = RowPredicate.of(filters.filter((filter) => filter !== circle));
  const { size } = reader.segment;
  if (predicate === undefined || (predicate.masks.length === 0 && circle.estimate * LIST_SHARE > size)) {
    return undefined;
  }
  const total = countInCircle(reader, circle, predicate);
  const rows = rowsInCircle(reader, circle, predicate, total);
  if (total * LIST_SHARE <= size) return { kind: 'list', total, rows: sortRowList([rows], size) };
  const bitmap = arena.alloc((size + 31) >>> 5);
  setRows(bitmap, rows);
  return { kind: 'bitmap', total, bitmap };
}

function asList(lead: CompiledFilter, others: readonly CompiledFilter[], reader: SegmentReader): RowSet {
  const { liveRows } = reader;
  if (lead instanceof WordFilter && lead.unsortedPostings !== undefined) {
    return asSortedList(lead.unsortedPostings, others, reader);
  }
  let rows = lead.rows();
  // Slices cost nothing, so they are taken first.
  for (const filter of others) if (filter.isSlice) rows = filter.filterRows(rows);
  if (liveRows !== null) rows = filterByBitmap(rows, liveRows);
  for (const filter of others) if (!filter.isSlice && rows.length > 0) rows = filter.filterRows(rows);
  return { kind: 'list', total: rows.length, rows };
}

/** Narrows by the filters that take unsorted rows, then sorts the few rows left. */
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
    return { kind: 'bitmap', total: lead.writeTo(bitmap, liveRows), bitmap };
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
