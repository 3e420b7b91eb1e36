// Searches within a radius, nearest first, if all other filters have cached masks (row-predicate.ts): diesel
// automatics within 25 km. Matches are counted in the order of points. A few are collected and sorted; of many, only those
// near the centre are read, ring by ring. No bitmap of the radius is made.
import type { Point } from '../../geo/great-circle.ts';
import { after, type Cursor } from '../collect/cursor.ts';
import { iterateRings, sortByDistance } from '../collect/sort-by-distance.ts';
import type { RadiusFilter } from '../columns/radius-filter.ts';
import { countInCircle, rowsInCircle } from './circle-rows.ts';
import { RowPredicate } from './row-predicate.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { RadiusFilterSpec, SortOrder } from '../schema.ts';
import { sortRowList } from '../postings/row-lists.ts';
import type { SegmentReader } from '../segment/snapshot.ts';

/** Rings are doubled, so the first must have a width. */
const MIN_RING_KM = 0.1;

/** Undefined if the query does not qualify. `filters` are all but `circle`, the rows within the radius. */
export function scanGeo(
  reader: SegmentReader,
  { center, km }: RadiusFilterSpec,
  circle: RadiusFilter,
  sortOrder: SortOrder,
  filters: readonly CompiledFilter[],
): Cursor | undefined {
  if (sortOrder.by !== 'distance' || !isSamePoint(sortOrder.from, center)) return undefined;
  const predicate = RowPredicate.of(filters);
  if (predicate === undefined) return undefined;
  const { points: geoPoints, size } = reader.segment;
  const total = countInCircle(reader, circle, predicate);
  return {
    total,
    iterate(skip, limit) {
      if (areFew(total, limit, circle)) {
        const rows = sortRowList([rowsInCircle(reader, circle, predicate, total)], size);
        return after(skip, sortByDistance(geoPoints, center, rows, limit));
      }
      // If matches are as dense at the centre as in the whole circle, this ring has a page of them.
      const firstKm = Math.max(MIN_RING_KM, km * Math.sqrt(Math.min(1, limit / total)));
      return after(skip, iterateRings(geoPoints, center, predicate.and(reader.liveRows), limit, firstKm));
    },
  };
}

/**
 * Whether collecting all matches is faster than reading rings until `limit` rows are found. That takes about
 * `limit` / `total` of the circle's rows, several times as long for each.
 */
function areFew(total: number, limit: number, { estimate }: RadiusFilter): boolean {
  return total * total < 4 * limit * estimate;
}

function isSamePoint(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}
