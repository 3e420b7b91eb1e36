// The stored state of a configured feed. It contains no URL, path or credentials, but quotes the feed; src/stock-status.ts has
// the public part.
import { openStore, useStore, type Store } from '../../store/store.ts';
import { FeedRights, type FeedScope } from '../dealers/feed-rights.ts';
import type { Validators } from '../fetch/fetch-url.ts';
import type { Coverage } from './coverage.ts';
import type { ImportRun } from './import-report.ts';

export interface FeedRun {
  readonly outcome: 'imported' | 'not_modified' | 'blocked' | 'failed';
  /** ISO 8601. */
  readonly startedAt: string;
  /** Fetching included. */
  readonly tookMs: number;
  readonly reason?: string;
  readonly failedIn?: RunStage;
  readonly counts?: RunCounts;
}

export type RunStage = 'fetching' | 'importing';

const RUN_COUNTS = [
  ...['read', 'added', 'changed', 'unchanged', 'withdrawn', 'replaced', 'rejected', 'duplicates', 'omitted'],
] as const;
export type RunCounts = Pick<ImportRun, (typeof RUN_COUNTS)[number]>;

/** JSON data. */
export interface FeedState {
  readonly lastRun: FeedRun;
  /** Start of the last run that was imported or not modified, or null. */
  readonly lastSuccessAt: string | null;
  /** Null without a schedule. */
  readonly nextRunAt: string | null;
  /** Consecutive failures, the last run included. */
  readonly failures: number;
  readonly lastReport: ImportRun | null;
  readonly recent: readonly FeedRun[];
  /** Validators of the last import; null after a dealer was moved. */
  readonly validators: FeedValidators | null;
  /** Whether any of its runs was that of a feed for every other dealer. */
  readonly wasOpen?: true;
}

/** Show whether a feed, its settings or its dealers' listings have changed since the last import. */
export interface FeedValidators extends Validators {
  /** Hash of the program version and the feed's settings. */
  readonly fingerprint: string;
  /** Number of the last dealer change before the run. */
  readonly seen: number;
  /** Files only: modification time, size and inode. */
  readonly fileVersion?: string;
}

const MAX_RECENT_RUNS = 10;

interface StateUpdate {
  readonly run: FeedRun;
  readonly report?: ImportRun;
  /** Imported runs only. */
  readonly validators?: FeedValidators;
  readonly nextRunAt: string | null;
  readonly isOpen: boolean;
}

/** The state after a run. Runs that were not imported leave the validators unchanged. */
export function stateAfter(
  earlier: FeedState | undefined,
  { run, report, validators, nextRunAt, isOpen }: StateUpdate,
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
    ...((isOpen || earlier?.wasOpen === true) && { wasOpen: true }),
  };
}

export function failuresAfter(earlier: FeedState | undefined, outcome: FeedRun['outcome']): number {
  return outcome === 'failed' ? (earlier?.failures ?? 0) + 1 : 0;
}

export function pick<T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> {
  const present = keys.filter((key) => Object.hasOwn(from, key));
  return Object.fromEntries(present.map((key) => [key, from[key]])) as Pick<T, K>;
}

export function countsOf(run: ImportRun): RunCounts {
  return pick(run, ...RUN_COUNTS);
}

/** Whether another import or an operator has changed a dealer of the feed since. Feeds that share a dealer count as one. */
export function isOutdated(
  store: Store,
  feed: { readonly name: string; readonly scope: FeedScope },
  validators: FeedValidators,
): boolean {
  const stored = feedStateIn(store, feed.name)?.validators ?? null;
  if (JSON.stringify(stored) !== JSON.stringify(validators)) return true;
  const owners = store.owners();
  const { name, scope } = withFormerOpenFeeds(feed, store);
  const rights = new FeedRights(name, scope, owners);
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

/** The feed, its scope with the feeds that once had `"*"` and owners that never ran: their dealers block no other feed. */
export function withFormerOpenFeeds<F extends { readonly scope: FeedScope } | undefined>(
  feed: F,
  store: Pick<Store, 'feedStates' | 'owners'>,
): F {
  if (feed === undefined) return feed;
  const states = feedStatesIn(store);
  const former = [...states.keys()].filter((name) => states.get(name)?.wasOpen === true);
  const idle = [...store.owners().values()].filter((name) => !states.has(name));
  const { list } = feed.scope;
  const open = new Set([...list.open, ...former, ...idle]);
  return { ...feed, scope: { ...feed.scope, list: { ...list, open } } };
}

/** The coverage that a run of the feed is compared with; none for manual imports, nor if it is forced, which accepts any. */
export function lastCoverage(
  { feed, force }: { readonly feed?: { readonly name: string } | undefined; readonly force?: boolean },
  store: Pick<Store, 'feedState'>,
): Coverage | undefined {
  if (feed === undefined || force === true) return undefined;
  return feedStateIn(store, feed.name)?.lastReport?.coverage;
}

export function feedStatesIn(store: Pick<Store, 'feedStates'>): ReadonlyMap<string, FeedState> {
  // Safe: `stateAfter` and its copies are the only states saved.
  return store.feedStates() as ReadonlyMap<string, FeedState>;
}

function feedStateIn(store: Pick<Store, 'feedState'>, name: string): FeedState | undefined {
  return (store.feedState(name) as FeedState | null | undefined) ?? undefined;
}

/** The state of every feed that has run, by name. Throws a Problem `data_…`. */
export async function readFeedStates(folder: string): Promise<ReadonlyMap<string, FeedState>> {
  return useStore(openStore(folder, { mode: 'read' }), feedStatesIn);
}

/** Replaces each feed's state by the result of `change`, unless undefined; returns the new ones. Throws a Problem `data_…`. */
export async function changeFeedStates(
  folder: string,
  names: readonly string[],
  change: (earlier: FeedState | undefined, name: string, store: Store) => FeedState | undefined,
): Promise<ReadonlyMap<string, FeedState>> {
  return useStore(openStore(folder, { mode: 'write' }), (store) =>
    store.write((transaction) => {
      const after = new Map<string, FeedState>();
      for (const name of names) {
        const state = change(feedStateIn(store, name), name, store);
        if (state === undefined) continue;
        transaction.saveFeedState(name, state);
        after.set(name, state);
      }
      return after;
    }),
  );
}
