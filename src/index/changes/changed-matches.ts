// Matches thousands of searches against the few listings that changed: a small segment has their rows before and after. The
// engine finds once which rows pass each condition, as a bitmap; a search intersects those of its conditions.
import { KeyColumnBuilder } from '../../engine/columns/key-column.ts';
import { RowHashesBuilder } from '../../engine/columns/row-hashes.ts';
import {
  addBits,
  bitmapToRows,
  clearBit,
  emptyBitmap,
  keepCommon,
  trailingZeros,
  type Bitmap,
} from '../../engine/postings/bitmap.ts';
import { compileFilters, radiusFilter } from '../../engine/query/planner.ts';
import { expandText, NO_TEXT } from '../../engine/query/word-expansion.ts';
import type { RadiusFilterSpec } from '../../engine/schema.ts';
import { mergeColumns } from '../../engine/segment/merge-segments.ts';
import { DELETED } from '../../engine/segment/row-map.ts';
import { Segment } from '../../engine/segment/segment.ts';
import { Snapshot } from '../../engine/segment/snapshot.ts';
import { mapInSteps, type Steps } from '../../engine/time-slices.ts';
import type { Point } from '../../geo/great-circle.ts';
import type { Side } from './listed-states.ts';
import { LISTING_SCHEMA } from '../shared/listing-schema.ts';
import type { Condition, KeptReading } from './search-conditions.ts';
import type { StockDifference } from './stock-difference.ts';

/** Memory for the bitmaps of conditions, in words of 32 bits: 16 MB. */
const MAX_WORDS = 2 ** 22;
/**
 * Maximum rows of the segments that have the changed listings: a few times as many as may change, unless segments were merged.
 */
const MAX_SOURCE_ROWS = 2 ** 17;

/** Up to this number of rows, measuring each distance is faster than finding all rows of a circle. */
const MAX_MEASURED = 64;

export class ChangedMatches {
  readonly #snapshot: Snapshot;
  /** By row, ascending: twice the number of the row's listing, plus one for the later state. */
  readonly #doubled: Uint32Array;
  readonly #found: Bitmap;
  readonly #any: Bitmap;
  readonly #bitsOf = new Map<Condition, Bitmap>();

  private constructor(segment: Segment, doubled: Uint32Array) {
    this.#snapshot = Snapshot.fromSegments([{ segment, liveRows: null }]);
    this.#doubled = doubled;
    this.#found = emptyBitmap(doubled.length);
    this.#any = emptyBitmap(doubled.length);
  }

  /** Undefined if the changed listings are in large segments. */
  static *of(
    difference: StockDifference,
    numbersOf: (side: Side, segment: Segment) => (row: number) => number,
  ): Steps<ChangedMatches | undefined> {
    const parts = (['before', 'after'] as const).flatMap((side, at) =>
      [...new Set(difference.rows[side].map(({ segment }) => segment))].map((segment) => {
        const numberOf = numbersOf(side, segment);
        const rows = difference.rows[side].filter((one) => one.segment === segment).map(({ row }) => row);
        return { data: segment.data, rows, doubled: rows.map((row) => 2 * numberOf(row) + at) };
      }),
    );
    if (parts.reduce((sum, { data }) => sum + data.size, 0) > MAX_SOURCE_ROWS) return undefined;
    const doubled = Uint32Array.from(parts.flatMap((part) => part.doubled)).sort();
    yield;
    const rowOf = new Uint32Array(2 * doubled.length);
    doubled.forEach((each, row) => (rowOf[each] = row));
    const newRows = yield* mapInSteps(parts, (part) => {
      const target = new Uint32Array(part.data.size).fill(DELETED);
      part.rows.forEach((row, i) => (target[row] = rowOf[part.doubled[i]]));
      return target;
    });
    const none = new Uint32Array(0);
    const segment = new Segment(LISTING_SCHEMA, {
      keys: new KeyColumnBuilder().finish(none),
      addresses: new RowHashesBuilder().finish(none),
      ...(yield* mergeColumns(
        LISTING_SCHEMA,
        parts.map(({ data }) => data),
        { size: doubled.length, newRows },
      )),
    });
    yield* segment.warm(null);
    return new ChangedMatches(segment, doubled);
  }

  /**
   * Calls `take` with the number of each listing that a search finds, ascending, and its row in each state; -1 if it has none.
   */
  visit(reading: KeptReading, take: (number: number, before: number, after: number) => void): void {
    const found = this.#find(reading);
    const doubled = this.#doubled;
    let before = -1;
    for (let i = 0; i < found.length; i++) {
      for (let word = found[i]; word !== 0; word &= word - 1) {
        const row = (i << 5) + trailingZeros(word);
        const isAfter = (doubled[row] & 1) === 1;
        const isPair = before >= 0 && isAfter && doubled[before] === doubled[row] - 1;
        if (before >= 0 && !isPair) take(doubled[before] >> 1, before, -1);
        if (isAfter) take(doubled[row] >> 1, isPair ? before : -1, row);
        before = isAfter ? -1 : row;
      }
    }
    if (before >= 0) take(doubled[before] >> 1, before, -1);
  }

  /** The kilometres from a place to a row's position; null if that is unknown. */
  distancesFrom(center: Point): (row: number) => number | null {
    const { points } = this.#snapshot.segments[0].segment;
    const kmTo = points.distancesFrom(center);
    return (row) => (points.pointIds[row] === 0 ? null : kmTo(points.pointIds[row]));
  }

  /** Valid until the next call. */
  #find({ groups, radius }: KeptReading): Bitmap {
    const found = this.#found;
    found.set(this.#snapshot.segments[0].segment.allRows);
    let count = this.#doubled.length;
    for (const group of groups) {
      count = keepCommon(found, this.#passingAny(group));
      if (count === 0) return found;
    }
    if (radius !== undefined) this.#keepWithin(radius, found, count);
    return found;
  }

  #keepWithin(radius: RadiusFilterSpec, found: Bitmap, count: number): void {
    if (count > MAX_MEASURED)
      return void keepCommon(found, radiusFilter(this.#snapshot.segments[0], radius).bitmap());
    const kmOf = this.distancesFrom(radius.center);
    for (const row of bitmapToRows(found, count))
      if ((kmOf(row) ?? Infinity) > radius.km) clearBit(found, row);
  }

  /** Valid until the next call. */
  #passingAny(group: readonly Condition[]): Bitmap {
    if (group.length === 1) return this.#passingOne(group[0]);
    const any = this.#any.fill(0);
    for (const condition of group) addBits(any, this.#passingOne(condition));
    return any;
  }

  #passingOne(condition: Condition): Bitmap {
    let bits = this.#bitsOf.get(condition);
    if (bits === undefined) {
      bits = this.#passing(condition);
      if (this.#bitsOf.size * bits.length > MAX_WORDS) this.#bitsOf.clear();
      this.#bitsOf.set(condition, bits);
    }
    return bits;
  }

  #passing({ filters, text }: Condition): Bitmap {
    const snapshot = this.#snapshot;
    const read = text && { units: [], preferred: [], ...text };
    const expanded = read === undefined ? NO_TEXT : expandText(snapshot, '', { readText: () => read });
    if (expanded === undefined) return emptyBitmap(this.#doubled.length);
    const rowFilters = { values: [], ranges: [], ...filters };
    const [first, ...others] = compileFilters(snapshot.segments[0], 0, rowFilters, expanded);
    if (others.length === 0) return first.bitmap();
    const all = first.bitmap().slice();
    for (const filter of others) keepCommon(all, filter.bitmap());
    return all;
  }
}
