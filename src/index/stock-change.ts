// From the store to what the engine takes in: segments of everything that came, and the keys of what went. Runs on the
// thread that answers, or on one beside it (builder-thread.ts): so what comes back is data only.
import { mergeSegments, type MergeSource } from '../engine/segment/merge-segments.ts';
import { SegmentBuilder } from '../engine/segment/segment-builder.ts';
import type { SegmentData } from '../engine/segment/segment.ts';
import type { Gazetteer } from '../geo/gazetteer.ts';
import type { ReloadingGazetteer } from '../geo/reloading-gazetteer.ts';
import type { ListingKey } from '../listing/listing.ts';
import type { PinnedStock, Store } from '../store/store.ts';
import { buildStock } from './build-stock.ts';
import { indexToCome } from './coming-index.ts';
import { claimIndex, indexReleased, releaseIndex, saveInTurn } from './index-claim.ts';
import { findIndex, type SavedIndex } from './index-file.ts';
import { rowKey, rowOf, STOCK_SCHEMA } from './stock-schema.ts';

export interface StockChange {
  /** True: this is the whole stock, and whatever was known before is void. */
  readonly whole: boolean;
  /** Whether it was read from the index file. */
  readonly saved: boolean;
  /** The state of the store that this change leads to. */
  readonly sequence: number;
  readonly gazetteerVersion: string;
  /** What came in, the oldest first; among the live rows every key is unique. */
  readonly parts: readonly MergeSource[];
  /** Row keys. */
  readonly withdrawn: readonly string[];
}

/** What an index that follows the store has made for it. */
export interface ChangeBuilder {
  /** What happened after `since`; the whole stock where that is null, or longer ago than the log reaches, or most of it. */
  build(since: number | null): Promise<StockChange>;
  /** The live rows of all parts as one segment. */
  merge(parts: readonly MergeSource[]): Promise<SegmentData>;
  /**
   * Writes the index file, unless another process has written one of a sequence above `known`. The sequence of the file
   * that is there then; undefined where it could not be written.
   */
  save(index: SavedIndex, known: number): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Builds on the thread that calls. */
export function inlineBuilder(store: Store, gazetteer: ReloadingGazetteer, indexPath: string): ChangeBuilder {
  return {
    build: (since) => findChange(store, gazetteer.current, since, indexPath),
    merge: async (parts) => mergeSegments(STOCK_SCHEMA, parts),
    save: (index, known) => saveInTurn(store.folder, indexPath, index, known),
    close: async () => releaseIndex(store.folder),
  };
}

/** How a whole stock becomes segments, given that what it leads to was read before. */
type BuildWhole = (store: Store, gazetteer: Gazetteer) => Promise<readonly MergeSource[]>;

const onThisThread: BuildWhole = async (store, gazetteer) => buildStock(store.indexedFields(), gazetteer);

/** What happened after `since`. Where that is the whole stock, the index file may have a part of the way behind it. */
export async function findChange(
  store: Store,
  gazetteer: Gazetteer,
  since: number | null,
  indexPath: string,
  buildWhole = onThisThread,
): Promise<StockChange> {
  const change = readChange(store, gazetteer, since);
  if (change !== undefined) return change;
  const gazetteerVersion = gazetteer.version;
  const { identity } = store;
  await indexToCome(indexPath, store.folder);
  const find = (): Promise<SavedIndex | undefined> | undefined =>
    identity === undefined ? undefined : findIndex(indexPath, identity, gazetteerVersion, since ?? undefined);
  let saved = await find();
  const isOthers = saved === undefined && identity !== undefined && !claimIndex(store.folder);
  if (isOthers && listingsIn(store) > SMALL_BUILD) {
    await indexReleased(store.folder);
    saved = await find();
  }
  if (saved !== undefined) {
    const { sequence, parts } = saved;
    return { whole: true, saved: true, sequence, gazetteerVersion, parts, withdrawn: [] };
  }
  // Read before the walk: what is committed in between is in the walk already or comes with the next change.
  const { sequence } = store;
  const parts = await buildWhole(store, gazetteer);
  return { whole: true, saved: false, sequence, gazetteerVersion, parts, withdrawn: [] };
}

/** Undefined where the whole stock is needed. */
function readChange(store: Store, gazetteer: Gazetteer, since: number | null): StockChange | undefined {
  if (since === null || (since === 0 && listingsIn(store) > SMALL_CHANGE)) return undefined;
  const stock = store.pin();
  try {
    const touched = stock.changesSince(since);
    if (touched === 'too_old' || isMostOfStock(store, touched.keys.size)) return undefined;
    return { ...changeOf(stock, touched.keys, gazetteer), sequence: touched.sequence };
  } finally {
    stock.release();
  }
}

function changeOf(
  stock: PinnedStock,
  touched: ReadonlySet<ListingKey>,
  gazetteer: Gazetteer,
): Omit<StockChange, 'sequence'> {
  const builder = new SegmentBuilder(STOCK_SCHEMA);
  const withdrawn: string[] = [];
  // In the order in which they lie on the disk.
  const keys = Array.from(touched).sort();
  for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
    const some = keys.slice(from, from + READ_AT_ONCE);
    const listings = stock.getSearched(some);
    for (const [i, listing] of listings.entries()) {
      if (listing === undefined) withdrawn.push(rowKeyOf(some[i]));
      else builder.add(rowOf(listing, gazetteer));
    }
  }
  return {
    whole: false,
    saved: false,
    gazetteerVersion: gazetteer.version,
    parts: builder.size === 0 ? [] : [{ data: builder.finish(), liveRows: null }],
    withdrawn,
  };
}

/** Changes of fewer listings are never worth a whole build. */
const SMALL_CHANGE = 10_000;
const READ_AT_ONCE = 1000;

/** So many listings are built in less time than it takes to wait for another process that builds them. */
const SMALL_BUILD = 20_000;

/** Whether so many listings were touched that a whole build does less than replacing one row after the other. */
function isMostOfStock(store: Store, touched: number): boolean {
  return touched > SMALL_CHANGE && touched * 2 > listingsIn(store);
}

function listingsIn(store: Store): number {
  return [...store.dealers().values()].reduce((sum, count) => sum + count, 0);
}

function rowKeyOf(key: ListingKey): string {
  const slash = key.indexOf('/');
  return rowKey({ dealer: key.slice(0, slash), id: key.slice(slash + 1) });
}
