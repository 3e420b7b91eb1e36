// Searches within a radius, nearest first, if all other filters have cached masks (row-predicate.ts): diesel
// automatics within 25 km. Rows are counted in the order of points, where a radius is a few hundred short ranges, and
// only those that a page may show are tested one by one. No bitmap of the radius is made.
import type { Point } from '../../geo/great-circle.ts';
import { countIntersection, intersectWord, type Mask, type RowRange } from './masks.ts';
import { after, type Cursor } from '../collect/cursor.ts';
import { iterateRings } from '../collect/sort-by-distance.ts';
import type { GeoPointColumn } from '../columns/geo-point-column.ts';
import { RowPredicate } from './row-predicate.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { SortOrder, RadiusFilterSpec } from '../schema.ts';
import type { SegmentReader } from '../segment/snapshot.ts';

/** Undefined if the query does not qualify. `filters` are all but the radius. */
export function scanGeo(
  { segment, liveRows }: SegmentReader,
  { center, km }: RadiusFilterSpec,
  sortOrder: SortOrder,
  filters: readonly CompiledFilter[],
): Cursor | undefined {
  if (sortOrder.by !== 'distance' || !isSamePoint(sortOrder.from, center)) return undefined;
  const predicate = RowPredicate.of(filters);
  if (predicate === undefined) return undefined;
  const { points: geoPoints } = segment;
  const points = geoPoints.pointsBetween(center, -1, km);
  const masks = geoPoints.permutedBitmaps.permuteMasks(predicate);
  let total = countAt(geoPoints, points, masks, predicate.rowRange);
  // Deleted rows are few, so subtracting them is fast even if each is tested.
  if (liveRows !== null)
    total -= countAt(
      geoPoints,
      points,
      [{ include: geoPoints.deletedByPoint(liveRows) }, ...masks],
      predicate.rowRange,
    );
  return {
    total,
    iterate: (skip, limit) =>
      after(skip, iterateRings(geoPoints, sortOrder.from, predicate.and(liveRows), limit)),
  };
}

/** Number of rows that pass at some points, which ascend. */
function countAt(
  geoPoints: GeoPointColumn,
  points: Uint32Array,
  masks: readonly Mask[],
  rowRange: RowRange | undefined,
): number {
  const { rows, starts } = geoPoints.byPoint;
  let count = 0;
  for (let i = 0; i < points.length;) {
    const first = points[i];
    let end = first + 1;
    // Points of a cell are adjacent, and so are those of cells from west to east.
    for (i++; i < points.length && points[i] === end; i++) end++;
    count +=
      rowRange === undefined
        ? countIntersection(masks, starts[first], starts[end])
        : countInRange(masks, rows, starts[first], starts[end], rowRange);
  }
  return count;
}

/** Number of positions in [`start`, `end`) that pass all masks and whose row is in the range. */
function countInRange(
  masks: readonly Mask[],
  rows: Uint32Array,
  start: number,
  end: number,
  { from, to }: RowRange,
): number {
  let count = 0;
  if (masks.length === 0) {
    // One sign bit for each row below the end, minus one for each below the start: no branch to mispredict.
    for (let i = start; i < end; i++) count += ((rows[i] - to) >>> 31) - ((rows[i] - from) >>> 31);
    return count;
  }
  for (let at = start >>> 5; at << 5 < end; at++) {
    for (let word = intersectWord(masks, at, start, end); word !== 0; word &= word - 1) {
      const row = rows[(at << 5) + 31 - Math.clz32(word & -word)];
      if (row >= from && row < to) count++;
    }
  }
  return count;
}

function isSamePoint(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}
