// From the store to what the engine takes in: segments of everything that came, and the keys of what went. Runs on the
// thread that answers, or on one beside it (worker.ts): so what comes back is data only.
import { mergeSegments, type MergeSource } from '../engine/segment/merge-segments.ts';
import { SegmentBuilder } from '../engine/segment/segment-builder.ts';
import type { SegmentData } from '../engine/segment/segment.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { ReloadingGazetteer } from '../geo/reloading-gazetteer.ts';
import type { ListingKey } from '../listing/listing.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import type { Store } from '../store/store.ts';
import { buildIndex } from './index-builder.ts';
import { waitForPendingIndex, loadIndex, type IndexContents } from './index-file.ts';
import { acquireBuildLock, waitForBuildLock, releaseBuildLock, saveIfNewer } from './build-lock.ts';
import { rowKey, toRow, LISTING_SCHEMA } from './listing-schema.ts';

export interface IndexUpdate {
  /** True: this is the whole stock, and whatever was known before is void. */
  readonly isFullRebuild: boolean;
  /** Whether it was read from the index file. */
  readonly isFromFile: boolean;
  /** The state of the store that this change leads to. */
  readonly sequence: number;
  readonly gazetteerVersion: string;
  /** What came in, the oldest first; among the live rows every key is unique. */
  readonly parts: readonly MergeSource[];
  /** Row keys. */
  readonly deletedKeys: readonly string[];
}

/** What an index that follows the store has made for it. */
export interface IndexWorker {
  /** What happened after `since`; the whole stock where that is null, or longer ago than the log reaches, or most of it. */
  build(since: number | null): Promise<IndexUpdate>;
  /** The live rows of all parts as one segment. */
  merge(parts: readonly MergeSource[]): Promise<SegmentData>;
  /**
   * Writes the index file, unless another process has written one of a sequence above `known`. The sequence of the file
   * that is there then; undefined where it could not be written.
   */
  save(index: IndexContents, known: number): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Builds on the thread that calls. */
export function inlineIndexWorker(
  store: Store,
  gazetteer: ReloadingGazetteer,
  indexPath: string,
): IndexWorker {
  return {
    build: (since) => buildUpdate(store, gazetteer.current, since, indexPath),
    merge: async (parts) => mergeSegments(LISTING_SCHEMA, parts),
    save: (index, known) => saveIfNewer(store.folder, indexPath, index, known),
    close: async () => releaseBuildLock(store.folder),
  };
}

/** How a whole stock becomes segments, given that what it leads to was read before. */
type BuildWhole = (store: Store, gazetteer: Gazetteer) => Promise<readonly MergeSource[]>;

const onThisThread: BuildWhole = async (store, gazetteer) => buildIndex(store.indexedFields(), gazetteer);

/** What happened after `since`. Where that is the whole stock, the index file may have a part of the way behind it. */
export async function buildUpdate(
  store: Store,
  gazetteer: Gazetteer,
  since: number | null,
  indexPath: string,
  buildWhole = onThisThread,
): Promise<IndexUpdate> {
  const update = readUpdate(store, gazetteer, since);
  if (update !== undefined) return update;
  const gazetteerVersion = gazetteer.version;
  const { storeId: identity } = store;
  await waitForPendingIndex(indexPath, store.folder);
  const find = (): Promise<IndexContents | undefined> | undefined =>
    identity === undefined ? undefined : loadIndex(indexPath, identity, gazetteerVersion, since ?? undefined);
  let saved = await find();
  const isOthers = saved === undefined && identity !== undefined && !acquireBuildLock(store.folder);
  if (isOthers && listingsIn(store) > WAIT_FOR_OTHERS_THRESHOLD) {
    await waitForBuildLock(store.folder);
    saved = await find();
  }
  if (saved !== undefined) {
    const { sequence, parts } = saved;
    return { isFullRebuild: true, isFromFile: true, sequence, gazetteerVersion, parts, deletedKeys: [] };
  }
  // Read before the walk: what is committed in between is in the walk already or comes with the next change.
  const { sequence } = store;
  const parts = await buildWhole(store, gazetteer);
  return { isFullRebuild: true, isFromFile: false, sequence, gazetteerVersion, parts, deletedKeys: [] };
}

/** Undefined where the whole stock is needed. */
function readUpdate(store: Store, gazetteer: Gazetteer, since: number | null): IndexUpdate | undefined {
  if (since === null || (since === 0 && listingsIn(store) > FULL_REBUILD_THRESHOLD)) return undefined;
  const storeSnapshot = store.snapshot();
  try {
    const changed = storeSnapshot.changedKeysSince(since);
    if (changed === 'too_old' || isMostOfStock(store, changed.keys.size)) return undefined;
    return { ...updateOf(storeSnapshot, changed.keys, gazetteer), sequence: changed.sequence };
  } finally {
    storeSnapshot.release();
  }
}

function updateOf(
  storeSnapshot: StoreSnapshot,
  changed: ReadonlySet<ListingKey>,
  gazetteer: Gazetteer,
): Omit<IndexUpdate, 'sequence'> {
  const builder = new SegmentBuilder(LISTING_SCHEMA);
  const deletedKeys: string[] = [];
  // In the order in which they lie on the disk.
  const keys = Array.from(changed).sort();
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const some = keys.slice(from, from + BATCH_SIZE);
    const listings = storeSnapshot.getIndexedFields(some);
    for (const [i, listing] of listings.entries()) {
      if (listing === undefined) deletedKeys.push(rowKeyOf(some[i]));
      else builder.add(toRow(listing, gazetteer));
    }
  }
  return {
    isFullRebuild: false,
    isFromFile: false,
    gazetteerVersion: gazetteer.version,
    parts: builder.size === 0 ? [] : [{ data: builder.finish(), liveRows: null }],
    deletedKeys,
  };
}

/** Changes of fewer listings are never worth a whole build. */
const FULL_REBUILD_THRESHOLD = 10_000;
const BATCH_SIZE = 1000;

/** So many listings are built in less time than it takes to wait for another process that builds them. */
const WAIT_FOR_OTHERS_THRESHOLD = 20_000;

/** Whether so many listings were touched that a whole build does less than replacing one row after the other. */
function isMostOfStock(store: Store, changed: number): boolean {
  return changed > FULL_REBUILD_THRESHOLD && changed * 2 > listingsIn(store);
}

function listingsIn(store: Store): number {
  return [...store.dealers().values()].reduce((sum, count) => sum + count, 0);
}

function rowKeyOf(key: ListingKey): string {
  const slash = key.indexOf('/');
  return rowKey({ dealer: key.slice(0, slash), id: key.slice(slash + 1) });
}
