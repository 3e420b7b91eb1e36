// Imports feeds into the store: one run is one transaction, so all of it is saved or nothing.
import { ImportReportBuilder, type ImportRun } from './import-report.ts';
import { FirstImportIndex } from '../../index/first-import-index.ts';
import { Rollback } from '../../store/rollback.ts';
import type { StoreTransaction } from '../../store/transaction.ts';
import { openStore } from '../../store/store.ts';
import { indexPath, knownRecordsPath, postcodeTablePath } from '../../store/paths.ts';
import { lastCoverage, withFormerOpenFeeds } from '../status/feed-state.ts';
import { takeDealers } from '../dealers/dealer-owners.ts';
import { BlockedImport } from '../dealers/shrink-guard.ts';
import { importInto } from './import-run.ts';
import type { FeedFile, ImportOptions } from './import-options.ts';
import { KnownRecords } from './known-records.ts';

/** Imports feeds as one run. Throws a Problem, and changes no listing: `feed_…`, `data_…`, `dealer_owned`, or BlockedImport, whose report is saved. */
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
  const firstIndex = store.sequence === 0 ? firstIndexFor(folder) : undefined;
  if (firstIndex === undefined) FirstImportIndex.removeStale(indexPath(folder));
  try {
    let prepared = Promise.resolve(false);
    const run = await store.write(async (transaction) => {
      if (firstIndex !== undefined) transaction.onChange(firstIndex);
      const run = await importInto(transaction, feeds, options, {
        settled: () => firstIndex?.settled(),
        known: { records: known, transaction },
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

function firstIndexFor(folder: string): FirstImportIndex {
  return new FirstImportIndex({
    folder,
    postcodeTablePath: postcodeTablePath(folder),
    indexPath: indexPath(folder),
  });
}
