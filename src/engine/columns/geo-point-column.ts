// A column of positions. Rows at the same point (a dealer's yard) share one entry, and points are sorted by band of
// latitude, then by longitude (geo-bands.ts): a radius is a range of points in each band that it touches, and only points
// near its edge are measured.
import { partitionPoint } from '../../binary-search.ts';
import { kmOfSquaredChord, unitVector, type Point } from '../../geo/great-circle.ts';
import { finestCell, inCells, type GridCell } from '../../geo/map-grid.ts';
import {
  fullBitmap,
  difference,
  emptyBitmap,
  setBit,
  bitmapToRows,
  type Bitmap,
} from '../postings/bitmap.ts';
import { LazyValue, STEP_ITEMS, type Steps } from '../time-slices.ts';
import { PermutedBitmaps } from '../query/permuted-bitmaps.ts';
import type { RowPredicate } from '../query/row-predicate.ts';
import { smallestK } from '../collect/top-k.ts';
import type { GeoPointColumnData } from './build-geo-points.ts';
import {
  ABSOLUTE_TOLERANCE,
  HALF_CIRCUMFERENCE_KM,
  RELATIVE_TOLERANCE,
  visitCircle,
  type TakePoints,
} from './geo-bands.ts';
import { squaredChord, UnitVectors } from './unit-vectors.ts';
import { PointRanges, RadiusFilter } from './radius-filter.ts';
import { RowSteps } from './row-steps.ts';

export class GeoPointColumn {
  readonly #data: GeoPointColumnData;
  readonly #vectors: LazyValue<UnitVectors>;
  readonly #cells: LazyValue<Uint32Array>;
  readonly #rowSteps: LazyValue<RowSteps>;
  readonly #deletedByPoint = new WeakMap<Bitmap, LazyValue<Bitmap>>();
  #permutedBitmaps: PermutedBitmaps | undefined;

  constructor(data: GeoPointColumnData) {
    this.#data = data;
    this.#vectors = new LazyValue(() => UnitVectors.build(data.lats, data.lngs));
    this.#cells = new LazyValue(() => buildCells(data));
    this.#rowSteps = new LazyValue(() => RowSteps.build(data.rows));
  }

  get size(): number {
    return this.#data.pointIds.length;
  }

  /** The point of each row; 0 is an unknown position. */
  get pointIds(): Uint32Array {
    return this.#data.pointIds;
  }

  /** Number of points, including 0. */
  get distinct(): number {
    return this.#data.lats.length;
  }

  /** The position of a row; null if unknown. */
  pointOf(row: number): Point | null {
    const point = this.#data.pointIds[row];
    return point === 0 ? null : { lat: this.#data.lats[point], lng: this.#data.lngs[point] };
  }

  rowsAt(point: number): Uint32Array {
    return this.#data.rows.subarray(this.#data.starts[point], this.#data.starts[point + 1]);
  }

  /** A function that returns the kilometres from `center` to a point other than 0. */
  distancesFrom(center: Point): (point: number) => number {
    const vectors = this.#vectors.value;
    const from = unitVector(center);
    return (point) => kmOfSquaredChord(vectors.squaredChord(point, from));
  }

  /** The points farther than `beyondKm` from `center` and at most `withinKm` away, ascending. */
  pointsBetween(center: Point, beyondKm: number, withinKm: number): Uint32Array {
    const candidates = new PointRanges();
    let size = 0;
    this.#visit(center, withinKm, beyondKm, {
      core: () => undefined,
      rim: (first, end) => {
        candidates.add(first, end);
        size += end - first;
      },
    });
    const found = new Uint32Array(size);
    const isWithin = this.#test(center, withinKm);
    const isNear = this.#test(center, beyondKm);
    let count = 0;
    for (let range = 0; range < candidates.length; range++) {
      for (let point = candidates.firstOf(range); point < candidates.endOf(range); point++) {
        if (isWithin(point) && !isNear(point)) found[count++] = point;
      }
    }
    return found.subarray(0, count);
  }

  /** Indexes in `rows` of a superset of the `count` rows nearest to `center`. Compares chords. */
  nearlyNearest(rows: Uint32Array, center: Point, count: number): Uint32Array {
    const vectors = this.#vectors.value;
    const from = unitVector(center);
    const { pointIds } = this.#data;
    const chords = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const point = pointIds[rows[i]];
      chords[i] = point === 0 ? Infinity : vectors.squaredChord(point, from);
    }
    const nearest = smallestK(chords, count);
    const farthest = nearest.length === 0 ? 0 : chords[nearest[nearest.length - 1]];
    const filtered: number[] = [];
    for (let i = 0; i < rows.length; i++)
      if (chords[i] <= farthest * (1 + RELATIVE_TOLERANCE) + ABSOLUTE_TOLERANCE) filtered.push(i);
    return Uint32Array.from(filtered);
  }

  /** The `points` with a row that passes `predicate`. */
  pointsWithAny(points: Uint32Array, predicate: RowPredicate): Uint32Array {
    const { rows, starts } = this.#data;
    const found = new Uint32Array(points.length);
    let count = 0;
    for (let i = 0; i < points.length; i++) {
      const end = starts[points[i] + 1];
      let at = starts[points[i]];
      while (at < end && !predicate.test(rows[at])) at++;
      if (at < end) found[count++] = points[i];
    }
    return found.subarray(0, count);
  }

  /** The number of rows at these points that pass. */
  countRows(points: Uint32Array, predicate: RowPredicate): number {
    const { rows, starts } = this.#data;
    let count = 0;
    for (let i = 0; i < points.length; i++)
      for (let at = starts[points[i]]; at < starts[points[i] + 1]; at++)
        count += Number(predicate.test(rows[at]));
    return count;
  }

  /** For each point, its cell of the map's finest grid. The cell of point 0 is meaningless. */
  get cells(): Uint32Array {
    return this.#cells.value;
  }

  /** Precomputes `cells`, which only maps use. */
  warmCells(): Steps<void> {
    return this.#cells.warm();
  }

  /** The rows in the order of their points, and the start of each point's rows. Shared, not a copy. */
  get byPoint(): { readonly rows: Uint32Array; readonly starts: Uint32Array } {
    return this.#data;
  }

  /** For each of some limits, the rows below it, in the order of points. */
  get rowSteps(): RowSteps {
    return this.#rowSteps.value;
  }

  /** Bitmaps in the order of points. */
  get permutedBitmaps(): PermutedBitmaps {
    return (this.#permutedBitmaps ??= new PermutedBitmaps(this.#data.rows));
  }

  /** The deleted rows as a bitmap in the order of points. Cached with `liveRows`, which each change replaces. */
  deletedByPoint(liveRows: Bitmap): Bitmap {
    return this.#lazyDeletedByPoint(liveRows).value;
  }

  #lazyDeletedByPoint(liveRows: Bitmap): LazyValue<Bitmap> {
    let deleted = this.#deletedByPoint.get(liveRows);
    if (deleted === undefined) {
      deleted = new LazyValue(() => this.#buildDeletedByPoint(liveRows));
      this.#deletedByPoint.set(liveRows, deleted);
    }
    return deleted;
  }

  *#buildDeletedByPoint(liveRows: Bitmap): Steps<Bitmap> {
    const deleted = emptyBitmap(this.size);
    const { pointIds, rows, starts } = this.#data;
    const deletedRows = bitmapToRows(difference(fullBitmap(this.size), liveRows));
    for (let i = 0; i < deletedRows.length; i++) {
      const row = deletedRows[i];
      setBit(
        deleted,
        partitionPoint(starts[pointIds[row]], starts[pointIds[row] + 1], (at) => rows[at] >= row),
      );
      if (i % (STEP_ITEMS / 4) === 0) yield;
    }
    return deleted;
  }

  /** The rows within `km` of `center`. */
  filter(center: Point, km: number): RadiusFilter {
    const ranges = new PointRanges();
    const isWithin = this.#test(center, km);
    this.#visit(center, km, km, {
      core: (first, end) => {
        ranges.add(first, end);
      },
      rim: (first, end) => {
        for (let point = first; point < end; point++) if (isWithin(point)) ranges.add(point, point + 1);
      },
    });
    return new RadiusFilter(this.#data, ranges);
  }

  /** The rows in any of these cells. */
  cellFilter(cells: readonly GridCell[]): RadiusFilter {
    const ranges = new PointRanges();
    const isInside = inCells(cells);
    const finest = this.cells;
    for (let point = 1; point < finest.length; point++)
      if (isInside(finest[point])) ranges.add(point, point + 1);
    return new RadiusFilter(this.#data, ranges);
  }

  /** Precomputes what filters and sorts use, while `liveRows` (null: all) are live. */
  *warm(liveRows: Bitmap | null): Steps<void> {
    yield* this.#vectors.warm();
    yield* this.#rowSteps.warm();
    if (liveRows !== null) yield* this.#lazyDeletedByPoint(liveRows).warm();
  }

  /** As `visitCircle`, but for any radius. */
  #visit(
    center: Point,
    km: number,
    coreKm: number,
    take: { readonly core: TakePoints; readonly rim: TakePoints },
  ): void {
    if (km < HALF_CIRCUMFERENCE_KM) visitCircle(this.#data, center, { km, coreKm }, take);
    else if (this.distinct > 1) (coreKm >= HALF_CIRCUMFERENCE_KM ? take.core : take.rim)(1, this.distinct);
  }

  /** Whether a point is at most `km` away from `center`. */
  #test(center: Point, km: number): (point: number) => boolean {
    if (km < 0) return () => false;
    const vectors = this.#vectors.value;
    const from = unitVector(center);
    const limit = squaredChord(km);
    const surelyWithin = limit * (1 - RELATIVE_TOLERANCE) - ABSOLUTE_TOLERANCE;
    const surelyBeyond = limit * (1 + RELATIVE_TOLERANCE) + ABSOLUTE_TOLERANCE;
    return (point) => {
      const chord = vectors.squaredChord(point, from);
      return chord < surelyWithin || (chord <= surelyBeyond && kmOfSquaredChord(chord) <= km);
    };
  }
}

function* buildCells({ lats, lngs }: GeoPointColumnData): Steps<Uint32Array> {
  const cells = new Uint32Array(lats.length);
  for (let point = 0; point < cells.length; point++) {
    cells[point] = finestCell({ lat: lats[point], lng: lngs[point] });
    if (point % (STEP_ITEMS / 4) === 0) yield;
  }
  return cells;
}
