// Distance on the globe. The Earth is a sphere of its mean radius here: within 0.5 % of the ellipsoid anywhere,
// which is far below what a postcode's centroid can promise.

/** A position in WGS84 degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Mean radius of the Earth in kilometres (IUGG). */
export const EARTH_RADIUS_KM = 6371.0088;

const RADIANS = Math.PI / 180;

/** Great-circle distance in kilometres, by the haversine formula, which stays exact for near points. */
export function distanceKm(a: Point, b: Point): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const sinLng = Math.sin(((b.lng - a.lng) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}
