// Builds updates of the index from the store: segments of new rows, and the keys of deleted ones. An update is plain data,
// because it is built on the serving thread or in a worker (worker.ts).
import { KeyColumn, type KeyColumnData } from '../../engine/columns/key-column.ts';
import { mergeSegments, type MergeSource } from '../../engine/segment/merge-segments.ts';
import { type SegmentData } from '../../engine/segment/segment.ts';
import { SegmentBuilder } from '../../engine/segment/segment-builder.ts';
import { rowsDeletedBy } from '../../engine/segment/snapshot.ts';
import type { Gazetteer, ReloadingGazetteer } from '../../geo/postcode-gazetteer.ts';
import type { ListingKey } from '../../listing/listing.ts';
import { isOfOtherChange, type StoreSnapshot } from '../../store/store-snapshot.ts';
import type { Store } from '../../store/store.ts';
import { buildIndex, buildPastSegment, type PastSegment } from './index-builder.ts';
import { waitForPendingIndex, loadIndex, type IndexContents } from './index-file.ts';
import { acquireBuildLock, waitForBuildLock, releaseBuildLock, saveIfNewer } from './build-lock.ts';
import { rowKey, toRow, LISTING_SCHEMA } from '../shared/listing-schema.ts';
import { splitListingKey } from '../../listing/codec.ts';

export interface IndexUpdate {
  /** True if this is the whole stock and replaces everything. */
  readonly isFullRebuild: boolean;
  /** Whether the update was read from the index file. */
  readonly isFromFile: boolean;
  /** The sequence of the store that this update leads to. */
  readonly sequence: number;
  readonly gazetteerVersion: string;
  /** Number of listings that were added, changed or deleted; 0 for the whole stock. */
  readonly changedListings: number;
  /** New rows, the oldest segment first. Keys are unique among the live rows. */
  readonly parts: readonly MergeSource[];
  /** The deleted or replaced rows of each segment, parallel to the `keys` passed in. */
  readonly deletedRows: readonly Uint32Array[];
}

/** Builds, merges and saves for an index, on this thread or on others. */
export interface IndexWorker {
  /**
   * The changes after `since` to segments with these keys. The whole stock if `since` is null or older than the change log, or if
   * most of the stock has changed.
   */
  build(since: number | null, keys: readonly KeyColumnData[]): Promise<IndexUpdate>;
  /** As buildPastSegment. */
  buildPast(since: number, to: number): Promise<PastSegment | 'too_old'>;
  /** The live rows of all parts as one segment. */
  merge(parts: readonly MergeSource[]): Promise<SegmentData>;
  /**
   * Writes the index file, unless another process has written one newer than `known`. Returns the sequence of the file now in
   * place, or undefined if it could not be written.
   */
  save(index: IndexContents, known: number): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Works on the calling thread. */
export function inlineIndexWorker(
  store: Store,
  gazetteer: ReloadingGazetteer,
  indexPath: string,
): IndexWorker {
  return {
    build: (since, keys) => buildUpdate(store, gazetteer.current, { since, keys }, indexPath),
    buildPast: async (since, to) => buildPastSegment(store, gazetteer.current, since, to),
    merge: async (parts) => mergeSegments(LISTING_SCHEMA, parts),
    save: (index, known) => saveIfNewer(store.folder, indexPath, index, known),
    close: async () => releaseBuildLock(store.folder),
  };
}

/** The state that an update continues: its sequence, and the keys of its segments. */
interface UpdateBase {
  readonly since: number | null;
  readonly keys: readonly KeyColumnData[];
}

/** Builds a whole stock. */
type BuildWhole = (store: Store, gazetteer: Gazetteer) => Promise<readonly MergeSource[]>;

const onThisThread: BuildWhole = async (store, gazetteer) => buildIndex(store.indexedFields(), gazetteer);

/** The changes after `since`. A whole stock comes from the index file if possible, which may be behind the store. */
export async function buildUpdate(
  store: Store,
  gazetteer: Gazetteer,
  { since, keys }: UpdateBase,
  indexPath: string,
  buildWhole = onThisThread,
): Promise<IndexUpdate> {
  const update = readUpdate(store, gazetteer, { since, keys });
  if (update !== undefined) return update;
  const gazetteerVersion = gazetteer.version;
  const { storeId: identity } = store;
  let saved = await loadUpdate(store, gazetteer, since, indexPath);
  const isBuiltElsewhere = saved === undefined && identity !== undefined && !acquireBuildLock(store.folder);
  if (isBuiltElsewhere && store.countListings() > WAIT_FOR_OTHERS_THRESHOLD) {
    await waitForBuildLock(store.folder);
    saved = await loadUpdate(store, gazetteer, since, indexPath);
  }
  if (saved !== undefined) return saved;
  // Read before the listings: commits from now on are among them, or come with the next update.
  const { sequence } = store;
  const parts = await buildWhole(store, gazetteer);
  return { isFullRebuild: true, isFromFile: false, sequence, gazetteerVersion, parts, ...WHOLE };
}

/** The whole stock from the index file, which may be behind the store; undefined without an index of it above `since`. */
export async function loadUpdate(
  store: Store,
  gazetteer: Gazetteer,
  since: number | null,
  indexPath: string,
): Promise<IndexUpdate | undefined> {
  const { storeId: identity } = store;
  const gazetteerVersion = gazetteer.version;
  await waitForPendingIndex(indexPath, store.folder);
  if (identity === undefined) return undefined;
  const saved = await loadIndex(indexPath, identity, gazetteerVersion, since ?? undefined);
  if (saved === undefined || isOfOtherChange(store, saved)) return undefined;
  const { sequence, parts } = saved;
  return { isFullRebuild: true, isFromFile: true, sequence, gazetteerVersion, parts, ...WHOLE };
}

/** The changes after `since`; undefined if a full rebuild is needed. */
function readUpdate(
  store: Store,
  gazetteer: Gazetteer,
  { since, keys }: UpdateBase,
): IndexUpdate | undefined {
  if (since === null || (since === 0 && store.countListings() > FULL_REBUILD_THRESHOLD)) return undefined;
  const storeSnapshot = store.snapshot();
  try {
    const changed = storeSnapshot.changedKeysSince(since);
    if (changed === 'too_old' || isMostOfStock(store, changed.size)) return undefined;
    return updateOf(storeSnapshot, changed, gazetteer, keys);
  } finally {
    storeSnapshot.release();
  }
}

function updateOf(
  storeSnapshot: StoreSnapshot,
  changed: ReadonlySet<ListingKey>,
  gazetteer: Gazetteer,
  segments: readonly KeyColumnData[],
): IndexUpdate {
  const builder = new SegmentBuilder(LISTING_SCHEMA);
  const deletedKeys: string[] = [];
  // In the store's order, for locality.
  const keys = Array.from(changed).sort();
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const some = keys.slice(from, from + BATCH_SIZE);
    const listings = storeSnapshot.getIndexedFields(some);
    for (const [i, listing] of listings.entries()) {
      if (listing === undefined) deletedKeys.push(rowKey(splitListingKey(some[i])));
      else builder.add(toRow(listing, gazetteer, builder.terms));
    }
  }
  const data = builder.size === 0 ? undefined : builder.finish();
  const change = { added: data && new KeyColumn(data.keys), deletedKeys };
  return {
    isFullRebuild: false,
    isFromFile: false,
    sequence: storeSnapshot.sequence,
    gazetteerVersion: gazetteer.version,
    changedListings: changed.size,
    parts: data === undefined ? [] : [{ data, liveRows: null }],
    deletedRows: segments.map((keys) => rowsDeletedBy(change, new KeyColumn(keys))),
  };
}

/** Members of an update that replaces everything. */
const WHOLE = { changedListings: 0, deletedRows: [] } as const;

/** Maximum listings of a stock that is built and saved on the serving thread, in less time than a thread takes to start. */
export const SMALL_STOCK = 1000;

/** With fewer changes, a full rebuild never pays. */
const FULL_REBUILD_THRESHOLD = 10_000;
const BATCH_SIZE = 1000;

/** Smaller stocks are built faster than another process finishes. */
const WAIT_FOR_OTHERS_THRESHOLD = 20_000;

/** Whether a full rebuild is cheaper than replacing the changed rows. */
function isMostOfStock(store: Store, changed: number): boolean {
  return changed > FULL_REBUILD_THRESHOLD && changed * 2 > store.countListings();
}
