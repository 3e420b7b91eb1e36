// Finds where a circle meets the bands of latitude by which points are sorted. In a band points ascend by longitude, so those
// certainly inside the circle are one slice, and those near its edge are a short slice on each side of it.
import { partitionPoint } from '../../binary-search.ts';
import { EARTH_RADIUS_KM, RADIANS_PER_DEGREE, type Point } from '../../geo/great-circle.ts';

/**
 * Bands are a hundredth of a degree high, 1.1 km. Lower bands leave fewer points at the edge, but need more searches by
 * longitude. With a million positions in Britain, half or twice the height takes about as long.
 */
const BANDS_PER_DEGREE = 100;
const BAND_COUNT = 180 * BANDS_PER_DEGREE;

/** The number of the band that contains a latitude; from south to north. */
export function latitudeBandOf(lat: number): number {
  return Math.min(BAND_COUNT - 1, Math.max(0, Math.floor((lat + 90) * BANDS_PER_DEGREE)));
}

/** Half of the Earth's circumference, the greatest possible distance. */
export const HALF_CIRCUMFERENCE_KM = Math.PI * EARTH_RADIUS_KM;

/**
 * Squared chords closer to a limit than this, relative and absolute, are decided by the exact distance. The tolerance is far
 * above the rounding error of both, and few points are that close.
 */
export const RELATIVE_TOLERANCE = 1e-6;
export const ABSOLUTE_TOLERANCE = 1e-20;

/** Within this many degrees of a pole, longitudes say little and rounding matters: whole bands are measured. */
const POLAR_DEGREES = 0.1;

/** Arcs longer than this many degrees to each side might overlap on the far side of the globe by rounding. */
const LONGEST_ARC = 179.9;

/** The points of each band, by longitude. */
export interface Bands {
  /** Numbers of the bands that have points, ascending, and the first point of each; one more start at the end. */
  readonly bands: Uint32Array;
  readonly bandStarts: Uint32Array;
  /** Degrees, by point. */
  readonly lngs: Float64Array;
}

/** Maximum points per band, as after a change, that are all measured: finding where bands meet a circle takes longer. */
const SPARSE = 3;

/** Takes the points [`first`, `end`). */
export type TakePoints = (first: number, end: number) => void;

/**
 * Visits all points within `km` of `center`, which must be less than half of the circumference, and some others, in ascending
 * order. Points certainly within `coreKm` (at most `km`; negative for none) are visited as `core`, the rest as `rim`.
 */
export function visitCircle(
  { bands, bandStarts, lngs }: Bands,
  center: Point,
  { km, coreKm }: { readonly km: number; readonly coreKm: number },
  { core, rim }: { readonly core: TakePoints; readonly rim: TakePoints },
): void {
  // Slightly wider, so that rounding cannot lose a point on the edge.
  const reach = (km / EARTH_RADIUS_KM / RADIANS_PER_DEGREE) * (1 + 1e-6) + 1e-6;
  const firstOf = (band: number): number => partitionPoint(0, bands.length, (i) => bands[i] >= band);
  const firstBand = firstOf(latitudeBandOf(center.lat - reach));
  const endBand = firstOf(latitudeBandOf(center.lat + reach) + 1);
  if (bandStarts[endBand] - bandStarts[firstBand] <= SPARSE * (endBand - firstBand)) {
    if (firstBand < endBand) rim(bandStarts[firstBand], bandStarts[endBand]);
    return;
  }
  const outer = new CircleWidth(center, squaredHalfChord(km) * (1 + RELATIVE_TOLERANCE) + ABSOLUTE_TOLERANCE);
  const inner = new CircleWidth(
    center,
    coreKm < 0 ? -1 : squaredHalfChord(coreKm) * (1 - RELATIVE_TOLERANCE) - ABSOLUTE_TOLERANCE,
  );
  for (let i = firstBand; i < endBand; i++) {
    const south = bands[i] / BANDS_PER_DEGREE - 90;
    const north = (bands[i] + 1) / BANDS_PER_DEGREE - 90;
    const isPolar = Math.max(-south, north) > 90 - POLAR_DEGREES;
    const width = isPolar ? 180 : outer.widest(south, north);
    const coreWidth = isPolar ? -1 : inner.narrowest(south, north);
    if (width < 0) continue;
    let at = bandStarts[i];
    const end = bandStarts[i + 1];
    if (coreWidth >= 180) {
      core(at, end);
      continue;
    }
    const isWhole = width > LONGEST_ARC;
    const coreArc = Math.min(coreWidth, LONGEST_ARC);
    // A circle across the date line has an arc at each end of the band.
    for (let turn = -1; turn <= 1; turn++) {
      const middle = center.lng + 360 * turn;
      if (middle + width < -180 || middle - width > 180) continue;
      if (!isWhole) at = lowerBound(lngs, middle - width, at, end);
      if (coreArc >= 0) {
        const west = lowerBound(lngs, middle - coreArc, at, end);
        const east = upperBound(lngs, middle + coreArc, west, end);
        if (west < east) {
          if (at < west) rim(at, west);
          core(west, east);
          at = east;
        }
      }
      if (isWhole) continue;
      const east = upperBound(lngs, middle + width, at, end);
      if (at < east) rim(at, east);
      at = east;
    }
    if (isWhole && at < end) rim(at, end);
  }
}

/** The squared sine of half the angle of `km`: a quarter of the squared chord, from 0 to 1. */
export function squaredHalfChord(km: number): number {
  const sine = Math.sin(Math.min(km / EARTH_RADIUS_KM, Math.PI) / 2);
  return sine * sine;
}

/**
 * How far a circle reaches to the east and to the west of its centre, in degrees of longitude. By the haversine formula:
 * sin²(Δλ/2) = (sin²(r/2) − sin²(Δφ/2)) / (cos φ₀ cos φ). Between two parallels it is widest or narrowest on one of
 * them, or where meridians touch the circle.
 */
class CircleWidth {
  readonly #lat: number;
  readonly #cosLat: number;
  readonly #squaredHalfChord: number;
  /** The latitude at which meridians touch the circle; NaN if it contains a pole, or one is in its complement. */
  readonly #touched: number;
  readonly #touchedWidth: number;
  // Each parallel is the northern edge of a band, then the southern edge of the next.
  #lastLat = NaN;
  #lastWidth = NaN;

  /** With a negative `squaredHalfChord` the circle is empty. */
  constructor({ lat }: Point, squaredHalfChord: number) {
    this.#lat = lat;
    this.#cosLat = Math.cos(lat * RADIANS_PER_DEGREE);
    this.#squaredHalfChord = squaredHalfChord;
    this.#touched =
      Math.asin(Math.sin(lat * RADIANS_PER_DEGREE) / (1 - 2 * squaredHalfChord)) / RADIANS_PER_DEGREE;
    this.#touchedWidth = this.#widthAt(this.#touched);
  }

  /** Maximum reach between two parallels, up to 180 degrees; negative if the circle does not reach between them. */
  widest(south: number, north: number): number {
    const widest = Math.max(this.#width(south), this.#width(north));
    return this.#touched > south && this.#touched < north ? Math.max(widest, this.#touchedWidth) : widest;
  }

  /** Minimum reach between two parallels; negative unless the circle reaches every latitude between them. */
  narrowest(south: number, north: number): number {
    const narrowest = Math.min(this.#width(south), this.#width(north));
    return this.#touched > south && this.#touched < north
      ? Math.min(narrowest, this.#touchedWidth)
      : narrowest;
  }

  #width(lat: number): number {
    if (lat !== this.#lastLat) {
      this.#lastLat = lat;
      this.#lastWidth = this.#widthAt(lat);
    }
    return this.#lastWidth;
  }

  #widthAt(lat: number): number {
    const sine = Math.sin(((lat - this.#lat) * RADIANS_PER_DEGREE) / 2);
    const left = this.#squaredHalfChord - sine * sine;
    if (left < 0) return -1;
    const squared = left / (this.#cosLat * Math.cos(lat * RADIANS_PER_DEGREE));
    return squared >= 1 ? 180 : (2 * Math.asin(Math.sqrt(squared))) / RADIANS_PER_DEGREE;
  }
}

/**
 * The first index in [`from`, `to`) whose value is at least `value`; `to` if there is none. A loop of its own, as the next one: a
 * circle has two to four of these searches in each band, and takes twice as long with `partitionPoint`.
 */
function lowerBound(sorted: Float64Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index in [`from`, `to`) whose value is greater than `value`; `to` if there is none. */
function upperBound(sorted: Float64Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
