// Hits of the index in this process. A hit knows its row, so neither its record nor the facts in its texts are looked up twice.
import type { Hit, SearchQuery } from '../../query/search-query.ts';
import type { FoundRow } from '../../engine/search.ts';
import { distanceKm } from '../../geo/great-circle.ts';
import { listingKey, type Listing } from '../../listing/listing.ts';
import type { StatedFacts } from '../../listing/stated-fields.ts';
import type { StoreSnapshot } from '../../store/store-snapshot.ts';
import { listingOfRow } from '../shared/listing-schema.ts';
import { statedBy } from '../shared/stated-columns.ts';
import type { RecordCache, StoredHit } from './record-cache.ts';

class RowHit implements Hit {
  readonly dealer: string;
  readonly id: string;
  readonly record: Uint8Array;
  readonly distanceKm: number | null;
  readonly #found: FoundRow;

  constructor(found: FoundRow, { dealer, id, record }: StoredHit, distance: number | null) {
    this.dealer = dealer;
    this.id = id;
    this.record = record;
    this.distanceKm = distance;
    this.#found = found;
  }

  /** Read lazily, because most hits are only shown. */
  get stated(): StatedFacts {
    return statedBy(this.#found);
  }
}

/** Turns rows of one state of the stock into hits. Records are read from the store, unless they are cached. */
export class HitReader {
  readonly #storeSnapshot: StoreSnapshot;
  readonly #records: RecordCache;

  constructor(storeSnapshot: StoreSnapshot, records: RecordCache) {
    this.#storeSnapshot = storeSnapshot;
    this.#records = records;
  }

  /** The hit of a row, with its distance from `center`. */
  read(found: FoundRow, center?: SearchQuery['center']): RowHit {
    const stored = this.#records.find(found.segment, found.row) ?? this.#readStored(found);
    return new RowHit(found, stored, rowDistanceKm(found, center));
  }

  recordsOf(listings: readonly Pick<Listing, 'dealer' | 'id'>[]): Uint8Array[] {
    return this.#storeSnapshot.getRecords(listings.map(listingKey));
  }

  #readStored({ segment, row }: FoundRow): StoredHit {
    const { dealer, id } = listingOfRow(segment.keys, row);
    const [record] = this.#storeSnapshot.getRecords([listingKey({ dealer, id })]);
    return this.#records.add(segment, row, { dealer, id, record });
  }
}

/** The distance of a row from `center`; null if either has no position. */
export function rowDistanceKm({ segment, row }: FoundRow, center: SearchQuery['center']): number | null {
  const point = center === undefined ? null : segment.points.pointOf(row);
  return center === undefined || point === null ? null : distanceKm(center.point, point);
}
