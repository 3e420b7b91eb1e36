// Exports and feeds from the index in this process, whose listings have their times. Rows are found and records read as they are asked for, past the cache of records: a
// stock that is exported would only displace what searches read.
import { searchRowsLazily, type FoundRow } from '../engine/search.ts';
import type { RangeFilterSpec } from '../engine/schema.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import { distanceKm } from '../geo/great-circle.ts';
import { listingKey } from '../listing/listing.ts';
import { arrivalOfRecord } from '../listing/codec.ts';
import type { ExportedHit, ListingExport, NewestListings } from '../listing/listing-index.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { toEngineQuery } from './engine-query.ts';
import { DEFAULT_RANK, LAST_COMPLETE_RANK, LISTING_SCHEMA, partsOfRowKey } from './listing-schema.ts';

interface ExportedState {
  readonly snapshot: Snapshot;
  readonly storeSnapshot: StoreSnapshot;
}

/** The listings of a search from position `from` on. The states must be held as long as they are read. */
export function exportState(
  { snapshot, storeSnapshot }: ExportedState,
  query: SearchQuery,
  from: number,
): Pick<ListingExport, 'total' | 'next'> {
  const { total, rows } = searchRowsLazily(LISTING_SCHEMA, snapshot, {
    ...toEngineQuery(query),
    offset: from,
    limit: Number.MAX_SAFE_INTEGER,
  });
  return {
    total,
    next(limit) {
      const hits: ExportedHit[] = [];
      while (hits.length < limit) {
        const found = rows.next();
        if (found.done === true) break;
        hits.push(hitOf(found.value, storeSnapshot, query));
      }
      return hits;
    },
  };
}

/** Complete and other listings: the default order has those of each half by their arrival, the newest first. */
const HALVES: readonly RangeFilterSpec[] = [
  { field: DEFAULT_RANK, min: -Infinity, max: LAST_COMPLETE_RANK },
  { field: DEFAULT_RANK, min: LAST_COMPLETE_RANK + 1, max: Infinity },
];

/** The listings of a search from position `from` on, the newest arrivals first. */
export function newestOfState(
  { snapshot, storeSnapshot }: ExportedState,
  query: SearchQuery,
  from: number,
  limit: number,
): Pick<NewestListings, 'total' | 'hits'> {
  const halves = HALVES.map((half) => {
    const engineQuery = toEngineQuery({ ...query, sort: undefined, q: undefined });
    return searchRowsLazily(LISTING_SCHEMA, snapshot, {
      ...engineQuery,
      text: query.q,
      ranges: [...engineQuery.ranges, half],
      offset: 0,
      limit: from + limit,
    });
  });
  const firsts = halves.map(({ rows }) => readNext(rows));
  function readNext(rows: Iterator<FoundRow>): ExportedHit | undefined {
    const found = rows.next();
    return found.done === true ? undefined : hitOf(found.value, storeSnapshot, query);
  }
  const hits: ExportedHit[] = [];
  while (hits.length < from + limit) {
    const arrivals = firsts.map((hit) => (hit === undefined ? -Infinity : arrivalOfRecord(hit.record)));
    const newest = arrivals.indexOf(Math.max(...arrivals));
    const hit = firsts[newest];
    if (hit === undefined) break;
    hits.push(hit);
    firsts[newest] = readNext(halves[newest].rows);
  }
  return { total: halves.reduce((sum, { total }) => sum + total, 0), hits: hits.slice(from) };
}

function hitOf(
  { segment, row }: FoundRow,
  storeSnapshot: StoreSnapshot,
  { center }: SearchQuery,
): ExportedHit {
  const { dealer, id } = partsOfRowKey(segment.keys.keyAt(row));
  const [{ changedAt, record }] = storeSnapshot.getDatedRecords([listingKey({ dealer, id })]);
  const point = center === undefined ? null : segment.points.pointOf(row);
  const distance = center === undefined || point === null ? null : distanceKm(center.point, point);
  return { dealer, id, record, changedAt, distanceKm: distance };
}
