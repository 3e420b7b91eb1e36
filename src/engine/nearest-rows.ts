// Matches in the order of their distance from a point: nearest first, those equally far away by row, and those without a
// position last. Distances are measured for points, not for rows, and only for as many as a page needs.
import type { Point } from '../geo/great-circle.ts';
import type { OrderedRow } from './ordered-rows.ts';
import type { PlaceColumn } from './place-column.ts';
import { sortedRows } from './row-lists.ts';
import type { RowTest } from './row-test.ts';
import { smallest } from './smallest.ts';

/** The first `most` of `rows`, which are ascending. */
export function* nearestOfList(
  place: PlaceColumn,
  from: Point,
  rows: Uint32Array,
  most: number,
): Iterator<OrderedRow> {
  const near = place.nearlyNearest(rows, from, most);
  const kms = Float64Array.from(near, (i) => kmOf(place, place.points[rows[i]], from));
  for (const i of smallest(kms, most)) yield { row: rows[near[i]], sortKey: kms[i] };
}

function kmOf(place: PlaceColumn, point: number, from: Point): number {
  return point === 0 ? Infinity : place.distanceTo(point, from);
}

/** Radius of the first ring in kilometres; each next one reaches twice as far. */
const FIRST_RING_KM = 2;

/** The rows that pass, in rings around the point from the inside out. No more than `most` will be drawn. */
export function* walkOutwards(
  place: PlaceColumn,
  from: Point,
  test: RowTest,
  most: number,
): Iterator<OrderedRow> {
  let seen = 1;
  let inner = -1;
  for (let outer = FIRST_RING_KM; seen < place.distinct; inner = outer, outer *= 2) {
    const ring = place.pointsBetween(from, inner, outer);
    seen += ring.length;
    const points = ring.filter((point) => place.isAnyIn(point, test));
    const kms = Float64Array.from(points, (point) => place.distanceTo(point, from));
    // Each of these points has a row for the page, so the page needs no more points than rows; but other points that
    // are as far away as the last one may have lower rows.
    const order = withTies(kms, smallest(kms, most));
    for (let i = 0; i < order.length;) {
      const km = kms[order[i]];
      let end = i + 1;
      while (end < order.length && kms[order[end]] === km) end++;
      const runs: Uint32Array[] = [];
      for (; i < end; i++) runs.push(place.rowsAt(points[order[i]]));
      const rows = runs.length === 1 ? runs[0] : sortedRows(runs, place.size);
      for (const row of rows) if (test.has(row)) yield { row, sortKey: km };
    }
  }
  for (const row of place.rowsAt(0)) if (test.has(row)) yield { row, sortKey: Infinity };
}

/** `order` and the indexes of all further values that equal its last one. */
function withTies(values: Float64Array, order: Uint32Array): Uint32Array {
  if (order.length === 0 || order.length === values.length) return order;
  const last = order[order.length - 1];
  const ties: number[] = [];
  // Of equal values the first have been taken.
  for (let i = last + 1; i < values.length; i++) if (values[i] === values[last]) ties.push(i);
  return ties.length === 0 ? order : Uint32Array.from([...order, ...ties]);
}
