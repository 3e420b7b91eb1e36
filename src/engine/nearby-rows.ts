// The nearest rows within a circle, where all other filters lie ready (row-test.ts): diesels with an automatic gearbox
// within 25 km. Rows are counted in the order of their places, where a circle is a few hundred short runs, and only those
// that a page may show are looked at one by one. The circle's bitmap is never made.
import type { Point } from '../geo/great-circle.ts';
import { countMasked, maskedWord } from './arrangement.ts';
import type { FoundRows } from './found-rows.ts';
import { walkOutwards } from './nearest-rows.ts';
import { after } from './number-order.ts';
import type { PlaceColumn } from './place-column.ts';
import { RowTest, type Mask, type RowRun } from './row-test.ts';
import type { RowFilter } from './row-filter.ts';
import type { Order, RadiusFilterSpec } from './schema.ts';
import type { LiveSegment } from './snapshot.ts';

/** Undefined where it is not for this way. `filters` are all but the circle. */
export function findNearby(
  { segment, alive }: LiveSegment,
  { center, km }: RadiusFilterSpec,
  order: Order,
  filters: readonly RowFilter[],
): FoundRows | undefined {
  if (order.by !== 'distance' || !isSame(order.from, center)) return undefined;
  const test = RowTest.of(filters);
  if (test === undefined) return undefined;
  const { place } = segment;
  const points = place.pointsBetween(center, -1, km);
  const masks = place.arrangement.masks(test);
  let total = countAt(place, points, masks, test.run);
  // Dead rows are few, so that to take them off is quick even where rows are looked at one by one.
  if (alive !== null)
    total -= countAt(place, points, [{ within: place.deadByPoint(alive) }, ...masks], test.run);
  return {
    total,
    draw: (skip, most) => after(skip, walkOutwards(place, order.from, test.and(alive), most)),
  };
}

/** Number of rows at some points, which ascend, that pass. */
function countAt(
  place: PlaceColumn,
  points: Uint32Array,
  masks: readonly Mask[],
  run: RowRun | undefined,
): number {
  const { rows, starts } = place.byPoint;
  let count = 0;
  for (let i = 0; i < points.length;) {
    const first = points[i];
    let end = first + 1;
    // Points of one cell follow each other, and so do cells from west to east.
    for (i++; i < points.length && points[i] === end; i++) end++;
    count +=
      run === undefined
        ? countMasked(masks, starts[first], starts[end])
        : countInRun(masks, rows, starts[first], starts[end], run);
  }
  return count;
}

/** Number of positions from `start` up to but not including `end` that have all masks and a row of the run. */
function countInRun(
  masks: readonly Mask[],
  rows: Uint32Array,
  start: number,
  end: number,
  { from, to }: RowRun,
): number {
  let count = 0;
  if (masks.length === 0) {
    // A sign bit for each row below the end, less one for each below the start: no branch to be guessed.
    for (let i = start; i < end; i++) count += ((rows[i] - to) >>> 31) - ((rows[i] - from) >>> 31);
    return count;
  }
  for (let at = start >>> 5; at << 5 < end; at++) {
    for (let word = maskedWord(masks, at, start, end); word !== 0; word &= word - 1) {
      const row = rows[(at << 5) + 31 - Math.clz32(word & -word)];
      if (row >= from && row < to) count++;
    }
  }
  return count;
}

function isSame(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}
