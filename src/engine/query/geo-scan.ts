// Searches within a radius, nearest first. If all other filters have cached masks (compiled-filter.ts), matches are counted in
// the order of points: diesel automatics within 25 km. A few matches are collected and sorted; of many, only those near
// the centre are read, ring by ring.
import type { Point } from '../../geo/great-circle.ts';
import { after, type RowCursor, type RadiusFilterSpec, type SortOrder } from '../schema.ts';
import { iterateRings, sortByDistance } from '../collect/sort-rows.ts';
import type { RadiusFilter } from '../columns/radius-filter.ts';
import { Arena } from './masks.ts';
import { countInCircle, rowsInCircle } from './circle-rows.ts';
import { intersectFilters } from './planner.ts';
import { type CompiledFilter, RowPredicate } from './compiled-filter.ts';
import { bitmapToRows, setRows } from '../postings/bitmap.ts';
import { sortRowList } from '../postings/row-lists.ts';
import type { SegmentReader } from '../segment/snapshot.ts';

/** Rings are doubled, so the first must have a width. */
const MIN_RING_KM = 0.1;

/**
 * The rows in `circle`, those within the radius, that pass the other `filters`. Undefined unless they are sorted by distance
 * from its centre. Valid until `arena` is reset.
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
      // If matches are as dense at the centre as in the whole circle, this ring has a page of them.
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

/** Undefined if a filter has no cached mask. */
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
 * Whether collecting all matches is faster than reading rings until `limit` rows are found. That takes about
 * `limit` / `total` of the circle's rows, several times as long for each.
 */
function areFew(total: number, limit: number, { estimate }: RadiusFilter): boolean {
  return total * total < limit * estimate;
}

function isSamePoint(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}
