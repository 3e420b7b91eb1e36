// The status of a data folder, from the store alone: the operators' status, with the feeds that need attention, and its public
// part. The public part has counts, times and fixed words, but no text of feeds and their servers. Its properties are picked one
// by one, so that a new one does not become public by accident.
import { openStore, useStore, type Store } from './store/store.ts';
import {
  feedStatesIn,
  type FeedState,
  countsOf,
  pick,
  readFeedStates,
  type FeedRun,
} from './ingest/status/feed-state.ts';
import { fallenFields } from './ingest/status/coverage.ts';
import type { ImportRun } from './ingest/status/import-report.ts';
import type { DuplicateListings } from './store/duplicate-counts.ts';

export type FeedStatus = {
  readonly feed: string;
  /** Fields that fewer listings have than before the last report. */
  readonly degraded: readonly string[];
} & Omit<FeedState, 'validators'>;

export type StockStatus = Awaited<ReturnType<typeof stockStatus>>;

const MAX_IMPORTS = 10;

/** The contents of a stock: dealers by descending number of listings, and imports, newest first. Throws a Problem `data_…`. */
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

function feedStatuses(store: Store): FeedStatus[] {
  const states = feedStatesIn(store);
  return Array.from(states, ([feed, state]) => {
    const { lastRun, lastSuccessAt, nextRunAt, failures, lastReport, recent } = state;
    const degraded = lastReport === null ? [] : fallenFields(lastReport).map(({ field }) => field);
    return { feed, lastRun, degraded, lastSuccessAt, nextRunAt, failures, lastReport, recent };
  });
}

function lastImports(store: Store): ImportRun[] {
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
/** A scheduled run starts within this many milliseconds, unless nothing runs the schedule. */
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

export interface PublicStatus {
  readonly listings: number;
  /** Whether the responding process has found damage in its data folder. */
  readonly damaged: boolean;
  readonly sequence: number;
  /** The version of the program that last wrote the stock; null without a stock. */
  readonly writtenBy: string | null;
  readonly dealers: number;
  /** Listings that share a vehicle with another dealer's. */
  readonly duplicates: DuplicateListings;
  readonly feeds: readonly PublicFeed[];
  readonly imports: readonly PublicReport[];
}

export interface PublicFeed extends Pick<
  FeedStatus,
  'feed' | 'degraded' | 'lastSuccessAt' | 'nextRunAt' | 'failures'
> {
  readonly lastRun: PublicRun;
  readonly lastReport: PublicReport | null;
  readonly recent: readonly PublicRun[];
}

/** `reason` is one of three sentences. */
type PublicRun = ReturnType<typeof publicRun>;
export type PublicReport = ReturnType<typeof publicReport>;

/** Maximum age in milliseconds of a public status, so that frequent imports do not make every request read the stock. */
const MAX_AGE_MS = 1000;

/** A function that returns the public status of an open store: the same object until the store changes. */
export function publicStatus(store: Store, isDamaged: () => boolean = () => false): () => PublicStatus {
  let status: PublicStatus | undefined;
  let version = '';
  let madeAt = 0;
  return () => {
    const now = Date.now();
    // Absolute difference: a clock that is set back must not keep an old status.
    if (status !== undefined && Math.abs(now - madeAt) < MAX_AGE_MS) return status;
    madeAt = now;
    const damaged = isDamaged();
    const current = `${store.storeId}.${store.sequence}.${store.stateRevision}.${damaged}`;
    if (status !== undefined && current === version) return status;
    version = current;
    const counts = [...store.dealers().values()];
    status = {
      listings: counts.reduce((sum, count) => sum + count, 0),
      damaged,
      sequence: store.sequence,
      writtenBy: store.programVersion ?? null,
      dealers: counts.length,
      duplicates: store.duplicates,
      feeds: feedStatuses(store).map(publicFeed),
      imports: lastImports(store).map(publicReport),
    };
    return status;
  };
}

function publicFeed(status: FeedStatus): PublicFeed {
  const { lastRun, lastReport, recent } = status;
  return {
    ...pick(status, 'feed', 'degraded', 'lastSuccessAt', 'nextRunAt', 'failures'),
    lastRun: publicRun(lastRun),
    lastReport: lastReport === null ? null : publicReport(lastReport),
    recent: recent.map(publicRun),
  };
}

function publicRun(run: FeedRun) {
  const reason = publicReason(run);
  return {
    ...pick(run, 'outcome', 'startedAt', 'tookMs', 'counts'),
    ...(reason !== undefined && { reason }),
  };
}

/** The status with the full reasons of the last runs, which quote feeds and servers, for operators. Unchanged without a stock. */
export async function withReasons<S extends PublicStatus>(status: S, folder: string): Promise<S> {
  const states = await readFeedStates(folder).catch(() => undefined);
  if (states === undefined) return status;
  const feeds = status.feeds.map((feed): PublicFeed => {
    const last = states.get(feed.feed)?.lastRun;
    const isSame = last?.startedAt === feed.lastRun.startedAt && last.reason !== undefined;
    return isSame ? { ...feed, lastRun: { ...feed.lastRun, reason: last.reason } } : feed;
  });
  return { ...status, feeds };
}

/** Coarse on purpose: by details, a feed's server could probe our network with redirects (is there a host, an open port). */
function publicReason({ outcome, failedIn }: FeedRun): string | undefined {
  if (outcome === 'blocked') return 'Blocked: a dealer would lose more than half of its listings.';
  if (outcome !== 'failed') return undefined;
  return failedIn === 'importing' ? 'The feed could not be imported.' : 'The feed could not be fetched.';
}

function publicReport(run: ImportRun) {
  const { blocked, coverage } = run;
  return {
    ...pick(run, 'outcome', 'feed', 'merge', 'shared', 'startedAt', 'tookMs'),
    ...countsOf(run),
    rejections: run.rejections.map((one) => pick(one, 'reason', 'count')),
    omissions: run.omissions.map((one) => pick(one, 'reason', 'meaning', 'count')),
    valueIssues: run.valueIssues.map((one) => pick(one, 'field', 'reason', 'meaning', 'count')),
    ...(coverage !== undefined && {
      coverage: {
        listings: coverage.listings,
        fields: coverage.fields.map((one) => pick(one, 'field', 'listings', 'unreadable', 'before', 'fell')),
      },
    }),
    ignoredColumns: run.ignoredColumns.map((one) => pick(one, 'count')),
    ...(blocked !== undefined && { blocked: blocked.map((one) => pick(one, 'before', 'missing')) }),
  };
}
