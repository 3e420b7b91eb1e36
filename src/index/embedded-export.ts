// An export from the index in this process. Rows are found and records read as they are asked for, past the cache of records: a
// stock that is exported would only displace what searches read.
import { searchRowsLazily, type FoundRow } from '../engine/search.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import { distanceKm } from '../geo/great-circle.ts';
import { listingKey } from '../listing/listing.ts';
import type { ExportedHit, ListingExport } from '../listing/listing-index.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { toEngineQuery } from './engine-query.ts';
import { LISTING_SCHEMA, partsOfRowKey } from './listing-schema.ts';

/** The listings of a search from position `from` on. The states must be held as long as they are read. */
export function exportState(
  { snapshot, storeSnapshot }: { readonly snapshot: Snapshot; readonly storeSnapshot: StoreSnapshot },
  query: SearchQuery,
  from: number,
): Pick<ListingExport, 'total' | 'next'> {
  const { total, rows } = searchRowsLazily(LISTING_SCHEMA, snapshot, {
    ...toEngineQuery(query),
    offset: from,
    limit: Number.MAX_SAFE_INTEGER,
  });
  const read = ({ segment, row }: FoundRow): ExportedHit => {
    const { dealer, id } = partsOfRowKey(segment.keys.keyAt(row));
    const [{ changedAt, record }] = storeSnapshot.getDatedRecords([listingKey({ dealer, id })]);
    const point = query.center === undefined ? null : segment.points.pointOf(row);
    const distance =
      query.center === undefined || point === null ? null : distanceKm(query.center.point, point);
    return { dealer, id, record, changedAt, distanceKm: distance };
  };
  return {
    total,
    next(limit) {
      const hits: ExportedHit[] = [];
      while (hits.length < limit) {
        const found = rows.next();
        if (found.done === true) break;
        hits.push(read(found.value));
      }
      return hits;
    },
  };
}
