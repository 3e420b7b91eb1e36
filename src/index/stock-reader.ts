// Reads single listings of one state of the index in this process: by the address of their advert, and the nearest in
// mileage among those of a model.
import { Searcher } from '../engine/collect/match-set.ts';
import type { FoundRow } from '../engine/search.ts';
import type { Segment } from '../engine/segment/segment.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import { advertUrlOfRecord, isRecordOf } from '../listing/codec.ts';
import {
  type Candidate,
  type NearestQuery,
  type StockReader,
  compareNearest,
} from '../listing/listing-index.ts';
import { toNearestEngineQuery } from './engine-query.ts';
import { LISTING_SCHEMA, partsOfRowKey } from './listing-schema.ts';
import type { HitReader } from './row-hit.ts';
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
    async findNearest(query) {
      return findNearest(snapshot, query);
    },
    async readAdverts(listings) {
      return hits.recordsOf(listings).map(advertUrlOfRecord);
    },
  };
}

function findNearest(snapshot: Snapshot, query: NearestQuery): Candidate[] {
  const { mileageMiles, limit } = query;
  const matches = new Searcher(LISTING_SCHEMA, snapshot).match(toNearestEngineQuery(query)).rowsBySegment();
  const distances = matches.map(({ segment, rows }) => {
    const mileages = segment.numbers('mileageMiles');
    const found = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) found[i] = Math.abs(mileages.valueOr(rows[i], NaN) - mileageMiles);
    return found;
  });
  const farthest = farthestOf(distances, limit);
  const candidates: Candidate[] = [];
  matches.forEach(({ segment, rows }, part) => {
    const columns = comparedColumnsOf(segment);
    for (let i = 0; i < rows.length; i++)
      if (distances[part][i] <= farthest) candidates.push(new RowCandidate(columns, rows[i]));
  });
  return candidates.sort((a, b) => compareNearest(mileageMiles, a, b)).slice(0, limit);
}

/** The distance of the last of the `limit` nearest. */
function farthestOf(distances: readonly Float64Array[], limit: number): number {
  const all = new Float64Array(distances.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const some of distances) {
    all.set(some, count);
    count += some.length;
  }
  return all.length <= limit ? Infinity : all.sort()[limit - 1];
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
    factsOf: comparedFactsOf(segment),
  };
}

type ComparedColumns = ReturnType<typeof comparedColumnsOf>;

/** Has what candidates are sorted by. The rest is read of the selected ones only. */
class RowCandidate implements Candidate {
  readonly mileageMiles: number;
  readonly year: number;
  readonly engineLitres: number | null;
  readonly priceGbp: number;
  readonly #columns: ComparedColumns;
  readonly #row: number;
  #facts: ReturnType<ComparedColumns['factsOf']> | undefined;

  constructor(columns: ComparedColumns, row: number) {
    const engineLitres = columns.engines.valueOr(row, NaN);
    this.mileageMiles = columns.mileages.valueOr(row, NaN);
    this.year = columns.years.valueOr(row, NaN);
    this.engineLitres = Number.isNaN(engineLitres) ? null : engineLitres;
    this.priceGbp = columns.prices.valueOr(row, NaN);
    this.#columns = columns;
    this.#row = row;
  }

  get dealer(): string {
    return this.#columns.dealers.valueAt(this.#row) ?? '';
  }

  get id(): string {
    return partsOfRowKey(this.#columns.keys.keyAt(this.#row)).id;
  }

  get consumptionMpg(): number | null {
    return this.#stated.consumptionMpg;
  }

  get trims(): readonly string[] {
    return this.#stated.trims;
  }

  get isWriteOff(): boolean {
    return this.#stated.isWriteOff;
  }

  get #stated() {
    return (this.#facts ??= this.#columns.factsOf(this.#row));
  }
}
