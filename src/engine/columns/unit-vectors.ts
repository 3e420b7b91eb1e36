// Points as unit vectors. The squared chord between two points grows with their distance and costs three multiplications, while
// the distance also needs a root and an arcsine. So most comparisons use squared chords; only those within rounding error of a
// limit use the distance.
import { unitVector, type UnitVector } from '../../geo/great-circle.ts';
import { type Steps, STEP_ITEMS } from '../time-slices.ts';
import { squaredHalfChord } from './geo-bands.ts';

export class UnitVectors {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #z: Float64Array;

  private constructor(points: number) {
    this.#x = new Float64Array(points);
    this.#y = new Float64Array(points);
    this.#z = new Float64Array(points);
  }

  /** From degrees. 24 bytes a point. */
  static *build(lats: Float64Array, lngs: Float64Array): Steps<UnitVectors> {
    const vectors = new UnitVectors(lats.length);
    for (let point = 0; point < lats.length; point++) {
      const { x, y, z } = unitVector({ lat: lats[point], lng: lngs[point] });
      vectors.#x[point] = x;
      vectors.#y[point] = y;
      vectors.#z[point] = z;
      if (point % (STEP_ITEMS / 2) === 0) yield;
    }
    return vectors;
  }

  squaredChord(point: number, from: UnitVector): number {
    const x = this.#x[point] - from.x;
    const y = this.#y[point] - from.y;
    const z = this.#z[point] - from.z;
    return x * x + y * y + z * z;
  }
}

/** The squared chord of two points that are `km` apart on the globe, from 0 to 4. */
export function squaredChord(km: number): number {
  return 4 * squaredHalfChord(km);
}
