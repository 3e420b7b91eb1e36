// The operator's status of a data folder, from the store alone; public-status.ts has the public part. Which feeds need an operator.
import { openStore, useStore, type Store } from '../../store/store.ts';
import { feedStatesIn, type FeedState } from './feed-state.ts';
import { fallenFields } from '../run/coverage.ts';
import type { ImportRun } from '../run/import-report.ts';

export type FeedStatus = {
  readonly feed: string;
  /** Fields that fewer listings have than before the last report. */
  readonly degraded: readonly string[];
} & Omit<FeedState, 'validators'>;

export type StockStatus = Awaited<ReturnType<typeof stockStatus>>;

const MAX_IMPORTS = 10;

/** What a stock has: dealers by descending number of listings, imports newest first. Throws a Problem `data_…`. */
export async function stockStatus(folder: string) {
  return useStore(openStore(folder, { mode: 'read' }), (store) => {
    const owners = store.owners();
    const dealers = Array.from(store.dealers(), ([dealer, listings]) => ({
      dealer,
      listings,
      feed: owners.get(dealer) ?? null,
    }));
    return {
      folder,
      listings: dealers.reduce((sum, { listings }) => sum + listings, 0),
      /** Number of the last change of the stock. */
      sequence: store.sequence,
      writtenBy: store.programVersion ?? null,
      dealers: dealers.sort((a, b) => b.listings - a.listings || (a.dealer < b.dealer ? -1 : 1)),
      duplicates: store.duplicates,
      feeds: feedStatuses(store),
      imports: lastImports(store),
    };
  });
}

export function feedStatuses(store: Store): FeedStatus[] {
  const states = feedStatesIn(store);
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

export interface IllFeed {
  readonly feed: string;
  readonly state: keyof typeof STATES;
  readonly reason: string;
  /** Start of the last run that was imported or not modified, or null. */
  readonly lastSuccessAt: string | null;
}

/** The states, the worst first. */
const STATES = { failed: 0, blocked: 1, overdue: 2, rejected: 3, degraded: 4 } as const;
/** A scheduled run starts within this time, unless nothing runs the schedule. */
const MAX_LATENESS_MS = 3_600_000;

/** The feeds that are ill, the worst first. `now` is in milliseconds since 1970. */
export function illFeeds(feeds: readonly FeedStatus[], now: number): IllFeed[] {
  const ill = feeds.flatMap((status) => {
    const found = illnessOf(status, now);
    return found === undefined ? [] : [{ feed: status.feed, ...found, lastSuccessAt: status.lastSuccessAt }];
  });
  return ill
    .sort((a, b) => STATES[a.state] - STATES[b.state] || b.weight - a.weight || (a.feed < b.feed ? -1 : 1))
    .map(({ feed, state, reason, lastSuccessAt }) => ({ feed, state, reason, lastSuccessAt }));
}

interface Illness extends Pick<IllFeed, 'state' | 'reason'> {
  readonly weight: number;
}

function illnessOf(status: FeedStatus, now: number): Illness | undefined {
  const { lastRun, lastReport, failures, nextRunAt } = status;
  const { outcome, reason = '' } = lastRun;
  if (outcome === 'failed') {
    const times = failures > 1 ? `${failures} times in a row: ` : '';
    return { state: 'failed', weight: failures, reason: times + reason };
  }
  if (outcome === 'blocked') return { state: 'blocked', weight: 0, reason };
  if (nextRunAt !== null && Date.parse(nextRunAt) < now - MAX_LATENESS_MS)
    return {
      state: 'overdue',
      weight: now - Date.parse(nextRunAt),
      reason: `its run was due at ${nextRunAt}`,
    };
  if (lastReport === null) return undefined;
  const { read, rejected, nextStep } = lastReport;
  if (nextStep !== undefined)
    return {
      state: 'rejected',
      weight: rejected / read,
      reason: `${rejected} of ${read} records were rejected. ${nextStep}`,
    };
  const fallen = fallenFields(lastReport);
  if (fallen.length === 0) return undefined;
  const all = lastReport.coverage?.listings ?? 0;
  const lost = fallen.map(({ field, listings, before }) =>
    before === undefined
      ? field
      : `${field} in ${listings} of ${all} listings, before in ${before.listings} of ${before.of}`,
  );
  return { state: 'degraded', weight: fallen.length, reason: lost.join('; ') };
}
