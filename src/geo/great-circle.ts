// Great-circle distance. The Earth is a sphere of its mean radius: within 0.5 % of the ellipsoid, far more exact than
// a postcode's centroid.
//
// Distances are computed from the chord between two unit vectors with sums, products, quotients and roots alone,
// which IEEE 754 rounds alike everywhere. So a cluster's script gets the same distance to the last digit.

/** A position in WGS84 degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

export interface UnitVector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const KM_PER_MILE = 1.609344;
/** Mean radius of the Earth in kilometres (IUGG). */
export const EARTH_RADIUS_KM = 6371.0088;

export const RADIANS_PER_DEGREE = Math.PI / 180;

/** Great-circle distance in kilometres, exact to a millionth of a millimetre between near points. */
export function distanceKm(a: Point, b: Point): number {
  return kmBetween(unitVector(a), unitVector(b));
}

export function unitVector({ lat, lng }: Point): UnitVector {
  const cosLat = Math.cos(lat * RADIANS_PER_DEGREE);
  return {
    x: cosLat * Math.cos(lng * RADIANS_PER_DEGREE),
    y: cosLat * Math.sin(lng * RADIANS_PER_DEGREE),
    z: Math.sin(lat * RADIANS_PER_DEGREE),
  };
}

/** Keep the Painless of cluster/query-dsl.ts in step: the same operations in the same order. */
function kmBetween(a: UnitVector, b: UnitVector): number {
  const x = a.x - b.x;
  const y = a.y - b.y;
  const z = a.z - b.z;
  return kmOfSquaredChord(x * x + y * y + z * z);
}

/** Great-circle distance in kilometres of two points on the globe, from the squared chord of their unit vectors, 0 to 4. */
export function kmOfSquaredChord(squared: number): number {
  return 2 * EARTH_RADIUS_KM * arcsine(Math.min(1, Math.sqrt(squared) / 2));
}

/** Arcsine of a number from 0 to 1. Above a half: asin x = π/2 − 2 asin √((1 − x) / 2). */
function arcsine(x: number): number {
  return x < 0.5 ? smallArcsine(x) : Math.PI / 2 - 2 * smallArcsine(Math.sqrt((1 - x) / 2));
}

/** Arcsine up to a half: x + x³ P(x²) / Q(x²), with the coefficients of fdlibm's `asin` (Sun Microsystems, 1993). */
function smallArcsine(x: number): number {
  const t = x * x;
  let p = 7.91534994289814532176e-4 + t * 3.4793310759602116757e-5;
  p = 2.01212532134862925881e-1 + t * (-4.00555345006794114027e-2 + t * p);
  p = 1.66666666666666657415e-1 + t * (-3.25565818622400915405e-1 + t * p);
  let q = -6.8828397160545329303e-1 + t * 7.70381505559019352791e-2;
  q = -2.40339491173441421878 + t * (2.02094576023350569471 + t * q);
  return x + (x * (t * p)) / (1 + t * q);
}
