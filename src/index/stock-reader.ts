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
  const walks = segments.flatMap((reader) => walksFrom(mileageMiles, reader, engineQuery));
  for (let visited = 0; visited < limit; visited++) {
    let nearest: Walk | undefined;
    for (const walk of walks) {
      if (walk.next === undefined) continue;
      if (nearest?.next === undefined || compareNearest(mileageMiles, walk.next, nearest.next) < 0)
        nearest = walk;
    }
    if (nearest?.next === undefined || !visit(nearest.next)) return;
    nearest.advance();
  }
}

/** Through the matches of a segment from a mileage upwards, and from below it downwards. */
function walksFrom(mileageMiles: number, reader: SegmentReader, query: EngineQuery): Walk[] {
  const compared = comparedRowsOf(reader.segment);
  const { mileages } = compared.columns;
  const { upwards, downwards } = compared.byMileage(query);
  let low = 0;
  let high = upwards.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (mileages.valueOr(upwards[middle], NaN) < mileageMiles) low = middle + 1;
    else high = middle;
  }
  return [upwards.subarray(low), downwards.subarray(downwards.length - low)].map(
    (rows) => new Walk(rows, reader, compared.columns, query),
  );
}

/** The matches among some rows, in their order: each is found when the one before was visited. */
class Walk {
  next: RowCandidate | undefined;
  #at = 0;
  readonly #rows: Uint32Array;
  readonly #liveRows: Bitmap | null;
  readonly #columns: ComparedColumns;
  readonly #ranges: readonly { readonly column: NumberColumn; readonly min: number; readonly max: number }[];

  constructor(
    rows: Uint32Array,
    { segment, liveRows }: SegmentReader,
    columns: ComparedColumns,
    { ranges }: EngineQuery,
  ) {
    this.#rows = rows;
    this.#liveRows = liveRows;
    this.#columns = columns;
    this.#ranges = ranges.map(({ field, min, max }) => ({ column: segment.numbers(field), min, max }));
    this.advance();
  }

  advance(): void {
    while (this.#at < this.#rows.length) {
      const row = this.#rows[this.#at++];
      if (!this.#matches(row)) continue;
      this.next = new RowCandidate(this.#columns, row);
      return;
    }
    this.next = undefined;
  }

  #matches(row: number): boolean {
    // Years and engines, the narrow ranges, come last.
    for (let i = this.#ranges.length - 1; i >= 0; i--) {
      const { column, min, max } = this.#ranges[i];
      const value = column.valueOr(row, NaN);
      if (!(value >= min && value <= max)) return false;
    }
    return this.#liveRows === null || hasBit(this.#liveRows, row);
  }
}

/** Rows that share some values and have a mileage. Those of one mileage are in the order of compareNearest in both lists. */
interface RowsByMileage {
  readonly upwards: Uint32Array;
  readonly downwards: Uint32Array;
}

/** What price ratings read of a segment. */
class ComparedRows {
  readonly columns: ComparedColumns;
  readonly #segment: Segment;
  /** Each row has one make, model, fuel and gearbox, so all lists together take 8 bytes a row. */
  readonly #byMileage = new Map<string, RowsByMileage>();

  constructor(segment: Segment) {
    this.columns = comparedColumnsOf(segment);
    this.#segment = segment;
  }

  /** The rows with the values of a query, live or not; sorted at their first use. */
  byMileage(query: EngineQuery): RowsByMileage {
    const key = JSON.stringify(query.values);
    let rows = this.#byMileage.get(key);
    if (rows === undefined) this.#byMileage.set(key, (rows = this.#sort(query)));
    return rows;
  }

  #sort(query: EngineQuery): RowsByMileage {
    const segment = this.#segment;
    const { mileages } = this.columns;
    const reader = { segment, liveRows: null, liveCount: segment.size };
    const found = filterSegment(reader, 0, { ...query, ranges: [] }, NO_TEXT);
    const rows = mileages.inOrder(
      found.kind === 'list' ? found.rows : bitmapToRows(found.bitmap, found.total),
    );
    const mileageAt = (place: number): number => mileages.valueOr(rows[place], Infinity);
    let end = 0;
    const downwards = new Uint32Array(rows.length);
    for (let start = 0; start < rows.length && mileageAt(start) < Infinity; start = end) {
      do end += 1;
      while (end < rows.length && mileageAt(end) === mileageAt(start));
      const tied = rows.subarray(start, end);
      if (tied.length > 1) {
        const candidates = Array.from(tied, (row) => new RowCandidate(this.columns, row));
        tied.set(candidates.sort((a, b) => compareNearest(0, a, b)).map(({ row }) => row));
      }
      downwards.set(tied, rows.length - end);
    }
    return { upwards: rows.subarray(0, end), downwards: downwards.subarray(rows.length - end) };
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
