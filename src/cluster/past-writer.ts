// Writes the past of a stock: each listing as it was before a change, and the time of each change, so that servers know every
// state since the floor of the store (store/past-listings.ts). Documents of the past never change. They are deleted only if they
// end before the floor, once no published state needs them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import { decodeRecord, splitListingKey } from '../listing/codec.ts';
import type { ListingKey } from '../listing/listing.ts';
import type { LoggedChange } from '../store/change-log.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { BulkWriter } from './bulk-writer.ts';
import type { ClusterClient } from './cluster-client.ts';
import { pastIndex } from './index-names.ts';
import {
  changeDocumentId,
  documentId,
  listingDocument,
  pastDocument,
  pastDocumentId,
  untilOf,
} from './listing-document.ts';

/** From key to the last change of the listing. */
export type LastChanges = ReadonlyMap<ListingKey, number>;

/** The change that made the cluster's current document of each key so; undefined if it is unknown or was written already. */
export type FindSequences = (keys: readonly ListingKey[]) => Promise<readonly (number | undefined)[]>;

const DELETE_TIMEOUT_MS = 60_000;

export class PastDocumentWriter {
  readonly #client: ClusterClient;
  readonly #index: string;
  readonly #gazetteer: Gazetteer;
  readonly #documents: BulkWriter;

  /** `index` is the index of listings. */
  constructor(client: ClusterClient, index: string, gazetteer: Gazetteer) {
    this.#client = client;
    this.#index = pastIndex(index);
    this.#gazetteer = gazetteer;
    this.#documents = new BulkWriter(client, this.#index);
  }

  /** Writes the listings that `changes`, in their order, have ended. Returns the last change of each listing. */
  async write(
    storeSnapshot: StoreSnapshot,
    changes: Iterable<LoggedChange>,
    findSequences: FindSequences,
  ): Promise<LastChanges> {
    const last = new Map<ListingKey, number>();
    const { pastFloor } = storeSnapshot;
    const floorTime = storeSnapshot.timeOf(pastFloor);
    if (floorTime !== undefined)
      await this.#documents.put(
        changeDocumentId(pastFloor),
        untilOf({ sequence: pastFloor, time: floorTime }),
        pastFloor,
      );
    for (const { at, changed } of changes) {
      // Listings that ended at or before the floor are unknown.
      if (at > pastFloor) await this.#writeOne(storeSnapshot, at, changed, last, findSequences);
      for (const key of changed) last.set(key, at);
      await nextTurn();
    }
    await this.#documents.finish();
    return last;
  }

  async #writeOne(
    storeSnapshot: StoreSnapshot,
    at: number,
    changed: readonly ListingKey[],
    last: LastChanges,
    findSequences: FindSequences,
  ): Promise<void> {
    const until = { sequence: at, time: storeSnapshot.timeOf(at) ?? 0 };
    await this.#documents.put(changeDocumentId(at), untilOf(until), at);
    const past = storeSnapshot.getPastListings(changed.map((key) => ({ key, sequence: at })));
    const unknown = changed.filter((key, i) => past[i] !== undefined && !last.has(key));
    const found = unknown.length === 0 ? [] : await findSequences(unknown);
    const sequences = new Map(unknown.map((key, i) => [key, found[i]]));
    for (const [i, key] of changed.entries()) {
      const dated = past[i];
      const sequence = last.get(key) ?? sequences.get(key);
      if (dated === undefined || sequence === undefined) continue;
      const listing = decodeRecord(key, dated.record.toString());
      if (listing === undefined) throw new Error(`the listing '${key}' before change ${at} cannot be read`);
      const { changedAt } = dated;
      const document = listingDocument({ listing, changedAt, sequence }, this.#gazetteer);
      const id = pastDocumentId(documentId(splitListingKey(key)), at);
      await this.#documents.put(id, pastDocument(document, until), at);
    }
  }

  /** Deletes listings that ended before a published floor. If this fails, the next floor's deletion includes them. */
  async deleteBefore(floor: number): Promise<void> {
    await this.#client
      .request({
        method: 'POST',
        path: `/${encodeURIComponent(this.#index)}/_delete_by_query`,
        query: { conflicts: 'proceed' },
        timeoutMs: DELETE_TIMEOUT_MS,
        retries: 0,
        body: { query: { range: { until: { lt: floor } } } },
      })
      .catch(() => undefined);
  }
}
