// What is in a data folder, without an index: counts per dealer, the last imports, and what became of the feeds.
import type { SharedListings } from '../store/shared-counts.ts';
import { openStore, type Store } from '../store/store.ts';
import type { FeedState } from './feed-state.ts';
import type { ImportRun } from './import-stock.ts';

/** Anyone may see it: it names no path and no address. */
export type FeedStatus = { readonly feed: string } & Omit<FeedState, 'marks'>;

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
  readonly shared: SharedListings;
  /** By name. */
  readonly feeds: readonly FeedStatus[];
  /** Newest first. */
  readonly imports: readonly ImportRun[];
}

/** The part of the status that is everybody's business. */
export interface PublicStatus {
  readonly listings: number;
  /** Whether the process that answers has met damage in its data folder. */
  readonly damaged: boolean;
  readonly sequence: number;
  /** Dealers that have listings. */
  readonly dealers: number;
  /** Listings that share a vehicle with another dealer's. */
  readonly shared: SharedListings;
  readonly feeds: readonly FeedStatus[];
  readonly imports: readonly Omit<ImportRun, 'files'>[];
}

/** Imports that `status` shows. */
const LAST_IMPORTS = 10;
/** How old a public status may be. Feeds that come in all the time must not make it dear. */
const PUBLIC_AGE_MS = 1000;

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
      shared: store.shared,
      feeds: feedsOf(store),
      imports: importsOf(store),
    };
  } finally {
    await store.close();
  }
}

/** What gives the public status of an open store: the same object until something was kept or changed. */
export function publicStatus(store: Store, isDamaged: () => boolean = () => false): () => PublicStatus {
  let status: PublicStatus | undefined;
  let version = '';
  let madeAt = 0;
  return () => {
    const now = Date.now();
    if (status !== undefined && now - madeAt < PUBLIC_AGE_MS) return status;
    madeAt = now;
    const damaged = isDamaged();
    const current = `${store.identity}.${store.sequence}.${store.keptCount}.${damaged}`;
    if (status !== undefined && current === version) return status;
    version = current;
    const counts = [...store.dealers().values()];
    status = {
      listings: counts.reduce((sum, count) => sum + count, 0),
      damaged,
      sequence: store.sequence,
      dealers: counts.length,
      shared: store.shared,
      feeds: feedsOf(store),
      imports: importsOf(store).map(withoutFiles),
    };
    return status;
  };
}

function feedsOf(store: Store): FeedStatus[] {
  // Only stateAfter makes them.
  const states = store.feeds() as ReadonlyMap<string, FeedState>;
  return Array.from(states, ([feed, state]) => {
    const { lastRun, lastSuccessAt, nextRunAt, failures, lastReport, recent } = state;
    return { feed, lastRun, lastSuccessAt, nextRunAt, failures, lastReport, recent };
  });
}

/** A path's last part may still say what is nobody's business. */
function withoutFiles(run: ImportRun): Omit<ImportRun, 'files'> {
  const shown: { files?: readonly string[] } & Omit<ImportRun, 'files'> = { ...run };
  delete shown.files;
  return shown;
}

function importsOf(store: Store): ImportRun[] {
  // The store keeps any JSON; only importStock gives it reports.
  return store.imports(LAST_IMPORTS) as ImportRun[];
}
