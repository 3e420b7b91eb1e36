// Place columns merged: points of several parts that are the same become one, and those without a live row go.
import { mergeRuns } from './merge-runs.ts';
import { GONE } from './merge-rows.ts';
import { cellOf, placeColumnOf, type PlaceColumnData } from './place-column.ts';
import { sharedUint32s } from './shared-arrays.ts';

export function mergePlaceColumns(
  columns: readonly PlaceColumnData[],
  { size, targets }: { readonly size: number; readonly targets: readonly Uint32Array[] },
): PlaceColumnData {
  // The points of all parts, numbered on from part to part.
  const all = columns.reduce((sum, { lats }) => sum + lats.length, 0);
  const lats = new Float64Array(all);
  const lngs = new Float64Array(all);
  const cells = new Uint32Array(all);
  const firsts: number[] = [];
  let first = 0;
  const runs = columns.map((column, part) => {
    firsts.push(first);
    lats.set(column.lats, first);
    lngs.set(column.lngs, first);
    const run = livePoints(column, targets[part]).map((point) => point + first);
    for (const point of run) cells[point] = cellOf(lats[point], lngs[point]);
    first += column.lats.length;
    return run;
  });
  const compare = (a: number, b: number): number =>
    cells[a] - cells[b] || lats[a] - lats[b] || lngs[a] - lngs[b];
  const order = mergeRuns(runs, (a, b) => compare(a, b) < 0);
  const numbers = new Uint32Array(all);
  const kept = new Uint32Array(order.length);
  let count = 0;
  for (const point of order) {
    if (count === 0 || compare(kept[count - 1], point) !== 0) kept[count++] = point;
    numbers[point] = count;
  }
  const points = sharedUint32s(size);
  columns.forEach((column, part) => {
    const target = targets[part];
    for (let row = 0; row < target.length; row++) {
      const point = column.points[row];
      if (point !== 0 && target[row] !== GONE) points[target[row]] = numbers[firsts[part] + point];
    }
  });
  const distinct = Array.from(kept.subarray(0, count), (point) => ({ lat: lats[point], lng: lngs[point] }));
  return placeColumnOf(points, distinct);
}

/** The points that live rows stand at, ascending, without 0. */
function livePoints({ lats, points }: PlaceColumnData, target: Uint32Array): Uint32Array {
  const isLive = new Uint8Array(lats.length);
  for (let row = 0; row < points.length; row++) if (target[row] !== GONE) isLive[points[row]] = 1;
  const live: number[] = [];
  for (let point = 1; point < isLive.length; point++) if (isLive[point] === 1) live.push(point);
  return Uint32Array.from(live);
}
