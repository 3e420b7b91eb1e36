// What a run of a feed would change, without changing anything: fetched to a folder of its own, compared, thrown away.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../problem.ts';
import { dryRunImport, type DryRunResult } from './dry-run.ts';
import { FetchError } from './fetch/fetch-error.ts';
import type { FeedConfig } from './schedule/feeds-file.ts';
import { fetchFeed, downloadPath, type RunContext } from './schedule/run-feed.ts';
import { limitCheckpoint } from './fetch/time-limit.ts';

/** Problems as runFeed has failures: `feed_unreadable`, `feed_empty`. The feed is read also where it has not changed. */
export async function dryRunFeed(
  feed: FeedConfig,
  context: Pick<RunContext, 'folder' | 'force' | 'signal' | 'now' | 'onProgress'>,
): Promise<DryRunResult> {
  const downloads = mkdtempSync(join(tmpdir(), 'forecourt-dry-run-'));
  try {
    const path = downloadPath(feed, downloads);
    const fetchStart = performance.now();
    await fetchFeed(feed, null, path, context);
    return await dryRunImport(context.folder, [{ name: feed.name, source: path }], {
      ...feed.parseOptions,
      checkpoint: limitCheckpoint(feed.limits, performance.now() - fetchStart),
      merge: feed.merge,
      feed: { name: feed.name, scope: feed.scope, stateAfter: () => null },
      force: context.force,
      now: context.now,
      signal: context.signal,
      onProgress: ({ bytesRead, records }) =>
        context.onProgress?.({ stage: 'importing', bytes: bytesRead, records }),
    });
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    if (error instanceof FetchError)
      throw new Problem('feed_unreadable', `${feed.name}: ${error.message}.`, [], { cause: error });
    throw error;
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}
