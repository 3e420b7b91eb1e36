// Sorts matches by their distance from a point: nearest first, ties by row, unknown positions last. Distances are measured once
// per point, and only for as many points as a page needs.
import type { Point } from '../../geo/great-circle.ts';
import type { GeoPointColumn } from '../columns/geo-point-column.ts';
import { unionRows } from '../postings/row-lists.ts';
import type { RowPredicate } from '../query/row-predicate.ts';
import type { SortedRow } from '../schema.ts';
import { smallestK } from './top-k.ts';

/** The first `limit` of `rows`, which ascend. */
export function* sortByDistance(
  geoPoints: GeoPointColumn,
  from: Point,
  rows: Uint32Array,
  limit: number,
): Iterator<SortedRow> {
  const near = geoPoints.nearlyNearest(rows, from, limit);
  const kmTo = geoPoints.distancesFrom(from);
  const kms = Float64Array.from(near, (i) => {
    const point = geoPoints.pointIds[rows[i]];
    return point === 0 ? Infinity : kmTo(point);
  });
  for (const i of smallestK(kms, limit)) yield { row: rows[near[i]], sortKey: kms[i] };
}

const FIRST_RING_KM = 2;

/** The rows [`skip`, `limit`) that pass, in expanding rings. The first ring reaches `firstKm`, each next one twice as far. */
export function* iterateRings(
  geoPoints: GeoPointColumn,
  from: Point,
  predicate: RowPredicate,
  { skip = 0, limit }: { readonly skip?: number; readonly limit: number },
  firstKm = FIRST_RING_KM,
): Iterator<SortedRow> {
  let left = skip;
  const kmTo = geoPoints.distancesFrom(from);
  let seen = 1;
  let inner = -1;
  for (let outer = firstKm; seen < geoPoints.distinct; inner = outer, outer *= 2) {
    const ring = geoPoints.pointsBetween(from, inner, outer);
    seen += ring.length;
    const points = geoPoints.pointsWithAny(ring, predicate);
    const before = left === 0 ? 0 : geoPoints.countRows(points, predicate);
    if (before > 0 && before <= left) {
      left -= before;
      continue;
    }
    const kms = new Float64Array(points.length);
    for (let i = 0; i < points.length; i++) kms[i] = kmTo(points[i]);
    // Each of these points has a row for the page, so a page needs no more points than rows. But other points at the last one's
    // distance may have lower rows.
    const order = withTies(kms, smallestK(kms, limit));
    for (let i = 0; i < order.length;) {
      const km = kms[order[i]];
      let end = i + 1;
      while (end < order.length && kms[order[end]] === km) end++;
      const runs: Uint32Array[] = [];
      for (; i < end; i++) runs.push(geoPoints.rowsAt(points[order[i]]));
      const rows = unionRows(runs, geoPoints.size);
      for (const row of rows) {
        if (!predicate.test(row)) continue;
        if (left > 0) left--;
        else yield { row, sortKey: km };
      }
    }
  }
  for (const row of geoPoints.rowsAt(0)) {
    if (!predicate.test(row)) continue;
    if (left > 0) left--;
    else yield { row, sortKey: Infinity };
  }
}

/** `order`, followed by the indexes of all other values that equal its last value. */
function withTies(values: Float64Array, order: Uint32Array): Uint32Array {
  if (order.length === 0 || order.length === values.length) return order;
  const last = order[order.length - 1];
  const ties: number[] = [];
  // Equal values with lower indexes are already in `order`.
  for (let i = last + 1; i < values.length; i++) if (values[i] === values[last]) ties.push(i);
  return ties.length === 0 ? order : Uint32Array.from([...order, ...ties]);
}
