// One run of one feed: fetch, import, save the state. Only the latter two take the writer's lock. Failed runs change no listing.
import { renameSync, rmSync } from 'node:fs';
import { ensureDirectory } from '../../files/atomic-write.ts';
import { dirname, join } from 'node:path';
import { Problem } from '../../problem.ts';
import {
  changeFeedStates,
  countsOf,
  failuresAfter,
  isOutdated,
  stateAfter,
  type FeedValidators,
  type FeedRun,
  type FeedState,
  type RunStage,
} from '../status/feed-state.ts';
import { BlockedImport, importFeeds } from '../run/import.ts';
import type { ConfiguredFeed, ImportOptions } from '../run/feed-importer.ts';
import type { ImportRun } from '../status/import-report.ts';
import { fetchedPath } from '../../store/paths.ts';
import { folderProblem } from '../../store/store-problem.ts';
import { fetchUrl, fetchFile, PRIVATE_FOLDER } from '../fetch/fetch-url.ts';
import { FetchError, limitCheckpoint } from '../fetch/fetch-error.ts';
import { ANY_NETWORK, PUBLIC_NETWORK } from '../fetch/network.ts';
import type { FeedConfig } from './feeds-file.ts';
import { RejectsFile } from './rejects-file.ts';
import { nextRun } from './schedule.ts';
import { type SerialQueue, withWriterLock } from './scheduler.ts';

export interface RunContext {
  readonly folder: string;
  /** Folder for downloads; created if missing. */
  readonly downloads: string;
  /** Program version. A new version re-reads unchanged feeds, because it may read them differently. */
  readonly version: string;
  /** The clock of imports: milliseconds since 1970, UTC. */
  readonly now?: () => number;
  readonly queue: SerialQueue;
  readonly signal: AbortSignal;
  /** Import unchanged feeds too, and override the shrink guard. */
  readonly force: boolean;
  rejectsPath(feed: string): string;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  readonly stage: RunStage;
  readonly bytes: number;
  readonly bytesTotal?: number | undefined;
  readonly records?: number;
}

export interface FeedRunResult {
  readonly run: FeedRun;
  readonly report?: ImportRun;
  readonly state: FeedState;
  /** Why the rejected records are not in their file. */
  readonly warning?: string | undefined;
}

/** Runs a feed once; its errors fail the run. Throws a Problem `data_…` if the state cannot be saved, and `signal`'s reason. */
export async function runFeed(
  feed: FeedConfig,
  earlier: FeedState | undefined,
  context: RunContext,
): Promise<FeedRunResult> {
  const startedAt = Date.now();
  const { isOpen } = feed.scope;
  const timing = (): Pick<FeedRun, 'startedAt' | 'tookMs'> => ({
    startedAt: new Date(startedAt).toISOString(),
    tookMs: Date.now() - startedAt,
  });
  const nextRunAt = (failures: number, retryAfterMs?: number): string | null => {
    const now = Date.now();
    const notBefore = retryAfterMs === undefined ? undefined : now + retryAfterMs;
    const history = { lastStart: startedAt, failures, notBefore };
    const at = nextRun(feed.schedule, history, now, Math.random());
    return at === undefined ? null : new Date(at).toISOString();
  };
  /** Saves a run that changed no listing; undefined if the stock has changed since `known`, so that the feed must be re-read. */
  const save = async (
    run: FeedRun,
    { retryAfterMs, known }: { readonly retryAfterMs?: number | undefined; readonly known?: FeedValidators },
  ): Promise<FeedRunResult | undefined> => {
    const states = await withWriterLock(context, () =>
      changeFeedStates(context.folder, [feed.name], (stored, _, store) => {
        if (known !== undefined && isOutdated(store, feed, known)) return undefined;
        const next = nextRunAt(failuresAfter(stored, run.outcome), retryAfterMs);
        return stateAfter(stored, { run, nextRunAt: next, isOpen });
      }),
    );
    const state = states.get(feed.name);
    return state && { run, state };
  };

  let path: string | undefined;
  let warning: string | undefined;
  let failedIn: RunStage = 'fetching';
  try {
    path = downloadPath(feed, context.downloads);
    const fingerprint = `${context.version}/${feed.fingerprint}`;
    const known =
      context.force || earlier?.validators?.fingerprint !== fingerprint ? null : earlier.validators;
    const fetchStart = performance.now();
    let fetched = await fetchFeed(feed, known, path, context);
    if (fetched === 'not_modified') {
      const finished =
        known === null ? undefined : await save({ outcome: 'not_modified', ...timing() }, { known });
      if (finished !== undefined) return finished;
      fetched = await fetchFeed(feed, null, path, context);
    }
    if (fetched === 'not_modified')
      throw new Error('a fetch without validators cannot find the feed unmodified');
    failedIn = 'importing';
    return await importFetched(path, { fingerprint, ...fetched }, performance.now() - fetchStart);
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    const isOfFetch = error instanceof FetchError;
    if (!isOfFetch && !isFeedProblem(error)) throw folderProblem(context.folder, error);
    // Without the feed's name, which status and reports show beside it.
    const name = `${feed.name}: `;
    const { message } = error;
    const said = message.startsWith(name) ? message.slice(name.length) : message;
    const reason = isOfFetch ? `${message}.` : said;
    const run: FeedRun = { outcome: 'failed', ...timing(), failedIn, reason };
    const saved = await save(run, { retryAfterMs: isOfFetch ? error.retryAfterMs : undefined });
    if (saved === undefined) throw new Error(`the state of the feed '${feed.name}' was not saved`);
    return { ...saved, warning };
  } finally {
    if (path !== undefined && failedIn === 'importing')
      keepFetched(path, fetchedPath(context.folder, feed.name));
    if (path !== undefined) rmSync(path, { force: true });
  }

  async function importFetched(
    source: string,
    validators: Omit<FeedValidators, 'seen'>,
    fetchMs: number,
  ): Promise<FeedRunResult> {
    let finished: FeedRunResult | undefined;
    const rejects = new RejectsFile(context.rejectsPath(feed.name));
    const end = (report: ImportRun, stored: unknown, seen: number): FeedState => {
      const { outcome } = report;
      const reason = outcome === 'blocked' ? new BlockedImport(report).message : undefined;
      const run: FeedRun = {
        outcome,
        ...timing(),
        ...(reason !== undefined && { reason }),
        counts: countsOf(report),
      };
      const state = stateAfter(stored as FeedState | undefined, {
        run,
        report,
        ...(outcome === 'imported' && { validators: { ...validators, seen } }),
        nextRunAt: nextRunAt(0),
        isOpen,
      });
      finished = { run, report, state };
      return state;
    };
    try {
      await withWriterLock(context, () =>
        importFeeds(context.folder, [{ name: feed.name, source }], {
          ...importOptions(feed, context, fetchMs, end),
          onRejection: (rejection) => rejects.add(rejection),
        }),
      );
    } catch (error) {
      if (!(error instanceof BlockedImport)) {
        if (isFeedProblem(error)) warning = rejects.finish();
        throw error;
      }
    }
    if (finished === undefined) throw new Error('an import ended without its report');
    return { ...finished, warning: rejects.finish() };
  }
}

/** The options of an import that begins now, after `fetchMs` of fetching. */
export function importOptions(
  { name, scope, settings, merge, limits }: FeedConfig,
  { force, now, signal, onProgress }: Pick<RunContext, 'force' | 'now' | 'signal' | 'onProgress'>,
  fetchMs: number,
  stateAfter: ConfiguredFeed['stateAfter'],
): ImportOptions {
  return {
    ...settings,
    ...{ merge, force, now, signal },
    feed: { name, scope, stateAfter },
    checkpoint: limitCheckpoint(limits, fetchMs),
    onProgress: ({ bytesRead, records }) => onProgress?.({ stage: 'importing', bytes: bytesRead, records }),
  };
}

/** Keeps a complete download in place of the last one, so that settings can be tried without another fetch. */
function keepFetched(path: string, kept: string): void {
  try {
    ensureDirectory(dirname(kept), PRIVATE_FOLDER);
    renameSync(path, kept);
  } catch {
    // The run does not need it.
  }
}

function isFeedProblem(error: unknown): error is Problem {
  return error instanceof Problem && /^(?:feed_|import_blocked$)/.test(error.code);
}

/** The download file of this process for a feed. Creates the folder. */
export function downloadPath(feed: FeedConfig, downloads: string): string {
  ensureDirectory(downloads, PRIVATE_FOLDER);
  return join(downloads, `${feed.name}.${process.pid}.part`);
}

/** Fetches a feed into the file `into`; returns its validators. Throws a FetchError, or the reason of `signal`. */
export async function fetchFeed(
  feed: FeedConfig,
  known: FeedValidators | null,
  into: string,
  { signal, onProgress }: Pick<RunContext, 'signal' | 'onProgress'>,
): Promise<'not_modified' | Omit<FeedValidators, 'fingerprint' | 'seen'>> {
  const { location, limits } = feed;
  const progress = (bytes: number, bytesTotal: number | undefined): void =>
    onProgress?.({ stage: 'fetching', bytes, bytesTotal });
  const copy = { limits, into, signal, onProgress: progress };
  if (location.kind === 'file')
    return fetchFile({ ...copy, path: location.path, fileVersion: known?.fileVersion });
  const { url, secret, allowPrivate } = location;
  const network = allowPrivate ? ANY_NETWORK : PUBLIC_NETWORK;
  return fetchUrl({ ...copy, url, secret, network, validators: known ?? undefined });
}
