// Writes a state of the stock to an index of listings. Withdrawn adverts are written before their listings are
// deleted, so a retry after a crash loses none.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { WithdrawnAdvert } from '../listing/listing-index.ts';
import type { Listing, ListingKey } from '../listing/listing.ts';
import { decodeListing, splitListingKey } from '../listing/codec.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { BulkWriter } from './bulk-writer.ts';
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import { advertsIndex } from './index-names.ts';
import {
  advertKey,
  documentId,
  listingDocument,
  type DatedListing,
  type SourceListing,
} from './listing-document.ts';

/** The index to write, and the state. */
export interface WritingTarget {
  readonly index: string;
  readonly sequence: number;
  readonly gazetteer: Gazetteer;
}

/** Listings per batch. In between, other work gets a turn: the lease must be renewed. */
const BATCH_SIZE = 500;
const REFRESH_TIMEOUT_MS = 60_000;

interface FoundDocument {
  readonly found: boolean;
  readonly _source?: { readonly source: SourceListing };
}

export class DocumentWriter {
  readonly #client: ClusterClient;
  readonly #target: WritingTarget;
  readonly #listings: BulkWriter;
  readonly #adverts: BulkWriter;
  #written = 0;

  /** `onProgress` receives the number of listings written. */
  constructor(client: ClusterClient, target: WritingTarget, onProgress: (written: number) => void) {
    this.#client = client;
    this.#target = target;
    this.#listings = new BulkWriter(client, target.index, {
      onWritten: (writes) => onProgress((this.#written += writes)),
    });
    this.#adverts = new BulkWriter(client, advertsIndex(target.index));
  }

  /** Version of the postcode tables that place the listings. */
  get gazetteerVersion(): string {
    return this.#target.gazetteer.version;
  }

  /** Writes a whole stock into an empty index. */
  async writeAll(
    listings: Iterable<DatedListing>,
    withdrawn: Iterable<{ readonly key: Buffer; readonly was: WithdrawnAdvert }>,
  ): Promise<void> {
    for (const { key, was } of withdrawn) await this.#putAdvert(key.toString('base64url'), was);
    let count = 0;
    for (const listing of listings) {
      await this.#put(listing);
      if (++count % BATCH_SIZE === 0) await nextTurn();
    }
    await Promise.all([this.#adverts.finish(), this.#listings.finish()]);
  }

  /** Writes changed listings and deletes withdrawn ones. */
  async writeChanges(storeSnapshot: StoreSnapshot, changed: Iterable<ListingKey>): Promise<void> {
    const keys = Array.from(changed).sort();
    for (let from = 0; from < keys.length; from += BATCH_SIZE) {
      const some = keys.slice(from, from + BATCH_SIZE);
      const times = storeSnapshot.getChangeTimes(some);
      const listings = storeSnapshot
        .getListings(some)
        .map((listing, at) => listing && { listing, changedAt: times[at] ?? 0 });
      await this.#changeSome(some, listings);
    }
    await this.#listings.finish();
  }

  /** Makes writes visible, and returns the number of listings in the index. */
  async refresh(): Promise<number> {
    const path = `/${encodeURIComponent(this.#target.index)}`;
    const refreshed = await this.#client.request<ShardsResponse>({
      method: 'POST',
      path: `${path}/_refresh`,
      timeoutMs: REFRESH_TIMEOUT_MS,
    });
    const counted = await this.#client.request<ShardsResponse & { readonly count: number }>({
      method: 'GET',
      path: `${path}/_count`,
    });
    if (refreshed._shards.failed + counted._shards.failed > 0) {
      throw new ClusterError('the cluster did not refresh all of its shards', 503, true);
    }
    return counted.count;
  }

  async #changeSome(
    keys: readonly ListingKey[],
    listings: readonly (DatedListing | undefined)[],
  ): Promise<void> {
    const { sequence } = this.#target;
    const ids = keys.map((key) => documentId(splitListingKey(key)));
    const before = await this.#find(ids);
    for (const [i, earlier] of before.entries()) {
      if (earlier === undefined) continue;
      const address = advertKey(earlier.advertUrl);
      const now = listings[i]?.listing;
      if (now !== undefined && advertKey(now.advertUrl) === address) continue;
      await this.#putAdvert(address, { make: earlier.make, model: earlier.model });
    }
    await this.#adverts.finish();
    for (const [i, listing] of listings.entries()) {
      if (listing === undefined) await this.#listings.delete(ids[i], sequence);
      else await this.#put(listing);
    }
  }

  async #put(dated: DatedListing): Promise<void> {
    const { sequence, gazetteer } = this.#target;
    const document = listingDocument(dated, sequence, gazetteer);
    await this.#listings.put(documentId(dated.listing), document, sequence);
  }

  async #putAdvert(key: string, was: WithdrawnAdvert): Promise<void> {
    await this.#adverts.put(key, was, this.#target.sequence);
  }

  /** The listings currently in the index, including writes that are not visible yet. */
  async #find(ids: readonly string[]): Promise<(Listing | undefined)[]> {
    const { docs } = await this.#client.request<{ readonly docs: readonly FoundDocument[] }>({
      method: 'POST',
      path: `/${encodeURIComponent(this.#target.index)}/_mget`,
      query: { _source_includes: 'source' },
      body: { ids },
    });
    return docs.map(({ _source }) =>
      _source === undefined ? undefined : decodeListing(_source.source, _source.source.record),
    );
  }
}

interface ShardsResponse {
  readonly _shards: { readonly failed: number };
}
