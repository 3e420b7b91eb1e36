// From the store's log to what the engine takes in: one segment of everything that came, and the keys of what went.
// Runs on the thread that answers, or on one beside it (builder-thread.ts): so what comes back is data only.
import { buildSegment, type SegmentData } from '../engine/segment.ts';
import type { Row } from '../engine/schema.ts';
import type { Gazetteer } from '../geo/gazetteer.ts';
import type { LiveGazetteer } from '../geo/live-gazetteer.ts';
import type { Listing, ListingKey } from '../listing/listing.ts';
import type { Store } from '../store/store.ts';
import { findIndex, saveIndex } from './index-file.ts';
import { rowKey, rowOf, STOCK_SCHEMA } from './stock-schema.ts';

export interface StockChange {
  /** True: this is the whole stock, and whatever was known before is void. */
  readonly whole: boolean;
  /** The state of the store that this change leads to. */
  readonly sequence: number;
  readonly gazetteerVersion: string;
  /** Null when nothing came in. */
  readonly added: SegmentData | null;
  /** Row keys. */
  readonly withdrawn: readonly string[];
}

/** Makes changes for an index that follows the store. */
export interface ChangeBuilder {
  /** The whole stock as it was once, from the index file; undefined where that has nothing to go on from. */
  restore(): Promise<StockChange | undefined>;
  /** What happened after `since`; the whole stock where that is null, or longer ago than the log reaches, or most of it. */
  build(since: number | null): Promise<StockChange>;
  close(): Promise<void>;
}

/** Builds on the thread that calls. */
export function inlineBuilder(store: Store, gazetteer: LiveGazetteer, indexPath: string): ChangeBuilder {
  return {
    restore: async () => restoreStock(store, gazetteer.current, indexPath),
    build: async (since) => buildChange(store, gazetteer.current, since, indexPath),
    close: async () => undefined,
  };
}

/** What the index file holds of this stock. */
export function restoreStock(store: Store, gazetteer: Gazetteer, indexPath: string): StockChange | undefined {
  const { identity } = store;
  if (identity === undefined) return undefined;
  const saved = findIndex(indexPath, identity, gazetteer.version);
  if (saved === undefined) return undefined;
  const { sequence, gazetteerVersion, segment } = saved;
  return { whole: true, sequence, gazetteerVersion, added: segment, withdrawn: [] };
}

/** What happened after `since`. A whole build is saved in the index file. */
export function buildChange(
  store: Store,
  gazetteer: Gazetteer,
  since: number | null,
  indexPath: string,
): StockChange {
  const { identity } = store;
  const built = readStockChange(store, gazetteer, since);
  if (built.whole && built.added !== null && identity !== undefined) {
    const { sequence, gazetteerVersion, added: segment } = built;
    saveIndex(indexPath, { identity, sequence, gazetteerVersion, segment });
  }
  return built;
}

export function readStockChange(store: Store, gazetteer: Gazetteer, since: number | null): StockChange {
  const changes = since === null || isMostOfStock(store, since) ? 'too_old' : store.readChanges(since);
  if (changes === 'too_old') {
    // Read before the walk: what is committed in between is in the walk already or comes with the next change.
    const { sequence } = store;
    return change(true, sequence, gazetteer, store.listings(), []);
  }
  return change(false, changes.sequence, gazetteer, changes.upserts, changes.withdrawals);
}

/** Changes of fewer listings are never worth a whole build. */
const SMALL_CHANGE = 10_000;

/** Whether so much changed after `since` that a whole build does less than replacing one row after the other. */
function isMostOfStock(store: Store, since: number): boolean {
  const touched = store.changesSince(since);
  if (touched === 'too_old' || touched.keys.size <= SMALL_CHANGE) return false;
  const listings = [...store.dealers().values()].reduce((sum, count) => sum + count, 0);
  return touched.keys.size * 2 > listings;
}

function change(
  whole: boolean,
  sequence: number,
  gazetteer: Gazetteer,
  listings: Iterable<Listing>,
  withdrawals: readonly ListingKey[],
): StockChange {
  const rows: Row[] = [];
  for (const listing of listings) rows.push(rowOf(listing, gazetteer));
  return {
    whole,
    sequence,
    gazetteerVersion: gazetteer.version,
    added: rows.length === 0 ? null : buildSegment(STOCK_SCHEMA, rows),
    withdrawn: withdrawals.map(rowKeyOf),
  };
}

function rowKeyOf(key: ListingKey): string {
  const slash = key.indexOf('/');
  return rowKey({ dealer: key.slice(0, slash), id: key.slice(slash + 1) });
}
