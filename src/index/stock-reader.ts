// Reads single listings of one state of the index in this process: by the address of their advert, and the nearest in
// mileage among those of a model.
import type { NumberColumn } from '../engine/columns/number-column.ts';
import { bitmapToRows, hasBit, type Bitmap } from '../engine/postings/bitmap.ts';
import { filterSegment } from '../engine/query/planner.ts';
import { NO_TEXT } from '../engine/query/word-expansion.ts';
import type { EngineQuery } from '../engine/schema.ts';
import type { FoundRow } from '../engine/search.ts';
import type { Segment } from '../engine/segment/segment.ts';
import type { SegmentReader, Snapshot } from '../engine/segment/snapshot.ts';
import { advertUrlOfRecord, isRecordOf } from '../listing/codec.ts';
import {
  type Candidate,
  type NearestQuery,
  type StockReader,
  compareNearest,
} from '../listing/listing-index.ts';
import { toNearestEngineQuery } from './engine-query.ts';
import { partsOfRowKey } from './listing-schema.ts';
import type { HitReader } from './record-cache.ts';
import { comparedFactsOf } from './stated-columns.ts';

/** Nothing is awaited between its steps, so the store's snapshot stays open while a reader is used. */
export function stockReader(snapshot: Snapshot, hits: HitReader): StockReader {
  return {
    async findListed(advertUrl, center) {
      const keyOf = ({ segment, row }: FoundRow): string => segment.keys.keyAt(row);
      const found = snapshot.rowsAt(advertUrl).map((at) => ({ at, key: keyOf(at) }));
      found.sort((a, b) => (a.key < b.key ? -1 : 1));
      return found.map(({ at }) => hits.read(at, center)).find(({ record }) => isRecordOf(advertUrl, record));
    },
    async visitNearest(query, visit) {
      visitNearest(snapshot, query, visit);
    },
    async readAdverts(listings) {
      return hits.recordsOf(listings).map(advertUrlOfRecord);
    },
  };
}

/** Calls `visit` with at most `limit` candidates, the nearest first, until it returns false. */
function visitNearest(
  { segments }: Snapshot,
  query: NearestQuery,
  visit: (candidate: Candidate) => boolean,
): void {
  const { mileageMiles, limit } = query;
  const engineQuery = toNearestEngineQuery(query);
  const walks = segments.map((reader) => new NearestWalk(reader, engineQuery, mileageMiles));
  for (let visited = 0; visited < limit; visited++) {
    let nearest: NearestWalk | undefined;
    for (const walk of walks) {
      if (walk.next === undefined) continue;
      if (nearest?.next === undefined || compareNearest(mileageMiles, walk.next, nearest.next) < 0)
        nearest = walk;
    }
    if (nearest?.next === undefined || !visit(nearest.next)) return;
    nearest.advance();
  }
}

/** The matches of one segment from the nearest in mileage on, each found when the one before was visited. */
class NearestWalk {
  next: RowCandidate | undefined;
  readonly #columns: ComparedColumns;
  readonly #liveRows: Bitmap | null;
  readonly #ranges: readonly { readonly column: NumberColumn; readonly min: number; readonly max: number }[];
  readonly #mileageMiles: number;
  /** By mileage. Those at [`#below`, `#above`) have been walked. */
  readonly #rows: Uint32Array;
  #below: number;
  #above: number;
  /** Of these, rows of one mileage that come next. */
  #at = 0;
  #end = 0;

  constructor({ segment, liveRows }: SegmentReader, query: EngineQuery, mileageMiles: number) {
    const rows = comparedRowsOf(segment);
    this.#columns = rows.columns;
    this.#liveRows = liveRows;
    this.#ranges = query.ranges.map(({ field, min, max }) => ({ column: segment.numbers(field), min, max }));
    this.#mileageMiles = mileageMiles;
    this.#rows = rows.byMileage(query);
    this.#below = this.#above = this.#firstFrom(mileageMiles);
    this.advance();
  }

  advance(): void {
    this.next = undefined;
    while (this.#at < this.#end || this.#findMileage()) {
      const row = this.#rows[this.#at++];
      if (!this.#matches(row)) continue;
      this.next = new RowCandidate(this.#columns, row);
      return;
    }
  }

  #matches(row: number): boolean {
    for (const { column, min, max } of this.#ranges) {
      const value = column.valueOr(row, NaN);
      if (!(value >= min && value <= max)) return false;
    }
    return this.#liveRows === null || hasBit(this.#liveRows, row);
  }

  /** Moves to the rows of the next mileage, the lower one of two as near. False if none is left. */
  #findMileage(): boolean {
    const rows = this.#rows;
    const down = this.#below === 0 ? Infinity : this.#mileageMiles - this.#mileageAt(this.#below - 1);
    const up = this.#above === rows.length ? Infinity : this.#mileageAt(this.#above) - this.#mileageMiles;
    if (down === Infinity && up === Infinity) return false;
    if (down <= up) {
      const mileage = this.#mileageAt(this.#below - 1);
      this.#end = this.#below;
      while (this.#below > 0 && this.#mileageAt(this.#below - 1) === mileage) this.#below -= 1;
      this.#at = this.#below;
    } else {
      const mileage = this.#mileageAt(this.#above);
      this.#at = this.#above;
      while (this.#above < rows.length && this.#mileageAt(this.#above) === mileage) this.#above += 1;
      this.#end = this.#above;
    }
    return true;
  }

  #mileageAt(place: number): number {
    return this.#columns.mileages.valueOr(this.#rows[place], NaN);
  }

  #firstFrom(mileage: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#mileageAt(middle) < mileage) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** What price ratings read of a segment. */
class ComparedRows {
  readonly columns: ComparedColumns;
  readonly #segment: Segment;
  /** Each row has one make, model, fuel and gearbox, so all lists together take 4 bytes a row. */
  readonly #byMileage = new Map<string, Uint32Array>();

  constructor(segment: Segment) {
    this.columns = comparedColumnsOf(segment);
    this.#segment = segment;
  }

  /** The rows with some values, live or not, in the order of compareNearest from mileage 0 on; sorted at their first use. */
  byMileage(query: EngineQuery): Uint32Array {
    const key = JSON.stringify(query.values);
    let rows = this.#byMileage.get(key);
    if (rows === undefined) this.#byMileage.set(key, (rows = this.#sort(query)));
    return rows;
  }

  #sort(query: EngineQuery): Uint32Array {
    const segment = this.#segment;
    const { mileages } = this.columns;
    const reader = { segment, liveRows: null, liveCount: segment.size };
    const found = filterSegment(reader, 0, { ...query, ranges: [] }, NO_TEXT);
    const rows = mileages.inOrder(
      found.kind === 'list' ? found.rows : bitmapToRows(found.bitmap, found.total),
    );
    const mileageAt = (place: number): number => mileages.valueOr(rows[place], Infinity);
    let end = 0;
    for (let start = 0; start < rows.length && mileageAt(start) < Infinity; start = end) {
      do end += 1;
      while (end < rows.length && mileageAt(end) === mileageAt(start));
      if (end === start + 1) continue;
      const tied = Array.from(rows.subarray(start, end), (row) => new RowCandidate(this.columns, row));
      tied.sort((a, b) => compareNearest(0, a, b)).forEach(({ row }, i) => (rows[start + i] = row));
    }
    return rows.subarray(0, end);
  }
}

const comparedRows = new WeakMap<Segment, ComparedRows>();

function comparedRowsOf(segment: Segment): ComparedRows {
  let rows = comparedRows.get(segment);
  if (rows === undefined) comparedRows.set(segment, (rows = new ComparedRows(segment)));
  return rows;
}

/** The columns of a segment that price ratings compare. */
function comparedColumnsOf(segment: Segment) {
  return {
    mileages: segment.numbers('mileageMiles'),
    years: segment.numbers('year'),
    engines: segment.numbers('engineLitres'),
    prices: segment.numbers('priceGbp'),
    dealers: segment.labels('dealer'),
    keys: segment.keys,
    stated: comparedFactsOf(segment),
  };
}

type ComparedColumns = ReturnType<typeof comparedColumnsOf>;

/** Has what most candidates are sorted by. The rest is read of few. */
class RowCandidate implements Candidate {
  readonly mileageMiles: number;
  readonly year: number;
  readonly engineLitres: number | null;
  readonly priceGbp: number;
  readonly row: number;
  readonly #columns: ComparedColumns;

  constructor(columns: ComparedColumns, row: number) {
    const engineLitres = columns.engines.valueOr(row, NaN);
    this.mileageMiles = columns.mileages.valueOr(row, NaN);
    this.year = columns.years.valueOr(row, NaN);
    this.engineLitres = Number.isNaN(engineLitres) ? null : engineLitres;
    this.priceGbp = columns.prices.valueOr(row, NaN);
    this.#columns = columns;
    this.row = row;
  }

  get dealer(): string {
    return this.#columns.dealers.valueAt(this.row) ?? '';
  }

  get id(): string {
    return partsOfRowKey(this.#columns.keys.keyAt(this.row)).id;
  }

  get consumptionMpg(): number | null {
    return this.#columns.stated.consumptionMpg(this.row);
  }

  get trims(): readonly string[] {
    return this.#columns.stated.trims(this.row);
  }

  get isWriteOff(): boolean {
    return this.#columns.stated.isWriteOff(this.row);
  }
}
