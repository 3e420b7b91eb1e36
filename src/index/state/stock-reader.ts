// Reads single listings of one state of the index in this process: by the URL of their advert, and the nearest in mileage among
// listings of a model.
import { partitionPoint } from '../../binary-search.ts';
import { oncePerObject } from '../../memo.ts';
import type { NumberRange } from '../../engine/collect/segment-matches.ts';
import type { KeyColumn } from '../../engine/columns/key-column.ts';
import { bitmapToRows, hasBit, type Bitmap } from '../../engine/postings/bitmap.ts';
import { filterSegment } from '../../engine/query/planner.ts';
import { NO_TEXT } from '../../engine/query/word-expansion.ts';
import type { EngineQuery, RangeFilterSpec } from '../../engine/schema.ts';
import type { FoundRow } from '../../engine/search.ts';
import type { Segment } from '../../engine/segment/segment.ts';
import type { Snapshot } from '../../engine/segment/snapshot.ts';
import { advertUrlOfRecord } from '../../listing/codec.ts';
import {
  type Candidate,
  type NearestQuery,
  type StockReader,
  compareNearest,
} from '../../stock/stock-reader.ts';
import { nearestValuesKey, rangeFilters, toNearestEngineQuery } from '../shared/engine-query.ts';
import { listingOfRow } from '../shared/listing-schema.ts';
import type { HitReader } from './hit-reader.ts';
import { comparedFactsOf } from '../shared/stated-columns.ts';

/** A reader of one state. Its callers await nothing between its calls, so the store's snapshot stays open. */
export function stockReader(snapshot: Snapshot, hits: HitReader): StockReader {
  return {
    async findListed(advertUrl, center) {
      const keyOf = ({ segment, row }: FoundRow): string => segment.keys.keyAt(row);
      const found = snapshot.rowsAt(advertUrl).map((at) => ({ at, key: keyOf(at) }));
      found.sort((a, b) => (a.key < b.key ? -1 : 1));
      return found
        .map(({ at }) => hits.read(at, center))
        .find(({ record }) => advertUrlOfRecord(record) === advertUrl);
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
  const key = nearestValuesKey(query);
  const limits = limitsOf(rangeFilters(query.search));
  const walks = segments.flatMap((reader) => {
    const compared = comparedRowsOf(reader.segment);
    const { columns } = compared;
    const { upwards, downwards } = compared.byMileage(key, query);
    // Two walks through the matches: from the mileage upwards, and from below it downwards.
    const start = partitionPoint(
      0,
      upwards.length,
      (at) => columns.mileages.valueOr(upwards[at], NaN) >= mileageMiles,
    );
    return [
      new Walk(upwards, start, columns, reader.liveRows, limits),
      new Walk(downwards, downwards.length - start, columns, reader.liveRows, limits),
    ];
  });
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

/** Walks through the matches among some rows, in their order. The next match is found when `advance` is called. */
class Walk {
  next: RowCandidate | undefined;
  #at: number;
  readonly #rows: Uint32Array;
  readonly #columns: ComparedColumns;
  readonly #liveRows: Bitmap | null;
  readonly #limits: Limits;

  constructor(
    rows: Uint32Array,
    start: number,
    columns: ComparedColumns,
    liveRows: Bitmap | null,
    limits: Limits,
  ) {
    this.#rows = rows;
    this.#at = start;
    this.#columns = columns;
    this.#liveRows = liveRows;
    this.#limits = limits;
    this.advance();
  }

  advance(): void {
    this.next = undefined;
    while (this.next === undefined && this.#at < this.#rows.length) {
      const row = this.#rows[this.#at++];
      if (!isWithin(row, this.#columns, this.#limits)) continue;
      if (this.#liveRows !== null && !hasBit(this.#liveRows, row)) continue;
      this.next = new RowCandidate(this.#columns, row);
    }
  }
}

/** The limits of the four numbers, each with its own members, because reading a member by a varying name takes long. */
type Limits = Readonly<
  Record<'year' | 'mileageMiles' | 'engineLitres' | 'priceGbp', NumberRange | undefined>
>;

function limitsOf(ranges: readonly RangeFilterSpec[]): Limits {
  const of = (name: keyof Limits) => ranges.find(({ field }) => field === name);
  return {
    year: of('year'),
    mileageMiles: of('mileageMiles'),
    engineLitres: of('engineLitres'),
    priceGbp: of('priceGbp'),
  };
}

function isWithin(row: number, columns: ComparedColumns, limits: Limits): boolean {
  const { year, engineLitres, mileageMiles, priceGbp } = limits;
  return (
    (year === undefined || columns.years.isBetween(row, year.min, year.max)) &&
    (engineLitres === undefined || columns.engines.isBetween(row, engineLitres.min, engineLitres.max)) &&
    (mileageMiles === undefined || columns.mileages.isBetween(row, mileageMiles.min, mileageMiles.max)) &&
    (priceGbp === undefined || columns.prices.isBetween(row, priceGbp.min, priceGbp.max))
  );
}

/** Rows with the same values, by rising and by falling mileage. Those of one mileage are in compareNearest's order in both. */
interface ByMileage {
  readonly upwards: Uint32Array;
  readonly downwards: Uint32Array;
}

/** Maximum rows cached per segment: 16 MB. Beyond it all are forgotten and read again. */
const MAX_COMPARED_ROWS = 2 ** 21;

/** The rows of a segment that price ratings compare, in the order of their mileage. */
class ComparedRows {
  readonly columns: ComparedColumns;
  readonly #segment: Segment;
  readonly #byMileage = new Map<string, ByMileage>();
  #rows = 0;

  constructor(segment: Segment) {
    this.#segment = segment;
    this.columns = comparedColumnsOf(segment);
  }

  /** The rows that have the values of a query, whose `nearestValuesKey` is `key`, live or not. */
  byMileage(key: string, query: NearestQuery): ByMileage {
    const known = this.#byMileage.get(key);
    if (known !== undefined) return known;
    const upwards = this.#sort(this.#find(toNearestEngineQuery(query)));
    const read = { upwards, downwards: this.#reversed(upwards) };
    this.#rows += upwards.length;
    if (this.#rows > MAX_COMPARED_ROWS) {
      this.#byMileage.clear();
      this.#rows = upwards.length;
    }
    this.#byMileage.set(key, read);
    return read;
  }

  /** The rows with the values of a query and with all numbers that every search for candidates requires. */
  #find(query: EngineQuery): Uint32Array {
    const segment = this.#segment;
    const { mileages, years, prices } = this.columns;
    const reader = { segment, liveRows: null, liveCount: segment.size };
    const found = filterSegment(reader, 0, { ...query, ranges: [] }, NO_TEXT);
    const rows = found.kind === 'list' ? found.rows : bitmapToRows(found.bitmap, found.total);
    return rows.filter(
      (row) => !Number.isNaN(mileages.valueOr(row, NaN) + years.valueOr(row, NaN) + prices.valueOr(row, NaN)),
    );
  }

  /** In the order of compareNearest from mileage 0. */
  #sort(rows: Uint32Array): Uint32Array {
    const { mileages } = this.columns;
    const { positions } = mileages;
    const sorted = rows
      .map((row) => positions[row])
      .sort()
      .map((position) => mileages.rowAt(position));
    for (let end = sorted.length; end > 0;) {
      const start = this.#runStart(sorted, end);
      if (end - start > 1) sorted.set(this.#sortRun(sorted.subarray(start, end)), start);
      end = start;
    }
    return sorted;
  }

  #sortRun(rows: Uint32Array): number[] {
    return Array.from(rows, (row) => new RowCandidate(this.columns, row))
      .sort((a, b) => compareNearest(0, a, b))
      .map(({ row }) => row);
  }

  /** The rows from the highest mileage to the lowest; those of one mileage keep their order. */
  #reversed(sorted: Uint32Array): Uint32Array {
    const reversed = new Uint32Array(sorted.length);
    for (let end = sorted.length; end > 0;) {
      const start = this.#runStart(sorted, end);
      reversed.set(sorted.subarray(start, end), sorted.length - end);
      end = start;
    }
    return reversed;
  }

  /** Where the rows of one mileage begin that end before `end`. */
  #runStart(sorted: Uint32Array, end: number): number {
    const { mileages } = this.columns;
    const mileage = mileages.valueOr(sorted[end - 1], NaN);
    let start = end - 1;
    while (start > 0 && mileages.valueOr(sorted[start - 1], NaN) === mileage) start -= 1;
    return start;
  }
}

const comparedRowsOf = oncePerObject((segment: Segment) => new ComparedRows(segment));

/** The columns of a segment with the facts that price ratings compare. */
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

/** A row with a mileage, a year and a price, which every search for candidates requires. */
class RowCandidate implements Candidate {
  readonly row: number;
  readonly mileageMiles: number;
  readonly year: number;
  readonly engineLitres: number | null;
  readonly priceGbp: number;
  readonly dealer: string;
  readonly consumptionMpg: number | null;
  readonly trims: readonly string[];
  readonly written_off: string | null;
  readonly #keys: KeyColumn;

  constructor({ mileages, years, engines, prices, dealers, keys, stated }: ComparedColumns, row: number) {
    const engineLitres = engines.valueOr(row, NaN);
    this.row = row;
    this.mileageMiles = mileages.valueOr(row, NaN);
    this.year = years.valueOr(row, NaN);
    this.engineLitres = Number.isNaN(engineLitres) ? null : engineLitres;
    this.priceGbp = prices.valueOr(row, NaN);
    this.dealer = dealers.valueAt(row) ?? '';
    this.consumptionMpg = stated.consumptionMpg(row);
    this.trims = stated.trims(row);
    this.written_off = stated.writtenOff(row);
    this.#keys = keys;
  }

  get id(): string {
    return listingOfRow(this.#keys, this.row).id;
  }
}
