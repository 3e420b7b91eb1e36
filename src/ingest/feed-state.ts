// What is kept of a configured feed: what its runs came to, and what tells whether it has changed since. It holds no URL,
// no path and no credentials, but it quotes the feed: public-status.ts has the part that anyone may see.
import { openStore, type Store } from '../store/store.ts';
import { FeedRights, type FeedScope } from './feed-rights.ts';
import type { ImportRun } from './import.ts';

/** One run, in short. */
export interface FeedRun {
  readonly outcome: 'imported' | 'not_modified' | 'blocked' | 'failed';
  /** ISO 8601. */
  readonly startedAt: string;
  /** Fetching included. */
  readonly tookMs: number;
  /** Why it was held back, or failed, for the operator. */
  readonly reason?: string;
  /** Only of a run that failed. */
  readonly failedIn?: RunStage;
  /** Only of a run that was read whole. */
  readonly counts?: RunCounts;
}

export type RunStage = 'fetching' | 'importing';

export type RunCounts = Pick<
  ImportRun,
  'read' | 'added' | 'changed' | 'unchanged' | 'withdrawn' | 'replaced' | 'rejected' | 'duplicates'
>;

/** JSON data. */
export interface FeedState {
  readonly lastRun: FeedRun;
  /** Start of the last run that was imported, or found nothing new; null: there was none. */
  readonly lastSuccessAt: string | null;
  /** Null: it has no schedule. */
  readonly nextRunAt: string | null;
  /** In a row, the last run included. */
  readonly failures: number;
  /** Of the last run that was read whole. */
  readonly lastReport: ImportRun | null;
  /** The last runs, newest first. */
  readonly recent: readonly FeedRun[];
  /** What tells whether the feed has changed since it was imported. */
  readonly validators: FeedValidators | null;
}

export interface FeedValidators {
  /** Of the settings that it was read with. */
  readonly fingerprint: string;
  /** Number of the last change of a dealer's stock before the run. */
  readonly seen: number;
  readonly etag?: string;
  readonly lastModified?: string;
  readonly hash?: string;
  /** Of a file. */
  readonly fileVersion?: string;
}

/** Runs that `recent` holds. */
const MAX_RECENT_RUNS = 10;

export interface FeedRunResult {
  readonly run: FeedRun;
  /** Of a run that was read whole. */
  readonly report?: ImportRun;
  /** Of a run that was imported. */
  readonly validators?: FeedValidators;
  readonly nextRunAt: string | null;
}

/** The state after a run. A run that was not imported leaves the marks as they are. */
export function stateAfter(
  earlier: FeedState | undefined,
  { run, report, validators, nextRunAt }: FeedRunResult,
): FeedState {
  const isSuccess = run.outcome === 'imported' || run.outcome === 'not_modified';
  return {
    lastRun: run,
    lastSuccessAt: isSuccess ? run.startedAt : (earlier?.lastSuccessAt ?? null),
    nextRunAt,
    failures: failuresAfter(earlier, run.outcome),
    lastReport: report ?? earlier?.lastReport ?? null,
    recent: [run, ...(earlier?.recent ?? [])].slice(0, MAX_RECENT_RUNS),
    validators: validators ?? earlier?.validators ?? null,
  };
}

export function failuresAfter(earlier: FeedState | undefined, outcome: FeedRun['outcome']): number {
  return outcome === 'failed' ? (earlier?.failures ?? 0) + 1 : 0;
}

export function countsOf(run: ImportRun): RunCounts {
  const { read, added, changed, unchanged, withdrawn, replaced, rejected, duplicates } = run;
  return { read, added, changed, unchanged, withdrawn, replaced, rejected, duplicates };
}

/**
 * Whether the stock is no longer what a run with these marks left: somebody else has changed a dealer of the feed since,
 * or an operator has changed whose a dealer is. Feeds that the list names for the same dealer count as one.
 */
export function isOutdated(
  store: Store,
  feed: { readonly name: string; readonly scope: FeedScope },
  validators: FeedValidators,
): boolean {
  const stored = (store.feedState(feed.name) as FeedState | undefined)?.validators ?? null;
  if (JSON.stringify(stored) !== JSON.stringify(validators)) return true;
  const owners = store.owners();
  const rights = new FeedRights(feed.name, feed.scope, owners);
  return Array.from(owners.entries())
    .filter(([dealer, owner]) => rights.sharesWith(owner, dealer) && rights.obstacle(dealer) === undefined)
    .some(([dealer]) =>
      store
        .history(dealer)
        .changes.some(
          ([by, change]) => change > validators.seen && (by === null || !rights.sharesWith(by, dealer)),
        ),
    );
}

/** Of every feed, by name. Problems `data_…`. */
export async function readFeedStates(folder: string): Promise<ReadonlyMap<string, FeedState>> {
  const store = openStore(folder, { mode: 'read' });
  try {
    // Only stateAfter makes them.
    return store.feedStates() as ReadonlyMap<string, FeedState>;
  } finally {
    await store.close();
  }
}

/**
 * Replaces states by what `change` makes of them, undefined leaving one as it is; gives back the new ones. Changes no
 * listing. Problems `data_…`.
 */
export async function changeFeedStates(
  folder: string,
  names: readonly string[],
  change: (earlier: FeedState | undefined, name: string, store: Store) => FeedState | undefined,
): Promise<ReadonlyMap<string, FeedState>> {
  const store = openStore(folder, { mode: 'write' });
  try {
    return await store.write((transaction) => {
      const after = new Map<string, FeedState>();
      for (const name of names) {
        const state = change(store.feedState(name) as FeedState | undefined, name, store);
        if (state === undefined) continue;
        transaction.saveFeedState(name, state);
        after.set(name, state);
      }
      return after;
    });
  } finally {
    await store.close();
  }
}
