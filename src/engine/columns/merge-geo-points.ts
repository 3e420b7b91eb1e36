// Merges geo point columns: equal points of several sources become one point, and points without a live row are dropped.
import { mergeSortedRuns, DELETED } from '../segment/row-map.ts';
import { type GeoPointColumnData, geoPointColumnOf } from './build-geo-points.ts';
import { latitudeBandOf } from './geo-bands.ts';
import { sharedUint32s } from './shared-arrays.ts';

export function mergeGeoPointColumns(
  columns: readonly GeoPointColumnData[],
  { size, newRows }: { readonly size: number; readonly newRows: readonly Uint32Array[] },
): GeoPointColumnData {
  // The points of all sources, numbered consecutively.
  const all = columns.reduce((sum, { lats }) => sum + lats.length, 0);
  const lats = new Float64Array(all);
  const lngs = new Float64Array(all);
  const bands = new Uint32Array(all);
  const firsts: number[] = [];
  let first = 0;
  const runs = columns.map((column, part) => {
    firsts.push(first);
    lats.set(column.lats, first);
    lngs.set(column.lngs, first);
    const run = livePoints(column, newRows[part]).map((point) => point + first);
    for (const point of run) bands[point] = latitudeBandOf(lats[point]);
    first += column.lats.length;
    return run;
  });
  const compare = (a: number, b: number): number =>
    bands[a] - bands[b] || lngs[a] - lngs[b] || lats[a] - lats[b];
  const order = mergeSortedRuns(runs, (a, b) => compare(a, b) < 0);
  const numbers = new Uint32Array(all);
  const unique = new Uint32Array(order.length);
  let count = 0;
  for (const point of order) {
    if (count === 0 || compare(unique[count - 1], point) !== 0) unique[count++] = point;
    numbers[point] = count;
  }
  const pointIds = sharedUint32s(size);
  columns.forEach((column, part) => {
    const target = newRows[part];
    for (let row = 0; row < target.length; row++) {
      const point = column.pointIds[row];
      if (point !== 0 && target[row] !== DELETED) pointIds[target[row]] = numbers[firsts[part] + point];
    }
  });
  const distinct = unique.subarray(0, count);
  return geoPointColumnOf(
    pointIds,
    Float64Array.from(distinct, (point) => lats[point]),
    Float64Array.from(distinct, (point) => lngs[point]),
  );
}

/** The points of live rows, ascending, without 0. */
function livePoints({ lats, pointIds }: GeoPointColumnData, target: Uint32Array): Uint32Array {
  const isLive = new Uint8Array(lats.length);
  for (let row = 0; row < pointIds.length; row++) if (target[row] !== DELETED) isLive[pointIds[row]] = 1;
  const live: number[] = [];
  for (let point = 1; point < isLive.length; point++) if (isLive[point] === 1) live.push(point);
  return Uint32Array.from(live);
}
