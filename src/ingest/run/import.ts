// Imports feeds into the store: one run is one transaction, so all of it is saved or nothing. Listings that feeds no longer have
// are withdrawn, unless the shrink guard blocks the run: a feed that would withdraw most of a dealer's stock is more often broken
// than right. Recent small losses add up; small dealers are exempt. Listings not for sale are missing: a status may be misread.
import {
  ImportReportBuilder,
  type ImportRun,
  formatPosition,
  type ReportedShrinkage,
} from '../status/import-report.ts';
import { FirstImportIndex } from '../../index/build/first-import-index.ts';
import { Rollback } from '../../store/lmdb-file.ts';
import type { StoreTransaction, DealerShrinkage } from '../../store/transaction.ts';
import { openStore } from '../../store/store.ts';
import { indexPath, knownRecordsPath, postcodeTablePath } from '../../store/paths.ts';
import { lastCoverage, withFormerOpenFeeds } from '../status/feed-state.ts';
import { type FeedFile, type ImportOptions, type RunSetup, FeedImporter } from './feed-importer.ts';
import { KnownRecords } from './known-records.ts';
import { basename } from 'node:path';
import { sendingRights, takeDealers } from '../dealers/feed-rights.ts';
import { Problem } from '../../problem.ts';

const MIN_GUARDED_LISTINGS = 10;
const MAX_REPORTED = 20;

function findShrunkDealers(shrinkage: readonly DealerShrinkage[]): ReportedShrinkage[] {
  return shrinkage
    .filter(isShrunk)
    .sort((a, b) => b.missing - a.missing || (a.dealer < b.dealer ? -1 : 1))
    .map(({ most, dealer, before, missing }) => ({
      dealer,
      before,
      missing,
      ...(most > before && { most }),
    }));
}

function isShrunk({ before, most, missing, remaining }: DealerShrinkage): boolean {
  if (before >= MIN_GUARDED_LISTINGS && missing * 2 > before) return true;
  return most >= MIN_GUARDED_LISTINGS && missing > 0 && remaining * 2 < most;
}

/** Problem `import_blocked`: all feeds were read, and nothing was written. */
export class BlockedImport extends Problem {
  readonly run: ImportRun;

  constructor(run: ImportRun) {
    super('import_blocked', blockedMessage(run));
    this.run = run;
  }
}

function blockedMessage({ blocked = [], omitted, read, rejected, rejections }: ImportRun): string {
  const [first, ...others] = blocked;
  if (first === undefined) throw new Error('an import without losses must not be blocked');
  const { dealer, before, missing, most } = first;
  const more = others.length === 0 ? '' : `, and ${others.length} more dealers would lose as much`;
  const recent = most === undefined ? '' : ` (${most} within the last seven days)`;
  const sample = rejections[0]?.samples[0];
  const cause =
    sample === undefined
      ? ''
      : `${rejected} of ${read} records were rejected, the first: ${formatPosition(sample)}: ${sample.sentence}. `;
  return (
    `Import blocked: ${missing} of ${before} listings of ${dealer}${recent} are not in the feed${omitted > 0 ? ' or not for sale' : ''}${more}. ` +
    `${cause}Nothing was changed. If they are really gone, run it again with --force.`
  );
}

/** Reads all feeds into `target`, and withdraws missing listings unless the shrink guard blocks the run. */
export async function importInto(
  target: StoreTransaction,
  feeds: readonly FeedFile[],
  options: ImportOptions,
  run: Pick<RunSetup, 'settled' | 'known'> = {},
): Promise<ImportRun> {
  // The same time as in the change log, so that they can be matched.
  const now = target.startedAt;
  const rights = sendingRights(options.feed, options.overrideFeeds, target);
  const importer = new FeedImporter(target, rights, options, { ...run, now, manyFiles: feeds.length > 1 });
  for (const feed of feeds) await importer.read(feed);
  const nextStep = importer.nextStep();
  if (!options.merge) target.markDealersSent(rights.dealers);
  // First, because a vehicle that came under another id is not lost.
  const replaced = target.withdrawReplaced();
  const all = options.merge ? [] : target.shrinkage();
  const foreign = all.filter(({ dealer, changes }) => rights.replacesForeign(dealer, changes));
  const shrinkage = findShrunkDealers(all.filter((dealer) => !foreign.includes(dealer)));
  const blocked = options.force === true ? [] : shrinkage;
  const accepted = options.force === true ? [...foreign, ...shrinkage] : foreign;
  target.acceptShrinkage(accepted.map(({ dealer }) => dealer));
  return {
    ...importer.finish(replaced, blocked.length > 0),
    ...(nextStep !== undefined && { nextStep }),
    outcome: blocked.length > 0 ? 'blocked' : 'imported',
    ...(blocked.length > 0 && { blocked: blocked.slice(0, MAX_REPORTED) }),
    ...(options.feed !== undefined && { feed: options.feed.name }),
    files: feeds.map(({ name }) => basename(name)),
    merge: options.merge,
    ...(blocked.length === 0 && { shared: target.duplicates() }),
    startedAt: new Date(now).toISOString(),
    tookMs: (options.now ?? Date.now)() - now,
  };
}

/**
 * Imports feeds as one run. Throws a Problem, and changes no listing: `feed_…`, `data_…`, `dealer_owned`, or BlockedImport, whose
 * report is saved.
 */
export async function importFeeds(
  folder: string,
  feeds: readonly FeedFile[],
  given: ImportOptions,
): Promise<ImportRun> {
  const now = (given.now ?? Date.now)();
  const store = openStore(folder, { mode: 'write', now: given.now });
  const options = {
    ...given,
    feed: withFormerOpenFeeds(given.feed, store),
    report: given.report ?? new ImportReportBuilder(lastCoverage(given, store)),
  };
  const known = new KnownRecords(knownRecordsPath(folder, options.feed?.name), store.storeId ?? '', now);
  const save = (transaction: StoreTransaction, run: ImportRun): void => {
    transaction.saveReport(run);
    const { feed } = options;
    if (feed === undefined) return;
    if (run.outcome === 'imported') takeDealers(transaction, feed, options.merge);
    const earlier = store.feedState(feed.name);
    transaction.saveFeedState(feed.name, feed.stateAfter(run, earlier, transaction.changesBefore));
  };
  const paths = { folder, postcodeTablePath: postcodeTablePath(folder), indexPath: indexPath(folder) };
  FirstImportIndex.removeStale(indexPath(folder));
  const firstIndex = store.sequence === 0 ? new FirstImportIndex(paths) : undefined;
  try {
    let prepared = Promise.resolve(false);
    const run = await store.write(async (transaction) => {
      if (firstIndex !== undefined) transaction.onChange(firstIndex);
      const run = await importInto(transaction, feeds, options, {
        settled: () => firstIndex?.settled(),
        known,
      });
      if (run.outcome === 'blocked') return new Rollback(run);
      options.checkpoint?.(0);
      save(transaction, run);
      // The first change has the number 1. The index is finished while the store commits.
      if (firstIndex !== undefined) prepared = firstIndex.prepare(store.storeId ?? '', 1);
      return run;
    });
    if (run.outcome === 'blocked') {
      await store.write((transaction) => save(transaction, run));
      throw new BlockedImport(run);
    }
    known.save((dealers) => store.dealerStates(dealers));
    if (await prepared) firstIndex?.publish();
    return run;
  } catch (error) {
    await firstIndex?.discard();
    throw error;
  } finally {
    known.close();
    await store.close();
  }
}
