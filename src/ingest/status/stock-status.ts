// The operator's status of a data folder, from the store alone; public-status.ts has the public part.
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
  readonly writtenBy: string | null;
  /** By descending number of listings, then by name. */
  readonly dealers: readonly {
    readonly dealer: string;
    readonly listings: number;
    readonly feed: string | null;
  }[];
  readonly duplicates: DuplicateListings;
  /** By name. */
  readonly feeds: readonly FeedStatus[];
  /** Newest first. */
  readonly imports: readonly ImportRun[];
}

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

export function feedStatuses(store: Store): FeedStatus[] {
  // Safe: `stateAfter` and its copies are the only states saved.
  const states = store.feedStates() as ReadonlyMap<string, FeedState>;
  return Array.from(states, ([feed, state]) => {
    const { lastRun, lastSuccessAt, nextRunAt, failures, lastReport, recent } = state;
    const degraded = lastReport === null ? [] : fallenFields(lastReport).map(({ field }) => field);
    return { feed, lastRun, degraded, lastSuccessAt, nextRunAt, failures, lastReport, recent };
  });
}

export function lastImports(store: Store): ImportRun[] {
  // Safe: importFeeds saves the reports.
  return store.imports(MAX_IMPORTS) as ImportRun[];
}
