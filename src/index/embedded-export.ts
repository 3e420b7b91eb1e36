// Exports and feeds from the index in this process, with the listings' times. Rows are found and records read on demand, not
// through the cache of records: an exported stock would only displace what searches read. The default order puts complete
// listings before others and sorts each half by arrival, so a feed of both halves merges them.
import { searchRowsLazily, type FoundRow } from '../engine/search.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import { distanceKm } from '../geo/great-circle.ts';
import { listingKey } from '../listing/listing.ts';
import type { ExportedHit, ListingExport, NewestListings } from '../listing/listing-index.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { toEngineQuery } from './engine-query.ts';
import { LISTING_SCHEMA, listingOfRow, DEFAULT_RANK, LAST_COMPLETE_RANK } from './listing-schema.ts';
import type { EngineQuery, RangeFilterSpec } from '../engine/schema.ts';
import { arrivalOfRecord } from '../listing/codec.ts';

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
  const halves = halvesByArrival(query, from + limit).map((half) =>
    searchRowsLazily(LISTING_SCHEMA, snapshot, half),
  );
  function* hitsOf(rows: Iterator<FoundRow>): Generator<ExportedHit> {
    for (let next = rows.next(); next.done !== true; next = rows.next())
      yield hitOf(next.value, storeSnapshot, query);
  }
  const hits = newestFirst(
    halves.map(({ rows }) => hitsOf(rows)),
    from + limit,
  );
  return { total: halves.reduce((sum, { total }) => sum + total, 0), hits: hits.slice(from) };
}

function hitOf(
  { segment, row }: FoundRow,
  storeSnapshot: StoreSnapshot,
  { center }: SearchQuery,
): ExportedHit {
  const { dealer, id } = listingOfRow(segment.keys, row);
  const [{ changedAt, record }] = storeSnapshot.getDatedRecords([listingKey({ dealer, id })]);
  const point = center === undefined ? null : segment.points.pointOf(row);
  const distance = center === undefined || point === null ? null : distanceKm(center.point, point);
  return { dealer, id, record, changedAt, distanceKm: distance };
}

// The states of the store in use: the index's newest, and those of running exports. A state is released after its last use. A
// held state keeps its disk pages from being reused, so exports hold one for a limited time.

export class PinnedStores {
  readonly #users = new Map<StoreSnapshot, number>();

  /** Holds a state. Returns an idempotent function that gives it back. */
  pin(storeSnapshot: StoreSnapshot): () => void {
    this.#users.set(storeSnapshot, (this.#users.get(storeSnapshot) ?? 0) + 1);
    let isPinned = true;
    return () => {
      if (!isPinned) return;
      isPinned = false;
      const others = (this.#users.get(storeSnapshot) ?? 0) - 1;
      if (others > 0) this.#users.set(storeSnapshot, others);
      else {
        this.#users.delete(storeSnapshot);
        storeSnapshot.release();
      }
    };
  }
}

const HALVES: readonly RangeFilterSpec[] = [
  { field: DEFAULT_RANK, min: -Infinity, max: LAST_COMPLETE_RANK },
  { field: DEFAULT_RANK, min: LAST_COMPLETE_RANK + 1, max: Infinity },
];

/** Queries for the first `limit` listings of each half of a search, by arrival. */
export function halvesByArrival(query: SearchQuery, limit: number): EngineQuery[] {
  const engineQuery = toEngineQuery({ ...query, sort: undefined, q: undefined });
  return HALVES.map((half) => ({
    ...engineQuery,
    text: query.q,
    ranges: [...engineQuery.ranges, half],
    offset: 0,
    limit,
  }));
}

/** The listings of the halves, the newest arrivals first. */
export function newestFirst(halves: readonly Iterator<ExportedHit>[], limit: number): ExportedHit[] {
  const readNext = (half: Iterator<ExportedHit>): ExportedHit | undefined => {
    const next = half.next();
    return next.done === true ? undefined : next.value;
  };
  const firsts = halves.map(readNext);
  const hits: ExportedHit[] = [];
  while (hits.length < limit) {
    const arrivals = firsts.map((hit) => (hit === undefined ? -Infinity : arrivalOfRecord(hit.record)));
    const newest = arrivals.indexOf(Math.max(...arrivals));
    const hit = firsts[newest];
    if (hit === undefined) break;
    hits.push(hit);
    firsts[newest] = readNext(halves[newest]);
  }
  return hits;
}
