// The public part of the status: counts, times and fixed words, no text of feeds and their servers. Properties are picked one by one, so that a new one
// is not public by accident.
import type { DuplicateListings } from '../../store/vehicle-table.ts';
import type { Store } from '../../store/store.ts';
import { countsOf, pick, readFeedStates, type FeedRun } from './feed-state.ts';
import type { ImportRun } from '../run/import-report.ts';
import { feedStatuses, lastImports, type FeedStatus } from './stock-status.ts';

export interface PublicStatus {
  readonly listings: number;
  /** Whether the responding process has found damage in its data folder. */
  readonly damaged: boolean;
  readonly sequence: number;
  /** The version of the program that wrote to the stock last; null without a stock. */
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
export type PublicRun = ReturnType<typeof publicRun>;
export type PublicReport = ReturnType<typeof publicReport>;

/** Maximum age of a public status, so that frequent imports do not make every request read the stock. */
const MAX_AGE_MS = 1000;

/** A function that returns the public status of an open store: the same object until the store changes. */
export function publicStatus(store: Store, isDamaged: () => boolean = () => false): () => PublicStatus {
  let status: PublicStatus | undefined;
  let version = '';
  let madeAt = 0;
  return () => {
    const now = Date.now();
    if (status !== undefined && now - madeAt < MAX_AGE_MS) return status;
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

/** The status with the last runs' reasons in full, which quote feeds and servers: for operators. Unchanged without a stock. */
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

/** Coarse on purpose: details would let a feed's server probe our network by redirects (does the host exist, is the port open). */
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
