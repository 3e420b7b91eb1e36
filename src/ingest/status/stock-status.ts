// The operator's status of a data folder, read from the store alone: listings per dealer, recent imports, and the feeds'
// states. public-status.ts has the public part.
import type { DuplicateListings } from '../../store/vehicle-table.ts';
import { openStore, type Store } from '../../store/store.ts';
import type { FeedState } from './feed-state.ts';
import { fallenFields } from '../run/coverage.ts';
import type { ImportRun } from '../run/import-report.ts';

export type FeedStatus = {
  readonly feed: string;
  /** Fields that fewer listings have than before the last report. */
  readonly degraded: readonly string[];
} & Omit<FeedState, 'validators'>;

export interface StockStatus {
  readonly folder: string;
  readonly listings: number;
  /** Number of the last change of the stock. */
  readonly sequence: number;
  /** The version of the program that wrote to the stock last, such as `1.4.0`; null without a stock. */
  readonly writtenBy: string | null;
  /** By descending number of listings, then by name. */
  readonly dealers: readonly {
    readonly dealer: string;
    readonly listings: number;
    /** The feed that it belongs to, or null. */
    readonly feed: string | null;
  }[];
  /** Listings that share a vehicle with another dealer's. */
  readonly duplicates: DuplicateListings;
  /** By name. */
  readonly feeds: readonly FeedStatus[];
  /** Newest first. */
  readonly imports: readonly ImportRun[];
}

/** Imports in a status. */
const MAX_IMPORTS = 10;

/** The status. Throws a Problem `data_…`. */
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
      writtenBy: store.programVersion ?? null,
      dealers: dealers.sort((a, b) => b.listings - a.listings || (a.dealer < b.dealer ? -1 : 1)),
      duplicates: store.duplicates,
      feeds: feedStatuses(store),
      imports: lastImports(store),
    };
  } finally {
    await store.close();
  }
}

/** The state of every feed that has run, by name. */
export function feedStatuses(store: Store): FeedStatus[] {
  // Safe: `stateAfter` and its copies are the only states saved.
  const states = store.feedStates() as ReadonlyMap<string, FeedState>;
  return Array.from(states, ([feed, state]) => {
    const { lastRun, lastSuccessAt, nextRunAt, failures, lastReport, recent } = state;
    const degraded = lastReport === null ? [] : fallenFields(lastReport).map(({ field }) => field);
    return { feed, lastRun, degraded, lastSuccessAt, nextRunAt, failures, lastReport, recent };
  });
}

/** The last imports, newest first. */
export function lastImports(store: Store): ImportRun[] {
  // Safe: importFeeds saves the reports.
  return store.imports(MAX_IMPORTS) as ImportRun[];
}
