// The rows in a circle that pass other filters with cached masks (compiled-filter.ts). They are read in the order of points, in
// which a circle is a few hundred ranges, so the masks are read for the circle's rows alone, 32 at a time.
import type { GeoPointColumn } from '../columns/geo-point-column.ts';
import type { RadiusFilter } from '../columns/radius-filter.ts';
import { filterByBitmap } from '../postings/row-lists.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import { countIntersection, intersectWord, type Mask, type RowRange } from './masks.ts';
import type { RowPredicate } from './row-predicate.ts';

/** Number of live rows in the circle that pass. */
export function countInCircle(
  { segment: { points: geoPoints }, liveRows }: SegmentReader,
  { positions }: RadiusFilter,
  predicate: RowPredicate,
): number {
  const masks = geoPoints.permutedBitmaps.permuteMasks(predicate, positions);
  const count = countAt(geoPoints, positions, masks, predicate.rowRange);
  if (liveRows === null) return count;
  // Deleted rows are few, so testing and subtracting each is fast.
  const deleted = { include: geoPoints.deletedByPoint(liveRows) };
  return count - countAt(geoPoints, positions, [deleted, ...masks], predicate.rowRange);
}

function countAt(
  geoPoints: GeoPointColumn,
  positions: Uint32Array,
  masks: readonly Mask[],
  rowRange: RowRange | undefined,
): number {
  const rowSteps = rowRange === undefined ? undefined : geoPoints.rowSteps;
  let count = 0;
  for (let i = 0; i < positions.length; i += 2) {
    const [start, end] = [positions[i], positions[i + 1]];
    count +=
      rowRange === undefined || rowSteps === undefined
        ? countIntersection(masks, start, end)
        : rowSteps.count(masks, start, end, rowRange);
  }
  return count;
}

/** The live rows in the circle that pass, in the order of points; `total` is their number. */
export function rowsInCircle(
  { segment: { points: geoPoints, size }, liveRows }: SegmentReader,
  { positions, estimate }: RadiusFilter,
  predicate: RowPredicate,
  total: number,
): Uint32Array {
  const { rows } = geoPoints.byPoint;
  const masks = geoPoints.permutedBitmaps.permuteMasks(predicate, positions);
  const { from, to } = predicate.rowRange ?? { from: 0, to: size };
  // One element more, because a row is written before it is tested.
  const found = new Uint32Array((liveRows === null ? total : estimate) + 1);
  let count = 0;
  for (let i = 0; i < positions.length; i += 2) {
    const [start, end] = [positions[i], positions[i + 1]];
    if (masks.length === 0) {
      for (let position = start; position < end; position++) {
        const row = rows[position];
        found[count] = row;
        count += ((row - to) >>> 31) - ((row - from) >>> 31);
      }
      continue;
    }
    for (let at = start >>> 5; at << 5 < end; at++) {
      for (let word = intersectWord(masks, at, start, end); word !== 0; word &= word - 1) {
        const row = rows[(at << 5) + 31 - Math.clz32(word & -word)];
        found[count] = row;
        count += ((row - to) >>> 31) - ((row - from) >>> 31);
      }
    }
  }
  const passing = found.subarray(0, count);
  return liveRows === null ? passing : filterByBitmap(passing, liveRows);
}
