// Reads single listings of one state of the index in this process: by the address of their advert, and the nearest in
// mileage among those of a model.
import { Searcher } from '../engine/collect/match-set.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import type { Segment } from '../engine/segment/segment.ts';
import { listingKey } from '../listing/listing.ts';
import type { Candidate, NearestQuery, StockReader } from '../listing/listing-index.ts';
import { compareNearest } from '../listing/nearest.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { toNearestEngineQuery } from './engine-query.ts';
import { LISTING_SCHEMA, partsOfRowKey } from './listing-schema.ts';

/** Nothing is awaited between its steps, so the store's snapshot stays open while a reader is used. */
export function stockReader(snapshot: Snapshot, storeSnapshot: StoreSnapshot): StockReader {
  return {
    async findListed(advertUrl) {
      const keys = snapshot.keysAt(advertUrl).sort();
      const listings = storeSnapshot.getIndexedFields(keys.map(partsOfRowKey).map(listingKey));
      const found = listings.find((listing) => listing?.advertUrl === advertUrl);
      if (found === undefined) return undefined;
      const { dealer, id } = found;
      const [record] = storeSnapshot.getRecords([listingKey(found)]);
      return { dealer, id, record, distanceKm: null };
    },
    async findNearest(query) {
      return findNearest(snapshot, query);
    },
    async getListings(keys) {
      return storeSnapshot.getIndexedFields(keys.map(listingKey)).map((listing, i) => {
        if (listing === undefined) throw new Error(`the listing ${listingKey(keys[i])} is not in the store`);
        return listing;
      });
    },
  };
}

interface FoundRow {
  readonly segment: Segment;
  readonly row: number;
  /** Of its mileage from the requested one. */
  readonly distance: number;
}

function findNearest(snapshot: Snapshot, query: NearestQuery): Candidate[] {
  const { mileageMiles, limit } = query;
  const matches = new Searcher(LISTING_SCHEMA, snapshot).match(toNearestEngineQuery(query));
  const found: FoundRow[] = [];
  for (const { segment, rows } of matches.rowsBySegment()) {
    const mileages = segment.numbers('mileageMiles');
    for (const row of rows) {
      found.push({ segment, row, distance: Math.abs(mileages.valueOr(row, NaN) - mileageMiles) });
    }
  }
  const farthest = Float64Array.from(found, ({ distance }) => distance).sort()[limit - 1] ?? Infinity;
  return found
    .filter(({ distance }) => distance <= farthest)
    .map(toCandidate)
    .sort((a, b) => compareNearest(mileageMiles, a, b))
    .slice(0, limit);
}

function toCandidate({ segment, row }: FoundRow): Candidate {
  const number = (name: string): number => segment.numbers(name).valueOr(row, NaN);
  const engineLitres = number('engineLitres');
  return {
    ...partsOfRowKey(segment.keys.keyAt(row)),
    year: number('year'),
    mileageMiles: number('mileageMiles'),
    engineLitres: Number.isNaN(engineLitres) ? null : engineLitres,
    priceGbp: number('priceGbp'),
  };
}
