// From the store to a cluster. The store's log says what changed since the state that the cluster shows; the cluster
// remembers that state (published-state.ts), so whoever comes next goes on from there, after a crash too. What is written
// is seen by nobody until all of it is there: a change by a refresh, a whole stock by the alias.
//
//     write adverts → write listings → refresh → count → say "this is the state"
import type { ReloadingGazetteer } from '../../geo/reloading-gazetteer.ts';
import type { Store } from '../../store/store.ts';
import { ClusterFault, type Cluster } from './cluster.ts';
import { MAPPING_VERSION, type Sharding } from './cluster-mapping.ts';
import { mappingVersionOf } from './cluster-names.ts';
import { IndexWriting } from './index-writing.ts';
import { pointAliasTo, removeOldIndices, makeIndices } from './index-swap.ts';
import {
  ensureStateIndex,
  findAliased,
  findPublished,
  publishState,
  type PublishedIndex,
} from './published-state.ts';
import { WriterLease } from './writer-lease.ts';

export interface PublishProgress {
  readonly written: number;
  /** Undefined where it is not known. */
  readonly expected?: number;
}

export interface PublisherParts {
  readonly cluster: Cluster;
  readonly store: Store;
  readonly gazetteer: ReloadingGazetteer;
  readonly sharding: Sharding;
  /** What else is to be known of the state of the stock, as JSON data. */
  readonly extras: () => unknown;
  readonly onProgress?: (progress: PublishProgress) => void;
}

/** Changes of fewer listings are never worth a new index. */
const SMALL_CHANGE = 10_000;

export class StockPublisher {
  readonly #parts: PublisherParts;
  #lease: WriterLease | undefined;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /**
   * Brings the cluster to the state of the store, or waits while another process does. False where `isWanted` said so
   * meanwhile. Throws a ClusterFault.
   */
  async publish(isWanted: () => boolean = () => true): Promise<boolean> {
    const { cluster, sharding } = this.#parts;
    await ensureStateIndex(cluster, sharding.replicas);
    while (!(await this.#isUpToDate())) {
      this.#lease ??= await WriterLease.take(cluster, async () => isWanted() && !(await this.#isUpToDate()));
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
    const { store, gazetteer, cluster } = this.#parts;
    gazetteer.refresh();
    // An empty folder has nothing to publish.
    if (store.identity === undefined || store.sequence === 0) return true;
    const published = await findPublished(cluster);
    return (
      published !== undefined &&
      this.#canFollow(published) &&
      published.state.sequence === store.sequence &&
      JSON.stringify(published.state.extras) === JSON.stringify(this.#parts.extras())
    );
  }

  /** Whether the index shows an earlier state of the same stock, written in the same way. */
  #canFollow({ index, state }: PublishedIndex): boolean {
    const { store, gazetteer, cluster } = this.#parts;
    return (
      mappingVersionOf(cluster.prefix, index) === MAPPING_VERSION &&
      state.identity === store.identity &&
      state.gazetteerVersion === gazetteer.current.version
    );
  }

  async #writeChange(): Promise<void> {
    const { store, cluster } = this.#parts;
    const published = await findPublished(cluster);
    await removeOldIndices(cluster, published?.index);
    const pinned = store.pin();
    try {
      const touched =
        published !== undefined && this.#canFollow(published)
          ? store.changesSince(published.state.sequence)
          : 'too_old';
      if (
        published === undefined ||
        touched === 'too_old' ||
        isMostOf(touched.keys.size, listingsIn(store))
      ) {
        return await this.#writeWhole();
      }
      // A writer may commit between the two: then listings are read as they were before, and come again.
      const sequence = Math.min(pinned.sequence, touched.sequence);
      const writing = this.#writing(published.index, sequence, touched.keys.size);
      await writing.change(pinned, touched.keys);
      if (await this.#finish(published.index, sequence, writing)) return;
      await this.#writeWhole();
    } finally {
      pinned.release();
    }
  }

  /** A new index beside the one that is searched, which takes its place once it is whole. */
  async #writeWhole(): Promise<void> {
    const { cluster, store, sharding } = this.#parts;
    const index = await makeIndices(cluster, sharding);
    const { sequence, listings } = walkFrom(store);
    const writing = this.#writing(index, sequence, listingsIn(store));
    await writing.whole(listings, store.withdrawnAdverts());
    if (!(await this.#finish(index, sequence, writing))) {
      throw new Error(`the index ${index} does not hold the listings that were written to it`);
    }
    await pointAliasTo(cluster, index, await findAliased(cluster));
  }

  #writing(index: string, sequence: number, expected: number): IndexWriting {
    const { cluster, gazetteer, onProgress } = this.#parts;
    return new IndexWriting(cluster, { index, sequence, gazetteer: gazetteer.current }, (written) =>
      onProgress?.({ written, expected }),
    );
  }

  /** Makes what was written visible, and says which state it is. False where it is not what it should be. */
  async #finish(index: string, sequence: number, writing: IndexWriting): Promise<boolean> {
    const { cluster, store, extras } = this.#parts;
    const { identity } = store;
    if (identity === undefined) throw new Error('a stock that was read from is gone');
    const listings = await writing.show();
    // Another change may have been committed meanwhile: then the store no longer knows how many there were.
    const expected = listingsIn(store);
    if (store.sequence === sequence && listings !== expected) return false;
    await this.#lease?.check();
    if (this.#lease === undefined)
      throw new ClusterFault('another process writes to the cluster now', 409, true);
    const { gazetteerVersion } = writing;
    await publishState(cluster, {
      index,
      state: { identity, sequence, gazetteerVersion, listings, extras: extras() },
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
function isMostOf(touched: number, listings: number): boolean {
  return touched > SMALL_CHANGE && touched * 2 > listings;
}

function listingsIn(store: Store): number {
  return [...store.dealers().values()].reduce((sum, count) => sum + count, 0);
}
