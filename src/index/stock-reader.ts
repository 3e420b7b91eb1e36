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
    const candidateAt = candidatesOf(segment);
    for (let i = 0; i < rows.length; i++)
      if (distances[part][i] <= farthest) candidates.push(candidateAt(rows[i]));
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

function candidatesOf(segment: Segment): (row: number) => Candidate {
  const years = segment.numbers('year');
  const mileages = segment.numbers('mileageMiles');
  const engines = segment.numbers('engineLitres');
  const prices = segment.numbers('priceGbp');
  const dealers = segment.labels('dealer');
  const factsOf = comparedFactsOf(segment);
  return (row) => {
    const engineLitres = engines.valueOr(row, NaN);
    return {
      ...factsOf(row),
      dealer: dealers.valueAt(row) ?? '',
      get id(): string {
        return partsOfRowKey(segment.keys.keyAt(row)).id;
      },
      year: years.valueOr(row, NaN),
      mileageMiles: mileages.valueOr(row, NaN),
      engineLitres: Number.isNaN(engineLitres) ? null : engineLitres,
      priceGbp: prices.valueOr(row, NaN),
    };
  };
}
