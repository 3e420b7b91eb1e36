// Exports and feeds from the index in this process, with the listings' times. Rows are found and records read on demand, not
// through the cache of records: an exported stock would only displace what searches read.
import { searchRowsLazily, type FoundRow } from '../../engine/search.ts';
import type { Snapshot } from '../../engine/segment/snapshot.ts';
import { listingKey } from '../../listing/listing.ts';
import type { ListingExport, NewestListings } from '../../stock/listing-index.ts';
import type { ExportedHit } from '../../stock/stock-changes.ts';
import type { SearchQuery } from '../../query/search-query.ts';
import type { StoreSnapshot } from '../../store/store-snapshot.ts';
import { toEngineQuery } from '../shared/engine-query.ts';
import { LISTING_SCHEMA, listingOfRow } from '../shared/listing-schema.ts';
import { rowDistanceKm } from './hit-reader.ts';
import { halvesByArrival, newestOf } from '../shared/newest-first.ts';

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

/** At most `limit` listings of a search from position `from` on, the newest arrivals first. */
export function newestOfState(
  { snapshot, storeSnapshot }: ExportedState,
  query: SearchQuery,
  from: number,
  limit: number,
): Pick<NewestListings, 'total' | 'hits'> {
  const end = from + limit;
  function* hitsOf(rows: Iterator<FoundRow>): Generator<ExportedHit> {
    for (let next = rows.next(); next.done !== true; next = rows.next())
      yield hitOf(next.value, storeSnapshot, query);
  }
  const halves = halvesByArrival(query, end).map((half) => {
    const { total, rows } = searchRowsLazily(LISTING_SCHEMA, snapshot, half);
    return { total, hits: hitsOf(rows) };
  });
  return newestOf(halves, from, end);
}

function hitOf(
  { segment, row }: FoundRow,
  storeSnapshot: StoreSnapshot,
  { center }: SearchQuery,
): ExportedHit {
  const { dealer, id } = listingOfRow(segment.keys, row);
  const [{ changedAt, record }] = storeSnapshot.getDatedRecords([listingKey({ dealer, id })]);
  return { dealer, id, record, changedAt, distanceKm: rowDistanceKm({ segment, row }, center) };
}
