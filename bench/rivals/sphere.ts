// Places for engines that know no globe. A point becomes a unit vector: the straight line between two of them grows with
// the distance on the ground, and costs an engine three multiplications where the haversine costs five functions. And
// points are gathered in cells of a grid, so that a circle is some whole cells and a rim.
import { EARTH_RADIUS_KM, type Point } from '../../src/geo/great-circle.ts';

/** A point of the unit sphere. */
export interface UnitVector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const RADIANS = Math.PI / 180;

export function unitVector({ lat, lng }: Point): UnitVector {
  const ring = Math.cos(lat * RADIANS);
  return {
    x: ring * Math.cos(lng * RADIANS),
    y: ring * Math.sin(lng * RADIANS),
    z: Math.sin(lat * RADIANS),
  };
}

/** Length of the straight line, on the unit sphere, between points that lie `km` apart on the ground; at most 2. */
export function chordOf(km: number): number {
  return 2 * Math.sin(Math.min(Math.PI / 2, km / (2 * EARTH_RADIUS_KM)));
}

export function chordBetween(a: UnitVector, b: UnitVector): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

/** Latitudes and longitudes between which the circle lies. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** A little larger than the circle, never smaller. One that reaches a pole or the date line gets every longitude. */
export function boxAround({ lat, lng }: Point, km: number): Box {
  const angle = (km / EARTH_RADIUS_KM) * (1 + 1e-9);
  const up = angle / RADIANS;
  const south = lat - up;
  const north = lat + up;
  const sideways = Math.sin(angle) / Math.cos(lat * RADIANS);
  const across = (Math.asin(Math.min(1, sideways)) / RADIANS) * (1 + 1e-9);
  const world =
    angle >= Math.PI / 2 || south <= -90 || north >= 90 || lng - across < -180 || lng + across > 180;
  return world
    ? { south, north, west: -180, east: 180 }
    : { south, north, west: lng - across, east: lng + across };
}
