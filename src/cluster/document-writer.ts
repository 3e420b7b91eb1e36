// Writes a state of the stock to an index of listings. Withdrawn adverts are written before their listings are
// deleted, so a retry after a crash loses none.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { ListingKey, WithdrawnAdvert } from '../listing/listing.ts';
import { decodeListing, splitListingKey } from '../listing/codec.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { BulkWriter } from './bulk-writer.ts';
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import { advertsIndex, pastIndex } from './index-names.ts';
import {
  advertKey,
  documentId,
  listingDocument,
  type DatedListing,
  type SourceListing,
} from './listing-document.ts';
import type { LastChanges } from './past-writer.ts';
import type { QueryDsl } from './query-dsl.ts';

/** The index to write, and the state to write into it. */
export interface WritingTarget {
  readonly index: string;
  readonly sequence: number;
  readonly gazetteer: Gazetteer;
}

/** Listings per batch. Between batches other work gets a turn, because the lease must be renewed. */
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

  /** `onProgress` is called with the number of listings written. */
  constructor(client: ClusterClient, target: WritingTarget, onProgress: (written: number) => void) {
    this.#client = client;
    this.#target = target;
    this.#listings = new BulkWriter(client, target.index, {
      onWritten: (writes) => onProgress((this.#written += writes)),
    });
    this.#adverts = new BulkWriter(client, advertsIndex(target.index));
  }

  /** Version of the postcode tables that locate the listings. */
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
  async writeChanges(storeSnapshot: StoreSnapshot, changed: LastChanges): Promise<void> {
    const keys = Array.from(changed.keys()).sort();
    for (let from = 0; from < keys.length; from += BATCH_SIZE) {
      const some = keys.slice(from, from + BATCH_SIZE);
      const times = storeSnapshot.getChangeTimes(some);
      const listings = storeSnapshot
        .getListings(some)
        .map(
          (listing, at) =>
            listing && { listing, changedAt: times[at] ?? 0, sequence: changed.get(some[at]) ?? 0 },
        );
      await this.#changeSome(some, listings);
    }
    await this.#listings.finish();
  }

  /** Makes writes visible. Returns the numbers of listings in the index and of past listings that ended after `floor`. */
  async refresh(floor: number): Promise<{ readonly listings: number; readonly past: number }> {
    const { index } = this.#target;
    const refreshed = await this.#client.request<ShardsResponse>({
      method: 'POST',
      path: `/${encodeURIComponent(pastIndex(index))},${encodeURIComponent(index)}/_refresh`,
      timeoutMs: REFRESH_TIMEOUT_MS,
    });
    if (refreshed._shards.failed > 0) throw incomplete();
    const [listings, past] = await Promise.all([
      this.#count(index, { match_all: {} }),
      this.#count(pastIndex(index), { range: { until: { gt: floor } } }),
    ]);
    return { listings, past };
  }

  async #count(index: string, query: QueryDsl): Promise<number> {
    const { count, _shards } = await this.#client.request<ShardsResponse & { readonly count: number }>({
      method: 'POST',
      path: `/${encodeURIComponent(index)}/_count`,
      body: { query },
    });
    if (_shards.failed > 0) throw incomplete();
    return count;
  }

  async #changeSome(
    keys: readonly ListingKey[],
    listings: readonly (DatedListing | undefined)[],
  ): Promise<void> {
    const { sequence } = this.#target;
    const ids = keys.map((key) => documentId(splitListingKey(key)));
    const before = await this.#find(ids);
    for (const [i, source] of before.entries()) {
      const earlier = source && decodeListing(source, source.record);
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
    const document = listingDocument(dated, gazetteer);
    await this.#listings.put(documentId(dated.listing), document, sequence);
  }

  async #putAdvert(key: string, was: WithdrawnAdvert): Promise<void> {
    await this.#adverts.put(key, was, this.#target.sequence);
  }

  /** For each key, the change that made its document so; undefined if it is missing, or was already written by this change. */
  async findSequences(keys: readonly ListingKey[], published: number): Promise<(number | undefined)[]> {
    const found = await this.#find(keys.map((key) => documentId(splitListingKey(key))));
    return found.map((source) =>
      source === undefined || source.sequence > published ? undefined : source.sequence,
    );
  }

  /** The documents currently in the index, including writes that are not visible yet. */
  async #find(ids: readonly string[]): Promise<(SourceListing | undefined)[]> {
    const { docs } = await this.#client.request<{ readonly docs: readonly FoundDocument[] }>({
      method: 'POST',
      path: `/${encodeURIComponent(this.#target.index)}/_mget`,
      query: { _source_includes: 'source' },
      body: { ids },
    });
    return docs.map(({ _source }) => _source?.source);
  }
}

function incomplete(): ClusterError {
  return new ClusterError('the cluster did not refresh all of its shards', 503, true);
}

interface ShardsResponse {
  readonly _shards: { readonly failed: number };
}
