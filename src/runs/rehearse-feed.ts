// What a run of a feed would change, without changing anything: fetched to a folder of its own, compared, thrown away.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../problem.ts';
import { dryRunImport, type DryRunResult } from '../ingest/dry-run.ts';
import { FetchFault } from './fetch-fault.ts';
import type { FeedSettings } from './parse-feeds.ts';
import { fetchFeed, incomingPath, type RunContext } from './run-feed.ts';
import { readingCheckpoint } from './time-limit.ts';

/** Problems as runFeed has failures: `feed_unreadable`, `feed_empty`. The feed is read also where it has not changed. */
export async function rehearseFeed(
  feed: FeedSettings,
  context: Pick<RunContext, 'folder' | 'force' | 'signal' | 'now' | 'onProgress'>,
): Promise<DryRunResult> {
  const incoming = mkdtempSync(join(tmpdir(), 'forecourt-dry-run-'));
  try {
    const path = incomingPath(feed, incoming);
    const fetchStart = performance.now();
    await fetchFeed(feed, null, path, context);
    return await dryRunImport(context.folder, [{ name: feed.name, source: path }], {
      ...feed.reading,
      checkpoint: readingCheckpoint(feed.limits, performance.now() - fetchStart),
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
    if (error instanceof FetchFault)
      throw new Problem('feed_unreadable', `${feed.name}: ${error.message}.`, [], { cause: error });
    throw error;
  } finally {
    rmSync(incoming, { recursive: true, force: true });
  }
}
