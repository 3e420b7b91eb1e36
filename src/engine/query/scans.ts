// Scans are searches that read rows in the order of one column, if all other filters have cached masks (compiled-filter.ts). For
// a single value (a make), in any sort order, masks are permuted to its rows; deep pages in the order of a column with few values
// are reached by counting, without reading the rows before them. For a radius, nearest first, matches are counted in the order of
// points: diesel automatics within 25 km. A few matches are collected and sorted; many are read ring by ring from the centre.
import { intersectRange, Arena } from './masks.ts';
import { clearBit, hasBit, bitmapToRows, type Bitmap, setRows } from '../postings/bitmap.ts';
import { type RowCursor, type SortOrder, after, type RadiusFilterSpec } from '../schema.ts';
import { valueByValue } from '../collect/sort-by-number.ts';
import { sortRows } from '../collect/sort-rows.ts';
import { iterateRings, sortByDistance } from '../collect/sort-by-distance.ts';
import { isImplied, intersectFilters } from './planner.ts';
import { fewestRows, type CompiledFilter } from './compiled-filter.ts';
import { RowPredicate } from './row-predicate.ts';
import { gallop, sortRowList } from '../postings/row-lists.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import { KeywordFilter } from '../columns/keyword-column.ts';
import type { Point } from '../../geo/great-circle.ts';
import type { RadiusFilter } from '../columns/radius-filter.ts';
import { countInCircle, rowsInCircle } from './circle-rows.ts';

/** Minimum rows of a scan. With fewer, testing each row is as fast. */
const POSTING_SCAN_THRESHOLD = 4096;

/**
 * A cursor over the matches; undefined if the query does not qualify: it is sorted by relevance, or led by a filter of several
 * values or of fewer than `threshold` rows. The query must not have a radius.
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
  // The value's posting list is ready to use, and a bitmap would gain nothing.
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

/** Minimum width of the first ring, because each next one doubles it. */
const MIN_RING_KM = 0.1;

/**
 * The rows within `circle` that pass the other `filters`; undefined unless they are sorted by distance from its centre. Valid
 * until `arena` is reset.
 */
export function scanGeo(
  reader: SegmentReader,
  { center, km }: RadiusFilterSpec,
  circle: RadiusFilter,
  filters: readonly CompiledFilter[],
  sortOrder: SortOrder,
  arena = new Arena(),
): RowCursor | undefined {
  if (sortOrder.by !== 'distance' || !isSamePoint(sortOrder.from, center)) return undefined;
  const { points: geoPoints } = reader.segment;
  const { total, predicate, rows } =
    matchingPredicate(reader, circle, filters) ?? matchingRows(reader, circle, filters, arena);
  return {
    total,
    iterate(skip, limit) {
      if (areFew(total, limit, circle)) return after(skip, sortByDistance(geoPoints, center, rows(), limit));
      // Width of a ring with a page of matches, if they are as dense at the centre as in the whole circle.
      const firstKm = Math.max(MIN_RING_KM, km * Math.sqrt(Math.min(1, limit / total)));
      return iterateRings(geoPoints, center, predicate(), { skip, limit }, firstKm);
    },
  };
}

/** The matches of a search: a test of each row in the circle, and their ascending list. */
interface Matches {
  readonly total: number;
  readonly predicate: () => RowPredicate;
  readonly rows: () => Uint32Array;
}

/** A predicate for the matches; undefined if a filter has no cached mask. */
function matchingPredicate(
  reader: SegmentReader,
  circle: RadiusFilter,
  filters: readonly CompiledFilter[],
): Matches | undefined {
  const predicate = RowPredicate.of(filters);
  if (predicate === undefined) return undefined;
  const total = countInCircle(reader, circle, predicate);
  return {
    total,
    predicate: () => predicate.and(reader.liveRows),
    rows: () => sortRowList([rowsInCircle(reader, circle, predicate, total)], reader.segment.size),
  };
}

function matchingRows(
  reader: SegmentReader,
  circle: RadiusFilter,
  filters: readonly CompiledFilter[],
  arena: Arena,
): Matches {
  const rowSet = intersectFilters(reader, [...filters, circle], arena);
  const { total } = rowSet;
  return {
    total,
    predicate() {
      if (rowSet.kind === 'bitmap') return new RowPredicate([{ include: rowSet.bitmap }]);
      const bitmap = arena.alloc((reader.segment.size + 31) >>> 5);
      setRows(bitmap, rowSet.rows);
      return new RowPredicate([{ include: bitmap }]);
    },
    rows: () => (rowSet.kind === 'list' ? rowSet.rows : bitmapToRows(rowSet.bitmap, total)),
  };
}

/**
 * Whether collecting all matches is faster than reading rings until `limit` rows are found. Rings take about `limit` / `total` of
 * the circle's rows, and several times as long per row.
 */
function areFew(total: number, limit: number, { estimate }: RadiusFilter): boolean {
  return total * total < limit * estimate;
}

function isSamePoint(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}
