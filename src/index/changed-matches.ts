// Matches thousands of searches against the few listings that changed, before and after. The engine finds once which of them pass
// each condition, as a bitmap; a search intersects those of its conditions.
import {
  addBits,
  bitmapToRows,
  emptyBitmap,
  keepCommon,
  setBit,
  type Bitmap,
} from '../engine/postings/bitmap.ts';
import { compileFilters, radiusFilter } from '../engine/query/planner.ts';
import type { CompiledFilter } from '../engine/query/compiled-filter.ts';
import { expandText, NO_TEXT } from '../engine/query/word-expansion.ts';
import type { Segment } from '../engine/segment/segment.ts';
import type { SegmentReader, Snapshot } from '../engine/segment/snapshot.ts';
import type { Point } from '../geo/great-circle.ts';
import type { Side } from './listed-states.ts';
import type { Condition, KeptReading } from './search-conditions.ts';
import type { StockDifference } from './stock-difference.ts';

/** Memory for the bitmaps of conditions, in words of 32 bits: 16 MB. */
const MAX_WORDS = 2 ** 22;

/** The rows of changed listings in a segment of one side. */
interface Part {
  readonly reader: SegmentReader;
  /** The number of the segment in the side's snapshot. */
  readonly ord: number;
  /** Ascending. */
  readonly rows: Uint32Array;
  /** Parallel to `rows`: twice the number of each row's listing, plus one for the later state. */
  readonly doubled: readonly number[];
}

interface ChangedSide {
  readonly snapshot: Snapshot;
  readonly parts: readonly Part[];
}

/** The filters that the rows of a part must pass. */
type FiltersOf = (part: Part) => readonly CompiledFilter[];

/** Bitmaps have two bits for each listing, from its doubled number on: whether it is found before, and after. */
export class ChangedMatches {
  readonly #sides: readonly ChangedSide[];
  /** By doubled number. */
  readonly #placeOf: { readonly part: Part; readonly point: number }[] = [];
  readonly #all: Bitmap;
  readonly #found: Bitmap;
  readonly #any: Bitmap;
  readonly #bitsOf = new Map<Condition, Bitmap>();

  constructor(
    { before, after, rows }: StockDifference,
    numbersOf: (side: Side, segment: Segment) => (row: number) => number,
  ) {
    const size = 2 * (rows.before.length + rows.after.length);
    this.#all = emptyBitmap(size);
    this.#found = emptyBitmap(size);
    this.#any = emptyBitmap(size);
    const sideOf = (side: Side, snapshot: Snapshot): ChangedSide => {
      const parts = snapshot.segments.map((reader, ord) => {
        const { segment } = reader;
        const own = Uint32Array.from(
          rows[side].filter((one) => one.segment === segment),
          ({ row }) => row,
        );
        const numberOf = numbersOf(side, segment);
        const doubled = Array.from(own, (row) => 2 * numberOf(row) + (side === 'before' ? 0 : 1));
        const part = { reader, ord, rows: own, doubled };
        doubled.forEach((at, i) => {
          setBit(this.#all, at);
          this.#placeOf[at] = { part, point: segment.points.pointIds[own[i]] };
        });
        return part;
      });
      return { snapshot, parts: parts.filter((part) => part.rows.length > 0) };
    };
    this.#sides = [sideOf('before', before.parts), sideOf('after', after.parts)];
  }

  /** The listings that a search finds, ascending: twice the number of each, plus one for the later state. */
  find({ groups, radius }: KeptReading): Uint32Array {
    const found = this.#found;
    found.set(this.#all);
    for (const group of groups) if (keepCommon(found, this.#passingAny(group)) === 0) return NONE;
    if (radius !== undefined) {
      const filtersOf: FiltersOf = ({ reader }) => [radiusFilter(reader, radius)];
      keepCommon(
        found,
        this.#passing(() => filtersOf),
      );
    }
    return bitmapToRows(found);
  }

  /** The kilometres from a place to a listing, by its doubled number; null if its position is unknown. */
  distancesFrom(center: Point): (doubled: number) => number | null {
    const kmTo = new Map<Part, (point: number) => number>();
    return (doubled) => {
      const { part, point } = this.#placeOf[doubled];
      if (point === 0) return null;
      let kmToPoint = kmTo.get(part);
      if (kmToPoint === undefined)
        kmTo.set(part, (kmToPoint = part.reader.segment.points.distancesFrom(center)));
      return kmToPoint(point);
    };
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
      bits = this.#passing(({ snapshot }) => filtersIn(snapshot, condition));
      if (this.#bitsOf.size * bits.length > MAX_WORDS) this.#bitsOf.clear();
      this.#bitsOf.set(condition, bits);
    }
    return bits;
  }

  #passing(filtersIn: (side: ChangedSide) => FiltersOf | undefined): Bitmap {
    const bits = new Uint32Array(this.#all.length);
    for (const side of this.#sides) {
      const filtersOf = filtersIn(side);
      if (filtersOf === undefined) continue;
      for (const part of side.parts) {
        const passing = filtersOf(part).reduce((rows, filter) => filter.filterRows(rows), part.rows);
        let i = 0;
        for (const row of passing) {
          while (part.rows[i] < row) i++;
          setBit(bits, part.doubled[i]);
        }
      }
    }
    return bits;
  }
}

const NONE = new Uint32Array(0);

/** Undefined if no row passes. */
function filtersIn(snapshot: Snapshot, { filters, text }: Condition): FiltersOf | undefined {
  const read = text && { units: [], preferred: [], ...text };
  const expanded = read === undefined ? NO_TEXT : expandText(snapshot, '', { readText: () => read });
  const rowFilters = { values: [], ranges: [], ...filters };
  return expanded && (({ reader, ord }) => compileFilters(reader, ord, rowFilters, expanded));
}
