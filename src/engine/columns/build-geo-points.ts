// The arrays of a geo point column: distinct positions, numbered in the order of bands and longitudes (geo-bands.ts).
import type { Point } from '../../geo/great-circle.ts';
import { latitudeBandOf, type Bands } from './geo-bands.ts';
import { sharedFloat64s, sharedUint32s, sharedUint32sOf, grown } from './shared-arrays.ts';
import { countingSort } from './counting-sort.ts';

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

/** Builds a column point by point. */
export class GeoPointColumnBuilder {
  /** NaN for unknown positions. */
  #lats = new Float64Array(1024);
  #lngs = new Float64Array(1024);
  #size = 0;

  /** Adds the position of the next row. Throws if it is outside ±90 and ±180 degrees. */
  add(point: Point | null): void {
    const row = this.#size++;
    if (row === this.#lats.length) {
      this.#lats = grown(this.#lats, row + 1);
      this.#lngs = grown(this.#lngs, row + 1);
    }
    if (point !== null) checkPoint(point);
    // Adding 0 turns -0 into 0, so that both are one point.
    this.#lats[row] = point === null ? NaN : point.lat + 0;
    this.#lngs[row] = point === null ? NaN : point.lng + 0;
  }

  /** The column in a new order: row `row` is the one added as number `order[row]`, from 0. */
  finish(order: Uint32Array): GeoPointColumnData {
    const lats = new Float64Array(order.length);
    const lngs = new Float64Array(order.length);
    for (let row = 0; row < order.length; row++) {
      lats[row] = this.#lats[order[row]];
      lngs[row] = this.#lngs[order[row]];
    }
    return numberPoints(lats, lngs);
  }
}

/** The column of rows at these degrees; NaN for unknown positions. */
function numberPoints(rowLats: Float64Array, rowLngs: Float64Array): GeoPointColumnData {
  const size = rowLats.length;
  // Band 0 is for rows without a position. Few segments span the globe, so bands are counted from the first one used.
  const rowBands = new Uint32Array(size);
  let firstBand = Infinity;
  let lastBand = -1;
  for (let row = 0; row < size; row++) {
    if (Number.isNaN(rowLats[row])) continue;
    const band = latitudeBandOf(rowLats[row]);
    rowBands[row] = band + 1;
    firstBand = Math.min(firstBand, band);
    lastBand = Math.max(lastBand, band);
  }
  for (let row = 0; row < rowBands.length; row++) if (rowBands[row] !== 0) rowBands[row] -= firstBand;
  const bands = Math.max(0, lastBand - firstBand + 1);
  const { rows, starts } = countingSort(rowBands, bands + 1);
  const compare = (a: number, b: number): number => rowLngs[a] - rowLngs[b] || rowLats[a] - rowLats[b];
  const pointIds = sharedUint32s(size);
  const lats = new Float64Array(size);
  const lngs = new Float64Array(size);
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

/** The column of rows whose points have the numbers `pointIds`, from 1, in a list of sorted, distinct positions. */
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
    const band = latitudeBandOf(lats[point]);
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
  // Written so that NaN is rejected too.
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return;
  throw new Error(`a point must lie within ±90 and ±180 degrees, not at ${lat}, ${lng}`);
}
