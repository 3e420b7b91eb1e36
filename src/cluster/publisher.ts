// Publishes a store to a cluster. After a crash too, it writes the changes since the state that the cluster records
// (published-state.ts). Writes become visible all at once: changes by a refresh, a whole stock by the alias.
//
//     write the past → write adverts → write listings → refresh → count → record the state
import type { ReloadingGazetteer } from '../geo/postcode-gazetteer.ts';
import { listingKey } from '../listing/listing.ts';
import { isOfOtherChange, type StoreSnapshot } from '../store/store-snapshot.ts';
import type { Store } from '../store/store.ts';
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import { mappingVersion, type Sharding, keptIndexBody, listingsIndexBody } from './cluster-mapping.ts';
import { mappingVersionOf, advertsIndex, newListingsIndex, pastIndex, stateIndex } from './index-names.ts';
import { DocumentWriter } from './document-writer.ts';
import type { DatedListing } from './listing-document.ts';
import { PastDocumentWriter, type LastChanges } from './past-writer.ts';
import {
  ensureStateIndex,
  findAliased,
  findPublished,
  publishState,
  type PublishedIndex,
} from './published-state.ts';
import { WriterLease } from './lease.ts';

export interface PublishProgress {
  readonly written: number;
  /** Undefined if it is unknown. */
  readonly expected?: number;
}

export interface PublisherParts {
  readonly client: ClusterClient;
  readonly store: Store;
  readonly gazetteer: ReloadingGazetteer;
  readonly sharding: Sharding;
  /** Other JSON data about the state of the stock. */
  readonly metadata: () => unknown;
  readonly onProgress?: (progress: PublishProgress) => void;
}

/** Listings whose times are read together. */
const BATCH_SIZE = 500;

/** With fewer changes, a new index never pays. */
const REINDEX_THRESHOLD = 10_000;

export class Publisher {
  readonly #parts: PublisherParts;
  #lease: WriterLease | undefined;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /**
   * Brings the cluster to the state of the store, or waits while another process does so. False if `isWanted` became false first.
   * Throws a ClusterError.
   */
  async publish(isWanted: () => boolean = () => true): Promise<boolean> {
    const { client, sharding } = this.#parts;
    await ensureStateIndex(client, sharding.replicas);
    while (!(await this.#isUpToDate())) {
      this.#lease ??= await WriterLease.acquire(
        client,
        async () => isWanted() && !(await this.#isUpToDate()),
      );
      if (!isWanted()) return false;
      if (this.#lease === undefined) continue;
      try {
        await this.#writeChange();
      } catch (error) {
        // The next writer starts over, even if it is this process.
        await this.release();
        throw error;
      }
    }
    return true;
  }

  /** Releases the lease. */
  async release(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    await lease?.release();
  }

  async #isUpToDate(): Promise<boolean> {
    const { store, gazetteer, client } = this.#parts;
    gazetteer.refresh();
    // An empty folder has nothing to publish.
    if (store.storeId === undefined || store.sequence === 0) return true;
    const published = await findPublished(client);
    return (
      published !== undefined &&
      this.#canFollow(published) &&
      published.state.sequence === store.sequence &&
      JSON.stringify(published.state.metadata) === JSON.stringify(this.#parts.metadata())
    );
  }

  /** Whether the index shows a state of the same stock, written in the same way. */
  #canFollow({ index, state }: PublishedIndex): boolean {
    const { store, gazetteer, client } = this.#parts;
    return (
      mappingVersionOf(client.prefix, index) === mappingVersion() &&
      state.identity === store.storeId &&
      !isOfOtherChange(store, state) &&
      state.gazetteerVersion === gazetteer.current.version
    );
  }

  async #writeChange(): Promise<void> {
    const { store, client, gazetteer } = this.#parts;
    const published = await findPublished(client);
    await removeOldIndices(client, published?.index);
    const storeSnapshot = store.snapshot();
    try {
      const changed =
        published !== undefined && this.#canFollow(published)
          ? storeSnapshot.changesInOrder(published.state.sequence)
          : 'too_old';
      if (published === undefined || changed === 'too_old') return await this.#writeWhole(storeSnapshot);
      const changes = Array.from(changed);
      const keys = new Set(changes.flatMap((change) => change.changed));
      if (isMostOf(keys.size, store.countListings())) return await this.#writeWhole(storeSnapshot);
      const { index, state } = published;
      const writer = this.#writerFor(index, storeSnapshot.sequence, keys.size);
      // The past is written first: it is read from documents that are overwritten next.
      const past = new PastDocumentWriter(client, index, gazetteer.current);
      const last = await past.write(storeSnapshot, changes, (some) =>
        writer.findSequences(some, state.sequence),
      );
      await writer.writeChanges(storeSnapshot, last);
      if (!(await this.#finish(index, storeSnapshot, writer))) return await this.#writeWhole(storeSnapshot);
      if (storeSnapshot.pastFloor > state.floor) await past.deleteBefore(storeSnapshot.pastFloor);
    } finally {
      storeSnapshot.release();
    }
  }

  /** Builds a new index beside the current one, and swaps the alias. */
  async #writeWhole(storeSnapshot: StoreSnapshot): Promise<void> {
    const { client, store, sharding, gazetteer } = this.#parts;
    const index = await createIndices(client, sharding);
    const changes = storeSnapshot.changesInOrder(storeSnapshot.pastFloor);
    if (changes === 'too_old') throw new Error('the log of changes begins after the floor of the past');
    const past = new PastDocumentWriter(client, index, gazetteer.current);
    const last = await past.write(storeSnapshot, changes, async (keys) => keys.map(() => 0));
    const writer = this.#writerFor(index, storeSnapshot.sequence, store.countListings());
    await writer.writeAll(datedListings(storeSnapshot, last), store.withdrawnAdverts());
    if (!(await this.#finish(index, storeSnapshot, writer))) {
      throw new Error(`the index ${index} lacks listings that were written to it`);
    }
    await swapAlias(client, index, await findAliased(client));
  }

  #writerFor(index: string, sequence: number, expected: number): DocumentWriter {
    const { client, gazetteer, onProgress } = this.#parts;
    return new DocumentWriter(client, { index, sequence, gazetteer: gazetteer.current }, (written) =>
      onProgress?.({ written, expected }),
    );
  }

  /** Makes writes visible and records the state. False if the number of listings is wrong. */
  async #finish(index: string, storeSnapshot: StoreSnapshot, writer: DocumentWriter): Promise<boolean> {
    const { client, store, metadata } = this.#parts;
    const { storeId: identity, sequence } = storeSnapshot;
    if (identity === undefined) throw new Error('the stock is gone while it is published');
    const { pastFloor: floor } = storeSnapshot;
    const { listings, past } = await writer.refresh(floor);
    // If another change was committed meanwhile, the expected number is unknown.
    const expected = store.countListings();
    if (store.sequence === sequence && listings !== expected) return false;
    await this.#lease?.check();
    if (this.#lease === undefined)
      throw new ClusterError('another process writes to the cluster now', 409, true);
    const { gazetteerVersion } = writer;
    const changedAt = storeSnapshot.timeOf(sequence) ?? 0;
    await publishState(client, {
      index,
      state: {
        identity,
        sequence,
        changedAt,
        gazetteerVersion,
        listings,
        floor,
        past,
        log: store.past,
        metadata: metadata(),
      },
    });
    return true;
  }
}

/** All listings of a state, with the times and numbers of their last changes. */
function* datedListings(storeSnapshot: StoreSnapshot, last: LastChanges): Iterable<DatedListing> {
  for (const listings of batchesOf(storeSnapshot.listings())) {
    const times = storeSnapshot.getChangeTimes(listings.map(listingKey));
    for (const [i, listing] of listings.entries()) {
      const sequence = last.get(listingKey(listing)) ?? 0;
      yield { listing, changedAt: times[i] ?? 0, sequence };
    }
  }
}

function* batchesOf<T>(items: Iterable<T>): Iterable<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Whether a new index is cheaper than overwriting much of the old one, which servers cannot reopen meanwhile. */
function isMostOf(changed: number, listings: number): boolean {
  return changed > REINDEX_THRESHOLD && changed * 2 > listings;
}

/** Creating an index needs a new cluster state, and space for the replicas. */
const TIMEOUT_MS = 60_000;

/** Creates empty indices of listings, of their past and of withdrawn adverts; returns the first one's name. */
export async function createIndices(client: ClusterClient, sharding: Sharding): Promise<string> {
  const index = newListingsIndex(client.prefix);
  await create(client, index, listingsIndexBody(sharding));
  // One shard is enough: the log of changes limits the past, whatever the size of the stock.
  await create(client, pastIndex(index), listingsIndexBody({ ...sharding, shards: 1 }));
  await create(client, advertsIndex(index), keptIndexBody({ ...sharding, shards: 1 }));
  return index;
}

/** Points the alias at `index`. Servers notice at their next poll. */
export async function swapAlias(
  client: ClusterClient,
  index: string,
  before: string | undefined,
): Promise<void> {
  const alias = client.prefix;
  await client.request({
    method: 'POST',
    path: '/_aliases',
    timeoutMs: TIMEOUT_MS,
    body: {
      actions: [
        ...(before === undefined ? [] : [{ remove: { index: before, alias } }]),
        { add: { index, alias } },
      ],
    },
  });
}

/** Removes indices of listings that are unfinished or no longer in use. */
async function removeOldIndices(client: ClusterClient, current: string | undefined): Promise<void> {
  const { prefix } = client;
  const all = await client.request<Readonly<Record<string, unknown>>>({
    method: 'GET',
    path: `/${encodeURIComponent(prefix)}-*/_alias`,
  });
  const old = Object.keys(all).filter(
    (name) => mappingVersionOf(prefix, name) !== undefined && name !== current,
  );
  // Another process may have pointed the alias at one of them since `current` was read.
  const aliased = old.length === 0 ? undefined : await findAliased(client);
  for (const index of old.filter((name) => name !== aliased)) {
    await remove(client, `/${encodeURIComponent(index)}`);
    await remove(client, `/${encodeURIComponent(pastIndex(index))}`);
    await remove(client, `/${encodeURIComponent(advertsIndex(index))}`);
    await remove(client, `/${stateIndex(prefix)}/_doc/${encodeURIComponent(index)}`);
  }
}

async function create(client: ClusterClient, index: string, body: object): Promise<void> {
  await client.request({ method: 'PUT', path: `/${encodeURIComponent(index)}`, body, timeoutMs: TIMEOUT_MS });
}

async function remove(client: ClusterClient, path: string): Promise<void> {
  await client.requestOptional({ method: 'DELETE', path, timeoutMs: TIMEOUT_MS });
}
