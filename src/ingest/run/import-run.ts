// One run: feeds are read into a transaction, or a dry run's, and what they no longer have is withdrawn unless the shrink guard blocks it.
import { basename } from 'node:path';
import type { FeedFile, ImportOptions, ImportTarget } from './import-options.ts';
import type { ImportRun } from './import-report.ts';
import { sendingRights } from '../dealers/feed-rights.ts';
import { findShrunkDealers, reportedShrinkage } from '../dealers/shrink-guard.ts';
import { FeedImporter, type KnownListings } from './feed-importer.ts';

interface StoreImport {
  /** Awaited between batches, for back-pressure. */
  readonly settled?: () => Promise<void> | undefined;
  readonly known?: KnownListings;
}

/** Reads all feeds into `target`, and withdraws missing listings unless the shrink guard blocks the run. */
export async function importInto(
  target: ImportTarget,
  feeds: readonly FeedFile[],
  options: ImportOptions,
  { settled, known }: StoreImport = {},
): Promise<ImportRun> {
  const startedAt = (options.now ?? Date.now)();
  const rights = sendingRights(options.feed, options.overrideFeeds, target);
  const importer = new FeedImporter(target, rights, feeds.length > 1, options.report, known);
  for (const feed of feeds) await importer.read(feed, options, startedAt, settled);
  const nextStep = importer.nextStep(options);
  importer.checkAccepted(nextStep);
  if (!options.merge) target.markDealersSent(rights.dealers);
  importer.withdrawReplaced();
  const all = options.merge ? [] : target.shrinkage();
  const foreign = all.filter(({ dealer, changes }) => rights.replacesForeign(dealer, changes));
  const shrinkage = findShrunkDealers(all.filter((dealer) => !foreign.includes(dealer)));
  const blocked = options.force === true ? [] : shrinkage;
  const accepted = options.force === true ? [...foreign, ...shrinkage] : foreign;
  target.acceptShrinkage(accepted.map(({ dealer }) => dealer));
  return {
    ...importer.finish(options.merge, blocked.length > 0),
    ...(nextStep !== undefined && { nextStep }),
    outcome: blocked.length > 0 ? 'blocked' : 'imported',
    ...(blocked.length > 0 && { blocked: reportedShrinkage(blocked) }),
    ...(options.feed !== undefined && { feed: options.feed.name }),
    files: feeds.map(({ name }) => basename(name)),
    merge: options.merge,
    ...(blocked.length === 0 && { shared: target.duplicates() }),
    startedAt: new Date(startedAt).toISOString(),
    tookMs: (options.now ?? Date.now)() - startedAt,
  };
}
