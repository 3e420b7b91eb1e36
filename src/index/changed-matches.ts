// Matches thousands of searches against the few listings that changed, before and after. The engine finds the rows of each
// condition once, as a bitmap of the rows of both states; a search intersects those of its conditions.
import { setBit, trailingZeros, type Bitmap } from '../engine/postings/bitmap.ts';
import { AllOf } from '../engine/query/combined-filters.ts';
import { compileFilters, radiusFilter } from '../engine/query/planner.ts';
import type { CompiledFilter } from '../engine/query/compiled-filter.ts';
import { expandText, NO_TEXT } from '../engine/query/word-expansion.ts';
import type { EngineQuery } from '../engine/schema.ts';
import type { Segment } from '../engine/segment/segment.ts';
import type { SegmentReader, Snapshot } from '../engine/segment/snapshot.ts';
import type { Point } from '../geo/great-circle.ts';
import type { Side } from './listed-states.ts';
import type { Condition, KeptReading } from './search-conditions.ts';
import type { StockDifference } from './stock-difference.ts';

/** Maximum rows of the compared segments, changed or not. */
const MAX_COMPARED_ROWS = 2 ** 16;
/** Memory for the bitmaps of conditions, in words of 32 rows: 16 MB. */
const MAX_WORDS = 2 ** 22;

/** A segment of one side, and the word in which its rows begin. */
interface Part {
  readonly snapshot: Snapshot;
  readonly reader: SegmentReader;
  /** The number of the segment in the side's snapshot. */
  readonly ord: number;
  readonly at: number;
  readonly words: number;
}

export class ChangedMatches {
  readonly #parts: readonly Part[];
  readonly #words: number;
  /** Of each row of a changed listing, twice the listing's number, plus one for the later state. */
  readonly #doubledOf: Uint32Array;
  /** By doubled number, the part and point of its row. */
  readonly #partOf: Uint16Array;
  readonly #pointOf: Uint32Array;
  /** The rows of changed listings. */
  readonly #all: Bitmap;
  readonly #found: Bitmap;
  readonly #any: Bitmap;
  readonly #byNumber: Bitmap;
  readonly #doubled: Uint32Array;
  /** The bitmaps of conditions, and where each begins. */
  readonly #bits: Uint32Array;
  readonly #bitsAt = new Map<Condition, number>();
  #bitsEnd = 0;

  /** Undefined if too many rows would have to be compared. */
  static of(
    difference: StockDifference,
    numbersOf: (side: Side, segment: Segment) => (row: number) => number,
  ): ChangedMatches | undefined {
    const parts: Part[] = [];
    let at = 0;
    for (const side of ['before', 'after'] as const) {
      const snapshot = difference[side].parts;
      snapshot.segments.forEach((reader, ord) => {
        const words = (reader.segment.size + 31) >>> 5;
        parts.push({ snapshot, reader, ord, at, words });
        at += words;
      });
    }
    return at * 32 > MAX_COMPARED_ROWS ? undefined : new ChangedMatches(difference, numbersOf, parts, at);
  }

  private constructor(
    { before, rows }: StockDifference,
    numbersOf: (side: Side, segment: Segment) => (row: number) => number,
    parts: readonly Part[],
    words: number,
  ) {
    this.#parts = parts;
    this.#words = words;
    this.#all = new Uint32Array(words);
    this.#found = new Uint32Array(words);
    this.#any = new Uint32Array(words);
    this.#doubledOf = new Uint32Array(words * 32);
    const size = 2 * (rows.before.length + rows.after.length);
    this.#partOf = new Uint16Array(size);
    this.#pointOf = new Uint32Array(size);
    this.#byNumber = new Uint32Array((size + 31) >>> 5);
    this.#doubled = new Uint32Array(size);
    this.#bits = new Uint32Array(Math.max(MAX_WORDS, words));
    parts.forEach(({ snapshot, reader: { segment }, at }, ord) => {
      const side = snapshot === before.parts ? 'before' : 'after';
      const numberOf = numbersOf(side, segment);
      for (const { row } of rows[side].filter((one) => one.segment === segment)) {
        const doubled = 2 * numberOf(row) + (side === 'before' ? 0 : 1);
        setBit(this.#all, at * 32 + row);
        this.#doubledOf[at * 32 + row] = doubled;
        this.#partOf[doubled] = ord;
        this.#pointOf[doubled] = segment.points.pointIds[row];
      }
    });
  }

  /**
   * The listings that a search finds, ascending: twice the number of each, plus one for the later state. Valid until the next
   * search.
   */
  find({ groups, radius }: KeptReading): Uint32Array {
    const found = this.#found;
    const bits = this.#bits;
    found.set(this.#all);
    for (const group of groups) {
      let left = 0;
      if (group.length === 1) {
        const at = this.#find(group[0]);
        for (let i = 0; i < found.length; i++) left |= found[i] &= bits[at + i];
      } else {
        const any = this.#any.fill(0);
        for (const condition of group) {
          const at = this.#find(condition);
          for (let i = 0; i < any.length; i++) any[i] |= bits[at + i];
        }
        for (let i = 0; i < found.length; i++) left |= found[i] &= any[i];
      }
      if (left === 0) return NONE;
    }
    if (radius !== undefined) this.#keepWithin(found, radius);
    const byNumber = this.#byNumber.fill(0);
    for (let i = 0; i < found.length; i++)
      for (let word = found[i]; word !== 0; word &= word - 1)
        setBit(byNumber, this.#doubledOf[i * 32 + trailingZeros(word)]);
    let count = 0;
    for (let i = 0; i < byNumber.length; i++)
      for (let word = byNumber[i]; word !== 0; word &= word - 1)
        this.#doubled[count++] = i * 32 + trailingZeros(word);
    return this.#doubled.subarray(0, count);
  }

  /** The kilometres from a place to a listing, by its doubled number; null if its position is unknown. */
  distancesFrom(center: Point): (doubled: number) => number | null {
    const kmTo = this.#parts.map(({ reader }) => reader.segment.points.distancesFrom(center));
    return (doubled) => {
      const point = this.#pointOf[doubled];
      return point === 0 ? null : kmTo[this.#partOf[doubled]](point);
    };
  }

  #keepWithin(found: Bitmap, radius: NonNullable<EngineQuery['radius']>): void {
    for (const { reader, at, words } of this.#parts) {
      const inside = radiusFilter(reader, radius).bitmap();
      for (let i = 0; i < words; i++) found[at + i] &= inside[i];
    }
  }

  /** Where the bitmap of a condition begins, until the next call. */
  #find(condition: Condition): number {
    let at = this.#bitsAt.get(condition);
    if (at === undefined) {
      if (this.#bitsEnd + this.#words > this.#bits.length) {
        this.#bitsAt.clear();
        this.#bitsEnd = 0;
      }
      at = this.#bitsEnd;
      this.#bitsEnd += this.#words;
      this.#bitsAt.set(condition, at);
      for (const part of this.#parts) this.#write(condition, part, at + part.at);
    }
    return at;
  }

  #write(condition: Condition, { snapshot, reader, ord, words }: Part, at: number): void {
    const filter = compiled(condition, snapshot, reader, ord);
    if (filter === undefined) this.#bits.fill(0, at, at + words);
    else this.#bits.set(filter.bitmap(), at);
  }
}

const NONE = new Uint32Array(0);

/** Undefined if no row passes. */
function compiled(
  { filters, text }: Condition,
  snapshot: Snapshot,
  reader: SegmentReader,
  ord: number,
): CompiledFilter | undefined {
  const read = text && { units: [], preferred: [], ...text };
  const expanded = read === undefined ? NO_TEXT : expandText(snapshot, '', { readText: () => read });
  if (expanded === undefined) return undefined;
  const all = compileFilters(reader, ord, { values: [], ranges: [], ...filters }, expanded);
  return all.length === 1 ? all[0] : new AllOf(all);
}
