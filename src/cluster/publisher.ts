// From the store to a cluster. The store's log says what changed since the state that the cluster shows; the cluster
// remembers that state (published-state.ts), so whoever comes next goes on from there, after a crash too. What is written
// is seen by nobody until all of it is there: a change by a refresh, a whole stock by the alias.
//
//     write adverts → write listings → refresh → count → say "this is the state"
import type { ReloadingGazetteer } from '../geo/reloading-gazetteer.ts';
import type { Store } from '../store/store.ts';
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import { MAPPING_VERSION, type Sharding } from './cluster-mapping.ts';
import { mappingVersionOf } from './index-names.ts';
import { DocumentWriter } from './document-writer.ts';
import { swapAlias, removeOldIndices, makeIndices } from './alias-swap.ts';
import {
  ensureStateIndex,
  findAliased,
  findPublished,
  publishState,
  type PublishedIndex,
} from './published-state.ts';
import { WriterLease } from './lease.ts';
import { countListings } from '../index/index-update.ts';

export interface PublishProgress {
  readonly written: number;
  /** Undefined where it is not known. */
  readonly expected?: number;
}

export interface PublisherParts {
  readonly client: ClusterClient;
  readonly store: Store;
  readonly gazetteer: ReloadingGazetteer;
  readonly sharding: Sharding;
  /** What else is to be known of the state of the stock, as JSON data. */
  readonly metadata: () => unknown;
  readonly onProgress?: (progress: PublishProgress) => void;
}

/** Changes of fewer listings are never worth a new index. */
const REINDEX_THRESHOLD = 10_000;

export class Publisher {
  readonly #parts: PublisherParts;
  #lease: WriterLease | undefined;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /**
   * Brings the cluster to the state of the store, or waits while another process does. False where `isWanted` said so
   * meanwhile. Throws a ClusterError.
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
        // Whoever writes next begins anew, this process too.
        await this.release();
        throw error;
      }
    }
    return true;
  }

  /** Lets others write. */
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

  /** Whether the index shows an earlier state of the same stock, written in the same way. */
  #canFollow({ index, state }: PublishedIndex): boolean {
    const { store, gazetteer, client } = this.#parts;
    return (
      mappingVersionOf(client.prefix, index) === MAPPING_VERSION &&
      state.identity === store.storeId &&
      state.gazetteerVersion === gazetteer.current.version
    );
  }

  async #writeChange(): Promise<void> {
    const { store, client } = this.#parts;
    const published = await findPublished(client);
    await removeOldIndices(client, published?.index);
    const storeSnapshot = store.snapshot();
    try {
      const changed =
        published !== undefined && this.#canFollow(published)
          ? store.changedKeysSince(published.state.sequence)
          : 'too_old';
      if (
        published === undefined ||
        changed === 'too_old' ||
        isMostOf(changed.keys.size, countListings(store))
      ) {
        return await this.#writeWhole();
      }
      // A writer may commit between the two: then listings are read as they were before, and come again.
      const sequence = Math.min(storeSnapshot.sequence, changed.sequence);
      const writer = this.#writing(published.index, sequence, changed.keys.size);
      await writer.writeChanges(storeSnapshot, changed.keys);
      if (await this.#finish(published.index, sequence, writer)) return;
      await this.#writeWhole();
    } finally {
      storeSnapshot.release();
    }
  }

  /** A new index beside the one that is searched, which takes its place once it is whole. */
  async #writeWhole(): Promise<void> {
    const { client, store, sharding } = this.#parts;
    const index = await makeIndices(client, sharding);
    const { sequence, listings } = walkFrom(store);
    const writer = this.#writing(index, sequence, countListings(store));
    await writer.writeAll(listings, store.withdrawnAdverts());
    if (!(await this.#finish(index, sequence, writer))) {
      throw new Error(`the index ${index} does not hold the listings that were written to it`);
    }
    await swapAlias(client, index, await findAliased(client));
  }

  #writing(index: string, sequence: number, expected: number): DocumentWriter {
    const { client, gazetteer, onProgress } = this.#parts;
    return new DocumentWriter(client, { index, sequence, gazetteer: gazetteer.current }, (written) =>
      onProgress?.({ written, expected }),
    );
  }

  /** Makes what was written visible, and says which state it is. False where it is not what it should be. */
  async #finish(index: string, sequence: number, writer: DocumentWriter): Promise<boolean> {
    const { client, store, metadata } = this.#parts;
    const { storeId: identity } = store;
    if (identity === undefined) throw new Error('a stock that was read from is gone');
    const listings = await writer.refresh();
    // Another change may have been committed meanwhile: then the store no longer knows how many there were.
    const expected = countListings(store);
    if (store.sequence === sequence && listings !== expected) return false;
    await this.#lease?.check();
    if (this.#lease === undefined)
      throw new ClusterError('another process writes to the cluster now', 409, true);
    const { gazetteerVersion } = writer;
    await publishState(client, {
      index,
      state: { identity, sequence, gazetteerVersion, listings, metadata: metadata() },
    });
    return true;
  }
}

/** All listings as they are at one sequence, which is known only because nothing was committed while the walk began. */
function walkFrom(store: Store) {
  for (;;) {
    const { sequence } = store;
    const walk = store.listings()[Symbol.iterator]();
    const first = walk.next();
    if (store.sequence === sequence) return { sequence, listings: resumed(first, walk) };
    walk.return?.();
  }
}

function* resumed<T>(first: IteratorResult<T>, rest: Iterator<T>): Iterable<T> {
  try {
    for (let next = first; next.done !== true; next = rest.next()) yield next.value;
  } finally {
    rest.return?.();
  }
}

/** Whether a new index does less than writing over so much of the old one, which servers cannot search from anew meanwhile. */
function isMostOf(changed: number, listings: number): boolean {
  return changed > REINDEX_THRESHOLD && changed * 2 > listings;
}
