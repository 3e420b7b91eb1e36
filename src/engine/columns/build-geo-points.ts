// The arrays of a geo point column: distinct positions, numbered in the order of bands and longitudes (geo-bands.ts).
import type { Point } from '../../geo/great-circle.ts';
import { countingSort } from './counting-sort.ts';
import { bandOf, type Bands } from './geo-bands.ts';
import { sharedFloat64s, sharedUint32s, sharedUint32sOf } from './shared-arrays.ts';

/** Typed arrays only. Points are numbered from 1 by band, longitude, then latitude; 0 is an unknown position. */
export interface GeoPointColumnData extends Bands {
  /** Degrees, by point; index 0 is unused. */
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  /** The point of each row. */
  readonly pointIds: Uint32Array;
  /** Rows grouped by point, as in a keyword column. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
}

/** Throws if a point is outside ±90 and ±180 degrees. */
export function buildGeoPointColumn(points: readonly (Point | null)[]): GeoPointColumnData {
  const rowLats = new Float64Array(points.length);
  const rowLngs = new Float64Array(points.length);
  // Band 0 has the rows without a position; few segments span the globe, so bands are counted from the first used.
  const rowBands = new Uint32Array(points.length);
  let firstBand = Infinity;
  let lastBand = -1;
  points.forEach((point, row) => {
    if (point === null) return;
    checkPoint(point);
    // Adding 0 turns -0 into 0, so that both are one point.
    rowLats[row] = point.lat + 0;
    rowLngs[row] = point.lng + 0;
    const band = bandOf(point.lat);
    rowBands[row] = band + 1;
    firstBand = Math.min(firstBand, band);
    lastBand = Math.max(lastBand, band);
  });
  for (let row = 0; row < rowBands.length; row++) if (rowBands[row] !== 0) rowBands[row] -= firstBand;
  const bands = Math.max(0, lastBand - firstBand + 1);
  const { rows, starts } = countingSort(rowBands, bands + 1);
  const compare = (a: number, b: number): number => rowLngs[a] - rowLngs[b] || rowLats[a] - rowLats[b];
  const pointIds = sharedUint32s(points.length);
  const lats = new Float64Array(points.length);
  const lngs = new Float64Array(points.length);
  let distinct = 0;
  for (let band = 1; band <= bands; band++) {
    if (starts[band] === starts[band + 1]) continue;
    const inBand = rows.subarray(starts[band], starts[band + 1]).sort(compare);
    for (let i = 0; i < inBand.length; i++) {
      const row = inBand[i];
      if (i === 0 || compare(inBand[i - 1], row) !== 0) {
        lats[distinct] = rowLats[row];
        lngs[distinct] = rowLngs[row];
        distinct++;
      }
      pointIds[row] = distinct;
    }
  }
  return geoPointColumnOf(pointIds, lats.subarray(0, distinct), lngs.subarray(0, distinct));
}

/** The column of rows whose points have the numbers `pointIds`, from 1, among positions that are sorted and distinct. */
export function geoPointColumnOf(
  pointIds: Uint32Array,
  sortedLats: Float64Array,
  sortedLngs: Float64Array,
): GeoPointColumnData {
  const points = sortedLats.length + 1;
  const lats = sharedFloat64s(points);
  const lngs = sharedFloat64s(points);
  lats.set(sortedLats, 1);
  lngs.set(sortedLngs, 1);
  lats[0] = lngs[0] = NaN;
  const bands: number[] = [];
  const bandStarts: number[] = [];
  for (let point = 1; point < points; point++) {
    const band = bandOf(lats[point]);
    if (bands.at(-1) === band) continue;
    bands.push(band);
    bandStarts.push(point);
  }
  bandStarts.push(points);
  return {
    lats,
    lngs,
    pointIds,
    ...countingSort(pointIds, points),
    bands: sharedUint32sOf(bands),
    bandStarts: sharedUint32sOf(bandStarts),
  };
}

function checkPoint({ lat, lng }: Point): void {
  // Written so that NaN fails too.
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return;
  throw new Error(`a point must lie within ±90 and ±180 degrees, not at ${lat}, ${lng}`);
}
