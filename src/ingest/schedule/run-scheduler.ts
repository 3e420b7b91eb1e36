// The scheduler process: runs each feed when it is due, and reports changed outcomes. A process that has the store open for
// reading cannot write to it, and imports would slow down searches.
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../problem.ts';
import { misplacedSentence } from '../dealers/dealer-ownership.ts';
import { misplacedOwners } from './dealer-owners.ts';
import { changeFeedStates, readFeedStates, type FeedRun, type FeedState } from '../status/feed-state.ts';
import { downloadsPath, rejectsPath } from '../../store/paths.ts';
import { ensureDirectory } from '../../files/atomic-write.ts';
import { isProcessAlive } from '../../files/process-alive.ts';
import { FeedScheduler, SerialQueue, withWriterLock } from './scheduler.ts';
import type { FeedConfig } from './feeds-file.ts';
import { runFeed, type RunContext } from './run-feed.ts';
import { MAX_RETRY_AFTER_MS, PRIVATE_FOLDER } from '../fetch/fetch-url.ts';
import { nextRun } from './schedule.ts';

/** Delay after an error of the data folder, which affects every feed. */
const RETRY_DELAY_MS = 30_000;
const MAX_WARNINGS = 20;

export interface SchedulerOptions {
  readonly folder: string;
  readonly version: string;
  readonly signal: AbortSignal;
  /**
   * Called at start for each dealer that belongs to another feed, and when a feed fails, is blocked or recovers, or its rejected
   * records cannot be written; once until its reason changes.
   */
  readonly warn: (text: string) => void;
}

/** Runs the feeds on their schedules until `signal` is aborted. Throws a Problem `data_…` if it cannot start. */
export async function runScheduler(feeds: readonly FeedConfig[], options: SchedulerOptions): Promise<void> {
  const { folder, signal, warn } = options;
  const downloads = downloadsPath(folder);
  removeStaleDownloads(downloads);
  const context: RunContext = {
    ...options,
    downloads,
    queue: new SerialQueue(),
    force: false,
    rejectsPath: (feed) => rejectsPath(folder, feed),
  };
  const states = new Map<string, FeedState>(await readFeedStates(folder));
  const misplaced = await misplacedOwners(folder, feeds);
  for (const dealer of misplaced.slice(0, MAX_WARNINGS)) warn(misplacedSentence(dealer));
  if (misplaced.length > MAX_WARNINGS)
    warn(`${misplaced.length - MAX_WARNINGS} more dealers are listed by forecourt feed dealers --feeds`);
  const reported = new Map<string, string>();
  const report = (feed: string, { outcome, reason }: FeedRun): void => {
    const text = reason ?? '';
    if ((reported.get(feed) ?? '') !== text)
      warn(text === '' ? `${feed}: ${outcome}` : `${feed}: ${outcome}: ${text}`);
    reported.set(feed, text);
  };
  const warned = new Map<string, string | undefined>();
  const reportWarning = (feed: string, warning: string | undefined): void => {
    if (warning !== undefined && warned.get(feed) !== warning) warn(`${feed}: ${warning}`);
    warned.set(feed, warning);
  };
  const scheduler = new FeedScheduler(async (feed) => {
    try {
      const { run, state, warning } = await runFeed(feed, states.get(feed.name), context);
      states.set(feed.name, state);
      report(feed.name, run);
      reportWarning(feed.name, warning);
      return state.nextRunAt === null ? undefined : Date.parse(state.nextRunAt);
    } catch (error) {
      if (signal.aborted) return undefined;
      warn(`${feed.name}: ${describeError(error)}`);
      return Date.now() + RETRY_DELAY_MS;
    }
  });

  const due = dueTimes(feeds, states);
  await storeDueTimes(due, states, context);
  for (const [feed, dueAt] of due) scheduler.add(feed, dueAt);
  if (!signal.aborted) await once(signal, 'abort');
  await scheduler.stop();
}

function dueTimes(
  feeds: readonly FeedConfig[],
  states: ReadonlyMap<string, FeedState>,
): Map<FeedConfig, number> {
  const now = Date.now();
  const due = new Map<FeedConfig, number>();
  for (const feed of feeds) {
    const state = states.get(feed.name);
    const lastStart = state === undefined ? undefined : Date.parse(state.lastRun.startedAt);
    const history = { lastStart, failures: state?.failures ?? 0, notBefore: notBefore(state, now) };
    const dueAt = nextRun(feed.schedule, history, now, Math.random());
    if (dueAt !== undefined) due.set(feed, dueAt);
  }
  return due;
}

/** The next run that is stored after a failure, which may be by the server's Retry-After. The clock may have been set since. */
function notBefore(state: FeedState | undefined, now: number): number | undefined {
  if (state === undefined || state.failures === 0 || state.nextRunAt === null) return undefined;
  return Math.min(Date.parse(state.nextRunAt), now + MAX_RETRY_AFTER_MS);
}

/** Saves the feeds' next runs for the status: schedules may have changed, and feeds been removed, since the last process. */
async function storeDueTimes(
  due: ReadonlyMap<FeedConfig, number>,
  states: ReadonlyMap<string, FeedState>,
  context: RunContext,
): Promise<void> {
  if (states.size === 0) return;
  const times = new Map(Array.from(due, ([{ name }, at]) => [name, new Date(at).toISOString()]));
  await withWriterLock(context, () =>
    changeFeedStates(context.folder, [...states.keys()], (state, name) =>
      state === undefined ? undefined : { ...state, nextRunAt: times.get(name) ?? null },
    ),
  );
}

function removeStaleDownloads(downloads: string): void {
  ensureDirectory(downloads, PRIVATE_FOLDER);
  for (const name of readdirSync(downloads)) {
    const pid = Number(/[.]([0-9]+)[.]part$/.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isProcessAlive(pid)) rmSync(join(downloads, name), { force: true });
  }
}

function describeError(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
