// What an import would change, as counts and samples. Nothing in the data folder is written, and no lock is taken.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listingKey, type Listing } from '../../listing/listing.ts';
import { Problem } from '../../problem.ts';
import { openStore, useStore } from '../../store/store.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { importInto } from '../run/import.ts';
import type { FeedFile, ImportOptions } from '../run/feed-importer.ts';
import { lastCoverage, withFormerOpenFeeds } from '../status/feed-state.ts';
import { ImportReportBuilder, type ImportRun } from '../status/import-report.ts';
import type { FeedConfig } from './feeds-file.ts';
import { downloadPath, fetchFeed, importOptions, type RunContext } from './run-feed.ts';

/** A few listing keys (`dealer/id`) of each kind of change. */
export interface ChangeSamples {
  readonly added: readonly string[];
  readonly changed: readonly { readonly listing: string; readonly fields: readonly FieldChange[] }[];
  readonly withdrawn: readonly string[];
}

interface FieldChange {
  /** A property of Listing. */
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface DryRunResult {
  readonly run: ImportRun;
  readonly samples: ChangeSamples;
}

const MAX_SAMPLES = 5;

/** Dry run of an import. Throws the Problems of importFeeds, except that a blocked run returns its report. */
async function dryRunImport(
  folder: string,
  feeds: readonly FeedFile[],
  options: ImportOptions,
): Promise<DryRunResult> {
  const added: string[] = [];
  const changed: { listing: string; fields: readonly FieldChange[] }[] = [];
  const withdrawn: string[] = [];
  return useStore(openStore(folder, { mode: 'read' }), (store) => {
    const feed = withFormerOpenFeeds(options.feed, store);
    const report = new ImportReportBuilder(lastCoverage(options, store));
    return store.dryRun((options.now ?? Date.now)(), async (transaction) => {
      transaction.onChange({
        added: (listing) => {
          if (added.length < MAX_SAMPLES) added.push(listingKey(listing));
        },
        changed: (earlier, listing) => {
          if (changed.length < MAX_SAMPLES)
            changed.push({ listing: listingKey(listing), fields: differences(earlier, listing) });
        },
        withdrawn: (key) => withdrawn.push(key),
      });
      const run = await importInto(transaction, feeds, { ...options, feed, report });
      // The samples of a blocked run are those that it would withdraw.
      if (run.outcome === 'blocked') transaction.withdrawMissing();
      return { run, samples: { added, changed, withdrawn: withdrawn.sort().slice(0, MAX_SAMPLES) } };
    });
  });
}

/** Dry run of a configured feed, even if it has not changed. Throws a Problem `feed_unreadable`, `feed_empty` or `data_…`. */
export async function dryRunFeed(
  feed: FeedConfig,
  context: Pick<RunContext, 'folder' | 'force' | 'signal' | 'now' | 'onProgress'>,
): Promise<DryRunResult> {
  const downloads = mkdtempSync(join(tmpdir(), 'forecourt-dry-run-'));
  try {
    const path = downloadPath(feed, downloads);
    const fetchStart = performance.now();
    await fetchFeed(feed, null, path, context);
    const options = importOptions(feed, context, performance.now() - fetchStart, () => null);
    return await dryRunImport(context.folder, [{ name: feed.name, source: path }], options);
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    if (error instanceof FetchError)
      throw new Problem('feed_unreadable', `${feed.name}: ${error.message}.`, [], { cause: error });
    throw error;
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}

function differences(earlier: Listing, listing: Listing): FieldChange[] {
  const before = new Map(Object.entries(earlier));
  return Object.entries(listing)
    .filter(([field, to]) => JSON.stringify(before.get(field)) !== JSON.stringify(to))
    .map(([field, to]): FieldChange => ({ field, from: before.get(field) as unknown, to: to as unknown }));
}
