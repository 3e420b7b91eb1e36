// The life of the process that pulls feeds: read what is kept of each, run them as they are due, tell what changes, and
// end when told to. It is a process of its own, because one that has the stock open for reading cannot write to it, and
// so that reading feeds takes nothing from those who search.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../problem.ts';
import { changeFeedStates, readFeedStates, type FeedRun, type FeedState } from '../ingest/feed-state.ts';
import { downloadsPath, rejectsPath } from '../store/paths.ts';
import { isProcessAlive } from '../files/process-alive.ts';
import { FeedRuns } from './feed-runs.ts';
import type { FeedSettings } from './parse-feeds.ts';
import { runFeed, type RunContext } from './run-feed.ts';
import { PRIVATE_FOLDER } from './save-stream.ts';
import { nextRun } from './schedule.ts';
import { Turn } from './turn.ts';
import { withWriter } from './with-writer.ts';

/** After a fault of the data folder, which is everybody's. */
const FAULT_PAUSE_MS = 30_000;

export interface FollowOptions {
  readonly folder: string;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Told when a feed fails, is held back or comes in again, once until it changes. */
  readonly note: (text: string) => void;
}

/** Runs the feeds on their schedules until `signal` is aborted. Problems `data_…` where that cannot begin. */
export async function followFeeds(feeds: readonly FeedSettings[], options: FollowOptions): Promise<void> {
  const { folder, signal, note } = options;
  const incoming = downloadsPath(folder);
  removeLeftOvers(incoming);
  const context: RunContext = {
    ...options,
    incoming,
    turn: new Turn(),
    force: false,
    rejectsPath: (feed) => rejectsPath(folder, feed),
  };
  const states = new Map<string, FeedState>(await readFeedStates(folder));
  const told = new Map<string, string>();
  const tell = (feed: string, { outcome, why }: FeedRun): void => {
    const text = why ?? '';
    if ((told.get(feed) ?? '') !== text)
      note(text === '' ? `${feed}: ${outcome}` : `${feed}: ${outcome}: ${text}`);
    told.set(feed, text);
  };
  const runs = new FeedRuns(async (feed) => {
    try {
      const { run, state } = await runFeed(feed, states.get(feed.name), context);
      states.set(feed.name, state);
      tell(feed.name, run);
      return state.nextRunAt === null ? undefined : Date.parse(state.nextRunAt);
    } catch (error) {
      if (signal.aborted) return undefined;
      note(`${feed.name}: ${textOf(error)}`);
      return Date.now() + FAULT_PAUSE_MS;
    }
  });

  const due = dueTimes(feeds, states);
  await keepDueTimes(due, states, context);
  for (const [feed, dueAt] of due) runs.add(feed, dueAt);
  await aborted(signal);
  await runs.stop();
}

function dueTimes(
  feeds: readonly FeedSettings[],
  states: ReadonlyMap<string, FeedState>,
): Map<FeedSettings, number> {
  const now = Date.now();
  const due = new Map<FeedSettings, number>();
  for (const feed of feeds) {
    const state = states.get(feed.name);
    const lastStart = state === undefined ? undefined : Date.parse(state.lastRun.startedAt);
    const dueAt = nextRun(feed.schedule, { lastStart, failures: state?.failures ?? 0 }, now, Math.random());
    if (dueAt !== undefined) due.set(feed, dueAt);
  }
  return due;
}

/** What is shown of the next runs: a schedule may have changed, and feeds may have gone, since they were kept. */
async function keepDueTimes(
  due: ReadonlyMap<FeedSettings, number>,
  states: ReadonlyMap<string, FeedState>,
  context: RunContext,
): Promise<void> {
  if (states.size === 0) return;
  const times = new Map(Array.from(due, ([{ name }, at]) => [name, new Date(at).toISOString()]));
  await withWriter(context, () =>
    changeFeedStates(context.folder, [...states.keys()], (state, name) =>
      state === undefined ? undefined : { ...state, nextRunAt: times.get(name) ?? null },
    ),
  );
}

/** Removes what processes that were killed have left. */
function removeLeftOvers(incoming: string): void {
  mkdirSync(incoming, { recursive: true, mode: PRIVATE_FOLDER });
  for (const name of readdirSync(incoming)) {
    const pid = Number(/[.]([0-9]+)[.]part$/.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isProcessAlive(pid)) rmSync(join(incoming, name), { force: true });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function textOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
