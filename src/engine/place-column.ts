// A column of positions. Rows at the same point (a dealer's yard) share one entry, and points lie in the order of
// the grid cells that hold them: a radius reads the cells that it touches and measures each point in them once.
import { distanceKm, EARTH_RADIUS_KM, type Point } from '../geo/great-circle.ts';
import { noBits, setRows, type Bits } from './bits.ts';
import { groupRows } from './group-rows.ts';
import type { RowFilter } from './row-filter.ts';
import { rowsMarked, unionOfRows } from './row-lists.ts';

/** Typed arrays only. Points are numbered from 1 in the order of their cells; 0 is "no position". */
export interface PlaceColumnData {
  /** Degrees, by point; index 0 is unused. */
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  /** Each row's point. */
  readonly points: Uint32Array;
  /** Rows grouped by point, as in a value column. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  /** Numbers of the cells that hold points, ascending, and the first point of each; one more start at the end. */
  readonly cells: Uint32Array;
  readonly cellStarts: Uint32Array;
}

// Cells of a tenth of a degree are 11 km high and, in Britain, 6 to 7 km wide: a few hundred for the widest band.
const CELLS_PER_DEGREE = 10;
const CELLS_AROUND = 360 * CELLS_PER_DEGREE;
const CELLS_UP = 180 * CELLS_PER_DEGREE;

/** Half of the Earth's circumference: no two points are farther apart. */
const FARTHEST_KM = Math.PI * EARTH_RADIUS_KM;

const column = (lng: number): number =>
  Math.min(CELLS_AROUND - 1, Math.max(0, Math.floor((lng + 180) * CELLS_PER_DEGREE)));
const band = (lat: number): number =>
  Math.min(CELLS_UP - 1, Math.max(0, Math.floor((lat + 90) * CELLS_PER_DEGREE)));
const cellOf = (point: Point): number => band(point.lat) * CELLS_AROUND + column(point.lng);

/** A point that is not in degrees on the globe is a bug of the caller and throws. */
export function buildPlaceColumn(places: readonly (Point | null)[]): PlaceColumnData {
  for (const point of places) if (point !== null) checkPoint(point);
  // Numbered as they come at first, found by latitude and then longitude: no text is made of them.
  const numbers = new Map<number, Map<number, number>>();
  const distinct: Point[] = [];
  const drafts = Uint32Array.from(places, (point) => {
    if (point === null) return 0;
    let onParallel = numbers.get(point.lat);
    if (onParallel === undefined) numbers.set(point.lat, (onParallel = new Map<number, number>()));
    const known = onParallel.get(point.lng);
    if (known !== undefined) return known;
    onParallel.set(point.lng, distinct.push(point));
    return distinct.length;
  });
  const byCell = Array.from(distinct, (point, index) => ({
    point,
    draft: index + 1,
    cell: cellOf(point),
  })).sort((a, b) => a.cell - b.cell || a.point.lat - b.point.lat || a.point.lng - b.point.lng);
  const numberOf = new Uint32Array(distinct.length + 1);
  byCell.forEach(({ draft }, index) => (numberOf[draft] = index + 1));
  const points = drafts.map((draft) => numberOf[draft]);
  const cells: number[] = [];
  const cellStarts: number[] = [];
  byCell.forEach(({ cell }, index) => {
    if (cells.at(-1) === cell) return;
    cells.push(cell);
    cellStarts.push(index + 1);
  });
  return {
    lats: Float64Array.from([NaN, ...byCell.map(({ point }) => point.lat)]),
    lngs: Float64Array.from([NaN, ...byCell.map(({ point }) => point.lng)]),
    points,
    ...groupRows(points, byCell.length + 1),
    cells: Uint32Array.from(cells),
    cellStarts: Uint32Array.from([...cellStarts, byCell.length + 1]),
  };
}

function checkPoint({ lat, lng }: Point): void {
  // Written so that NaN fails too.
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return;
  throw new Error(`a point must lie within ±90 and ±180 degrees, not at ${lat}, ${lng}`);
}

export class PlaceColumn {
  readonly #data: PlaceColumnData;

  constructor(data: PlaceColumnData) {
    this.#data = data;
  }

  get size(): number {
    return this.#data.points.length;
  }

  /** The point of each row; 0 is no position. */
  get points(): Uint32Array {
    return this.#data.points;
  }

  /** Number of points, counting the 0 that stands for none. */
  get distinct(): number {
    return this.#data.lats.length;
  }

  /** Where a row is; null: not known. */
  pointOf(row: number): Point | null {
    const point = this.#data.points[row];
    return point === 0 ? null : { lat: this.#data.lats[point], lng: this.#data.lngs[point] };
  }

  rowsAt(point: number): Uint32Array {
    return this.#data.rows.subarray(this.#data.starts[point], this.#data.starts[point + 1]);
  }

  /** Kilometres from `center` to a point of this column, not to 0. */
  distanceTo(point: number, center: Point): number {
    return distanceKm(center, { lat: this.#data.lats[point], lng: this.#data.lngs[point] });
  }

  /** Points whose distance from `center` is more than `beyondKm` and at most `withinKm`, nearest first. */
  pointsBetween(center: Point, beyondKm: number, withinKm: number): { point: number; km: number }[] {
    const found: { point: number; km: number }[] = [];
    for (const [first, end] of this.#pointRanges(center, withinKm)) {
      for (let point = first; point < end; point++) {
        const km = this.distanceTo(point, center);
        if (km > beyondKm && km <= withinKm) found.push({ point, km });
      }
    }
    return found.sort((a, b) => a.km - b.km || a.point - b.point);
  }

  /** The rows within `km` of `center`. */
  filter(center: Point, km: number): RowFilter {
    return new RadiusFilter(
      this,
      this.pointsBetween(center, -1, km).map(({ point }) => point),
    );
  }

  /** Ranges of points, in the cells that a circle may touch. */
  #pointRanges(center: Point, km: number): [first: number, end: number][] {
    const { cells, cellStarts } = this.#data;
    if (km >= FARTHEST_KM) return [[1, this.distinct]];
    const ranges: [number, number][] = [];
    const box = boundingBox(center, km);
    for (let row = band(box.south); row <= band(box.north); row++) {
      for (const [west, east] of box.lngs) {
        const first = lowerBound(cells, row * CELLS_AROUND + column(west));
        const end = lowerBound(cells, row * CELLS_AROUND + column(east) + 1);
        if (first < end) ranges.push([cellStarts[first], cellStarts[end]]);
      }
    }
    return ranges;
  }
}

/**
 * The box around a circle on the sphere, in degrees, as one or two spans of longitude where it crosses the date
 * line. The half-width is asin(sin(r) / cos(lat)); a circle that holds a pole spans all longitudes.
 */
function boundingBox(center: Point, km: number): { south: number; north: number; lngs: [number, number][] } {
  const radians = Math.PI / 180;
  // A hair wider, so that rounding cannot lose a point on the edge; the exact check follows.
  const angle = (km / EARTH_RADIUS_KM) * (1 + 1e-9) + 1e-9;
  const south = center.lat - angle / radians;
  const north = center.lat + angle / radians;
  if (south <= -90 || north >= 90) return { south, north, lngs: [[-180, 180]] };
  const half = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(center.lat * radians))) / radians;
  const west = center.lng - half;
  const east = center.lng + half;
  if (west < -180) return { south, north, lngs: [[-180, east], [west + 360, 180]] }; // prettier-ignore
  if (east > 180) return { south, north, lngs: [[-180, east - 360], [west, 180]] }; // prettier-ignore
  return { south, north, lngs: [[west, east]] };
}

function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

class RadiusFilter implements RowFilter {
  readonly estimate: number;
  readonly #column: PlaceColumn;
  readonly #points: readonly number[];

  constructor(placeColumn: PlaceColumn, points: readonly number[]) {
    this.#column = placeColumn;
    this.#points = points;
    this.estimate = points.reduce((sum, point) => sum + placeColumn.rowsAt(point).length, 0);
  }

  rows(): Uint32Array {
    return unionOfRows(this.#points.map((point) => this.#column.rowsAt(point)));
  }

  keepRows(rows: Uint32Array): Uint32Array {
    const inside = new Uint8Array(this.#column.distinct);
    for (const point of this.#points) inside[point] = 1;
    return rowsMarked(rows, this.#column.points, inside);
  }

  bits(): Bits {
    const bits = noBits(this.#column.size);
    for (const point of this.#points) setRows(bits, this.#column.rowsAt(point));
    return bits;
  }
}
