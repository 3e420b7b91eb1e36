// What is in a data folder, for its operator and without an index: counts per dealer, the last imports, and what became of
// the feeds. public-status.ts has the part that anyone may see.
import type { DuplicateListings } from '../store/duplicate-counts.ts';
import { openStore, type Store } from '../store/store.ts';
import type { FeedState } from './feed-state.ts';
import type { ImportRun } from './import.ts';

export type FeedStatus = { readonly feed: string } & Omit<FeedState, 'validators'>;

export interface StockStatus {
  readonly folder: string;
  readonly listings: number;
  /** Changes since the stock was made. */
  readonly sequence: number;
  /** Most listings first, then by name. */
  readonly dealers: readonly {
    readonly dealer: string;
    readonly listings: number;
    /** The feed that it belongs to; null: none. */
    readonly feed: string | null;
  }[];
  /** Listings that share a vehicle with another dealer's. */
  readonly duplicates: DuplicateListings;
  /** By name. */
  readonly feeds: readonly FeedStatus[];
  /** Newest first. */
  readonly imports: readonly ImportRun[];
}

/** Imports that `status` shows. */
const MAX_IMPORTS = 10;

/** Problems `data_…` of the folder. */
export async function stockStatus(folder: string): Promise<StockStatus> {
  const store = openStore(folder, { mode: 'read' });
  try {
    const owners = store.owners();
    const dealers = Array.from(store.dealers(), ([dealer, listings]) => ({
      dealer,
      listings,
      feed: owners.get(dealer) ?? null,
    }));
    return {
      folder,
      listings: dealers.reduce((sum, { listings }) => sum + listings, 0),
      sequence: store.sequence,
      dealers: dealers.sort((a, b) => b.listings - a.listings || (a.dealer < b.dealer ? -1 : 1)),
      duplicates: store.duplicates,
      feeds: feedStatuses(store),
      imports: lastImports(store),
    };
  } finally {
    await store.close();
  }
}

/** What is kept of every feed, by name. */
export function feedStatuses(store: Store): FeedStatus[] {
  // Only stateAfter makes them.
  const states = store.feedStates() as ReadonlyMap<string, FeedState>;
  return Array.from(states, ([feed, state]) => {
    const { lastRun, lastSuccessAt, nextRunAt, failures, lastReport, recent } = state;
    return { feed, lastRun, lastSuccessAt, nextRunAt, failures, lastReport, recent };
  });
}

/** The last imports, newest first. */
export function lastImports(store: Store): ImportRun[] {
  // The store keeps any JSON; only importFeeds gives it reports.
  return store.imports(MAX_IMPORTS) as ImportRun[];
}
