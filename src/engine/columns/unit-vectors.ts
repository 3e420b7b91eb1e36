// Points on the globe as vectors of length 1. The straight line between two of them, through the Earth, grows with their
// distance and costs three multiplications, where the distance takes four sines and cosines. So most points are told
// apart by their squared chords; whoever needs more than about a millionth measures the distance itself.
import { EARTH_RADIUS_KM, unitVector, type UnitVector } from '../../geo/great-circle.ts';

/** The squared chord over which two points are `km` apart on the globe: from 0 to 4. */
export function squaredChord(km: number): number {
  const half = Math.sin(Math.min(km / EARTH_RADIUS_KM, Math.PI) / 2);
  return 4 * half * half;
}

export class UnitVectors {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #z: Float64Array;

  /** Of points in degrees. 24 bytes a point. */
  constructor(lats: Float64Array, lngs: Float64Array) {
    this.#x = new Float64Array(lats.length);
    this.#y = new Float64Array(lats.length);
    this.#z = new Float64Array(lats.length);
    for (let point = 0; point < lats.length; point++) {
      const { x, y, z } = unitVector({ lat: lats[point], lng: lngs[point] });
      this.#x[point] = x;
      this.#y[point] = y;
      this.#z[point] = z;
    }
  }

  squaredChord(point: number, from: UnitVector): number {
    const x = this.#x[point] - from.x;
    const y = this.#y[point] - from.y;
    const z = this.#z[point] - from.z;
    return x * x + y * y + z * z;
  }
}
